"""WRR and n-GRR: word and n-gram recognition rate, decomposable alternatives to BLEU.

Chiang, DeNeefe, Chan and Ng (2008), "Decomposability of Translation Metrics for Improved Evaluation
and Efficient Algorithms", EMNLP, eqs. 5–6. Over all monotone alignments of hypothesis and
reference, with M_k matched n-grams of order k, I insertions and D deletions::

    WRR   = max (M − I) / |r|                                       eq. 5, equal to 1 − WER
    n-GRR = max (M_1 + ... + M_n − αI − βD) / Σ_k max(0, |r| − k + 1)   eq. 6

α = 1 and β = 0 unless said otherwise; the paper's best-correlating setting was α = −0.9, β = 1,
with which insertions are rewarded and the rate can exceed 100. Both may be negative. With one
reference, a corpus is the mean of its segments weighted by the reference, and so never contradicts
them. Of several references the one with the largest ratio counts, the first in a tie (ours); the
denominator then depends on the hypothesis, and strict decomposability is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.metrics.explanations import Path, steps_of, words_of_pairs
from pitchpipe.metrics.parameters import counting
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.words import WordMetric


@dataclass(frozen=True, kw_only=True)
class Recognition(WordMetric):
    """What WRR and n-GRR share. A row is the numerator, the denominator and the hypothesis length."""

    bounds: ClassVar[tuple[float, float]] = (-float("inf"), 100.0)

    @property
    def _costs(self) -> tuple[int, float, float]:
        """Order, α, β."""
        return (1, 1.0, 0.0)

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self.tokens(batch)
        starts = batch.layout.reference_starts()
        rates = _core.recognition(hyps, refs, batch.layout, *self._costs)
        lengths = np.repeat(hyps.lengths[batch.row_hyp], np.diff(starts))
        return Measured(np.column_stack([rates, lengths]), starts)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("numerator", "denominator", "hyp_length")

    def weigh(self, measured: Measured) -> Array:
        chosen: Array = measured.values[best_reference(self.combine(measured.values), measured.starts)]
        return chosen

    def combine(self, sums: Array) -> Array:
        numerator, denominator = sums[..., 0], sums[..., 1]
        # Not told by the numerator: insertions may be free (alpha = 0).
        without_reference = np.where(sums[..., 2] == 0, 100.0, 0.0)
        return np.where(denominator > 0, 100.0 * ratio(numerator, denominator, 0.0), without_reference)

    def parts(self, sums: Array) -> dict[str, float]:
        return {"numerator": float(sums[0]), "denominator": float(sums[1])}

    def explanations(self, batch: Batch) -> Iterator[Path]:
        """The best paths through hypotheses and references."""
        hyps, refs = self.tokens(batch, named=True)
        paths = _core.recognition_paths(hyps, refs, batch.layout, *self._costs)
        for words, letters in zip(words_of_pairs(hyps, refs, batch), paths, strict=True):
            yield Path(*words, steps_of(letters))


@register()
@dataclass(frozen=True, kw_only=True)
class WRR(Recognition):
    """Word recognition rate."""

    name: ClassVar[str] = "wrr"
    title: ClassVar[str] = "WRR"
    paper: ClassVar[str] = "Chiang et al. 2008, eq. 5"


@register(**{"4-grr": {"order": 4}})
@dataclass(frozen=True, kw_only=True)
class GRR(Recognition):
    """n-gram recognition rate; ``4-grr`` is the paper's."""

    name: ClassVar[str] = "grr"
    title: ClassVar[str] = "n-GRR"
    paper: ClassVar[str] = "Chiang et al. 2008, eq. 6"
    exceptions: ClassVar = {"bounded": "with alpha < 0 insertions are rewarded, and it can exceed 100"}

    order: int = counting(4, "longest n-gram", low=1, high=32, always=True)
    alpha: float = counting(1.0, "cost of an insertion; may be negative", low=-1000.0, high=1000.0)
    beta: float = counting(0.0, "cost of a deletion; may be negative", low=-1000.0, high=1000.0)

    @property
    def _costs(self) -> tuple[int, float, float]:
        return (self.order, self.alpha, self.beta)
