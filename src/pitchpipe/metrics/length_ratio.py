"""Length ratio: hypothesis words per reference word, in percent.

ΣC/ΣR with the reference length closest to each hypothesis. 100 is best; it has no direction, so it
is shown and compared but never maximised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured
from pitchpipe.metrics.base import Direction
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.words import WordMetric


@register()
@dataclass(frozen=True, kw_only=True)
class LengthRatio(WordMetric):
    """Length ratio. A row is the two lengths."""

    name: ClassVar[str] = "length-ratio"
    title: ClassVar[str] = "length ratio"
    paper: ClassVar[str] = "shown beside BLEU since Papineni et al. 2002"
    direction: ClassVar[Direction] = "none"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    exceptions: ClassVar = {"identity_is_best": "it has no direction; equal lengths give 100"}

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self.tokens(batch)
        return Measured(_core.clipped_matches(hyps, refs, batch.layout, 1, "closest")[:, 2:])

    @property
    def columns(self) -> tuple[str, ...]:
        return ("hyp_length", "ref_length")

    def combine(self, sums: Array) -> Array:
        return 100.0 * ratio(sums[..., 0], sums[..., 1], 1.0)

    def parts(self, sums: Array) -> dict[str, float]:
        return {"hyp_length": float(sums[0]), "ref_length": float(sums[1])}
