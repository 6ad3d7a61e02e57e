"""WER: word error rate, the Levenshtein distance per reference word.

Several references: the smallest distance to any of them, divided by their mean length, both summed
over the corpus.
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
class WER(ErrorRate, WordMetric):
    """Word error rate. A row is errors and mean reference length."""

    name: ClassVar[str] = "wer"
    title: ClassVar[str] = "WER"
    paper: ClassVar[str] = "Levenshtein 1966; for translation, Nießen et al. 2000"

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self.tokens(batch)
        return Measured(_core.word_errors(hyps, refs, batch.layout))
