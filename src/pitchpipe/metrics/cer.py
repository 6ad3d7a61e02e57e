"""CER: character error rate, WER on characters.

Every character counts, and so does a run of whitespace, as one space; whitespace at the ends does
not. Several references as for WER.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.values import Measured
from pitchpipe.metrics.error_rate import ErrorRate
from pitchpipe.metrics.parameters import lowercase
from pitchpipe.metrics.registry import register
from pitchpipe.text.tokenizers import View, case_of


@register()
@dataclass(frozen=True, kw_only=True)
class CER(ErrorRate):
    """Character error rate. A row is errors and mean reference length, in characters."""

    name: ClassVar[str] = "cer"
    title: ClassVar[str] = "CER"
    paper: ClassVar[str] = "Levenshtein 1966, on characters"

    lowercase: bool = lowercase(False)

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = batch.tokens(View("none", case_of(self.lowercase), "characters"))
        return Measured(_core.word_errors(hyps, refs, batch.layout))
