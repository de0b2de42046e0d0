"""Applicant tracking systems and boards that have one canonical address for each posting."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final
from urllib.parse import quote, unquote

Query = Sequence[tuple[str, str]]
Form = Callable[[str, list[str], dict[str, str]], str | None]

_UUID: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE
)
_BOARD: Final = re.compile(r"[A-Za-z0-9_%-]+")
_NUMBER: Final = re.compile(r"[0-9]+")
_NUMBER_AT_END: Final = re.compile(r"(?:.*-)?([0-9]+)")
_NUMBER_AT_START: Final = re.compile(
    r"([0-9]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-.*)?"
)
_LANGUAGE: Final = re.compile(r"[a-z]{2}(?:-[a-z]{2,4})?", re.IGNORECASE)
_INDEED_HOST: Final = re.compile(r"(?:^|\.)indeed\.(?:com|[a-z]{2}|com?\.[a-z]{2})$")


def is_indeed(host: str) -> bool:
    """Whether the host is one of Indeed, in any country."""
    return bool(_INDEED_HOST.search(host))


def known_form(host: str, path: str, query: Query) -> str | None:
    """The one address of a posting on a known system; `None` elsewhere.

    Args:
        host: lower case host.
        path: escaped path without a slash at its end.
        query: escaped pairs of name and value, the value with its leading `=`.
    """
    form = _form_for(host)
    if form is None:
        return None
    return form(host, path.split("/")[1:], {name: value[1:] for name, value in query})


def _form_for(host: str) -> Form | None:
    if host in _FORMS:
        return _FORMS[host]
    if host == "linkedin.com" or host.endswith(".linkedin.com"):
        return _linkedin
    if host.endswith((".myworkdayjobs.com", ".myworkdaysite.com")):
        return _workday
    if host.endswith(".workable.com"):
        return _workable_account
    return _indeed if is_indeed(host) else None


def _linkedin(_host: str, path: list[str], query: dict[str, str]) -> str | None:
    if "jobs" not in path and "jobs-guest" not in path:
        return None
    number = query.get("currentJobId", "")
    for before, segment in pairwise(path):
        found = _NUMBER_AT_END.fullmatch(unquote(segment))
        if before in ("view", "externalApply", "jobPosting") and found:
            number = found.group(1)
    if not _NUMBER.fullmatch(number):
        return None
    return f"https://www.linkedin.com/jobs/view/{number}"


def _lever(host: str, path: list[str], _query: dict[str, str]) -> str | None:
    if len(path) < 2 or not _UUID.fullmatch(path[1]):
        return None
    return f"https://{host}/{path[0]}/{path[1].lower()}"


def _greenhouse(host: str, path: list[str], query: dict[str, str]) -> str | None:
    if path[:2] == ["embed", "job_app"]:
        board, number = query.get("for", ""), query.get("token", "")
    elif len(path) >= 3 and path[1] == "jobs":
        board, number = path[0], path[2]
    else:
        return None
    if not _BOARD.fullmatch(board) or not _NUMBER.fullmatch(number):
        return None
    region = "eu." if host.endswith(".eu.greenhouse.io") else ""
    return f"https://job-boards.{region}greenhouse.io/{board}/jobs/{number}"


def _ashby(host: str, path: list[str], _query: dict[str, str]) -> str | None:
    if len(path) < 2 or not _UUID.fullmatch(path[1]):
        return None
    organisation = quote(
        unquote(path[0], errors="surrogateescape"), safe="", errors="surrogateescape"
    )
    return f"https://{host}/{organisation}/{path[1].lower()}"


def _indeed(host: str, _path: list[str], query: dict[str, str]) -> str | None:
    key = query.get("jk", "")
    return f"https://{host}/viewjob?jk={key}" if key else None


def _workday(host: str, path: list[str], _query: dict[str, str]) -> str | None:
    marks = [path.index(word) for word in ("job", "details") if word in path[1:]]
    mark = min((index for index in marks if index), default=0)
    if not mark or len(path) < mark + 2:
        return None
    site, job = path[:mark], path[mark:]
    if len(site) > 1 and _LANGUAGE.fullmatch(site[0]):
        site = site[1:]
    if "apply" in job[2:]:
        job = job[: job.index("apply", 2)]
    return f"https://{host}/" + "/".join(site + job)


def _smartrecruiters(host: str, path: list[str], _query: dict[str, str]) -> str | None:
    found = _NUMBER_AT_START.fullmatch(path[1]) if len(path) >= 2 else None
    return f"https://{host}/{path[0]}/{found.group(1)}" if found else None


def _workable(host: str, path: list[str], _query: dict[str, str]) -> str | None:
    if len(path) < 3 or path[1] != "j" or not path[2]:
        return None
    return f"https://{host}/{path[0]}/j/{path[2]}"


def _workable_account(host: str, path: list[str], _query: dict[str, str]) -> str | None:
    if len(path) < 2 or path[0] != "j" or not path[1]:
        return None
    return f"https://apply.workable.com/{host.removesuffix('.workable.com')}/j/{path[1]}"


_FORMS: Final[dict[str, Form]] = {
    "jobs.lever.co": _lever,
    "jobs.eu.lever.co": _lever,
    "boards.greenhouse.io": _greenhouse,
    "job-boards.greenhouse.io": _greenhouse,
    "boards.eu.greenhouse.io": _greenhouse,
    "job-boards.eu.greenhouse.io": _greenhouse,
    "jobs.ashbyhq.com": _ashby,
    "jobs.smartrecruiters.com": _smartrecruiters,
    "apply.workable.com": _workable,
}
