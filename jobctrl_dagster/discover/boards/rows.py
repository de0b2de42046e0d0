"""Row isolation: a row that a provider cannot read is kept as a fault, and the board goes on."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from jobctrl_dagster.discover.boards.binding import bound
from jobctrl_dagster.discover.boards.library import load, provider_class
from jobctrl_dagster.discover.cleaning import cleaned, text_or_none

PLACEHOLDER = "https://row.invalid/"
FILLERS = frozenset({"Untitled", "Unknown", "(untitled)"})
ITEM_NAMES = frozenset({"item", "hit", "row", "offer", "posting"})
ID_KEYS = ("id", "ats_id", "shortcode", "guid", "slug", "jobId", "job_id")


@functools.cache
def isolated_class(provider: str) -> type[Any]:
    """A subclass of the provider's class whose row readers never raise.

    A row reader is whatever the module declares to make a ``Job``, ``Job | None`` or, of one
    item, a ``list[Job]``: methods are overridden in the subclass, plain functions are replaced in
    the module. Where a module makes jobs in the middle of a page, its ``Job`` is replaced.

    Raises:
        BrokenProviderError: As `provider_class`.
    """
    scraper, module = provider_class(provider)
    _replace_functions(module)
    if not isinstance(vars(module).get("Job"), _LoggedJob):
        vars(module)["Job"] = _LoggedJob(load("ats_scrapers.models").Job)
    members: dict[str, Any] = {}
    for name, member in inspect.getmembers_static(scraper):
        function = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        if not _reads_a_row(function):
            continue
        wrapped = _isolated(function)
        members[name] = type(member)(wrapped) if function is not member else wrapped
    return type(scraper.__name__, (scraper,), members)


def _replace_functions(module: ModuleType) -> None:
    for name, member in list(vars(module).items()):
        ours = inspect.isfunction(member) and member.__module__ == module.__name__
        if ours and _reads_a_row(member) and not hasattr(member, "__wrapped__"):
            setattr(module, name, _isolated(member))


def _reads_a_row(function: Any) -> bool:
    if not inspect.isfunction(function) or inspect.iscoroutinefunction(function):
        return False
    annotations = dict(function.__annotations__)
    returns = str(annotations.pop("return", "")).replace(" ", "")
    if any("Job" in str(annotation) for annotation in annotations.values()):
        return False
    return returns in {"Job", "Job|None"} or (
        returns == "list[Job]" and bool(ITEM_NAMES & annotations.keys())
    )


def _isolated(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a row reader: clean its row, log what it gives, turn an error into a fault."""
    returns = str(function.__annotations__.get("return", ""))

    @functools.wraps(function)
    def read(*args: Any, **kwargs: Any) -> Any:
        binding = bound()
        if binding.inside_row:
            return function(*args, **kwargs)
        args = tuple(_row(arg) for arg in args)
        kwargs = {key: _row(arg) for key, arg in kwargs.items()}
        row = next((a for a in (*args, *kwargs.values()) if isinstance(a, dict)), None)
        binding.inside_row = True
        try:
            found = function(*args, **kwargs)
            jobs = found if isinstance(found, list) else [found]
            reason = next(filter(None, (_why_unfit(job, row) for job in jobs)), None)
        except Exception as error:  # noqa: BLE001 - whatever a row provokes concerns that row alone
            reason = _first_line(error)
        finally:
            binding.inside_row = False
        if reason is None:
            binding.log(jobs, row)
            return found
        binding.fault(reason, row=_element_text(args) if row is None else row, external_id=_id(row))
        if "list" in returns:
            return []
        return None if "None" in returns else _placeholder(len(binding.faults))

    return read


class _LoggedJob:
    """Stands where a module has ``Job``: a job made outside a row reader is isolated as well."""

    def __init__(self, job_class: Any) -> None:
        self._job_class = job_class

    def __call__(self, **fields: Any) -> Any:
        binding = bound()
        if binding.inside_row:
            return self._job_class(**fields)
        fields = {name: _row(value) for name, value in fields.items()}
        try:
            job = self._job_class(**fields)
            reason = _why_unfit(job, None)
        except Exception as error:  # noqa: BLE001 - as in a row reader
            reason = _first_line(error)
        if reason is None:
            binding.log([job], None)
            return job
        binding.fault(reason, row=fields, external_id=fields.get("ats_id"))
        return _placeholder(len(binding.faults))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._job_class, name)


def is_placeholder(job: Any) -> bool:
    """Whether a job stands for a row that could not be read."""
    return str(job.url).startswith(PLACEHOLDER)


def _placeholder(number: int) -> Any:
    """A job that keeps the library going where a row could not be read."""
    job_class = load("ats_scrapers.models").Job
    return job_class.model_construct(url=f"{PLACEHOLDER}{number}", title="", company="")


def _row(value: Any) -> Any:
    return cleaned(value) if isinstance(value, dict | list | str | float) else value


def _why_unfit(job: Any, row: dict[str, Any] | None) -> str | None:
    if job is None:
        return "the row lacks what a posting needs: a title, an address or an id"
    title = text_or_none(job.title)
    if title is None or (title in FILLERS and row is not None and title not in row.values()):
        return "the row has no title"
    return None


def _id(row: dict[str, Any] | None) -> Any:
    return next((row[key] for key in ID_KEYS if row.get(key)), None) if row else None


def _first_line(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"the row has no {error.args[0]!r}"
    if hasattr(error, "errors"):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return f"{type(error).__name__}: {error}"


def _element_text(args: tuple[Any, ...]) -> Any:
    """The text of the XML or HTML element among the arguments."""
    for arg in args:
        if hasattr(arg, "itertext"):
            return " ".join(" ".join(arg.itertext()).split())
        if hasattr(arg, "get_text"):
            return arg.get_text(" ", strip=True)
    return next((arg for arg in args if isinstance(arg, list | str)), None)
