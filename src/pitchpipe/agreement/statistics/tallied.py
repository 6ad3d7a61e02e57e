"""Statistics that are a formula of sums or counts, row by row.

Counting is one thing and the formula another, as with metrics: the rows of a tally can be drawn again
(bootstrap) or counted for thousands of random exchanges (permutation test), and the formula takes any
number of them at once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SystemScores
from pitchpipe.agreement.statistics.base import Average, Bound, Statistic
from pitchpipe.agreement.statistics.cells import Judged, Rows, What, system_values
from pitchpipe.agreement.statistics.gains import Gains, Outcome
from pitchpipe.agreement.statistics.parts import weighed
from pitchpipe.batch.values import Array
from pitchpipe.pickling import cached_property

#: How many rows are tallied at once in a permutation test, times samples.
_BATCH = 1 << 18
#: Pairs that are concordant, discordant and tied by both; what is fixed stands behind them.
_COUNTS = 3
#: Samples are made in blocks of this many, see ``rust/core/src/agree``.
BLOCK = 128


@dataclass(frozen=True, kw_only=True)
class Tallied(Statistic):
    """A statistic by its formula; the mean over rows unless ``pooled``."""

    what: ClassVar[What]
    #: Whether the rows' counts are summed before the formula, instead of averaging its values.
    pooled: ClassVar[bool] = False
    #: Whether it is one of the coefficients whose mean over rows the core knows, see ``exchange.rs``.
    in_core: ClassVar[bool] = False
    #: Why there is no value, where rows have something to compare.
    undefined: ClassVar[str]

    @abstractmethod
    def formula(self, columns: Array, fixed: Array) -> Array:
        """Values from tallies ``[columns, ...]`` and what depends on the judgments alone; NaN: undefined."""

    def bind(self, human: Human) -> TalliedBound:
        """See ``Statistic.bind``."""
        self.require(human)
        return TalliedBound(self, self.judged(human))

    def judged(self, human: Human) -> Judged:
        """The judgments in rows."""
        if self.average is None:
            return Rows(system_values(human), None)
        assert not isinstance(human, SystemScores | Ranks)  # refused before
        return Rows(human.values, self.average)

    def ties_within(self, judged: Judged, scores: Array) -> float:
        """Scores no further apart are a tie."""
        return 0.0

    def sums_rows(self) -> bool:
        """Whether this very statistic is pooled."""
        return self.pooled

    def value(self, columns: Array, fixed: Array) -> Array:
        """Values from tallies ``[columns, ..., rows]``, over all rows."""
        if self.sums_rows():
            return self.formula(columns.sum(axis=-1), fixed.sum(axis=-1))
        return mean_of_defined(self.formula(columns, fixed))

    @property
    def pools(self) -> bool:
        """Counts of pairs are summed, or the rows of all test sets averaged."""
        return self.what == "pairs"

    def parts(self, columns: Array, fixed: Array, weight: float) -> Array:
        """What adds up over rows, ``[k, ..., rows]``, from tallies of them.

        The counts themselves where these are summed, or there is but one row; of other rows their values,
        all of which count the same. ``weight`` is what a row counts that is not one of several.
        """
        if self._adds_counts:
            return np.concatenate([columns, fixed])
        several = self.average in ("item", "system")
        return weighed(self.formula(columns, fixed), 1.0 if several else weight)

    def of_parts(self, parts: Array) -> Array:
        """See ``Statistic.of_parts``."""
        if self._adds_counts:
            return self.formula(parts[:_COUNTS], parts[_COUNTS:])
        return super().of_parts(parts)

    @property
    def _adds_counts(self) -> bool:
        return self.what == "pairs" and (self.sums_rows() or self.average in (None, "none"))

    def pairs(self, fixed: Array) -> int:
        """How many pairs count, where pairs are what is compared."""
        return int(fixed.sum())

    def extra(self, columns: Array, fixed: Array, epsilon: float) -> dict[str, float]:
        """Named numbers behind the value."""
        return {}


def mean_of_defined(values: Array) -> Array:
    """The mean over the last axis without NaN; NaN if there is nothing else."""
    defined = ~np.isnan(values)
    counts = defined.sum(axis=-1)
    sums = np.where(defined, values, 0.0).sum(axis=-1)
    means: Array = np.divide(sums, counts, out=np.full(np.shape(sums), np.nan), where=counts > 0)
    return means


class TalliedBound(Bound):
    """A tallied statistic bound to judgments."""

    statistic: Tallied

    def __init__(self, statistic: Tallied, judged: Judged) -> None:
        self.statistic = statistic
        self.judged = judged

    @cached_property
    def fixed(self) -> Array:
        """What depends on the judgments alone, ``[columns, rows]``."""
        return self.judged.fixed(self.statistic.what)

    def scored(self, *metrics: Gains) -> tuple[TalliedBound, list[Array]]:
        """This without the cells that one of the metrics does not score, and the scores."""
        scores = [self.judged.scores(gains) for gains in metrics]
        missing = np.logical_or.reduce([np.isnan(one) for one in scores])
        if not missing[self.judged.cells].any():
            return self, scores
        return TalliedBound(self.statistic, self.judged.without(missing)), scores

    def __call__(self, gains: Gains) -> float:
        """The value alone."""
        bound, (scores,) = self.scored(gains)
        return bound.value_of(scores) if bound.judged.rows else float("nan")

    def value_of(self, scores: Array) -> float:
        """The value of scores that lack no cell; there are rows."""
        epsilon = self.statistic.ties_within(self.judged, scores)
        return float(self.statistic.value(self.tally(scores, epsilon), self.fixed))

    def parts(self, gains: Gains) -> Array:
        """See ``Bound.parts``."""
        bound, (scores,) = self.scored(gains)
        return np.asarray(bound.row_parts(scores).sum(axis=-1))

    def row_parts(self, scores: Array) -> Array:
        """What adds up over rows, ``[k, rows]``, of scores that lack no cell."""
        epsilon = self.statistic.ties_within(self.judged, scores)
        undefined = np.isnan(epsilon)
        weight = len(self.judged.cells) / max(self.judged.rows, 1)
        columns = self.tally(scores, 0.0 if undefined else epsilon)
        parts = self.statistic.parts(columns, self.fixed, weight)
        return np.zeros_like(parts) if undefined else parts

    def tally(self, scores: Array, epsilon: float) -> Array:
        """Sums or counts, ``[columns, rows]``."""
        return self.judged.tally(self.statistic.what, scores, epsilon)

    def outcome(self, gains: Gains) -> Outcome:
        """See ``Bound.outcome``."""
        bound, (scores,) = self.scored(gains)
        return bound._explained(scores, unscored=self.judged.judged() - bound.judged.judged())

    def _explained(self, scores: Array, unscored: int) -> Outcome:
        statistic = self.statistic
        epsilon = statistic.ties_within(self.judged, scores)
        # Scores too many to calibrate on have no epsilon.
        columns = self.tally(scores, 0.0 if np.isnan(epsilon) else epsilon)
        value = float("nan")
        if self.judged.rows and not np.isnan(epsilon):
            value = float(statistic.value(columns, self.fixed))
        used, unit = self._used(columns)
        note = f"{self._reason(epsilon)}; {statistic.policy}" if np.isnan(value) else statistic.policy
        extra = statistic.extra(columns, self.fixed, epsilon)
        return Outcome(value, used, unit, note, extra, tuple(self._left_out(unscored)))

    def _reason(self, epsilon: float) -> str:
        if not self.judged.rows:
            return "n/a: nothing to compare, too few were judged"
        if np.isnan(epsilon):
            return "n/a: too many pairs to calibrate ties on, average by item or give epsilon"
        return f"n/a: {self.statistic.undefined}"

    def _used(self, columns: Array) -> tuple[int, str]:
        statistic = self.statistic
        if statistic.sums_rows():
            return statistic.pairs(self.fixed), "pairs"
        if statistic.average is None:
            return len(self.judged.cells), "systems"
        if statistic.average == "none":
            return len(self.judged.cells), "cells"
        defined = int((~np.isnan(statistic.formula(columns, self.fixed))).sum())
        return defined, "segments" if statistic.average == "item" else "systems"

    def _left_out(self, unscored: int) -> Iterator[str]:
        judged = self.judged
        if isinstance(judged, Rows) and (lacking := int(np.isnan(judged.values).sum()) - unscored):
            yield f"{_counted(lacking, judged.average)} nobody judged"
        if unscored:
            yield f"{_counted(unscored, self.statistic.average)} without a score of the metric"
        if self.statistic.sums_rows() or self.statistic.average not in ("item", "system"):
            return
        yield "rows without a value, from the mean"

    def exchanged(
        self, first: Array, second: Array, *, seed: int, samples: int, at_once: int | None = None
    ) -> Iterator[Array]:
        """Values of two metrics after random exchanges, ``[samples, 2]``, some samples at a time."""
        pooled = self.statistic.sums_rows()
        fixed = self.fixed.sum(axis=-1, keepdims=True) if pooled else self.fixed
        room = max(_BATCH // max(self.judged.rows, 1), 1)
        step = at_once or max(room // BLOCK * BLOCK, BLOCK)
        exchange = self.judged.exchange(self.statistic.what, first, second)
        for begin in range(0, samples, step):
            count = min(step, samples - begin)
            if self.statistic.in_core:
                yield exchange.means(seed, begin, count)
            else:
                weights = self.judged.weights
                columns = exchange.tallies(seed, begin, count, pooled and weights is None)
                if weights is not None:
                    columns = (columns * weights).sum(axis=-1, keepdims=True)
                yield self.statistic.value(columns, fixed[:, None, None, :])


def _counted(number: int, average: Average | None) -> str:
    what = "system" if average is None else "cell"
    return f"{number} {what}{'' if number == 1 else 's'}"
