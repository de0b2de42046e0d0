"""Sentence vectors without a network."""

import subprocess
import sys

import numpy as np
import pytest

from jobctrl_dagster.models.vectors import cosines, exact, offline_vectors

SENTENCES = ["Built a distributed queue", "Distributed message queues", "Baked bread", ""]


def test_rows_have_length_one_and_a_blank_text_has_none() -> None:
    rows = offline_vectors().embed([*SENTENCES, "  "])
    assert rows.shape == (5, 256)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 0, 0], abs=1e-5)


def test_like_sentences_are_nearer() -> None:
    rows = exact(offline_vectors().embed(SENTENCES))
    likeness = cosines(rows, rows)
    assert likeness[0, 1] > likeness[0, 2] + 0.2
    assert likeness[0, 0] == pytest.approx(1, abs=0.01)


def test_a_likeness_does_not_depend_on_the_batch() -> None:
    engine = offline_vectors()
    alone = exact(engine.embed(SENTENCES[:1]))
    together = exact(engine.embed([*SENTENCES, "word " * 500]))
    assert (alone[0] == together[0]).all()
    assert cosines(alone, alone)[0, 0] == cosines(together, together)[0, 0]


@pytest.mark.parametrize("odd", ["\ud800", "a\x00b", "x" * 200_000, "日本語", "🙂"])
def test_odd_text_is_embedded(odd: str) -> None:
    assert np.isfinite(offline_vectors().embed([odd])).all()


def test_nothing_to_embed_is_an_empty_matrix() -> None:
    assert offline_vectors().embed([]).shape == (0, 256)


def test_importing_loads_no_weights() -> None:
    code = (
        "import sys, jobctrl_dagster.score.engine, jobctrl_dagster.models.vectors;"
        "print([name for name in ('wordllama', 'numpy', 'dagster') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
