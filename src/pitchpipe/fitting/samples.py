"""A measured test set with what people said of it, or some of its segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

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
from pitchpipe.metrics.ensemble import Ensemble
from pitchpipe.pickling import cached_property

Positions = NDArray[np.int64]

#: The gains of a mixture's parts are kept of one choice of parameters, and of so many others beside: a search
#: moves one parameter at a time, and most parts stay as they are.
REMEMBERED = 16


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
    #: What it is a part of, and which rows of that it has, where it was selected.
    origin: tuple[Sample, Positions] | None = field(default=None, repr=False, compare=False)

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
        rows = (np.arange(self.shape[0])[:, None] * self.segments + segments).ravel()
        measured = selected(self.measurement.measured, rows)
        part = replace(self.measurement, measured=measured, segments=len(segments))
        human = of_segments(self.human, segments)
        return replace(self, measurement=part, human=human, origin=(self, rows))

    def judged_gains(self, values: Values) -> Array:
        """The gains of what people judged, in the order of :attr:`cells`.

        Those of a mixture's parts are computed once for each choice of their parameters.
        """
        metric = self.metric(values)
        if isinstance(metric, Ensemble):
            return metric.mix(self.part_gains(metric))
        return metric.oriented(metric.segment(metric.weigh(self._judged_rows)))

    def part_gains(self, metric: Ensemble) -> list[Array]:
        """The gains of each part of a mixture on what people judged."""
        return [self._gains_of(index, part) for index, part in enumerate(metric.metrics)]

    @cached_property
    def _gains_of(self) -> Callable[[int, Metric], Array]:
        """The gains of a part; those of its latest parameters are remembered.

        They are worked out of all segments, once for all folds and samples that have some of them.
        """
        size = len(self.measurement.measured.parts) + REMEMBERED
        if self.origin is None:
            parts = self._judged_rows.parts
            return lru_cache(size)(lambda index, part: part.gain(part.segment(part.weigh(parts[index]))))
        origin, rows = self.origin
        own = np.searchsorted(origin.cells, rows[self.cells])
        return lru_cache(size)(lambda index, part: origin._gains_of(index, part)[own])

    @cached_property
    def cells(self) -> Positions:
        """What people judged: positions in the rows of all systems, one after the other."""
        return np.flatnonzero(self.judged_cells)

    @cached_property
    def _judged_rows(self) -> Measured:
        """What was counted for what people judged; nothing else enters a statistic of segments."""
        return selected(self.measurement.measured, self.cells)

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
