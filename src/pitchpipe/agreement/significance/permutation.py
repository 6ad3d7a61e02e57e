"""PERM-BOTH: a permutation test of two metrics' agreement with people (Deutsch, Dror and Roth 2021).

If the metrics were equally good, nothing would change if each cell's two scores were exchanged or not by a
fair coin. Both are standardised first, over the cells that count (mean 0, population deviation 1), so that
their scores can change places. The p-value is one-sided: the share of samples in which the second
metric beats the first by at least as much as it really does.

Where ties are calibrated, outcomes of pairs are exchanged instead of scores, as in mt-metrics-eval: each
metric keeps its own epsilon. The pairs of a row are not independent, and this test takes them to be, so its
p-values are rather too small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.statistics import Bound, Gains, Statistic
from pitchpipe.agreement.statistics.cells import Rows
from pitchpipe.agreement.statistics.kendall import KendallB
from pitchpipe.agreement.statistics.soft import SoftBound
from pitchpipe.agreement.statistics.tallied import BLOCK, TalliedBound
from pitchpipe.agreement.statistics.ties import AccEq
from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.pickling import cached_property
from pitchpipe.resampling.sampling import Sampling

#: Differences closer than this are the same: they differ by rounding only.
_SAME = 1e-12
#: A test stops early where its p-value so far is outside; mt-metrics-eval's values.
_STOP_BELOW, _STOP_ABOVE = 0.02, 0.5


@dataclass(frozen=True)
class PermutationTest:
    """Whether the second metric agrees better.

    ``delta`` is how much better, and ``larger`` the number of samples with at least that much.
    """

    delta: float
    larger: int
    samples: int

    @property
    def p(self) -> float:
        """One-sided, as mt-metrics-eval gives it: the share of samples. NaN: there is nothing to test."""
        return self.larger / self.samples if self.samples else math.nan

    @property
    def corrected(self) -> float:
        """One-sided and never 0: what was observed counts as a sample (Phipson and Smyth 2010)."""
        return (self.larger + 1) / (self.samples + 1) if self.samples else math.nan


def permutation_test(
    statistic: Statistic,
    human: Human,
    first: Gains,
    second: Gains,
    *,
    samples: int = 1000,
    seed: int = 12345,
    stop_early: bool = False,
) -> PermutationTest:
    """Tests whether the second metric agrees better with people than the first.

    Parameters
    ----------
    statistic, human
        How agreement is measured, and with what.
    first, second
        The metrics' scores.
    samples, seed
        How many samples, and where random numbers begin; a sample depends on the seed and its number alone.
    stop_early
        Stop after a block of 128 samples that puts the p-value below 0.02 or above 0.5.

    Raises
    ------
    ParameterError
        If the statistic does not suit the judgments, or its ties are of a fixed width in scores.
    """
    Sampling(samples, seed)
    bound = statistic.bind(human)
    sides = Contestant(bound, first), Contestant(bound, second)
    return tested(*sides, samples=samples, seed=seed, stop_early=stop_early)


@dataclass(frozen=True, eq=False)
class Contestant:
    """A metric's scores and a statistic bound to judgments; both of a test have the same one."""

    bound: Bound
    gains: Gains

    @cached_property
    def side(self) -> _Side:
        """What does not depend on the other metric."""
        assert isinstance(self.bound, TalliedBound)
        return _Side(self.bound, self.bound.judged.scores(self.gains))


def tested(
    first: Contestant, second: Contestant, *, samples: int, seed: int, stop_early: bool
) -> PermutationTest:
    """As ``permutation_test``, for a statistic that is bound already."""
    delta, differences = _differences(first, second, samples, seed, BLOCK if stop_early else None)
    if math.isnan(delta):
        return PermutationTest(delta, 0, 0)
    larger = done = 0
    for block in differences:
        # Without a value the sample says nothing against chance.
        larger += int(np.sum(np.isnan(block) | (block >= delta - _SAME)))
        done += len(block)
        if stop_early and not _STOP_BELOW <= larger / done <= _STOP_ABOVE:
            break
    return PermutationTest(delta, larger, done)


