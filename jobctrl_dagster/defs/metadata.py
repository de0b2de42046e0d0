"""What materializations show: for reading, never private.

Requirement texts, verdicts and ids of profile items are shown; words of the profile are not.
"""

from collections.abc import Mapping, Sequence

import dagster as dg

from jobctrl_dagster.apply.report import FormReport
from jobctrl_dagster.discover.records import UnitReport
from jobctrl_dagster.facts.posting import PostingFacts
from jobctrl_dagster.score.records import ScoreCard
from jobctrl_dagster.store.documents import StoredDocument
from jobctrl_dagster.store.outcomes import StageOutcome

Metadata = Mapping[str, dg.MetadataValue]


def enrichment_metadata(outcome: StageOutcome) -> Metadata:
    """Title, company and the facts with the words they were read from."""
    facts: PostingFacts = outcome.metadata["facts"]
    rows = [
        ("work model", facts.place.work_model, ""),
        ("countries", ", ".join(facts.place.countries), "; ".join(facts.place.evidence)),
        ("cities", ", ".join(facts.place.cities), ""),
        ("limits", ", ".join(facts.place.restrictions), ""),
        ("pay", _pay(facts), facts.pay.evidence if facts.pay else ""),
        ("posted", f"{facts.posted_at:%Y-%m-%d}" if facts.posted_at else "", ""),
        ("state", facts.state, "; ".join(facts.state_evidence)),
        ("terms", ", ".join(facts.terms), ""),
    ]
    return _heading(outcome) | {
        "facts": dg.MetadataValue.md(_table(("fact", "value", "read from"), rows)),
        "url": dg.MetadataValue.url(facts.url or ""),
        "warnings": dg.MetadataValue.text("\n".join(facts.warnings) or "none"),
        "text_characters": dg.MetadataValue.int(len(facts.text)),
    }


def _pay(facts: PostingFacts) -> str:
    if facts.pay is None:
        return ""
    ends = [str(end) for end in (facts.pay.minimum, facts.pay.maximum) if end is not None]
    period = f" a {facts.pay.period}" if facts.pay.period else ""
    return f"{' to '.join(dict.fromkeys(ends))} {facts.pay.currency or ''}{period}"


def score_metadata(outcome: StageOutcome) -> Metadata:
    """The score, what decided it, and each requirement with its evidence by item id."""
    card: ScoreCard = outcome.metadata["card"]
    rows = [
        (
            requirement.kind,
            requirement.verdict,
            requirement.text,
            ", ".join(dict.fromkeys(evidence.item for evidence in requirement.evidence)),
        )
        for requirement in card.requirements
    ]
    eligibility = "not checked" if card.eligibility is None else card.eligibility.reason
    return _heading(outcome) | {
        "score": dg.MetadataValue.int(card.score),
        "exact": dg.MetadataValue.float(card.exact),
        "why": dg.MetadataValue.text(card.summary),
        "eligibility": dg.MetadataValue.text(eligibility),
        "provisional": dg.MetadataValue.bool(card.provisional),
        "requirements": dg.MetadataValue.md(
            _table(("kind", "verdict", "requirement", "evidence"), rows)
        ),
    }


def document_metadata(outcome: StageOutcome) -> Metadata:
    """In which folder it lies, its digest, and the ids of the profile items it quotes.

    The name of the file holds the person's name, so it is left out.
    """
    made: StoredDocument = outcome.metadata["document"]
    return _heading(outcome) | {
        "folder": dg.MetadataValue.path(made.path.rpartition("/")[0]),
        "sha256": dg.MetadataValue.text(made.digest),
        "pages": dg.MetadataValue.int(made.pages),
        "tailored": dg.MetadataValue.bool(made.tailored),
        "quotes": dg.MetadataValue.text(", ".join(made.items)),
        "warnings": dg.MetadataValue.text("\n".join(made.warnings) or "none"),
    }


def application_metadata(outcome: StageOutcome) -> Metadata:
    """What the form asked, where each answer came from, and what is left to the person."""
    report: FormReport = outcome.metadata["report"]
    filled = [(field.label, field.kind, field.source) for field in report.filled]
    left = [
        (item.label, "required" if item.required else "", item.reason) for item in report.unanswered
    ]
    return _heading(outcome) | {
        "state": dg.MetadataValue.text(report.state),
        "what": dg.MetadataValue.text(report.sentence),
        "pages": dg.MetadataValue.int(report.pages),
        "filled": dg.MetadataValue.md(_table(("field", "kind", "answer from"), filled)),
        "left_to_the_person": dg.MetadataValue.md(_table(("field", "", "why"), left)),
        "blocked_requests": dg.MetadataValue.text("\n".join(report.blocked_requests) or "none"),
        "folder": dg.MetadataValue.path(outcome.metadata["folder"]),
    }


def unit_metadata(reports: Sequence[UnitReport], counts: Mapping[str, int]) -> Metadata:
    """How each source of a family fared, and how many rows were new."""
    rows = [
        (report.unit, report.state, str(report.postings), report.sentence) for report in reports
    ]
    shown: dict[str, dg.MetadataValue] = {
        "sources": dg.MetadataValue.md(_table(("source", "state", "postings", "what"), rows)),
        "dagster/row_count": dg.MetadataValue.int(sum(report.postings for report in reports)),
    }
    return shown | {name: dg.MetadataValue.int(count) for name, count in counts.items()}


def _heading(outcome: StageOutcome) -> dict[str, dg.MetadataValue]:
    return {
        "title": dg.MetadataValue.text(outcome.metadata["title"]),
        "company": dg.MetadataValue.text(outcome.metadata["company"] or "unknown"),
    }


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: str) -> str:
    """Text of others inside our table: one line, no column marks, no links, no HTML."""
    flat = " ".join(value.split())[:300]
    for sign in "\\|<>[]`":
        flat = flat.replace(sign, f"&#{ord(sign)};")
    return flat
