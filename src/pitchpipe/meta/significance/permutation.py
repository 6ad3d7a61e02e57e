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

from pitchpipe.errors import ParameterError
from pitchpipe.meta.human import Human
from pitchpipe.meta.statistics import Bound, Gains, Statistic
from pitchpipe.meta.statistics.cells import Rows
from pitchpipe.meta.statistics.kendall import KendallB
from pitchpipe.meta.statistics.soft import SoftBound
from pitchpipe.meta.statistics.tallied import BLOCK, TalliedBound
from pitchpipe.meta.statistics.ties import AccEq
from pitchpipe.metrics.base import Array
from pitchpipe.significance.resampling import Sampling

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
    return tested(statistic.bind(human), first, second, samples=samples, seed=seed, stop_early=stop_early)


def tested(
    bound: Bound, first: Gains, second: Gains, *, samples: int, seed: int, stop_early: bool
) -> PermutationTest:
    """As `permutation_test`, for a statistic that is bound already."""
    delta, differences = _differences(bound, first, second, samples, seed, BLOCK if stop_early else None)
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


def _differences(
    bound: Bound, first: Gains, second: Gains, samples: int, seed: int, at_once: int | None
) -> tuple[float, Iterator[Array]]:
    """How much better the second is, and how much in each sample, some at a time."""
    if isinstance(bound, SoftBound):
        return bound.exchanged(first, second, samples=samples, seed=seed, at_once=at_once or BLOCK)
    assert isinstance(bound, TalliedBound)
    bound, (one, other) = bound.scored(first, second)
    if not bound.judged.rows:
        return math.nan, iter(())
    if isinstance(bound.statistic, AccEq):
        return _of_pairs(bound, one, other, samples, seed)
    if isinstance(bound.statistic, KendallB) and bound.statistic.epsilon:
        raise ParameterError(
            f"{bound.statistic.spec} cannot be tested: scores of two metrics change places, "
            "and ties of a fixed width with them"
        )
    delta = bound.value_of(other) - bound.value_of(one)
    one, other = (_standardised(scores, bound.judged.cells) for scores in (one, other))
    values = bound.exchanged(one, other, seed=seed, samples=samples, at_once=at_once)
    return delta, (block[:, 1] - block[:, 0] for block in values)


def _standardised(scores: Array, cells: np.ndarray) -> Array:
    mean, deviation = scores[cells].mean(), scores[cells].std()
    standardised: Array = (scores - mean) / deviation if deviation > 0 else np.zeros_like(scores)
    return standardised


def _of_pairs(
    bound: TalliedBound, first: Array, second: Array, samples: int, seed: int
) -> tuple[float, Iterator[Array]]:
    """Exchanges of pairs' outcomes. Only pairs matter of which one metric is right and the other is not; each
    counts for the one or the other by a coin, so a row's difference is that of a binomial count to its mean.
    """
    statistic, judged = bound.statistic, bound.judged
    assert isinstance(judged, Rows)
    epsilons = [statistic.ties_within(judged, scores) for scores in (first, second)]
    if any(map(math.isnan, epsilons)):
        return math.nan, iter(())
    values = [
        float(statistic.value(bound.tally(scores, epsilon), bound.fixed))
        for scores, epsilon in zip((first, second), epsilons, strict=True)
    ]
    cells = judged.cells
    unlike = judged.core.unlike(first[cells], epsilons[0], second[cells], epsilons[1]).astype(np.int64)
    # What one right pair more is worth, in each row.
    right = np.zeros((3, judged.rows))
    nothing = statistic.formula(right, bound.fixed)
    right[0] = 1.0
    worth = (statistic.formula(right, bound.fixed) - nothing) / judged.rows
    return values[1] - values[0], _coin_sums(unlike, worth, samples, seed)


def _coin_sums(unlike: np.ndarray, worth: Array, samples: int, seed: int) -> Iterator[Array]:
    coins = np.random.default_rng(seed)
    step = max((1 << 20) // max(len(unlike), 1), BLOCK)
    for begin in range(0, samples, step):
        count = min(step, samples - begin)
        wins = coins.binomial(unlike, 0.5, (count, len(unlike)))
        sums: Array = (2.0 * wins - unlike) @ worth
        yield sums
