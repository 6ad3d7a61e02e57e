"""What TESLA-B and TESLA-F know beside the texts: phrase tables and a language model of English, made once.

They come from the bitexts of the alignment data, whose text is lower-cased and tokenised for Moses. Lines of
newstest2012 and 2013 are left out: newstest2012 is what people judged in WMT12, and a model that has read the
references would recognise them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pitchpipe.lang import Tagger, default_annotator
from pitchpipe.lang.lm.model import LanguageModel
from pitchpipe.lang.phrases.sources import table_from_text
from pitchpipe.text.files import read_lines

#: The folder of each pivot language's bitext.
BITEXTS = {"fr": "en-fr", "de": "de-en"}
NEWS = "newstest2012-13"
#: The perplexity of newstest2013, which no model has read, is 719 of order 3, 695 of 4, and 690 of 5.
ORDER = 5
#: The tokens of metrics keep what Moses' tokenizer parts: ``don 't``, ``Tom 's``.
_CLITIC = re.compile(r" '(?=(?:d|ll|m|re|s|t|ve)\b)")


@dataclass(frozen=True)
class Resources:
    """Files in a folder; each is made when it is asked for and not there yet."""

    folder: Path
    bitexts: Path
    treebanks: Path

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The phrase tables of English, one for each pivot language."""
        return tuple(str(self._table(pivot)) for pivot in BITEXTS)

    @cached_property
    def model(self) -> str:
        """A language model of the English sides."""
        path = self.folder / "en.arpa.gz"
        if not path.is_file():
            lines = dict.fromkeys(line for pivot in BITEXTS for line, _ in self.pairs(pivot))
            LanguageModel.estimate(list(lines), order=ORDER, tokenize="13a", lowercase=True).write(path)
        return str(path)

    def pairs(self, pivot: str) -> Iterator[tuple[str, str]]:
        """The lines of a bitext, English first."""
        folder = self.bitexts / BITEXTS[pivot]
        columns = (read_lines(folder / f"train.{name}.gz") for name in ("en", pivot, "origin"))
        for english, other, origin in zip(*columns, strict=True):
            if origin != NEWS:
                yield _CLITIC.sub("'", english), other

    def _table(self, pivot: str) -> Path:
        path = self.folder / f"en-{pivot}.table"
        if not path.is_file():
            english, other = zip(*self.pairs(pivot), strict=True)
            annotator = default_annotator(pivot, analyser=self._tagger() if pivot == "fr" else None)
            table_from_text(english, other, language="en", pivot=pivot, annotator=annotator).save(path)
        return path

    def _tagger(self) -> str:
        """A tagger of French, for which nothing is at hand without one."""
        path = self.folder / "fr.tagger"
        if not path.is_file():
            parts = [self.treebanks / f"fr.GSD.{part}.conllu.gz" for part in ("dev", "test")]
            Tagger.train(parts, "fr").save(path)
        return str(path)
