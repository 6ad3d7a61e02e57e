"""Percentile bootstrap intervals (Efron 1979; for translation, Koehn 2004, §3).

The middle 95 % of the scores on test sets drawn with replacement, say. Of a single segment there is
nothing to draw, and of an undefined score no middle: such intervals are ``None``.
"""

from __future__ import annotations

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores

#: The lower and the upper end.
Interval = tuple[float, float]


def score_intervals(metric: Metric, rows: Array, sampling: Sampling) -> list[Interval | None]:
    """The interval of each system's score from rows ``[systems, segments, k]``."""
    systems, segments, _ = rows.shape
    if segments < 2:
        return [None] * systems
    return percentile_intervals(bootstrap_scores(metric, rows, sampling), sampling.confidence)


def percentile_intervals(values: Array, confidence: float) -> list[Interval | None]:
    """The middle ``confidence`` per cent of each column of values ``[samples, columns]``."""
    tail = (100 - confidence) / 200
    lows, highs = np.quantile(values, (tail, 1 - tail), axis=0)
    return [
        (float(low), float(high)) if np.isfinite(low) and np.isfinite(high) else None
        for low, high in zip(lows, highs, strict=True)
    ]
