"""A harmful change made segment by segment, and what it does to the score.

It goes in rounds of one per cent of the segments, where it costs least first or in random order. Nothing is
measured again: the row of a changed corpus is the sum of the rows of its segments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.auditing.changes import Lengths
from pitchpipe.auditing.rows import Versions
from pitchpipe.batch.values import Array

Positions = NDArray[np.intp]

ROUNDS = 100


@dataclass(frozen=True)
class Stage:
    """The rows of all segments after a change, and how many words it deletes or adds in each."""

    rows: Array
    words: Lengths


class Walk:
    """Segments on their way from the original through all stages, one stage after the other.

    ``gains`` and ``words`` have an entry for the original and for every segment changed so far, in order: the
    score, turned so that more is better, and the words that were deleted or added. ``ends`` says how many
    segments were changed after each round.
    """

    def __init__(
        self,
        versions: Versions,
        original: Array,
        stages: Sequence[Stage],
        random: np.random.Generator | None = None,
    ) -> None:
        self.gains = [float(versions.gain(original.sum(axis=0)))]
        self.words = [0]
        self.ends = [0]
        self._versions = versions
        self._original = original
        self._rows = original.copy()
        self._done: list[tuple[Stage, Positions]] = []
        self._coming = self._rounds(stages, random)

    def extend(self, rounds: int) -> int:
        """Goes on to a round, or as far as there is a way; the number of rounds done."""
        while len(self._done) < rounds:
            step = next(self._coming, None)
            if step is None:
                break
            self._go(*step)
        return len(self._done)

    def rows_after(self, rounds: int) -> Array:
        """The rows of all segments after so many rounds."""
        rows: Array = self._original.copy()
        for stage, chosen in self._done[:rounds]:
            rows[chosen] = stage.rows[chosen]
        return rows

    def _go(self, stage: Stage, chosen: Positions) -> None:
        changes = np.cumsum(stage.rows[chosen] - self._rows[chosen], axis=0)
        self.gains += self._versions.gain(self._rows.sum(axis=0) + changes).tolist()
        self.words += stage.words[chosen].tolist()
        self.ends.append(self.ends[-1] + len(chosen))
        self._rows[chosen] = stage.rows[chosen]
        self._done.append((stage, chosen))

    def _rounds(
        self, stages: Sequence[Stage], random: np.random.Generator | None
    ) -> Iterator[tuple[Stage, Positions]]:
        for stage in stages:
            left = np.flatnonzero(stage.words)
            if random is not None:
                left = random.permutation(left)
            size = max(1, -(-len(left) // ROUNDS))
            while len(left):
                if random is None:
                    left = left[self._cheapest_first(stage, left)]
                yield stage, left[:size]
                left = left[size:]

    def _cheapest_first(self, stage: Stage, left: Positions) -> Positions:
        sums = self._rows.sum(axis=0) + stage.rows[left] - self._rows[left]
        return np.argsort(-self._versions.gain(sums), kind="stable")
