"""RIBES: rank correlation of matched words.

Isozaki, Hirao, Duh, Sudoh and Tsukada (2010), "Automatic Evaluation of Translation Quality for
Distant Language Pairs", EMNLP. Words are matched one to one where a context makes them unique on
both sides; NKT is the normalised Kendall's tau of the order of the matched words, P₁ the share of
hypothesis words that were matched, and BP BLEU's brevity penalty of the sentence::

    RIBES = NKT · P₁^α · BP^β,   α = 0.25, β = 0.10

Fewer than two matched words score 0. A corpus is the mean of its sentences. Several references: the
best score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.metrics.bleu import brevity_penalty
from pitchpipe.metrics.parameters import formula, lowercase
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.words import WordMetric


@register()
@dataclass(frozen=True, kw_only=True)
class RIBES(WordMetric):
    """RIBES. A row is score, 1, and the factors behind the score."""

    name: ClassVar[str] = "ribes"
    title: ClassVar[str] = "RIBES"
    paper: ClassVar[str] = "Isozaki et al. 2010"
    exceptions: ClassVar = {"identity_is_best": "a sentence of one word scores 0 even against itself"}

    lowercase: bool = lowercase(True)
    alpha: float = formula(0.25, "exponent of the unigram precision", low=0.0, high=10.0)
    beta: float = formula(0.10, "exponent of the brevity penalty", low=0.0, high=10.0)

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self.tokens(batch)
        return Measured(_core.rank_correlations(hyps, refs, batch.layout), batch.layout.reference_starts())

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", "segments", "NKT", "P1", "BP")

    def weigh(self, measured: Measured) -> Array:
        NKT, P1, hyp, ref = (measured.values[..., k] for k in range(4))
        BP = brevity_penalty(hyp, ref)
        scores = np.where(NKT > 0, NKT * P1**self.alpha * BP**self.beta, 0.0)
        rows = np.stack([scores, np.ones_like(scores), NKT, P1, BP], axis=-1)
        best: Array = rows[best_reference(scores, measured.starts)]
        return best

    def combine(self, sums: Array) -> Array:
        return 100.0 * ratio(sums[..., 0], sums[..., 1], 0.0)

    def parts(self, sums: Array) -> dict[str, Any]:
        return {name: float(ratio(sums[k], sums[1], 0.0)) for k, name in enumerate(self.columns) if k > 1}
