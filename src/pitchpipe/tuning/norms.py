"""The length that weights are given in the end: scaled weights choose the same candidates.

Z-MERT's files of parameters ask for one in their last line, ``normalization = absval 1 lm``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pitchpipe.tuning.weights import Bounds

if TYPE_CHECKING:
    from pitchpipe.tuning.report import Tuned


@dataclass(frozen=True)
class Norm:
    """The L_p norm of all weights is to be ``to``, or the absolute value of the one that is named.

    An ``order`` of infinity is the largest absolute weight, of minus infinity the smallest.
    """

    to: float = 1.0
    order: float = 1.0
    name: str | None = None

    def length(self, weights: Mapping[str, float]) -> float:
        """How long these are."""
        if self.name is not None:
            return abs(weights.get(self.name, 0.0))
        return float(np.linalg.norm(list(weights.values()), self.order))

    def holds(self, weights: Mapping[str, float]) -> bool:
        """Whether these are as long as they should be."""
        return math.isclose(self.length(weights), self.to, rel_tol=1e-9)

    def applied(self, tuned: Tuned, fixed: Iterable[str] = (), bounds: Bounds | None = None) -> Tuned:
        """With weights of this length, unless fixed weights or bounds forbid it, or there is no length."""
        length = self.length(tuned.weights)
        factor = self.to / length if length > 0.0 else math.inf
        scaled = {name: weight * factor for name, weight in tuned.weights.items()}
        if not math.isfinite(factor) or not _allowed(scaled, tuned.weights, fixed, bounds or {}):
            return tuned
        sensitivity = tuple(
            replace(one, weight=one.weight * factor, low=one.low * factor, high=one.high * factor)
            for one in tuned.sensitivity
        )
        return replace(tuned, weights=scaled, sensitivity=sensitivity)


def _allowed(
    scaled: Mapping[str, float], before: Mapping[str, float], fixed: Iterable[str], bounds: Bounds
) -> bool:
    if any(scaled[name] != before[name] for name in fixed):
        return False
    return all(
        (low is None or scaled[name] >= low) and (high is None or scaled[name] <= high)
        for name, (low, high) in bounds.items()
    )
