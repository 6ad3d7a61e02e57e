"""What metrics of words share: a tokenizer, casing, and the tokens of a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import lowercase, tokenize
from pitchpipe.text.tokenizers import Split, View, case_of


@dataclass(frozen=True, kw_only=True)
class WordMetric(Metric):
    """A metric of tokenised text."""

    #: What separates the tokenizer's output.
    split: ClassVar[Split] = "ascii"

    lowercase: bool = lowercase(False)
    tokenize: str = tokenize()

    def tokens(self, batch: Batch, *, named: bool = False) -> tuple[_core.Tokens, _core.Tokens]:
        """Hypotheses and references of a batch, as this metric sees them."""
        return batch.tokens(View(self.tokenize, case_of(self.lowercase), self.split), named=named)
