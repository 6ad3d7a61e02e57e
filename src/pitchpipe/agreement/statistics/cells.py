"""Judgments as the counting core wants them: cells in rows, or pairs of cells in units.

Both know where the scores of their cells are among a metric's, and can do without some of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SystemScores
from pitchpipe.agreement.statistics.base import Average
from pitchpipe.agreement.statistics.gains import Gains
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.pickling import WithoutCaches, cached_property

Indices: TypeAlias = NDArray[np.int64]
What = Literal["moments", "rank-moments", "pairs", "classes"]


@dataclass(frozen=True, eq=False)
class Rows(WithoutCaches):
    """Judged cells; those to be compared with each other are in a row.

    ``values`` are what people said, ``[systems]`` or ``[systems, items]``, NaN where nothing.
    """

    values: Array
    average: Average | None
    threshold: float = 0.0

    @cached_property
    def _slots(self) -> tuple[Indices, Indices, Indices]:
        """The positions of the cells row by row, where each row begins, and the rows' numbers."""
        positions: Indices = np.arange(self.values.size).reshape(len(self.values), -1)
        if self.average in (None, "none"):
            positions = positions.reshape(1, -1)
        elif self.average == "item":
            positions = positions.T
        judged = ~np.isnan(self.values.ravel()[positions])
        counts = judged.sum(axis=1)
        judged[counts < 2] = False  # nothing to compare
        numbers = np.flatnonzero(counts >= 2)
        offsets = np.concatenate([[0], np.cumsum(counts[numbers])])
        return positions[judged].astype(np.int64), offsets.astype(np.int64), numbers

    @cached_property
    def core(self) -> _core.JudgedRows:
        """The rows in the core; what depends on the judgments alone is worked out once."""
        cells, offsets, _ = self._slots
        return _core.JudgedRows(self.values.ravel()[cells], offsets, self.threshold)

    @property
    def cells(self) -> Indices:
        """The positions of the compared cells among all scores."""
        return self._slots[0]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.core)

    @property
    def by_item(self) -> bool:
        """Whether each row is a segment, so that segments can be drawn again without counting again."""
        return self.average == "item"

    @property
    def items(self) -> Indices:
        """The number of the segment or system that each row is."""
        return self._slots[2]

    @property
    def weights(self) -> None:
        """All rows count the same."""

    def judged(self) -> int:
        """How many cells people judged, in rows or not."""
        return int((~np.isnan(self.values)).sum())

    def scores(self, gains: Gains) -> Array:
        """A metric's score of every cell, judged or not."""
        scores = gains.system if self.values.ndim == 1 else gains.segment
        if scores.shape != self.values.shape:
            raise DataError(
                f"people judged {_shape(self.values)}, and the metric's scores are of {_shape(scores)}"
            )
        return scores.ravel()

    def without(self, missing: NDArray[np.bool_]) -> Rows:
        """The same without some cells."""
        values = np.where(missing.reshape(self.values.shape), np.nan, self.values)
        return Rows(values, self.average, self.threshold)

    def fixed(self, what: What) -> Array:
        """What depends on the judgments alone, ``[columns, rows]``."""
        return self.core.fixed(what)

    def tally(self, what: What, scores: Array, epsilon: float = 0.0) -> Array:
        """Sums or counts of every row, ``[columns, rows]``."""
        return self.core.tally(what, scores[self.cells], epsilon)

    def exchange(self, what: What, first: Array, second: Array) -> _core.ScoreExchange:
        """Two metrics whose scores are to be exchanged."""
        return self.core.exchange(what, first[self.cells], second[self.cells])


