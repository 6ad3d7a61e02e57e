"""The intervals along lines through a point in the space of weights, and the best step among them.

Between two breakpoints the chosen candidates, and so the score, do not change; any point of an interval
is as good as any other. A step goes to the middle of the widest stretch of equally good intervals, where
small changes of the weights change nothing (as far as possible from the next change: Och 2003, section 5),
or as near to other weights as it can where those are preferred.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array

#: Gains that differ by less are equal.
EQUAL = 1e-9
#: A step stays this share of an interval away from its ends.
MARGIN = 0.05


class Step(NamedTuple):
    """How far to go along which line, and what is gained there."""

    line: int
    by: float
    gain: float


@dataclass(frozen=True, eq=False)
class Lines:
    """Intervals from ``low`` to ``high``, line after line, and the gain within each.

    Line ``l`` has the intervals ``starts[l]:starts[l + 1]``; those at its ends may be infinite.
    """

    low: Array
    high: Array
    gains: Array
    starts: NDArray[np.int64]

    @classmethod
    def between(
        cls, breakpoints: Array, starts: NDArray[np.int64], low: Array, high: Array, gains: Array
    ) -> Lines:
        """From the breakpoints of all lines, and where each line begins and ends."""
        firsts, lasts = starts[:-1], starts[1:] - 1
        inner_low, inner_high = np.ones((2, len(gains)), dtype=bool)
        inner_low[firsts] = inner_high[lasts] = False
        lows, highs = np.empty((2, len(gains)))
        lows[firsts], lows[inner_low] = low, breakpoints
        highs[lasts], highs[inner_high] = high, breakpoints
        return cls(lows, highs, gains, starts)

    def line(self, number: int) -> Lines:
        """One of them alone."""
        own = slice(self.starts[number], self.starts[number + 1])
        only = np.array([0, own.stop - own.start])
        return Lines(self.low[own], self.high[own], self.gains[own], only)

    def widest(self, reach: Array) -> Step:
        """To the middle of the widest stretch of highest gain.

        ``reach`` says for each line how far to go beyond its last breakpoint where the gain is highest
        without end.
        """
        tops = np.maximum.reduceat(self.gains, self.starts[:-1])
        number = int(np.argmax(tops))
        line = self.line(number)
        low, high = line.cut(float(reach[number]))
        begins, ends = stretches(line.gains >= tops[number] - EQUAL)
        widths = high[ends] - low[begins]
        widest = int(np.argmax(widths))
        by = low[begins[widest]] + 0.5 * widths[widest]
        return Step(number, float(by), float(tops[number]))

    def nearest(self, reach: Array, ideal: Array, price: Array) -> Step:
        """To where the gain minus ``price · distance²`` from the ``ideal`` step is highest.

        The gain of the step counts what it costs more than staying does.
        """
        counts = np.diff(self.starts)
        reach, ideal, price = (np.repeat(of_line, counts) for of_line in (reach, ideal, price))
        wide = self.high - self.low
        margin = np.where(np.isinf(wide), reach, MARGIN * wide)
        by = np.clip(ideal, self.low + margin, np.maximum(self.high - margin, self.low + margin))
        gains = self.gains - price * ((by - ideal) ** 2 - ideal**2)
        best = int(np.argmax(gains))
        number = int(np.searchsorted(self.starts, best, side="right")) - 1
        return Step(number, float(by[best]), float(gains[best]))

    def around(self, loss: float) -> tuple[float, float]:
        """How far one may go back and forth on a single line before more than ``loss`` is lost."""
        here = int(np.flatnonzero(self.low <= 0.0)[-1])
        begins, ends = stretches(self.gains >= self.gains[here] - max(loss, EQUAL))
        own = int(np.searchsorted(begins, here, side="right")) - 1
        return float(self.low[begins[own]]), float(self.high[ends[own]])

    def cut(self, reach: float) -> tuple[Array, Array]:
        """The ends of the intervals of a single line, with what is infinite cut to twice the reach."""
        low, high = self.low.copy(), self.high.copy()
        if np.isinf(low[0]):
            low[0] = (0.0 if np.isinf(high[0]) else high[0]) - 2.0 * reach
        if np.isinf(high[-1]):
            high[-1] = (0.0 if len(high) == 1 and np.isinf(self.low[0]) else low[-1]) + 2.0 * reach
        return low, high


def stretches(chosen: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """First and last places of every unbroken stretch of chosen ones."""
    edges = np.diff(np.concatenate([[False], chosen, [False]]).astype(np.int8))
    return np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1
