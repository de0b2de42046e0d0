"""Whether the job behind an address is still open, by what the address answered."""

import json
import re
from typing import Final, Literal
from urllib.parse import parse_qs, unquote, urlsplit

from pydantic import BaseModel, ConfigDict

from jobctrl_dagster.facts.folding import fold, plain_text
from jobctrl_dagster.facts.identity import canonical_url, names_one_posting
from jobctrl_dagster.facts.liveness.notices import find_notice
from jobctrl_dagster.facts.liveness.page import Control, Page, read_page

DESCRIPTION: Final = 200  # letters of running text that make a job description
PARAGRAPH: Final = 80  # letters of its longest block at least
LIST_OF_JOBS: Final = 4  # controls for applying to as many different addresses are a list

_APPLY: Final = re.compile(
    r"^\W*(?:(?:easy|quick|quickly|1-click|one-click|click (?:here )?to|start|begin|"
    r"continue|proceed to|submit|how to|please|i want to|i'd like to)\s+)?"
    r"(?:apply|application)\b(?!\s+(?:filter|coupon|change|code|discount|setting|search|"
    r"sort|selection|promo|all|deadline|status|process|procedure|tips|closed))"
    r"|^\W*(?:submit|send|start|create|begin|open|complete)\s+(?:your |my |an? |"
    r"the )?(?:job )?(?:application|cv|resume)\b|\bi'?m interested\b|\bapply (?:now|"
    r"for this|to this|online|here|today)\b"
    r"|\b(?:jetzt|online|hier|direkt|gleich)\s+bewerben\b|^\W*(?:bewerben|bewirb dich|"
    r"zur bewerbung|zum bewerbungsformular|bewerbung (?:starten|senden|abschicken)|"
    r"auf diese stelle bewerben)\b"
    r"|^\W*(?:je postule|postuler|postulez|candidater|je candidate|deposer (?:ma|"
    r"votre) candidature|envoyer (?:ma|votre) candidature)\b"
    r"|^\W*(?:inscribirme|inscribirse|inscribete|postular(?:me|se)?|postulate|"
    r"aplicar(?! filtro| cambio)|aplica ahora|solicitar (?:empleo|puesto|ahora)|"
    r"enviar (?:mi )?(?:candidatura|solicitud|cv))\b"
    r"|^\W*(?:candidati|invia (?:la )?(?:tua )?candidatura|candidarsi)\b"
    r"|^\W*(?:candidatar(?:-me|-se)?|candidate-se|candidatura (?:rapida|online)|"
    r"enviar candidatura|inscrever-se|quero me candidatar)\b"
    r"|^\W*(?:solliciteer|solliciteren|direct solliciteren|ik wil solliciteren)\b"
    r"|^\W*(?:aplikuj|wyslij (?:cv|aplikacje)|zloz aplikacje)\b"
    r"|応募(?:する|フォーム|へ進む|画面|はこちら)?$|^\W*エントリー"
    r"|^\W*(?:ansok|sok jobbet|sok stillingen|ansog|hae paikkaa)"
)
_APPLY_TARGET: Final = re.compile(
    r"/(?:apply|application|applications/new|bewerben|postuler)/?(?:[?#]|$)", re.IGNORECASE
)
_CHALLENGE: Final = re.compile(
    r"just a moment|checking your browser|attention required|"
    r"verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?human|are you a robot"
    r"|not a robot|security check|access (?:to this page has been )?denied|unusual traffic|"
    r"enable javascript|javascript is (?:disabled|required)"
    r"|complete the captcha|captcha|ddos protection|request (?:was )?blocked|"
    r"pardon our interruption"
)
_SIGN_IN: Final = re.compile(
    r"\b(?:sign in|log in|login|anmelden|einloggen|se connecter|iniciar sesion|accedi)\b"
)
_SIGN_IN_PATH: Final = re.compile(
    r"(?:^|[/_-])(?:log-?in|sign-?in|auth(?:wall|enticate|orize)?|sso|account|register|"
    r"signup)(?:$|[/_.-])"
)
_JOB_POSTING: Final = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?JobPosting"')
_TOKEN: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{2,}", re.IGNORECASE
)
_GREENHOUSE: Final = re.compile(r"(?:^|\.)greenhouse\.io$")


class Liveness(BaseModel):
    """Whether a job is open; `uncertain` is for all that proves neither."""

    model_config = ConfigDict(frozen=True)

    state: Literal["active", "closed", "uncertain"]
    evidence: tuple[str, ...]


