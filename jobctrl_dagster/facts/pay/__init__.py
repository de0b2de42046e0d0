"""Pay as a board or a posting states it: currency, period and the two ends of the range."""

from jobctrl_dagster.facts.pay.model import Pay
from jobctrl_dagster.facts.pay.reading import find_pay, parse_pay

__all__ = ["Pay", "find_pay", "parse_pay"]
