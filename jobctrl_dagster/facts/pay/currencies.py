"""Which currency an amount is in: by its marks, else by the country."""

from collections.abc import Iterable

from jobctrl_dagster.facts.pay import currency_names
from jobctrl_dagster.facts.pay.figures import Mark


def read_currency(marks: Iterable[Mark], country: str | None) -> str | None:
    """The ISO 4217 code that marks and country give, or `None` where they leave it open.

    A code beats a sign of one currency, that beats a shared sign, and any mark beats the country.
    """
    every = tuple(marks)
    for mark in every:
        if mark.code and mark.is_code:
            return mark.code
    for mark in every:
        if mark.code:
            return mark.code
    home = home_currency(country)
    for mark in every:
        if mark.family:
            if home in currency_names.family(mark.family):
                return home
            return "USD" if mark.family == "dollar" else None
    return home


def home_currency(country: str | None) -> str | None:
    """The currency of a country, given as an ISO 3166-1 alpha-2 code in either case."""
    if not isinstance(country, str):
        return None
    return currency_names.currency_of_country().get(country.strip().upper())