def classify(status: object, requested_url: object, final_url: object, html: object) -> Liveness:
    """Judge one answer to a request for a posting.

    Args:
        status: the HTTP status, or `None` when no answer came.
        requested_url: the posting's address as it was asked for.
        final_url: the address that answered after all redirects.
        html: the body of the answer.
    """
    code = _status(status)
    if code == 410:
        return _say("closed", "HTTP status 410")
    if code is None or code in (401, 403, 429, 999) or code >= 500 or code < 200:
        return _say("uncertain", "no answer" if code is None else f"HTTP status {code}")
    requested, final = plain_text(requested_url), plain_text(final_url) or plain_text(requested_url)
    page = read_page(plain_text(html))
    notice = find_notice(page.blocks)
    if notice:
        return _say("closed", notice)
    if _greenhouse_list(requested, final):
        return _say("closed", "Greenhouse sent the job to its list with error=true")
    if code != 200 and not 200 <= code < 300:
        return _say("uncertain", f"HTTP status {code}")
    if _loses_posting(requested, final):
        return _say("uncertain", f"redirected away from the posting to {canonical_url(final)}")
    return _of_page(page)


def _say(state: Literal["active", "closed", "uncertain"], why: str) -> Liveness:
    return Liveness(state=state, evidence=(why,))


def _status(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):
        return None


# --- addresses ---------------------------------------------------------------------------------


def _greenhouse_list(requested: str, final: str) -> bool:
    address = canonical_url(final)
    hosts = {urlsplit(canonical_url(url)).hostname or "" for url in (requested, final)}
    if not any(map(_GREENHOUSE.search, hosts)) or names_one_posting(address):
        return False
    return parse_qs(urlsplit(address).query).get("error") == ["true"]


def _loses_posting(requested: str, final: str) -> bool:
    """Whether a redirect led to a list, home or sign-in page, or to another job."""
    before, after = canonical_url(requested), canonical_url(final)
    if not before or before == after:
        return False
    start, end = urlsplit(before), urlsplit(after)
    if _SIGN_IN_PATH.search(end.path.lower()) and not _SIGN_IN_PATH.search(start.path.lower()):
        return True
    wanted = _job_tokens(before)
    if wanted:
        if wanted & _job_tokens(after):
            return False
        # One host handed the posting over to another, which shows one under a number of its own.
        return not (names_one_posting(after) and start.hostname != end.hostname)
    slug = unquote(start.path).rstrip("/").rpartition("/")[2].lower()
    return not slug or slug not in unquote(after).lower()


def _job_tokens(address: str) -> set[str]:
    parts = urlsplit(address)
    return {
        token.lower() for token in _TOKEN.findall(f"{parts.path}?{parts.query}#{parts.fragment}")
    }


# --- the page ----------------------------------------------------------------------------------


def _of_page(page: Page) -> Liveness:
    text = fold(page.text)
    posting = page.has_microdata or _has_job_posting(page)
    if not text:
        return _say("uncertain", "nothing to see on the page")
    if not posting and len(text) < 1500 and _CHALLENGE.search(fold(page.title) + "\n" + text):
        return _say("uncertain", "a page that guards the site")
    controls = [control for control in page.controls if _applies(control)]
    if not posting and page.has_password and (not controls or len(text) < DESCRIPTION):
        return _say("uncertain", "a sign-in page")
    if not posting and len(text) < 300 and _SIGN_IN.search(text) and not controls:
        return _say("uncertain", "a sign-in page")
    if not controls:
        return _say("uncertain", "no control for applying")
    if posting:
        return _say("active", f"a JobPosting data block, and the control {_words(controls[0])!r}")
    targets = {control.target for control in controls if control.target.strip("#")}
    if len(targets) < LIST_OF_JOBS and _has_description(page):
        return _say("active", f"a job description, and the control {_words(controls[0])!r}")
    return _say("uncertain", "no single job on the page")


def _words(control: Control) -> str:
    return " ".join(control.words.split())[:80] or control.target[:80]


def _applies(control: Control) -> bool:
    if not control.usable:
        return False
    lines = [" ".join(fold(line).split()) for line in control.words.split("\n")]
    lines.append(" ".join(fold(control.words).split()))
    if any(line and len(line) <= 120 and _APPLY.search(line) for line in lines):
        return True
    return not any(lines) and bool(_APPLY_TARGET.search(control.target))


def _has_job_posting(page: Page) -> bool:
    """Whether the page carries the data block of one job; a list carries several."""
    found = sum(_postings(block) for block in page.data)
    return found == 1


def _postings(block: str) -> int:
    try:
        waiting = [json.loads(block, strict=False)]
    except (ValueError, RecursionError):
        return len(_JOB_POSTING.findall(block))
    found = 0
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            kinds = item.get("@type")
            found += any(
                "JobPosting" in str(kind)
                for kind in (kinds if isinstance(kinds, list) else [kinds])
            )
            waiting.extend(value for value in item.values() if isinstance(value, (dict, list)))
    return found


def _has_description(page: Page) -> bool:
    """Whether the main content has running text enough for a job; a letter of CJK counts twice."""
    lengths = [len(block) + sum(char > "\u2e80" for char in block) for block in page.blocks]
    return sum(lengths) - page.linked >= DESCRIPTION and max(lengths, default=0) >= PARAGRAPH
