"""Numbers as kernels count them: a line for every row of a batch, or for each of its references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitchpipe.brief import Brief

Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Measured(Brief):
    """What was counted for a batch.

    With ``starts``, row ``i`` of the batch has one line per reference,
    ``values[starts[i]:starts[i + 1]]``; without, exactly one line. A metric of metrics keeps its
    parts' countings in ``parts``.
    """

    values: Array
    starts: NDArray[np.int64] | None = None
    parts: tuple[Measured, ...] = ()

    def __len__(self) -> int:
        return len(self.values) if self.starts is None else len(self.starts) - 1

    def by_reference(self) -> Measured:
        """Every line as a row of its own, as if its reference stood alone."""
        if self.starts is None:
            return self
        counts = np.diff(self.starts)
        parts = (
            Measured(np.repeat(part.values, counts, axis=0)) if part.starts is None else part.by_reference()
            for part in self.parts
        )
        return Measured(self.values, parts=tuple(parts))


def best_reference(scores: Array, starts: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """For every hypothesis the line of its highest score, the first one in a tie."""
    if starts is None:
        return np.arange(len(scores))
    begins = starts[:-1]
    if len(begins) == len(scores) or not len(begins):
        return begins
    best = np.maximum.reduceat(scores, begins)
    counts = np.diff(starts)
    lines = np.arange(len(scores))
    candidates = np.where(scores == np.repeat(best, counts), lines, len(scores))
    return np.minimum.reduceat(candidates, begins)
