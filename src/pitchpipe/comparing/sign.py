"""The sign test by substitution (Collins et al. 2005, §3), and how it can contradict itself.

A corpus metric has no scores of segments to compare. So each output of one system is put in place of the
other's, one at a time, and the whole test set is scored: better, worse, or the same? If neither were more
likely, the numbers of better and worse would follow a binomial distribution with 1/2.

Chiang et al. 2008, §3.1: a metric that is not decomposable lets *both* systems win that way, since all
substitutions but one are undone. Both directions are therefore tested.
"""

from __future__ import annotations

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.comparing.results import Signs
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.p_values import ROUNDING


def sign_test(metric: Metric, base: Array, other: Array) -> Signs | None:
    """What the outputs of ``other`` do to ``base``, both rows ``[segments, k]``; ``None`` if undefined.

    Of a metric without direction, higher counts as better.
    """
    total = base.sum(axis=0)
    before = metric.combine(total)
    after = metric.combine(total + (other - base))
    if not (np.isfinite(before) and np.isfinite(after).all()):
        return None
    gains = metric.oriented(after - before)
    rounding = ROUNDING * abs(before)
    better = int(np.count_nonzero(gains > rounding))
    worse = int(np.count_nonzero(gains < -rounding))
    return Signs(better, worse, len(gains) - better - worse, binomial_p(better, worse))


def binomial_p(better: int, worse: int) -> float:
    """The exact two-sided p-value of so many signs either way."""
    from scipy.special import bdtr

    return min(1.0, 2.0 * float(bdtr(min(better, worse), better + worse, 0.5)))


def chance_majority(signs: int, alpha: float) -> float:
    """The largest majority, in per cent of so many signs, that is not significant.

    >>> chance_majority(20, 0.05), chance_majority(2, 0.05)
    (70.0, 100.0)
    """
    from scipy.special import bdtr

    better = np.arange((signs + 1) // 2, signs + 1)
    chance = 2.0 * bdtr(signs - better, signs, 0.5) > alpha
    return float(100.0 * better[chance].max(initial=0) / max(signs, 1))


def wins(signs: Signs | None, alpha: float) -> bool:
    """Whether the outputs put in are significantly better."""
    return signs is not None and signs.better > signs.worse and signs.p <= alpha