@dataclass(frozen=True, eq=False)
class _Side:
    """A metric's scores that lack no cell of what they are compared with, worked out once for many tests."""

    bound: TalliedBound
    scores: Array

    @cached_property
    def epsilon(self) -> float:
        """Scores no further apart are a tie; NaN if that cannot be calibrated."""
        return self.bound.statistic.ties_within(self.bound.judged, self.scores)

    @cached_property
    def value(self) -> float:
        """The agreement with people."""
        if math.isnan(self.epsilon):
            return math.nan
        bound = self.bound
        return float(bound.statistic.value(bound.tally(self.scores, self.epsilon), bound.fixed))

    @cached_property
    def standardised(self) -> Array:
        """The scores with mean 0 and deviation 1, over the cells that count."""
        counted = self.scores[self.bound.judged.cells]
        mean, deviation = counted.mean(), counted.std()
        if not deviation > 0:
            return np.zeros_like(self.scores)
        standardised: Array = (self.scores - mean) / deviation
        return standardised


def _sides(first: Contestant, second: Contestant) -> tuple[_Side, _Side]:
    """Both without the cells that one of them does not score."""
    assert isinstance(first.bound, TalliedBound)
    bound, (one, other) = first.bound.scored(first.gains, second.gains)
    if bound is first.bound:
        return first.side, second.side
    return _Side(bound, one), _Side(bound, other)


def _differences(
    first: Contestant, second: Contestant, samples: int, seed: int, at_once: int | None
) -> tuple[float, Iterator[Array]]:
    """How much better the second is, and how much in each sample, some at a time."""
    if isinstance(first.bound, SoftBound):
        return first.bound.exchanged(
            first.gains, second.gains, samples=samples, seed=seed, at_once=at_once or BLOCK
        )
    one, other = _sides(first, second)
    bound = one.bound
    if not bound.judged.rows:
        return math.nan, iter(())
    if isinstance(bound.statistic, AccEq):
        return other.value - one.value, _of_pairs(one, other, samples, seed, at_once or samples)
    if isinstance(bound.statistic, KendallB) and bound.statistic.epsilon:
        raise ParameterError(
            f"{bound.statistic.spec} cannot be tested: scores of two metrics change places, "
            "and ties of a fixed width with them"
        )
    values = bound.exchanged(
        one.standardised, other.standardised, seed=seed, samples=samples, at_once=at_once
    )
    return other.value - one.value, (block[:, 1] - block[:, 0] for block in values)


def _of_pairs(one: _Side, other: _Side, samples: int, seed: int, at_once: int) -> Iterator[Array]:
    """Exchanges of pairs' outcomes. Only pairs matter of which one metric is right and the other is not; each
    counts for the one or the other by a coin, so the difference is that of a binomial count to its mean,
    summed over rows. Those in which a pair is worth the same share a count.
    """
    bound = one.bound
    statistic, judged = bound.statistic, bound.judged
    assert isinstance(judged, Rows)
    cells = judged.cells
    unlike = judged.core.unlike(one.scores[cells], one.epsilon, other.scores[cells], other.epsilon)
    # What one right pair more is worth, in each row.
    right = np.zeros((3, judged.rows))
    nothing = statistic.formula(right, bound.fixed)
    right[0] = 1.0
    worths, of_row = np.unique(statistic.formula(right, bound.fixed) - nothing, return_inverse=True)
    pairs = np.bincount(of_row, weights=unlike, minlength=len(worths)).astype(np.int64)
    coins = np.random.default_rng(seed)
    for begin in range(0, samples, at_once):
        wins = coins.binomial(pairs, 0.5, (min(at_once, samples - begin), len(pairs)))
        sums: Array = (2.0 * wins - pairs) @ (worths / judged.rows)
        yield sums
