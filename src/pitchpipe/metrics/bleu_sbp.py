"""BLEU-SBP: BLEU with a strict brevity penalty.

Chiang, DeNeefe, Chan and Ng (2008), "Decomposability of Translation Metrics for Improved Evaluation
and Efficient Algorithms", EMNLP, eq. 4. With c_i the hypothesis and r_i the effective reference
length of segment i::

    φ(x) = exp(1 − 1/x),   x = Σ_i min(|c_i|, r_i) / Σ_i r_i

A segment that is too long no longer pays for one that is too short. Precisions keep their unclipped
counts, and r_i is the shortest reference by default, as in the paper. The score is never above
BLEU's with the same reference lengths and smoothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.batch.values import Array, Measured
from pitchpipe.metrics.bleu import BLEU
from pitchpipe.metrics.parameters import counting
from pitchpipe.metrics.registry import register
from pitchpipe.text.tokenizers import Split


@register()
@dataclass(frozen=True, kw_only=True)
class BLEUSBP(BLEU):
    """BLEU-SBP. A row is BLEU's, with min(|c_i|, r_i) for the hypothesis length."""

    name: ClassVar[str] = "bleu-sbp"
    title: ClassVar[str] = "BLEU-SBP"
    paper: ClassVar[str] = "Chiang et al. 2008, eq. 4"
    exceptions: ClassVar = {
        "decomposable": "precisions are pooled over the corpus; only the length penalty is strict",
    }

    split: ClassVar[Split] = "ascii"

    reflen: str = counting(
        "shortest", "the reference length of the penalty", choices=("closest", "shortest", "average")
    )

    def weigh(self, measured: Measured) -> Array:
        rows: Array = measured.values.copy()
        hyp, ref = 2 * self.max_order, 2 * self.max_order + 1
        rows[:, hyp] = np.minimum(rows[:, hyp], rows[:, ref])
        return rows
