"""Accuracy on pairs that gives credit for ties, with the metric's ties calibrated.

Deutsch, Foster and Freitag 2023, "Ties Matter" (arXiv 2305.14324). A metric that never scores two outputs
alike cannot agree with people who do; so scores no further apart than ε are a tie, where ε is 0 or one of
the differences that occur, whichever is best on these very data, and the smallest of those that are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pitchpipe.agreement.statistics.cells import Judged, Rows
from pitchpipe.agreement.statistics.parts import quotient
from pitchpipe.agreement.statistics.tallied import Tallied
from pitchpipe.batch.values import Array
from pitchpipe.metrics.parameters import formula as parameter

#: More pairs than this are not sorted: a gigabyte of differences.
MOST_PAIRS = 60_000_000


@dataclass(frozen=True, kw_only=True)
class _Credit(Tallied):
    averages = ("item", "system", "none")
    policy = (
        "right: the same order, or a tie on both sides; scores no further apart than epsilon are a tie, "
        "epsilon the best for these data unless given"
    )
    what = "pairs"
    undefined = "there is no pair"

    epsilon: float | None = parameter(
        None, "scores no further apart are a tie; calibrated by default", type="float", low=0.0
    )

    def ties_within(self, judged: Judged, scores: Array) -> float:
        """The given or the calibrated difference; NaN if there are too many pairs to calibrate on."""
        if self.epsilon is not None:
            return self.epsilon
        assert isinstance(judged, Rows)  # rankings are refused before
        if judged.core.pairs > MOST_PAIRS:
            return math.nan
        return judged.core.calibrate(scores[judged.cells])

    def extra(self, columns: Array, fixed: Array, epsilon: float) -> dict[str, float]:
        """The difference up to which scores were a tie."""
        return {"epsilon": epsilon}


@dataclass(frozen=True, kw_only=True)
class AccEq(_Credit):
    """acc_eq = (C + T_both) / all pairs."""

    name = "acc-eq"
    doc = "acc*_eq: pairs in the right order or rightly tied, with tie calibration (Deutsch et al. 2023)"

    def formula(self, columns: Array, fixed: Array) -> Array:
        """See the class."""
        concordant, _, both = columns
        return quotient(concordant + both, fixed.sum(axis=0))


@dataclass(frozen=True, kw_only=True)
class Tau23(AccEq):
    """τ_eq = (C + T_both − D − T_h − T_m) / all pairs, which is 2 acc_eq − 1."""

    name = "tau23"
    doc = "τ*_eq: right minus wrong pairs, ties included, with tie calibration (Deutsch et al. 2023)"

    def formula(self, columns: Array, fixed: Array) -> Array:
        """See the class."""
        return 2.0 * super().formula(columns, fixed) - 1.0
