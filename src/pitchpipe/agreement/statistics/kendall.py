"""Kendall's τ_b and τ_c."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitchpipe.agreement.statistics.cells import Judged
from pitchpipe.agreement.statistics.parts import quotient
from pitchpipe.agreement.statistics.tallied import Tallied
from pitchpipe.batch.values import Array
from pitchpipe.metrics.parameters import formula as parameter


@dataclass(frozen=True, kw_only=True)
class KendallB(Tallied):
    """τ_b = (C − D) / √((C + D + T_h)(C + D + T_m)).

    C and D are the concordant and discordant pairs, T_h and T_m those tied by people or the metric only.
    """

    name = "kendall-b"
    doc = "Kendall's τ_b: concordant minus discordant pairs, ties shorten the scale (Kendall 1945)"
    averages = (None, "none", "item", "system")
    policy = "pairs tied by one side only lower the maximum, those tied by both do not count"
    what = "pairs"
    in_core = True
    undefined = "people or the metric tie everything"

    epsilon: float = parameter(0.0, "scores no further apart are a tie", low=0.0)

    def ties_within(self, judged: Judged, scores: Array) -> float:
        """The parameter ``epsilon``."""
        return self.epsilon

    def formula(self, columns: Array, fixed: Array) -> Array:
        """See the class."""
        concordant, discordant, both = columns
        ordered, level = fixed
        norm = np.sqrt(ordered * (concordant + discordant + level - both))
        return quotient(concordant - discordant, norm)


@dataclass(frozen=True, kw_only=True)
class KendallC(Tallied):
    """τ_c = 2 (C − D) / (n² (m − 1) / m), m the smaller number of different values."""

    name = "kendall-c"
    doc = "Stuart's τ_c: as τ_b, for scales of unequal numbers of values (Stuart 1953)"
    averages = (None, "none", "item", "system")
    usual_for = ()
    policy = "ties are neither concordant nor discordant"
    what = "classes"
    in_core = True
    undefined = "people or the metric tie everything"

    def formula(self, columns: Array, fixed: Array) -> Array:
        """See the class."""
        concordant, discordant, _, classes = columns
        _, _, cells, human_classes = fixed
        m = np.minimum(classes, human_classes)
        return quotient(2.0 * (concordant - discordant) * m, cells**2 * (m - 1.0))
