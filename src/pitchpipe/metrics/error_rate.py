"""What the error rates share: errors per reference word, lower is better.

Without any reference word the rate is 0, or 100 if there are errors, as sacreBLEU's TER has it; in a
corpus those errors still count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.metrics.base import Direction, Metric


@dataclass(frozen=True, kw_only=True)
class ErrorRate(Metric):
    """A row is errors and reference length; of several references, the one with the lowest rate."""

    direction: ClassVar[Direction] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    #: What the first column is called.
    counted: ClassVar[str] = "errors"

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.counted, "ref_length")

    def weigh(self, measured: Measured) -> Array:
        if measured.starts is None:
            return measured.values
        chosen: Array = measured.values[best_reference(-self.combine(measured.values), measured.starts)]
        return chosen

    def combine(self, sums: Array) -> Array:
        errors, length = sums[..., 0], sums[..., 1]
        return np.where(length > 0, 100.0 * ratio(errors, length, 0.0), np.where(errors > 0, 100.0, 0.0))

    def parts(self, sums: Array) -> dict[str, float]:
        return {self.counted: float(sums[0]), "ref_length": float(sums[1])}
