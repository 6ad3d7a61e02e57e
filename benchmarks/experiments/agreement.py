"""Agreement of several metrics with people on the same data, with intervals from one paired bootstrap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import pitchpipe as pp
from pitchpipe.agreement.significance import resampled
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.aligning import Aligning
from pitchpipe.batch.values import Array
from pitchpipe.fitting.samples import sample
from pitchpipe.measuring.measured import measure

RESAMPLES = 1000


@dataclass(frozen=True)
class Agreement:
    """The mean agreement over tasks, or a difference of two, and the same by resample."""

    value: float
    drawn: Array

    def __sub__(self, other: Agreement) -> Agreement:
        return Agreement(self.value - other.value, self.drawn - other.drawn)

    def text(self, sign: str = "") -> str:
        """The value with its interval."""
        low, high = np.percentile(self.drawn, [2.5, 97.5])
        return f"{self.value:{sign}.4f} [{low:{sign}.4f}, {high:{sign}.4f}]"


def agreements(
    tasks: Sequence[Task],
    metrics: Mapping[str, Sequence[pp.Metric]],
    statistic: Statistic,
    aligner: Aligning | None = None,
) -> dict[str, Agreement]:
    """The agreements by name, all on the same resamples; each name has a metric for every task."""
    found = {}
    for name, by_task in metrics.items():
        values, drawn = [], []
        for seed, (task, metric) in enumerate(zip(tasks, by_task, strict=True)):
            one = sample(task.name, task, measure(task.test_set.with_aligner(aligner), [metric]), statistic)
            gains = one.scored({}).gains
            values.append(statistic(one.human, gains).value)
            drawn.append(resampled(statistic, one.human, gains, samples=RESAMPLES, seed=seed))
        found[name] = Agreement(float(np.mean(values)), np.mean(drawn, axis=0))
    return found
