"""Where the parameters of a metric came from: a preset, known by its digest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitchpipe.metrics.parameters import parameters

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric


@dataclass(frozen=True)
class Provenance:
    """The beginning of a preset's digest, and the values it set."""

    digest: str
    values: tuple[tuple[str, Any], ...]

    def holds(self, metric: Metric) -> bool:
        """Whether the metric still has all of these values."""
        return all(getattr(metric, name) == value for name, value in self.values)

    @classmethod
    def attached(cls, metric: Metric, digest: str | None) -> Metric:
        """A metric whose formula parameters came from the preset of this digest, if there is one."""
        if digest is None:
            return metric
        formulas = [name for name, parameter in parameters(metric).items() if parameter.kind == "formula"]
        return metric.replace(provenance=cls(digest, tuple((n, getattr(metric, n)) for n in formulas)))
