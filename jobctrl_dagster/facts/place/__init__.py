"""Where a job is, who may take it from where, and whether that suits a person."""

from jobctrl_dagster.facts.place.eligibility import cities_apart, eligible
from jobctrl_dagster.facts.place.models import Place, PlaceWish, Verdict
from jobctrl_dagster.facts.place.reading import read_place

__all__ = ["Place", "PlaceWish", "Verdict", "cities_apart", "eligible", "read_place"]
