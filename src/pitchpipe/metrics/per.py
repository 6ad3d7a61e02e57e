"""PER: position-independent word error rate.

Tillmann, Vogel, Ney, Zubiaga and Sawaf (1997), "Accelerated DP based search for statistical
translation", Eurospeech. With bag(h) and bag(r) the words of each side, order ignored::

    PER = (max(|h|, |r|) − |bag(h) ∩ bag(r)|) / |r|

A corpus sums the errors and lengths of its segments (not the maximum of the sums, as Moses does).
Several references: the one with the lowest rate, the first in a tie (ours).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.values import Measured
from pitchpipe.metrics.error_rate import ErrorRate
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.words import WordMetric


@register()
@dataclass(frozen=True, kw_only=True)
class PER(ErrorRate, WordMetric):
    """Position-independent error rate. A row is errors and length of the chosen reference."""

    name: ClassVar[str] = "per"
    title: ClassVar[str] = "PER"
    paper: ClassVar[str] = "Tillmann et al. 1997"

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self.tokens(batch)
        return Measured(_core.positionless_errors(hyps, refs, batch.layout), batch.layout.reference_starts())
