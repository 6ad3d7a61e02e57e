"""Williams' test of two dependent correlations (Williams 1959; Graham and Baldwin 2014)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.statistics import Bound, Gains, Statistic
from pitchpipe.agreement.statistics.correlation import Pearson
from pitchpipe.agreement.statistics.tallied import TalliedBound
from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError


@dataclass(frozen=True)
class WilliamsTest:
    """Whether two metrics' Pearson correlations with people differ.

    ``first`` and ``second`` are the correlations with people, ``between`` that of the metrics, all over the
    same ``n`` judged systems or cells; ``p`` is one-sided, for the higher correlation being higher. NaN where
    there are fewer than four, or something does not vary.
    """

    p: float
    first: float
    second: float
    between: float
    n: int


def williams_test(statistic: Statistic, human: Human, first: Gains, second: Gains) -> WilliamsTest:
    """Tests two Pearson correlations, of systems (``pearson``) or of all cells (``pearson:none``).

    Raises
    ------
    ParameterError
        If the statistic is another one.
    """
    return tested(statistic.bind(human), statistic, first, second)


def suits(statistic: Statistic) -> bool:
    """Whether it is a Pearson correlation over all of what it compares."""
    return isinstance(statistic, Pearson) and statistic.average in (None, "none")


def tested(bound: Bound, statistic: Statistic, first: Gains, second: Gains) -> WilliamsTest:
    """As ``williams_test``, for a statistic that is bound already."""
    if not suits(statistic):
        raise ParameterError(f"Williams' test is of pearson and pearson:none, not of {statistic.spec}")
    assert isinstance(bound, TalliedBound)
    bound, scores = bound.scored(first, second)
    cells = bound.judged.cells
    if not bound.judged.rows:
        return WilliamsTest(math.nan, math.nan, math.nan, math.nan, len(cells))
    r1, r2 = (bound.value_of(one) for one in scores)
    r12 = _pearson(scores[0][cells], scores[1][cells])
    return WilliamsTest(_p_value(r1, r2, r12, len(cells)), r1, r2, r12, len(cells))


def _pearson(x: Array, y: Array) -> float:
    if np.all(x == x[0]) or np.all(y == y[0]):
        return math.nan
    x, y = x - x.mean(), y - y.mean()
    return float(np.clip(x @ y / (math.sqrt(x @ x) * math.sqrt(y @ y)), -1.0, 1.0))


def _p_value(r1: float, r2: float, r12: float, n: int) -> float:
    """Equation 7 of Williams 1959, as Graham and Baldwin 2014 give it."""
    from scipy.stats import t

    if n < 4 or math.isnan(r1 + r2 + r12):
        return math.nan
    difference = abs(r1 - r2) * math.sqrt((n - 1) * (1 + r12))
    if difference <= 0:
        return 0.5
    # What a metric and people leave unexplained; rounding may push it below 0.
    k = max(1 - r1**2 - r2**2 - r12**2 + 2 * r1 * r2 * r12, 0.0)
    spread = math.sqrt(2 * k * (n - 1) / (n - 3) + ((r1 + r2) / 2) ** 2 * (1 - r12) ** 3)
    return float(t.sf(difference / spread, n - 3)) if spread > 0 else 0.0
