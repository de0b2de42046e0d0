"""The search library with the door under it: sessions without a way out until one is given."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from jobctrl_dagster.discover.broad_sites import COUNTRY_NAMES, Site
from jobctrl_dagster.discover.cleaning import build_fault, build_posting, country_or_none
from jobctrl_dagster.discover.records import RawPosting, RowFault
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.gate.refusals import Refusal, refusal_in

if TYPE_CHECKING:
    import requests

CLASSES = {
    "linkedin": "LinkedIn", "google": "Google", "indeed": "Indeed", "naukri": "Naukri",
    "bdjobs": "BDJobs", "bayt": "BaytScraper",
}  # fmt: skip
CODES = {name: code for code, name in COUNTRY_NAMES.items()}


@dataclass
class Wire:
    """The door of one unit, and what it and the rows refused."""

    unit: str
    door: Door
    kind: Any
    refusals: list[Refusal] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)

    def mount(self, session: requests.Session) -> None:
        """Give a session its only way out."""
        adapter = _noting(self.door.requests_adapter(self.kind), self.refusals)
        session.adapters.clear()
        session.mount("https://", adapter)
        session.mount("http://", adapter)
        session.trust_env = False
        session.proxies = {}


def registry_for(site: Site, wire: Wire) -> Any:
    """A registry of the library with one site, whose sessions go through the wire."""
    from jobstreaming.registry import AdapterRegistry
    from jobstreaming.util import set_logger_level

    set_logger_level(0)
    module = importlib.import_module(f"jobstreaming.{site.name}")
    vars(module)["create_session"] = session_without_a_way_out
    registry = AdapterRegistry()
    registry.register(site.name, bound_class(getattr(module, CLASSES[site.name]), wire))
    return registry


def session_without_a_way_out(**_options: Any) -> requests.Session:
    """A session that can reach nothing, whatever proxies or certificates are asked for."""
    import requests

    session = requests.Session()
    session.adapters.clear()
    session.trust_env = False
    return session


def bound_class(adapter_class: type[Any], wire: Wire) -> type[Any]:
    """A subclass whose sessions are mounted on the wire and whose rows fail alone."""

    def track_transport(self: Any, transport: Any) -> Any:
        wire.mount(transport)
        return adapter_class.track_transport(self, transport)

    members: dict[str, Any] = {"track_transport": track_transport}
    for name, member in inspect.getmembers_static(adapter_class, inspect.isfunction):
        if str(member.__annotations__.get("return", "")).replace(" ", "") == "JobPost|None":
            members[name] = _isolated(member, wire)
    return type(adapter_class.__name__, (adapter_class,), members)


def posting_of(job: Any, *, source: str, provider: str) -> RawPosting:
    """Map a ``JobPost``.

    Raises:
        RowRejectedError: The job cannot be a posting.
    """
    pay = job.compensation
    place = job.location
    kinds = [kind.canonical for kind in job.job_type or ()]
    return build_posting(
        source=source,
        provider=provider,
        external_id=job.id,
        url=job.job_url,
        apply_url=job.job_url_direct,
        company=job.company_name,
        title=job.title,
        location=place.display_location() if place else None,
        country_hint=country_of(place.country) if place else None,
        workplace_type="remote" if job.is_remote else job.work_from_home_type,
        description=job.description,
        pay_minimum=pay.min_amount if pay else None,
        pay_maximum=pay.max_amount if pay else None,
        pay_currency=pay.currency if pay else None,
        pay_period=pay.interval.value if pay else None,
        posted_at=job.date_posted,
        employment_type=", ".join(kinds),
        department=job.job_function,
        extra={
            "level": job.job_level,
            "industry": job.company_industry,
            "skills": list(job.skills or ()),
            "experience": job.experience_range,
            "company_url": job.company_url_direct or job.company_url,
            "pay_source": job.salary_source.value if job.salary_source else None,
        },
    )


@functools.cache
def country_of(country: Any) -> str | None:
    """The ISO code of the library's country; ``None`` for world-wide and unknown ones."""
    if country is None:
        return None
    names = country.split(",") if isinstance(country, str) else country.value[0].split(",")
    for name in names:
        code = next(
            (c for c, known in COUNTRY_NAMES.items() if known == name.strip().lower()), None
        )
        code = code or country_or_none(name) or _code_by_name(name.strip())
        if code:
            return code
    return None


def since(posted_at: datetime, now: datetime) -> int:
    """Whole days between the day of a posting and that of `now`."""
    return (now.astimezone(UTC).date() - posted_at.astimezone(UTC).date()).days


def _code_by_name(name: str) -> str | None:
    import pycountry  # its tables load slowly

    try:
        return str(pycountry.countries.lookup(name.strip()).alpha_2)
    except LookupError:
        return None


def _isolated(function: Callable[..., Any], wire: Wire) -> Callable[..., Any]:
    """Wrap a row reader: an error becomes a fault, but for those of the wire."""

    @functools.wraps(function)
    def read(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            if refusal_in(error) is not None:
                raise
            rows = [arg for arg in args[1:] if isinstance(arg, Mapping | list)]
            shown = rows[0] if rows else str(args[1] if len(args) > 1 else "")
            reason = f"{type(error).__name__}: {error}"
            wire.faults.append(build_fault(wire.unit, len(wire.faults), reason, row=shown))
            return None

    return read


def _noting(adapter: Any, refusals: list[Refusal]) -> Any:
    """Keep the refusals of an adapter, since the library keeps only their words."""
    send = adapter.send

    def noted(request: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return send(request, *args, **kwargs)
        except Refusal as refusal:
            refusals.append(refusal)
            raise

    adapter.send = noted
    return adapter
