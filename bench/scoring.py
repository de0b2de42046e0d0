"""How many real postings are scored per second on one core, against a plain alternative."""

from __future__ import annotations

import time
from collections.abc import Callable

from bench.figures import Figure, spread_of
from bench.recorded import RECORDED, recorded_postings
from jobctrl_dagster.enrich.board_facts import read_facts
from jobctrl_dagster.models.vectors import offline_vectors
from jobctrl_dagster.score.engine import prepare_profile, score_posting
from jobctrl_dagster.score.records import ScoreInput
from jobctrl_dagster.score.stage import profile_facts
from jobctrl_dagster.settings.resume import read_resume


def measure(*, quick: bool) -> list[Figure]:
    """Jobs per second of CPU time, over recorded Greenhouse, Lever and Ashby boards."""
    times = 2 if quick else 5
    items = profile_facts(
        read_resume(RECORDED / "resumes" / "jsonresume" / "jane-fullstacker.json").profile
    )
    rows = recorded_postings("greenhouse", "lever", "ashby")
    facts = [read_facts(row) for row in rows]
    inputs = [
        ScoreInput(title=row.title, description=fact.text, company=row.company, place=fact.place)
        for row, fact in zip(rows, facts, strict=True)
    ]
    prepared, vectors = prepare_profile(items), offline_vectors()
    profile = vectors.embed([" ".join(item.text for item in items)])
    score_posting(inputs[0], prepared)

    def explain() -> None:
        for item in inputs:
            score_posting(item, prepared)

    def compare() -> None:
        vectors.embed([item.description for item in inputs]) @ profile.T

    def read() -> None:
        for row in rows:
            read_facts(row)

    ours, spread = _rate(explain, len(rows), times)
    plain, plain_spread = _rate(compare, len(rows), times)
    reading, reading_spread = _rate(read, len(rows), times)
    length = sum(len(item.description) for item in inputs) / len(inputs)
    return [
        Figure(
            f"scored with evidence per second and core, {len(rows)} real postings of "
            f"{length:.0f} characters on average",
            ours,
            "jobs/s",
            spread,
            bar=150,
            more_is_better=True,
            against=f"one cosine of whole texts, which gives no reasons: {plain:.0f} jobs/s",
        ),
        Figure("one cosine of whole texts", plain, "jobs/s", plain_spread),
        Figure("facts read per second and core", reading, "jobs/s", reading_spread),
    ]


def _rate(work: Callable[[], None], count: int, times: int) -> tuple[float, float]:
    rates = []
    for _ in range(times):
        begun = time.process_time()
        work()
        rates.append(count / (time.process_time() - begun))
    return spread_of(rates)
