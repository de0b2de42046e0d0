from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.stages import OutcomeName
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.tally import Tally

NAMES: list[OutcomeName] = [
    "succeeded",
    "skipped",
    "blocked",
    "failed",
    "exhausted",
    "needs_answer",
    "stale",
]


def tally(*names: OutcomeName) -> Tally:
    counted = Tally("tailor")
    for number, name in enumerate(names):
        counted.add(StageOutcome("me", f"me.{number}", "tailor", name, f"code_{name}", "Said."))
    return counted


@given(st.lists(st.sampled_from(NAMES)))
def test_done_skipped_and_failed_add_up_to_what_was_ready(names: list[OutcomeName]) -> None:
    counted = tally(*names)
    assert counted.ready == len(names)
    assert counted.done + counted.skipped.total() + counted.failed.total() == len(names)


def test_a_stage_in_which_every_job_failed_is_not_successful() -> None:
    assert not tally("failed", "exhausted").successful
    assert tally("failed", "succeeded").successful
    assert tally("failed", "skipped").successful
    assert tally().successful, "nothing was ready, so nothing was missed"


def test_the_sentence_names_the_reasons() -> None:
    assert tally("succeeded", "skipped", "failed", "failed").sentence() == (
        "tailor: 4 ready, 1 done, 1 skipped (code_skipped 1), 2 failed (code_failed 2)."
    )
