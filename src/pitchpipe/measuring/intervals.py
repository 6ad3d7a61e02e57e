"""Percentile bootstrap intervals (Efron 1979; for translation, Koehn 2004, §3).

The middle 95 % of the scores on test sets drawn with replacement, say. Of a single segment there is
nothing to draw, and of an undefined score no middle: such intervals are ``None``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from pitchpipe.measuring.measured import MeasuredSet
from pitchpipe.measuring.tables import Score
from pitchpipe.metrics.base import Array, Metric
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores

Interval = tuple[float, float]
Scores = Mapping[tuple[str, str], Score]


def score_intervals(metric: Metric, rows: Array, sampling: Sampling) -> list[Interval | None]:
    """The interval of each system's score from rows ``[systems, segments, k]``."""
    systems, segments, _ = rows.shape
    if segments < 2:
        return [None] * systems
    return percentile_intervals(bootstrap_scores(metric, rows, sampling), sampling.confidence)


def with_intervals(scores: Scores, measured: MeasuredSet, sampling: Sampling) -> dict[tuple[str, str], Score]:
    """Scores by system and metric, each with its interval; the same samples are drawn for all."""
    found = dict(scores)
    for one in measured:
        intervals = score_intervals(one.metric, one.rows(), sampling)
        for system, interval in zip(one.systems, intervals, strict=True):
            found[system, one.spec] = replace(scores[system, one.spec], ci=interval)
    return found


def percentile_intervals(values: Array, confidence: float) -> list[Interval | None]:
    """The middle ``confidence`` per cent of each column of values ``[samples, columns]``."""
    tail = (100 - confidence) / 200
    lows, highs = np.quantile(values, (tail, 1 - tail), axis=0)
    return [
        (float(low), float(high)) if np.isfinite(low) and np.isfinite(high) else None
        for low, high in zip(lows, highs, strict=True)
    ]
