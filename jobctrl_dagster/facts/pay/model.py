"""The record of stated pay."""

from decimal import Context, Decimal
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

Period = Literal["hour", "day", "week", "month", "year"]

PERIODS_A_YEAR: Final[dict[Period, int]] = {
    "hour": 2080,
    "day": 260,
    "week": 52,
    "month": 12,
    "year": 1,
}
_EXACT: Final = Context(prec=1000)


class Pay(BaseModel):
    """Pay as stated, not converted.

    Attributes:
        currency: ISO 4217 code, or `None` where the text leaves it open.
        period: the time the amounts are paid for, or `None` where the text leaves it open.
        minimum: lower end; `None` for "up to".
        maximum: upper end; `None` for "from".
        swapped: whether the text gave the upper end first.
        evidence: the words that state it, as they stand in the text.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    currency: str | None
    period: Period | None
    minimum: Decimal | None
    maximum: Decimal | None
    swapped: bool
    evidence: str

    def annual(self) -> tuple[Decimal | None, Decimal | None]:
        """Both ends for one year of full-time work, exact; `None` where not known."""
        if self.period is None:
            return None, None
        times = Decimal(PERIODS_A_YEAR[self.period])
        return _product(self.minimum, times), _product(self.maximum, times)


def _product(amount: Decimal | None, times: Decimal) -> Decimal | None:
    return None if amount is None else _EXACT.multiply(amount, times)
