"""A key under which all spellings of one company's name meet."""

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final

from jobctrl_dagster.facts.folding import fold, plain_text, visible

_FORMS_IN_A_NAME: Final = 8
_TRADE_MARKS: Final = re.compile("[™®©℠℗]")
# Punctuation that ties letters into one token (S.A., Macy's) as against that which parts tokens.
_TYING: Final = re.compile(r"['’‘ʼ`´.·\"“”„‟«»‹›「」『』]")
_FILLERS: Final = frozenset(
    [
        "na",
        "none",
        "nan",
        "null",
        "nil",
        "unknown",
        "undefined",
        "undisclosed",
        "unspecified",
        "notavailable",
        "notspecified",
        "notdisclosed",
        "tbd",
        "tba",
        "tbc",
        "anonymous",
        "anonymouscompany",
        "anonymousemployer",
        "confidential",
        "confidentialcompany",
        "companyconfidential",
        "confidentialclient",
        "confidentialemployer",
        "confidentiel",
        "confidencial",
        "confidenziale",
        "vertraulich",
        "poufne",
        "companyname",
        "employer",
        "kangabe",
        "keineangabe",
        "nichtangegeben",
        "nonspecifie",
        "unnamed",
        "hiddencompany",
    ]
)
# Line by line: English (two); German, Austrian and Swiss; French, Belgian and Dutch; Spanish,
# Portuguese and Italian; Nordic and Baltic; central and eastern European; Asian.
_FORM_WORDS: Final = """
    inc incorporated llc ltd limited corp corporation co company plc llp lp pllc pbc
    pty pte pvt private proprietary cic
    gmbh ggmbh mbh ag se kg kgaa ohg gbr ug haftungsbeschrankt
    sa sas sasu sarl eurl snc sca scs scop bv nv vof bvba sprl srl cvba
    sl slu sau sacv sapi ltda eireli lda unipessoal srls sapa scarl
    ab publ oy oyj abp aps as asa ans ivs hf ehf ou uab sia
    spzoo sro kft zrt nyrt doo eood ood
    bhd sdn tbk
"""
_FORMS: Final = frozenset(_FORM_WORDS.split())
# Forms that are words or other short forms when they stand without their points.
_POINTED_FORMS: Final = re.compile(
    r"(?<=\w)[\s,]+(?:[Ss]\. ?p\. ?[Aa]|e\. ?[Vv]|e\. ?[Kk]|e\. ?[Gg]|[Kk]\. ?[Kk]|[Gg]\. ?[Kk]"
    r"|[Aa]\. ?[Dd]|[Dd]\. ?[Dd]|[Pp]\. ?[Cc]|[Ll]\. ?[Cc]|SpA)\.?\s*$"
)
# Forms written as several tokens, longest first; the tokens are folded and free of punctuation.
_FORMS_OF_TOKENS: Final = (
    ("public", "limited", "company"),
    ("s", "de", "rl", "de", "cv"),
    ("sa", "de", "cv"),
    ("sp", "z", "oo"),
    ("sp", "z", "o", "o"),
    ("a", "s"),
    ("s", "a"),
    ("s", "l"),
    ("b", "v"),
    ("n", "v"),
    ("s", "e"),
    ("s", "p", "a"),
    ("s", "r", "l"),
    ("s", "r", "o"),
    ("s", "a", "s"),
    ("d", "o", "o"),
    ("l", "l", "c"),
    ("l", "p"),
    ("e", "v"),
    ("a", "g"),
)
_FORMS_AT_EITHER_END: Final = frozenset(
    ["ооо", "оао", "зао", "пао", "ао", "нао", "ип", "тоо", "тов", "пат", "прат", "оод", "еоод"]
)
_ATTACHED_FORMS: Final = (
    "股份有限公司",
    "有限责任公司",
    "有限責任公司",
    "有限責任事業組合",
    "有限公司",
    "株式会社",
    "株式會社",
    "合同会社",
    "有限会社",
    "合資会社",
    "合名会社",
    "一般社団法人",
    "주식회사",
    "유한책임회사",
    "유한회사",
    "(株)",
    "(有)",
    "(同)",
    "(주)",
    "(유)",
    "(유한)",
)
_CONJUNCTIONS: Final = frozenset(("and", "und", "et", "y", "e", "i", "og", "och"))


def company_key(name: object) -> str | None:
    """The key of a company's name; `None` for a missing name or a filler such as `N/A`.

    Two spellings of one name have the same key: case, accents, `&` and `and`, punctuation,
    entities, invisible characters and the legal form make no difference.
    """
    return _key(plain_text(name))


@lru_cache(maxsize=4096)
def _key(name: str) -> str | None:
    text = _unescape(name)
    text = _POINTED_FORMS.sub("", visible(_TRADE_MARKS.sub("", text)))
    text = fold(text)
    text = _without_attached_forms(_blank_controls(text).strip())
    tokens = _tokens(text)
    whole = "".join(tokens)
    if not whole:
        return _symbol_key(text)
    if whole in _FILLERS:
        return None
    kept = "".join(_without_legal_form(tokens))
    return None if kept in _FILLERS else kept


def _unescape(text: str) -> str:
    for _ in range(3):
        if "&" not in text:
            break
        text = html.unescape(text)
    return text


def _blank_controls(text: str) -> str:
    return text if text.isprintable() else " ".join(text.split())


def _without_attached_forms(text: str) -> str:
    """The name without an East Asian legal form at either end, as long as something remains."""
    while True:
        for form in _ATTACHED_FORMS:
            rest = text.removeprefix(form).removesuffix(form).strip(" ・,，")
            if len(rest) < len(text) and any(map(str.isalnum, rest)):
                text = rest
                break
        else:
            return text


def _tokens(text: str) -> list[str]:
    """Runs of letters and digits; `&` is the token `and`, tying punctuation is skipped."""
    text = _TYING.sub("", text).replace("&", " and ")
    return "".join(char if _is_part_of_name(char) else " " for char in text).split()


def _is_part_of_name(char: str) -> bool:
    if char.isalnum() or char == "+":
        return True
    return unicodedata.category(char) in ("Mn", "Mc", "Sc", "No", "Co")


def _symbol_key(text: str) -> str | None:
    """A name made of pictures alone is its pictures; punctuation alone is no name."""
    symbols = "".join(char for char in text if unicodedata.category(char) in ("So", "Sm"))
    return symbols or None


def _without_legal_form(tokens: list[str]) -> list[str]:
    kept = list(tokens)
    for _ in range(_FORMS_IN_A_NAME):
        if len(kept) < 2:
            break
        if kept[0] in _FORMS_AT_EITHER_END:
            kept = kept[1:]
            continue
        length = _form_length(kept)
        if not length or length >= len(kept):
            break
        kept = kept[:-length]
        # What tied the form to the name (GmbH & Co. KG) goes with it.
        if len(kept) > 1 and kept[-1] in _CONJUNCTIONS and _form_length(kept[:-1]):
            kept = kept[:-1]
    return kept


def _form_length(tokens: list[str]) -> int:
    """How many tokens at the end are a legal form."""
    for form in _FORMS_OF_TOKENS:
        if tuple(tokens[-len(form) :]) == form:
            return len(form)
    return 1 if tokens[-1] in _FORMS or tokens[-1] in _FORMS_AT_EITHER_END else 0
