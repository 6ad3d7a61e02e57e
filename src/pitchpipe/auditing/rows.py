"""The rows of all versions of a system's output by one metric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.measuring.measured import Measurement
from pitchpipe.metrics.base import Metric

#: Differences of scores below this are rounding.
ROUNDING = 1e-9


@dataclass(frozen=True)
class Versions:
    """A metric, and the additive rows ``[segments, k]`` of each version by its name."""

    metric: Metric
    rows: Mapping[str, Array]

    @classmethod
    def of(cls, measurement: Measurement) -> Versions:
        """The versions that were measured as systems."""
        return cls(measurement.metric, dict(zip(measurement.systems, measurement.rows(), strict=True)))

    def __getitem__(self, name: str) -> Array:
        return self.rows[name]

    def __contains__(self, name: str) -> bool:
        return name in self.rows

    def score(self, name: str) -> float:
        """The score of a version."""
        return float(self.metric.combine(self[name].sum(axis=0)))

    def gain(self, sums: Array) -> Array:
        """Scores from summed rows, turned so that more is better."""
        return self.metric.oriented(self.metric.combine(sums))

    def segment_gain(self, rows: Array) -> Array:
        """Sentence scores, turned so that more is better."""
        return self.metric.oriented(self.metric.segment(rows))

    def as_score(self, gain: float) -> float:
        """What :meth:`gain` was made of."""
        return self.metric.oriented(float(gain))


def require_auditable(metric: Metric) -> None:
    """Refuses a metric that cannot judge changed outputs, or does not say what is better."""
    if metric.higher_is_better is None:
        raise ParameterError(f"{metric.spec} has no direction: neither high nor low is better")
    if metric.wants("file"):
        raise ParameterError(
            f"{metric.spec} has numbers for given outputs only, but an audit measures changed ones"
        )
