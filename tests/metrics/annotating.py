"""Annotations for tests: made from a word alone, or written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from pitchpipe.lang.annotation.analysis import Analysed, Annotator, Token
from pitchpipe.metrics.tesla_m import NgramMatching
from pitchpipe.text.tokenizers import View, encode
from tests.oracle.tesla import Word

#: The universal part of speech that stands for function words here, and the one that does not.
FUNCTION, CONTENT = "DET", "NOUN"


@dataclass(frozen=True)
class PureAnnotator:
    """An annotator whose analysis of a line is a pure function of it."""

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        (tokens,) = encode([list(lines)], View("13a"))
        return Analysed.of(
            [[pure_token(word) for word in tokens.words(i)] for i in range(len(lines))],
            tool="pure",
            tagset="pure",
        )


def pure_token(word: str) -> Token:
    """Short words are function words, longer ones nouns or verbs; the lemma is how the word begins."""
    upos = FUNCTION if len(word) < 4 else CONTENT if len(word) % 2 else "VERB"
    return Token(word, word.lower()[:5], upos, f"{upos}-{word[-1]}")


@dataclass(frozen=True)
class SpelledAnnotator:
    """Words say themselves what they are: ``lemma.tag``, and in upper case if a function word."""

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        return Analysed.of(
            [[spelled_token(word) for word in line.split()] for line in lines],
            tool="spelled",
            tagset="letters",
        )


def spelled_token(word: str) -> Token:
    lemma, _, tag = word.partition(".")
    return Token(word, lemma.lower(), FUNCTION if lemma.isupper() else CONTENT, tag or "n")


def spelled_word(word: str, senses: Mapping[str, frozenset[str]]) -> Word:
    """The same word as the oracle sees it."""
    _, lemma, upos, tag = spelled_token(word)
    return Word(lemma, tag, senses.get(lemma, frozenset()), upos == FUNCTION)


@dataclass
class GivenAnnotator:
    """The annotations of lines that are written down."""

    hypotheses: list[list[Token]]
    references: list[list[Token]]

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        return Analysed.of(getattr(self, side), tool="given", tagset="given")


@dataclass
class GivenSynonyms:
    """The synsets of lemmas that are written down."""

    senses: Mapping[str, frozenset[str]]
    numbers: dict[str, int] = field(default_factory=dict)
    origin: ClassVar[str] = "given#00000000"

    def synsets(
        self, lemmas: Sequence[str], upos: Sequence[str]
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        return _flat([sorted(self.senses.get(lemma, frozenset())) for lemma in lemmas], self.numbers)


@dataclass
class SensesInOrder:
    """The synsets of tokens that are written down: those of hypotheses, then those of references."""

    sides: list[list[list[str]]]
    numbers: dict[str, int] = field(default_factory=dict)

    def synsets(
        self, lemmas: Sequence[str], upos: Sequence[str]
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        each = self.sides.pop(0)
        assert len(each) == len(lemmas)
        return _flat(each, self.numbers)


def _flat(
    each: Sequence[Sequence[str]], numbers: dict[str, int]
) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    ids = [numbers.setdefault(sense, len(numbers)) for senses in each for sense in senses]
    return np.cumsum([0, *map(len, each)], dtype=np.int64), np.array(ids, dtype=np.uint32)


def use_annotator(patch: pytest.MonkeyPatch, annotator: Annotator) -> None:
    """Metrics find this annotator installed, for every language."""
    patch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", lambda language, **_: annotator)


def use_synonyms(patch: pytest.MonkeyPatch, synonyms: GivenSynonyms | SensesInOrder) -> None:
    """Metrics that look for synonyms find these."""
    patch.setattr(NgramMatching, "_find_synonyms", lambda self, language: synonyms)
