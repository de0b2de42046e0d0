"""The frozen data of the demo market: companies, boards and postings, and the text they publish."""

import functools
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Self

from pydantic import model_validator

from jobctrl_dagster.demo.records import Board, Company, Frozen, Language, Posting
from jobctrl_dagster.demo.text import Block, Section, parse

FOLDER = Path(__file__).parent
PROFILE = FOLDER / "profile.json"
"""The JSON Resume of the invented person whom the demo searches for."""

_HEADINGS: dict[Language, dict[str, str]] = {
    "en": {"about": "About {}", "role": "The role", "benefits": "Benefits", "pay": "Compensation"},
    "de": {"about": "Über {}", "role": "Die Stelle", "benefits": "Wir bieten", "pay": "Vergütung"},
    "fr": {
        "about": "À propos de {}",
        "role": "Le poste",
        "benefits": "Avantages",
        "pay": "Rémunération",
    },
}


class Market(Frozen):
    """The whole market on one day."""

    day: date
    companies: tuple[Company, ...]
    postings: tuple[Posting, ...]

    @model_validator(mode="after")
    def _refers_to_what_exists(self) -> Self:
        repeated = [key for key, count in Counter(p.id for p in self.postings).items() if count > 1]
        if repeated:
            raise ValueError(f"posting ids must be unique; used twice: {', '.join(repeated)}")
        texts = {posting.id for posting in self.postings if posting.body is not None}
        owners = {board.key: company.slug for company in self.companies for board in company.boards}
        for posting in self.postings:
            if owners.get(posting.board) != posting.company:
                raise ValueError(
                    f"posting {posting.id}: {posting.company} has no board {posting.board}; "
                    "add it to market.yaml or correct the posting"
                )
            if posting.same_text_as is not None and posting.same_text_as not in texts:
                raise ValueError(
                    f"posting {posting.id}: same_text_as must name a posting with a body, not "
                    f"{posting.same_text_as!r}"
                )
        return self

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards, in the order of the companies."""
        return tuple(board for company in self.companies for board in company.boards)

    def board(self, key: str) -> Board | None:
        """The living board with this `provider/name`, or None if it is unknown or dead."""
        return next((b for b in self.boards if b.key == key and b.status == "open"), None)

    def company(self, slug: str) -> Company:
        """The company with this slug; KeyError if there is none."""
        for company in self.companies:
            if company.slug == slug:
                return company
        raise KeyError(f"no company {slug!r} in the demo market")

    def listed(self, board_key: str) -> tuple[Posting, ...]:
        """What the list of a board shows: everything but what is closed."""
        return tuple(p for p in self.postings if p.board == board_key and p.state != "closed")

    def posting(self, board_key: str, public_id: str) -> Posting | None:
        """The posting with this public id on a board, closed ones too."""
        return next(
            (p for p in self.postings if p.board == board_key and p.public_id == public_id), None
        )

    def sections(self, posting: Posting) -> tuple[Section, ...]:
        """The text of a posting: the company, the role, its parts, benefits; without the pay."""
        source = posting
        if posting.same_text_as is not None:
            source = next(p for p in self.postings if p.id == posting.same_text_as)
        headings = _HEADINGS[source.language]
        company = self.company(posting.company)
        intro, *parts = parse(source.body or "")
        sections = [
            Section(
                headings["about"].format(company.name), (Block((company.about[source.language],)),)
            ),
            Section(intro.heading or headings["role"], intro.blocks),
            *parts,
        ]
        benefits = self.company(source.company).benefits.get(source.language, ())
        if benefits:
            sections.append(Section(headings["benefits"], (Block(benefits, bullets=True),)))
        return tuple(sections)


def pay_section(posting: Posting) -> tuple[Section, ...]:
    """The pay of a posting as a section of its text, or nothing where the employer is silent."""
    if posting.pay is None or posting.pay.text is None:
        return ()
    heading = _HEADINGS[posting.language]["pay"]
    return (Section(heading, (Block((posting.pay.text,), bullets=True),)),)


def load_market(today: date | None = None) -> Market:
    """Load the market as it stands on a day.

    Args:
        today: all dates are moved so that the market's own day becomes this one; the market's own
            day if left out.

    Raises:
        pydantic.ValidationError: the data names what does not exist or has a field too many.
    """
    market = _read()
    if today is None or today == market.day:
        return market
    by = today - market.day
    postings = tuple(_moved(posting, by) for posting in market.postings)
    return market.model_copy(update={"day": today, "postings": postings})


def _moved(posting: Posting, by: timedelta) -> Posting:
    days = {
        name: value + by
        for name in ("posted", "updated", "valid_through")
        if (value := getattr(posting, name)) is not None
    }
    return posting.model_copy(update=days)


@functools.cache
def _read() -> Market:
    data: dict[str, Any] = _yaml(FOLDER / "market.yaml")
    postings: list[dict[str, Any]] = []
    for company in data["companies"]:
        path = FOLDER / "postings" / f"{company['slug']}.yaml"
        if path.exists():
            postings.extend({"company": company["slug"], **row} for row in _yaml(path))
    return Market.model_validate({**data, "postings": postings})


def _yaml(path: Path) -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
