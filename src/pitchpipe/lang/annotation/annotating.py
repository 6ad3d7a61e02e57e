"""From lines to analyses: tokens, and what an analyser says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pitchpipe.lang.annotation.analysis import Analysed
from pitchpipe.text.tokenizers import View, encode

if TYPE_CHECKING:
    from pitchpipe.lang.annotation.analysers.base import Analyser

#: Quotation marks that the 13a tokenizer leaves on words; an analyser would not know the word.
_QUOTES = "“”„‟«»‹›‘‚‛′″「」『』"


@dataclass(frozen=True)
class TextAnnotator:
    """Lines through a tokenizer and an analyser."""

    analyser: Analyser
    tokenize: str

    @property
    def origin(self) -> str:
        """Everything the analyses depend on."""
        return f"{self.analyser.tool}|{self.tokenize}"

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        (tokens,) = encode([list(lines)], View(self.tokenize))
        words = [tuple(tokens.words(i)) for i in range(len(lines))]
        # Systems often agree word for word; a line is analysed once.
        different = list(dict.fromkeys(words))
        tags = self.analyser.analyse([[_bare(word) for word in line] for line in different])
        starts = dict(zip(different, np.cumsum([0, *map(len, different)]).tolist(), strict=False))
        offsets = np.zeros(len(words) + 1, dtype=np.int64)
        np.cumsum([len(line) for line in words], out=offsets[1:])
        places = [place for line in words for place in range(starts[line], starts[line] + len(line))]
        return Analysed(
            offsets,
            [word for line in words for word in line],
            [tags.lemmas[place] for place in places],
            [tags.upos[place] for place in places],
            [tags.xpos[place] for place in places],
            self.analyser.tool,
            self.analyser.tagset,
        )


def _bare(word: str) -> str:
    """A word without the quotation marks around it; the marks, where there is nothing else."""
    return word.strip(_QUOTES) or word
