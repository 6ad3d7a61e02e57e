"""How good single candidates are, where higher is better and 1 is the metric's whole scale."""

from __future__ import annotations

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.tuning.problem import Problem


def scale(problem: Problem) -> float:
    """The length of the metric's scale; without an upper bound, the best sentence score of all candidates."""
    metric = problem.metric
    if not metric.is_endless:
        return 100.0
    scores = metric.segment(problem.rows)
    return float(np.abs(scores[np.isfinite(scores)]).max(initial=0.0)) or 1.0


def segment_gains(problem: Problem) -> Array:
    """The sentence gain of every candidate as a share of the scale."""
    metric = problem.metric
    scores = metric.segment(problem.rows)
    return (scores if metric.is_endless else metric.gain(scores)) / scale(problem)
