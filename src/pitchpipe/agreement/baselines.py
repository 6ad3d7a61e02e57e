"""What agreement means: a metric that knows nothing, and one that knows what people said.

Every table shows both. No metric should be worse than the first, and none can be better than the second
by the same judgments, up to ties and judges who contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import DocumentScores, SystemScores
from pitchpipe.agreement.significance import Drawn
from pitchpipe.agreement.significance.bootstrap import middle
from pitchpipe.agreement.statistics import Bound, Gains, Outcome
from pitchpipe.agreement.tasks import Task
from pitchpipe.batch.values import Array

RANDOM = "random"
ORACLE = "oracle"
#: How often noise is drawn: among few systems a single draw agrees with people by chance.
DRAWS = 100


@dataclass(frozen=True)
class Noise:
    """A number at random for every output of a task, as often as asked; tasks of a number have their own."""

    task: Task
    seed: int
    number: int = 0

    def gains(self, draw: int) -> Gains:
        """One draw; a system's score is the mean of its segments."""
        segment = np.random.default_rng([self.seed, draw, self.number]).standard_normal(_shape(self.task))
        return Gains(segment.mean(axis=1), segment)

    def drawn(self, bound: Bound) -> Drawn:
        """All draws, each as a metric."""
        parts = [bound.parts(self.gains(draw)) for draw in range(DRAWS)]
        return Drawn.without_samples(bound.statistic, np.stack(parts, axis=1))

    def outcome(self, bound: Bound, drawn: Drawn, confidence: float) -> Outcome:
        """The mean agreement of ``drawn``; ``low`` and ``high`` are where so many of the draws lie."""
        defined = np.flatnonzero(~np.isnan(drawn.values))
        if not len(defined):
            return bound.outcome(self.gains(0))
        values = drawn.values[defined]
        low, high = middle(values, confidence)
        extra = {"draws": float(len(defined)), "low": low, "high": high}
        return replace(bound.outcome(self.gains(int(defined[0]))), value=float(values.mean()), extra=extra)


def oracle_gains(task: Task) -> Gains:
    """People's own scores; from rankings, what a segment's comparisons say of each output on balance."""
    return Gains(task.systems.values, _people(task))


def _people(task: Task) -> Array:
    """Scores of segments, or of documents where people judged those; NaN where they say nothing."""
    human = task.human
    if isinstance(human, SystemScores):
        return np.full(_shape(task), np.nan)
    if not isinstance(human, Ranks):
        return human.values
    balance = np.zeros(_shape(task))
    np.add.at(balance, (human.first, human.segment), human.preference)
    np.add.at(balance, (human.second, human.segment), -human.preference)
    return balance


def _shape(task: Task) -> tuple[int, int]:
    """Systems, and segments or the documents that people judged."""
    human = task.human
    units = len(human.documents) if isinstance(human, DocumentScores) else len(task.test_set)
    return len(task.test_set.systems), units
