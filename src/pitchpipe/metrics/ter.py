"""TER: edits and block shifts per reference word.

Snover, Dorr, Schwartz, Micciulla and Makhoul (2006), "A Study of Translation Edit Rate with
Targeted Human Annotation", AMTA. Equal to sacreBLEU 2.6.0, which follows TERCOM: a greedy search
for shifts around a beamed edit distance. Several references: the fewest edits to any of them,
divided by their mean length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.values import Measured
from pitchpipe.metrics.error_rate import ErrorRate
from pitchpipe.metrics.explanations import Shift, ShiftedPath, steps_of, words_of_pairs
from pitchpipe.metrics.parameters import counting, lowercase
from pitchpipe.metrics.registry import register
from pitchpipe.text.tokenizers import View

_SWITCHES = ("normalized", "no_punct", "asian_support")


@register()
@dataclass(frozen=True, kw_only=True)
class TER(ErrorRate):
    """Translation edit rate. A row is edits and mean reference length."""

    name: ClassVar[str] = "ter"
    title: ClassVar[str] = "TER"
    paper: ClassVar[str] = "Snover et al. 2006; sacreBLEU's definition"
    counted: ClassVar[str] = "edits"
    exceptions: ClassVar = {
        "identity_is_best": "with normalized, sacreBLEU normalises references once more than hypotheses",
    }

    lowercase: bool = lowercase(True)
    normalized: bool = counting(False, "tokenise as tercom's -N", key="norm", short="nr", always=True)
    no_punct: bool = counting(
        False, "drop punctuation", key="punct", short="pn", codes={False: "yes", True: "no"}, always=True
    )
    asian_support: bool = counting(
        False, "split Chinese and Japanese characters", key="asian", short="as", always=True
    )

    def measure(self, batch: Batch) -> Measured:
        return Measured(_core.ter_edits(*self._tokens(batch), batch.layout))

    def explanations(self, batch: Batch) -> Iterator[ShiftedPath]:
        """The shifts and edits that are counted."""
        hyps, refs = self._tokens(batch, named=True)
        found = _core.ter_paths(hyps, refs, batch.layout)
        for words, (shifts, order, letters) in zip(words_of_pairs(hyps, refs, batch), found, strict=True):
            moved = tuple(Shift(*shift) for shift in shifts)
            yield ShiftedPath(*words, moved, tuple(order), steps_of(letters))

    def unfit_for(self, language: str) -> str | None:
        if self.normalized and self.asian_support and language in {"ja", "zh"}:
            return None
        if language not in {"ja", "zh"}:
            return "TER has no tokenizer for it"
        return "say normalized=true,asian_support=true (one without the other changes nothing here)"

    def _tokens(self, batch: Batch, *, named: bool = False) -> tuple[_core.Tokens, _core.Tokens]:
        switches = [name for name in _SWITCHES if getattr(self, name)]
        switches += [] if self.lowercase else ["case_sensitive"]
        tokenizer = f"tercom[{','.join(switches)}]"
        if not self.normalized:
            return batch.tokens(View(tokenizer, split="unicode"), named=named)
        # sacreBLEU normalises references twice, which shows where a possessive precedes punctuation:
        # "Ann's," is "ann's ," after the first time and "ann 's ," after the second.
        stripped = _core.Texts([line.rstrip() for line in batch.references])
        normalized = _core.Texts(_core.tokenize(stripped, tokenizer))
        hyps, refs = _core.encode([batch.texts[0], normalized], tokenizer, "keep", "unicode")
        return hyps, refs
