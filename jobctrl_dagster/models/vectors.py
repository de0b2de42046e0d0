"""Sentence vectors that are computed on this machine, without network and without a key."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

LONGEST_TEXT = 2_000
STEPS = 2048
# Multiplications up to which OpenBLAS stays on one thread.
ONE_THREAD = 200_000
_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


class SentenceVectors(Protocol):
    """Turns texts into vectors whose dot product is their likeness."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one row per text, each of length 1, or of zeros for a text without words."""
        ...


class OfflineVectors:
    """Vectors of `wordllama`, whose 256-dimensional weights are part of its package.

    A vector is the mean of token vectors, so the order of words does not count; the weights know
    English best. The model is loaded at the first call.
    """

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return a ``(len(texts), 256)`` matrix of unit rows.

        Signs no tokenizer can take are dropped and only the first 2,000 signs of a text count.
        """
        import numpy as np

        rows = np.zeros((len(texts), 256), dtype=np.float32)
        readable = [_UNREADABLE.sub("", text[:LONGEST_TEXT]).strip() for text in texts]
        filled = [index for index, text in enumerate(readable) if text]
        if filled:
            found = _model().embed([readable[index] for index in filled], norm=False)
            lengths = np.linalg.norm(found, axis=1, keepdims=True)
            rows[filled] = np.divide(found, lengths, out=np.zeros_like(found), where=lengths > 0)
        return rows


def exact(rows: Matrix) -> Matrix:
    """Round unit rows to whole multiples of 1/2048, times 2048.

    Products of such matrices are sums of whole numbers below 2**24, hence exact in 32 bits: the
    likeness of two texts does not depend on what else is in the batch or on the machine.
    """
    import numpy as np

    return np.rint(rows * STEPS)


def cosines(left: Matrix, right: Matrix) -> Matrix:
    """Return the likeness of each row of ``left`` to each row of ``right``, -1..1.

    The product is taken in blocks small enough that the linear algebra library keeps to one
    thread: waking others costs more than such a block, and runs share the machine.
    """
    import numpy as np

    likeness = np.empty((len(left), len(right)), dtype=np.float32)
    step = max(1, ONE_THREAD // max(1, right.size))
    for start in range(0, len(left), step):
        np.matmul(left[start : start + step], right.T, out=likeness[start : start + step])
    likeness /= np.float32(STEPS * STEPS)
    return likeness


@lru_cache(maxsize=1)
def offline_vectors() -> OfflineVectors:
    """Return the one offline engine of this process."""
    return OfflineVectors()


@lru_cache(maxsize=1)
def _model() -> Any:
    """Load the weights from the package folder; a missing file is an error, never a download."""
    # The tokenizer's own threads warn after a fork and gain nothing on short texts.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    with _root_logger_kept():
        import wordllama

    folder = Path(wordllama.__file__).parent
    return wordllama.WordLlama.load(cache_dir=folder, disable_download=True)


@contextmanager
def _root_logger_kept() -> Iterator[None]:
    """Undo what the library does to everybody's logging when it is imported."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
