"""Hill climbing over choices of one candidate per segment, for any gain of summed rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array

#: From summed rows ``[..., k]`` to what is to be as high as possible.
Gain: TypeAlias = Callable[[Array], Array]

#: A smaller rise is rounding, and could go round in circles.
TOLERANCE = 1e-9
#: Every pass rises or ends, so this is never reached on lists of a sane size.
MOST_PASSES = 1000
#: Rows that are tried at a time; bounds the memory of huge lists.
ROWS_AT_ONCE = 1 << 18


def climb(gain: Gain, rows: Array, offsets: NDArray[np.int64], start: NDArray[np.intp]) -> NDArray[np.intp]:
    """Exchanges candidates while the gain of the summed rows rises; never ends below the start.

    A pass tries every candidate in the place of its segment's chosen one, all at once, and then makes the
    exchanges that promised something one after the other, each where it still helps.
    """
    chosen = start.astype(np.intp, copy=True)
    for _ in range(MOST_PASSES):
        promising = _promising(gain, rows, offsets, chosen)
        total = rows[chosen].sum(axis=0)
        moved = False
        for s in promising.tolist():
            begin, end = offsets[s], offsets[s + 1]
            without = total - rows[chosen[s]]
            gains = _numbers(gain(without + rows[begin:end]))
            best = int(gains.argmax())
            if gains[best] > gains[chosen[s] - begin] + TOLERANCE:
                chosen[s] = begin + best
                total = without + rows[chosen[s]]
                moved = True
        if not moved:
            break
    return chosen


def _promising(
    gain: Gain, rows: Array, offsets: NDArray[np.int64], chosen: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The segments in which another candidate alone would be better."""
    total = rows[chosen].sum(axis=0)
    sizes = np.diff(offsets)
    here = float(_numbers(gain(total)))
    found = []
    begin = 0
    while begin < len(sizes):
        end = max(begin + 1, int(np.searchsorted(offsets, offsets[begin] + ROWS_AT_ONCE, side="right")) - 1)
        removed = np.repeat(rows[chosen[begin:end]], sizes[begin:end], axis=0)
        gains = _numbers(gain(total - removed + rows[offsets[begin] : offsets[end]]))
        best = np.maximum.reduceat(gains, offsets[begin:end] - offsets[begin])
        found.append(begin + np.flatnonzero(best > here + TOLERANCE))
        begin = end
    return np.concatenate(found)


def _numbers(gains: Array) -> Array:
    """Gains with what has no score below all that has."""
    return np.where(np.isnan(gains), -np.inf, gains)
