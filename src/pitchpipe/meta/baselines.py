"""What agreement means: a metric that knows nothing, and one that knows what people said.

Every table shows both. No metric should be worse than the first, and none can be better than the second
by the same judgments, up to ties and judges who contradict each other.
"""

from __future__ import annotations

import numpy as np

from pitchpipe.meta.human import Ranks, SystemScores
from pitchpipe.meta.statistics import Gains
from pitchpipe.meta.tasks import Task
from pitchpipe.metrics.base import Array

RANDOM = "random"
ORACLE = "oracle"


def random_gains(task: Task, seed: int) -> Gains:
    """Noise for every output; a system's score is the mean of its segments."""
    segment = np.random.default_rng(seed).standard_normal(_people(task).shape)
    return Gains(segment.mean(axis=1), segment)


def oracle_gains(task: Task) -> Gains:
    """People's own scores; from rankings, what a segment's comparisons say of each output on balance."""
    return Gains(task.systems.values, _people(task))


def _people(task: Task) -> Array:
    """Scores of segments, or of documents where people judged those; NaN where they say nothing."""
    human = task.human
    shape = (len(task.test_set.systems), len(task.test_set))
    if isinstance(human, SystemScores):
        return np.full(shape, np.nan)
    if not isinstance(human, Ranks):
        return human.values
    balance = np.zeros(shape)
    np.add.at(balance, (human.first, human.segment), human.preference)
    np.add.at(balance, (human.second, human.segment), -human.preference)
    return balance
