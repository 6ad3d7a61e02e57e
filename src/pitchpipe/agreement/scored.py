"""The scores of metrics on one task, ready to be compared with what people said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from pitchpipe.agreement.coverage import Judged, SystemsOf, system_scores
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.scores import DocumentScores
from pitchpipe.agreement.statistics import Gains, Statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.measuring.measured import Errors, MeasuredSet, Measurement, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.metrics.base import Metric
from pitchpipe.pickling import cached_property


@dataclass(frozen=True)
class Scored:
    """One metric on a task."""

    gains: Gains
    measurement: Measurement
    judged: Judged | None = None

    @cached_property
    def systems_of(self) -> SystemsOf:
        """The scores of systems on drawn segments."""
        return SystemsOf(self.measurement.metric, self.measurement.rows(), self.judged)


@dataclass(frozen=True)
class ScoredTask:
    """A task, and its metrics by their specs; ``errors`` says why metrics are missing, if that was kept."""

    task: Task
    metrics: dict[str, Scored]
    errors: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        task: Task,
        metrics: Iterable[str | Metric],
        *,
        errors: Errors = "raise",
        progress: Callable[[str], None] | None = None,
    ) -> ScoredTask:
        """Measures the task's systems with every metric."""
        warn_of_oddities(task.test_set)
        return cls.of_measured(task, measure(task.test_set, metrics, errors=errors, progress=progress))

    @classmethod
    def of_measured(cls, task: Task, measured: MeasuredSet) -> ScoredTask:
        """The task, whose systems were measured before."""
        judged = task.measured_cells
        scored = {one.spec: Scored(_gains(task, one, judged), one, judged) for one in measured}
        return cls(task, scored, measured.errors)

    def judgments_for(self, statistic: Statistic) -> Human:
        """What people said, at the statistic's level."""
        fine = statistic.level == "segment" or not statistic.suits(self.task.systems)
        return self.task.human if fine else self.task.systems


def _gains(task: Task, one: Measurement, judged: Judged | None) -> Gains:
    gains = Gains.of(one)
    if judged is not None:
        gains = replace(gains, system=one.metric.oriented(system_scores(one.metric, one.rows(), judged)))
    if not isinstance(task.human, DocumentScores):
        return gains
    scores = document_scores(task, task.human.documents, one)
    return Gains(gains.system, one.metric.oriented(scores))


def document_scores(task: Task, documents: Iterable[str], one: Measurement) -> Array:
    """The metric's scores of documents, ``[systems, documents]``."""
    groups = task.test_set.groups("document")
    rows = one.rows()
    columns = []
    for document in documents:
        if document not in groups:
            raise DataError(f'{task.human.name} judges document "{document}", which the test set lacks')
        columns.append(one.metric.combine(rows[:, groups[document]].sum(axis=1)))
    return np.stack(columns, axis=1)
