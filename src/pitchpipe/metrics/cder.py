"""CDER: edit distance with block moves.

Leusch, Ueffing and Ney (2006), "CDER: Efficient MT Evaluation Using Block Movements", EACL. Besides
insertions, deletions and substitutions, a long jump to any place of the hypothesis costs 1, so a
moved block costs little. Every reference word is covered once; hypothesis words may be used again
or not at all. Jumps are allowed before the first and after the last reference word too.

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
class CDER(ErrorRate, WordMetric):
    """Block-move error rate. A row is errors and length of the chosen reference."""

    name: ClassVar[str] = "cder"
    title: ClassVar[str] = "CDER"
    paper: ClassVar[str] = "Leusch et al. 2006"

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self.tokens(batch)
        return Measured(_core.jump_errors(hyps, refs, batch.layout), batch.layout.reference_starts())
