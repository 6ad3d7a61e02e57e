"""Phrase tables for decoders: phrases of the source language and their translations, as Moses has them.

Extraction and scores are those of Koehn, Och and Marcu (2003): relative frequencies in both directions, and
lexical weights. They are counted in Rust, and written line by line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitchpipe import _core
from pitchpipe.aligning.model import Aligner
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.lang.phrases.sources import (
    DEFAULT_EXTRACTION,
    PHRASE_DECODING,
    Extraction,
    Progress,
    TellTraining,
)
from pitchpipe.text.files import StrPath, write_blocks
from pitchpipe.text.tokenizers import View, case_of, check_tokenizer, encode
from pitchpipe.wording import counted

#: Pairs that are written at once: some megabytes.
_BLOCK = 1 << 16


class TranslationTable(Brief):
    """Phrase pairs with four scores, links and counts: :meth:`write` them for a decoder."""

    def __init__(self, core: _core.Translations) -> None:
        self._core = core

    def __len__(self) -> int:
        """Number of phrase pairs."""
        return len(self._core)

    @property
    def phrases(self) -> int:
        """Number of different source phrases."""
        return self._core.phrases

    def _brief(self) -> str:
        return f"{counted(self.phrases, 'source phrases')}, {counted(len(self), 'pairs')}"

    def lines(self) -> Iterator[str]:
        """The lines, in the order of their bytes: ``f ||| e ||| scores ||| links ||| counts ||| |||``.

        Scores are φ(f|e), lex(f|e), φ(e|f) and lex(e|f); counts are those of ``e``, of ``f`` and of the pair.
        """
        for block in self._blocks():
            # Words may hold what other ways to split take for the end of a line.
            yield from block.decode("utf-8").removesuffix("\n").split("\n")

    def write(self, path: StrPath) -> None:
        """Writes the file, compressed as its suffix asks, without ever holding all of it."""
        write_blocks(path, self._blocks())

    def _blocks(self) -> Iterator[bytes]:
        for begin in range(0, len(self), _BLOCK):
            yield self._core.lines(begin, begin + _BLOCK)


def translations_from_text(
    sources: Sequence[str],
    targets: Sequence[str],
    *,
    links: _core.Alignments | None = None,
    tokenize: str = "none",
    source_tokenize: str | None = None,
    lowercase: bool = False,
    extraction: Extraction = DEFAULT_EXTRACTION,
    progress: Progress | None = None,
    tell: TellTraining | None = None,
) -> TranslationTable:
    """Makes a table from sentences and their translations.

    Parameters
    ----------
    sources, targets
        The sentences, in words as the decoder will see them.
    links
        Links between their words; by default those of a model trained on these very lines, in both
        directions, symmetrised by grow-diag-final-and.
    tokenize, source_tokenize
        Tokenizers of target and source, the same by default.
    lowercase
        Change both to lower case. Words are aligned in lower case anyway.
    extraction
        What is kept: ``top`` is the number of translations of each phrase, those with the highest
        probability given the phrase; of equal ones the first in order of their bytes.
    progress, tell
        Hear of each step, and of each iteration of training.

    Raises
    ------
    DataError
        If the sides have different numbers of lines, a link leaves its sentences, a word holds ``|||``, or no
        pair is left.

    Examples
    --------
    >>> german, english = ["das Haus", "das Buch", "ein Buch"], ["the house", "the book", "a book"]
    >>> print(next(translations_from_text(german, english).lines()))
    Buch ||| book ||| 1 1 1 1 ||| 0-0 ||| 2 2 2 ||| |||
    """
    if len(sources) != len(targets):
        raise DataError(f"there are {len(sources)} source lines, but {len(targets)} target lines")
    source_tokenize = source_tokenize or tokenize
    for name in (source_tokenize, tokenize):
        check_tokenizer(name)
    step: Progress = progress or (lambda _: None)
    step("aligning words")
    if links is None:
        aligner = Aligner.train(
            sources, targets, source_tokenize=source_tokenize, tokenize=tokenize, progress=tell
        )
        links = aligner.align(
            sources, targets, source_tokenize=source_tokenize, tokenize=tokenize, decoding=PHRASE_DECODING
        )
    step("extracting phrases")
    case = case_of(lowercase)
    (source_words,) = encode([list(sources)], View(source_tokenize, case))
    (target_words,) = encode([list(targets)], View(tokenize, case))
    pairs = _core.Translations.extract(
        source_words, target_words, links, extraction.longest, extraction.min_count, extraction.top
    )
    return TranslationTable(pairs)