@dataclass(frozen=True, eq=False)
class RankedPairs(WithoutCaches):
    """Pairs of cells that people compared, in units: the segments, in order.

    ``worse`` and ``better`` are positions among all scores, segment by segment; ``tied`` where people prefer
    neither.
    """

    unit: Indices
    worse: Indices
    better: Indices
    tied: NDArray[np.bool_]
    systems: int
    #: How much the pairs of each segment count, ``[segments]``; ``None``: all the same.
    weight: Array | None = None

    @classmethod
    def of(cls, ranks: Ranks, *, majority: bool) -> RankedPairs:
        """All comparisons; or with ``majority`` one of each two translations: what most people said."""
        segment, first, second = (
            column.astype(np.int64) for column in (ranks.segment, ranks.first, ranks.second)
        )
        preference = ranks.preference.astype(np.int64)
        weight = None if ranks.weight is None else _by_segment(segment, ranks.weight)
        if majority:
            segment, first, second, preference = _majority(segment, first, second, preference)
        order = np.argsort(segment, kind="stable")
        segment, first, second, preference = (x[order] for x in (segment, first, second, preference))
        systems = len(ranks.systems)
        first, second = segment * systems + first, segment * systems + second
        prefers_first = preference > 0
        worse, better = np.where(prefers_first, second, first), np.where(prefers_first, first, second)
        return cls(segment, worse, better, preference == 0, systems, weight)

    @cached_property
    def _offsets(self) -> Indices:
        begins = np.flatnonzero(np.diff(self.unit, prepend=-1))
        return np.concatenate([begins, [len(self.unit)]]).astype(np.int64)

    @cached_property
    def core(self) -> _core.JudgedPairs:
        """The units in the core."""
        return _core.JudgedPairs(self.worse, self.better, self.tied, self._offsets)

    @cached_property
    def cells(self) -> Indices:
        """The positions of the compared cells among all scores."""
        return np.unique(np.concatenate([self.worse, self.better]))

    @property
    def rows(self) -> int:
        """Number of units."""
        return len(self.core)

    @property
    def by_item(self) -> bool:
        """Units are segments."""
        return True

    @property
    def items(self) -> Indices:
        """The number of the segment that each unit is."""
        return self.unit[self._offsets[:-1]]

    def judged(self) -> int:
        """How many cells people judged."""
        return len(self.cells)

    def scores(self, gains: Gains) -> Array:
        """A metric's score of every cell, segment by segment."""
        systems, segments = gains.segment.shape
        if systems != self.systems or (len(self.unit) and self.unit[-1] >= segments):
            judged = int(self.unit[-1]) + 1 if len(self.unit) else 0
            raise DataError(
                f"people judged {self.systems} systems up to segment {judged}, "
                f"and the metric's scores are of {_shape(gains.segment)}"
            )
        return np.ascontiguousarray(gains.segment.T).ravel()

    def without(self, missing: NDArray[np.bool_]) -> RankedPairs:
        """The same without the pairs of some cells."""
        kept = ~(missing[self.worse] | missing[self.better])
        return RankedPairs(
            self.unit[kept], self.worse[kept], self.better[kept], self.tied[kept], self.systems, self.weight
        )

    @property
    def weights(self) -> Array | None:
        """How much each unit counts, where they do not count the same."""
        return None if self.weight is None else self.weight[self.items]

    def fixed(self, what: What) -> Array:
        """Pairs that people do not tie, and those they do, ``[2, units]``."""
        return self._weighed(self.core.fixed())

    def tally(self, what: What, scores: Array, epsilon: float = 0.0) -> Array:
        """Counts of every unit, ``[columns, units]``."""
        return self._weighed(self.core.tally(scores))

    def _weighed(self, counts: Array) -> Array:
        return counts if self.weights is None else counts * self.weights

    def exchange(self, what: What, first: Array, second: Array) -> _core.ScoreExchange:
        """Two metrics whose scores are to be exchanged."""
        return self.core.exchange(first, second)


Judged: TypeAlias = Rows | RankedPairs


def _by_segment(segment: Indices, weight: Array) -> Array:
    """The weights of segments ``[segments]``, such that those of all pairs are 1 on average."""
    found: Array = np.zeros(int(segment.max()) + 1 if len(segment) else 0)
    found[segment] = weight / weight.mean() if len(weight) else weight
    return found


def system_values(human: Human) -> Array:
    """People's scores of whole systems, derived where they judged something smaller."""
    if isinstance(human, SystemScores):
        return human.values
    return (human.wins() if isinstance(human, Ranks) else human.system_means()).values


def _majority(
    segment: Indices, first: Indices, second: Indices, preference: Indices
) -> tuple[Indices, Indices, Indices, Indices]:
    low, high = np.minimum(first, second), np.maximum(first, second)
    votes = np.where(first == low, preference, -preference)
    pairs, of_pair = np.unique(np.stack([segment, low, high]), axis=1, return_inverse=True)
    sums = np.bincount(of_pair.ravel(), weights=votes, minlength=pairs.shape[1])
    return pairs[0], pairs[1], pairs[2], np.sign(sums).astype(np.int64)


def _shape(values: Array) -> str:
    systems = f"{len(values)} systems"
    return systems if values.ndim == 1 else f"{systems} and {values.shape[1]} segments"
