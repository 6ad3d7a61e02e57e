"""What agreement means: a metric that knows nothing, and one that knows what people said.

Every table shows both. No metric should be worse than the first, and none can be better than the second
by the same judgments, up to ties and judges who contradict each other.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SystemScores
from pitchpipe.agreement.significance.bootstrap import middle
from pitchpipe.agreement.statistics import Bound, Gains, Outcome
from pitchpipe.agreement.tasks import Task
from pitchpipe.batch.values import Array

RANDOM = "random"
ORACLE = "oracle"
#: How often noise is drawn: among few systems a single draw agrees with people by chance.
DRAWS = 100


def random_outcome(task: Task, bound: Bound, seed: int, confidence: float = 95) -> Outcome:
    """The mean agreement of noise with people; ``low`` and ``high`` are where so many of its draws lie."""
    shape = _people(task).shape
    values = np.array([bound(_noise(shape, seed, draw)) for draw in range(DRAWS)])
    defined = np.flatnonzero(~np.isnan(values))
    if not len(defined):
        return bound.outcome(_noise(shape, seed, 0))
    low, high = middle(values[defined], confidence)
    extra = {"draws": float(len(defined)), "low": low, "high": high}
    explained = bound.outcome(_noise(shape, seed, int(defined[0])))
    return replace(explained, value=float(values[defined].mean()), extra=extra)


def _noise(shape: tuple[int, ...], seed: int, draw: int) -> Gains:
    """A number at random for every output; a system's score is the mean of its segments."""
    segment = np.random.default_rng([seed, draw]).standard_normal(shape)
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
