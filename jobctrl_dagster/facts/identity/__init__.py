"""Identity of a posting: addresses, keys of names, and whether two sightings are one job."""

from jobctrl_dagster.facts.identity.addresses import canonical_url
from jobctrl_dagster.facts.identity.companies import company_key
from jobctrl_dagster.facts.identity.matching import Match, Sighting, same_job
from jobctrl_dagster.facts.identity.posting_numbers import names_one_posting
from jobctrl_dagster.facts.identity.titles import title_key

__all__ = [
    "Match",
    "Sighting",
    "canonical_url",
    "company_key",
    "names_one_posting",
    "same_job",
    "title_key",
]
