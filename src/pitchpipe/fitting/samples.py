"""A measured test set with what people said of it, or some of its segments."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pitchpipe.agreement.coverage import Judged, SystemsOf, cells_of, coverage, system_scores
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.agreement.significance.bootstrap import of_segments
from pitchpipe.agreement.statistics import Gains, Statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.space import Values
from pitchpipe.measuring.measured import MeasuredSet, Measurement
from pitchpipe.metrics.base import Metric
from pitchpipe.pickling import cached_property

Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Scored:
    """A sample under one choice of parameters: additive rows ``[systems, segments, k]``, and gains."""

    metric: Metric
    rows: Array
    gains: Gains
    judged: Judged | None = None

    @property
    def systems_of(self) -> SystemsOf:
        """The gains of systems on drawn segments."""
        return SystemsOf(self.metric, self.rows, self.judged)


@dataclass(frozen=True)
class Sample:
    """One test set, measured by a metric that is prepared on its references, and judged."""

    name: str
    measurement: Measurement
    human: Human

    @property
    def set_name(self) -> str:
        """The test set without its languages: a task is called after both."""
        return self.name.rpartition(" ")[0] or self.name

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return self.measurement.segments

    @property
    def shape(self) -> tuple[int, int]:
        """Systems and segments."""
        return len(self.measurement.systems), self.segments

    def metric(self, values: Values) -> Metric:
        """The prepared metric with other parameters."""
        return self.measurement.metric.replace(**values)

    def select(self, segments: Positions) -> Sample:
        """The sample with these segments only."""
        rows = np.arange(self.shape[0])[:, None] * self.segments + segments
        measured = selected(self.measurement.measured, rows.ravel())
        part = replace(self.measurement, measured=measured, segments=len(segments))
        return replace(self, measurement=part, human=of_segments(self.human, segments))

    def scored(self, values: Values) -> Scored:
        """Everything scored with these parameters."""
        metric = self.metric(values)
        rows = metric.weigh(self.measurement.measured)
        segment = metric.oriented(metric.segment(rows).reshape(self.shape))
        rows = rows.reshape(*self.shape, rows.shape[-1])
        system = metric.oriented(system_scores(metric, rows, self._measured_cells))
        return Scored(metric, rows, Gains(system, segment), self._measured_cells)

    @cached_property
    def _measured_cells(self) -> Judged | None:
        """Where people's scores of systems are means of segments, the metric's are of the same segments."""
        means = isinstance(self.human, SegmentScores)
        return self.judged_cells if means and not self.judged_cells.all() else None

    @cached_property
    def judged_cells(self) -> Judged:
        """``[systems, segments]``: what people judged."""
        assert not isinstance(self.human, DocumentScores)
        return cells_of(self.human, self.shape)

    @property
    def coverage(self) -> str:
        """On which segments the metric scores whole systems, where people did not judge all of them."""
        return coverage(self.human, self.judged_cells, judged_only=self._measured_cells is not None)

    @property
    def judged_segments(self) -> Positions:
        """The segments that people judged."""
        return np.flatnonzero(self.judged_cells.any(axis=0))

    @property
    def judgments(self) -> int:
        """How many judgments there are: numbers, or compared pairs."""
        if isinstance(self.human, Ranks):
            return len(self.human)
        return int((~np.isnan(self.human.values)).sum())


def sample(name: str, task: Task, measured: MeasuredSet, statistic: Statistic) -> Sample:
    """A measured task.

    Scores of whole systems follow from the judgments, so that those of other segments can be held out;
    published ones are judgments of their own.
    """
    human: Human = task.human
    if isinstance(human, DocumentScores):
        raise DataError(f"{human.name} judges documents: parameters are fitted to segments or systems")
    if measured.numbers is not None:
        human = of_segments(human, np.array(measured.numbers) - 1)
    found = Sample(name, next(iter(measured)), human)
    if not found.judgments:
        raise DataError(f"{name}: {human.name} has no judgment of any system of the test set")
    # What nobody judged does not enter a statistic of segments.
    return found.select(found.judged_segments) if statistic.level == "segment" else found


def selected(measured: Measured, rows: Positions) -> Measured:
    """What was counted for these rows."""
    parts = tuple(selected(part, rows) for part in measured.parts)
    if measured.starts is None:
        return Measured(measured.values[rows], None, parts)
    counts = np.diff(measured.starts)[rows]
    lines = ranges(measured.starts[rows], counts)
    return Measured(measured.values[lines], np.concatenate([[0], np.cumsum(counts)]), parts)


def ranges(begins: Positions, counts: Positions) -> Positions:
    """``begin, begin + 1, ...`` of each range, one range after the other."""
    ends = np.cumsum(counts)
    return np.repeat(begins - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)


def require_direction(metric: Metric) -> None:
    """Refuses a metric that does not say which of two scores is better."""
    if metric.higher_is_better is None:
        raise ParameterError(f"{metric.name} has no direction: it cannot agree with people")


def is_divisible(human: Human) -> bool:
    """Whether judgments belong to segments, so that some can be held out."""
    return not isinstance(human, SystemScores)
