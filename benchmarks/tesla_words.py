"""A stand-in for annotation, so that TESLA is timed without an analyser.

A word's first letters are its lemma, its last its part of speech, its vowels its only sense, and short words
are function words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pitchpipe.lang.annotation.analysis import Analysed, Token


class Word(NamedTuple):
    """What similarities look at."""

    lemma: str
    tag: str
    sense: str
    is_function: bool


def word(text: str) -> Word:
    """A word by its letters."""
    low = text.lower()
    vowels = "".join(letter for letter in low if letter in "aeiou")
    return Word(low[:5], low[-1:], vowels, len(low) <= 3)


@dataclass(frozen=True)
class StandInAnnotator:
    """Analyses by the letters of words that are separated by blanks."""

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        return Analysed.of(
            [[_token(text) for text in line.split()] for line in lines], tool="stand-in", tagset="letters"
        )


def write_synonyms(path: Path, lines: Iterable[str]) -> None:
    """The lemmas of all words, those with the same vowels on one line."""
    words = {word(text) for line in lines for text in line.split()}
    by_sense = sorted({(one.sense, one.lemma) for one in words})
    groups = (sorted(lemma for _, lemma in group) for _, group in groupby(by_sense, lambda pair: pair[0]))
    path.write_text("".join("\t".join(group) + "\n" for group in groups if len(group) > 1), encoding="utf-8")


def _token(text: str) -> Token:
    found = word(text)
    return Token(text, found.lemma, "DET" if found.is_function else "NOUN", found.tag)
