"""Whether an address names one posting, by a job number in its path, query or route."""

import re
from typing import Final
from urllib.parse import unquote

from jobctrl_dagster.facts.identity.addresses import query_pairs, read_address
from jobctrl_dagster.facts.identity.job_systems import known_form

_NUMBER_PARAMETERS: Final = frozenset(
    [
        "gh_jid",
        "ashby_jid",
        "id",
        "jobid",
        "job_id",
        "job",
        "jid",
        "jk",
        "token",
        "reqid",
        "req_id",
        "requisitionid",
        "requisition_id",
        "postingid",
        "posting_id",
        "vacancyid",
        "vacancy_id",
        "positionid",
        "position_id",
        "currentjobid",
        "vjk",
        "pid",
        "jobreqid",
        "career_job_req_id",
        "jobreq",
    ]
)
_LIST_WORDS: Final = frozenset(
    [
        "jobs",
        "careers",
        "career",
        "job",
        "vacancies",
        "openings",
        "positions",
        "opportunities",
        "search",
        "list",
        "all",
        "page",
        "locations",
        "location",
        "departments",
        "department",
        "teams",
        "team",
        "categories",
        "category",
    ]
)
_JOB_WORDS: Final = frozenset(
    [
        "job",
        "jobs",
        "j",
        "position",
        "positions",
        "vacancy",
        "vacancies",
        "opening",
        "openings",
        "posting",
        "postings",
        "view",
        "requisition",
        "requisitions",
        "opportunity",
        "opportunities",
        "offer",
        "offers",
        "stelle",
        "stellen",
    ]
)
_NUMBERED: Final = re.compile(
    r"\d{5,}|[A-Za-z]{0,5}[-_]?\d{3,}|\d{3,}[-_].*|"
    r".*[-_.][A-Za-z]{0,4}\d{4,}(?:-\d{1,2})?(?:\.html?)?"
    r"|.*[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
)
_SHORT_NUMBER: Final = re.compile(r"\d+(?:[-_].*)?")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def names_one_posting(canonical: str) -> bool:
    """Whether a canonical address names a single posting rather than a list or careers page."""
    address = read_address(canonical)
    if address is None:
        return False
    if known_form(address.host, address.path, address.query):
        return True
    if any(_is_job_parameter(name, value) for name, value in address.query):
        return True
    route, _, route_query = address.fragment.lstrip("!").partition("?")
    if any(_is_job_parameter(name, value) for name, value in query_pairs(route_query)):
        return True
    return _path_has_number(address.path) or _path_has_number(route)


def _is_job_parameter(name: str, value: str) -> bool:
    return unquote(name).casefold() in _NUMBER_PARAMETERS and any(map(str.isdigit, value))


def _path_has_number(path: str) -> bool:
    """Whether the end of the path carries a job number, as in `/jobs/42` or `/data-engineer-10234`.

    A number before a word for a list (`/companies/987/jobs`) is not that of a job.
    """
    segments = [unquote(part) for part in path.split("/") if part]
    if not segments or segments[-1].casefold() in _LIST_WORDS:
        return False
    for index in range(max(0, len(segments) - 2), len(segments)):
        segment = segments[index]
        before = segments[index - 1].casefold() if index else ""
        if before == "page":
            continue
        if before in _JOB_WORDS and _SHORT_NUMBER.fullmatch(segment):
            return True
        if _NUMBERED.fullmatch(segment) and not _YEAR.fullmatch(segment):
            return True
    return False
