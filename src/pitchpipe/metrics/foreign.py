"""What metrics have in common whose scores are made by somebody else: in a file, or by a program.

There is a number for every segment, of which only the user knows what it means: what it is called, whether
lower is better, and what the best possible one is. A system's score is the mean of its segments.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import counting, formula

#: Scores up to here, whose scale nobody said, are taken for those of a scale of 0 to 1, which some exceed.
_ABOUT_ONE = 2.0


@dataclass(frozen=True, kw_only=True)
class Foreign(Metric):
    """The mean of given numbers. A row is the number and a 1."""

    bounds: ClassVar[tuple[float, float]] = (-float("inf"), float("inf"))

    label: str | None = counting(None, "what to call it in tables", type="str", word="name", key="name")
    lower: bool = formula(False, "lower numbers are better")
    scale: float | None = formula(
        None,
        "the best possible number (with lower, the worst), to mix it with other metrics",
        type="float",
        low=1e-12,
    )

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", "segments")

    def combine(self, sums: Array) -> Array:
        return ratio(sums[..., 0], sums[..., 1], 0.0)

    def gain(self, scores: Array) -> Array:
        if self.scale is None:
            raise ParameterError(
                f"{self.name} scores have no known scale: say the best possible number, "
                f"{self.name}:{str(self.positional).upper()},scale=1"
            )
        scaled = 100.0 * scores / self.scale
        return 100.0 - scaled if self.lower else scaled

    @property
    def higher_is_better(self) -> bool | None:
        return not self.lower

    def parts(self, sums: Array) -> dict[str, Any]:
        return {"segments": int(sums[1])}

    def further_decimals(self, scores: Array) -> int:
        """As many as the scale is smaller than 100; where it is not known, the scores tell."""
        if self.scale is not None:
            return min(max(0, round(math.log10(100.0 / self.scale))), 13)
        return 2 if len(scores) and float(np.abs(scores).max()) <= _ABOUT_ONE else 0


def rows_of(scores: Array) -> Measured:
    """A row for each number."""
    return Measured(np.stack([scores, np.ones(len(scores))], axis=-1))
