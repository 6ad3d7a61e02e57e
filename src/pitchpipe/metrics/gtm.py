"""GTM: F-measure of word matches that rewards long runs.

Turian, Shen and Melamed (2003), "Evaluation of Machine Translation and its Evaluation", MT Summit;
used as a baseline by Chiang et al. (2008) with e = 1.2. The maximum match size of a pair is found
greedily, longest run first, the leftmost in hypothesis then reference in a tie::

    MMS = (Σ_runs length^e)^(1/e),   P = MMS/|h|,   R = MMS/|r|,   F = 2PR/(P + R)

e = 1 is plain bag overlap. A corpus sums MMS and lengths. Several references: the best F.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.metrics.parameters import counting, lowercase
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.words import WordMetric


@register()
@dataclass(frozen=True, kw_only=True)
class GTM(WordMetric):
    """General text matcher. A row is MMS and the two lengths."""

    name: ClassVar[str] = "gtm"
    title: ClassVar[str] = "GTM"
    paper: ClassVar[str] = "Turian et al. 2003; e = 1.2 as in Chiang et al. 2008"
    exceptions: ClassVar = {"decomposable": "the hypothesis length is part of the denominator"}

    lowercase: bool = lowercase(True)
    e: float = counting(1.2, "how much longer runs are preferred; 1 not at all", low=1.0, high=20.0)

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self.tokens(batch)
        return Measured(_core.run_matches(hyps, refs, batch.layout, self.e), batch.layout.reference_starts())

    @property
    def columns(self) -> tuple[str, ...]:
        return ("match_size", "hyp_length", "ref_length")

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        return (("match_size", "hyp_length"), ("match_size", "ref_length"))

    def weigh(self, measured: Measured) -> Array:
        chosen: Array = measured.values[best_reference(self.combine(measured.values), measured.starts)]
        return chosen

    def combine(self, sums: Array) -> Array:
        # 2PR/(P + R) with P = MMS/|h| and R = MMS/|r|
        return 100.0 * ratio(2.0 * sums[..., 0], sums[..., 1] + sums[..., 2], 0.0)

    def parts(self, sums: Array) -> dict[str, Any]:
        match_size, hyp, ref = sums
        return {"P": float(ratio(match_size, hyp, 0.0)), "R": float(ratio(match_size, ref, 0.0))}
