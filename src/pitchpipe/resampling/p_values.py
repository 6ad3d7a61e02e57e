"""Two-sided p-values of a difference between two systems.

Both tests count how many of B random differences are at least as far from what the null hypothesis expects
as the observed one is, and count the observed one as well, so that p is never 0:
p = (1 + #) / (B + 1) (Davison and Hinkley 1997, eq. 4.11).
"""

from __future__ import annotations

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.sampling import Sampling, permuted_scores

#: Differences are equal where they differ by less than this share of the scores: sums are taken in another
#: order, which rounds otherwise.
ROUNDING = 1e-12


def bootstrap_p(baseline: float, system: float, deltas: Array) -> float | None:
    """The p-value of two scores from their differences on bootstrap samples (Koehn 2004, §4).

    Samples scatter around the observed difference Δ, the null hypothesis around 0: so the differences are
    shifted by Δ first, and then |Δ* - Δ| is held against |Δ|.
    """
    delta = system - baseline
    return _share(deltas - delta, delta, max(abs(baseline), abs(system)))


def randomisation_p(metric: Metric, baseline: Array, system: Array, sampling: Sampling) -> float | None:
    """Approximate randomisation (Riezler and Maxwell 2005; of optimiser runs, Clark et al. 2011).

    The rows are ``[runs, segments, k]``. Were the systems alike, any run could have produced any of the
    outputs of a segment: they are dealt anew among all runs of both, and |Δ*| is held against |Δ|.
    """
    runs = len(baseline)
    rows = np.concatenate([baseline, system])
    scores = metric.combine(rows.sum(axis=1))
    permuted = permuted_scores(metric, rows, sampling)
    deltas = permuted[:, runs:].mean(axis=1) - permuted[:, :runs].mean(axis=1)
    return _share(deltas, scores[runs:].mean() - scores[:runs].mean(), np.abs(scores).max())


def _share(deltas: Array, delta: float, scale: float) -> float | None:
    """The share of differences as large as the observed one, with this one among them."""
    if not (np.isfinite(delta) and np.isfinite(deltas).all()):
        return None
    as_large = np.count_nonzero(np.abs(deltas) >= abs(delta) - ROUNDING * scale)
    return (1 + int(as_large)) / (len(deltas) + 1)
