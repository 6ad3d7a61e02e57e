"""Which n-grams of the reference each system says, counted with numpy over all systems at once.

A word of an output is right where the reference of its segment has it, as often as it has it (clipped, as in
BLEU). Of several references the first that a segment has counts, so that a word has one frequency.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.text.languages import word_tokenizer
from pitchpipe.text.testset import TestSet
from pitchpipe.text.tokenizers import View, encode

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Tokenized:
    """The reference and all systems as ids of one vocabulary, flat, each id with its segment."""

    tokens: tuple[_core.Tokens, ...]
    words: tuple[Ints, ...]
    segments: tuple[Ints, ...]
    count: int

    @classmethod
    def of(cls, test_set: TestSet) -> Tokenized:
        """The texts of a test set; the reference comes first."""
        sides = [first_references(test_set), *test_set.systems.values()]
        tokens = tuple(encode(sides, View(word_tokenizer(test_set.told_language()))))
        words = tuple(one.ids.astype(np.int64) for one in tokens)
        return cls(tokens, words, tuple(map(_segments, tokens)), len(test_set))


@dataclass(frozen=True)
class Counted:
    """How often an n-gram occurs in a segment of a text, for every such pair."""

    grams: Ints
    segments: Ints
    counts: Ints


def first_references(test_set: TestSet) -> list[str]:
    """The first reference that each segment has."""
    columns = list(test_set.references.values())
    found = (next((line for line in lines if line is not None), "") for lines in zip(*columns, strict=True))
    return list(found)


def counted(grams: Ints, segments: Ints) -> Counted:
    """N-grams of a text, in segments, counted."""
    width = int(grams.max(initial=0)) + 1
    keys, counts = np.unique(segments * width + grams, return_counts=True)
    return Counted(keys % width, keys // width, counts.astype(np.int64))


def matched(own: Counted, reference: Counted) -> Counted:
    """What both have, as often as both have it."""
    width = int(max(own.grams.max(initial=0), reference.grams.max(initial=0))) + 1
    keys = [one.segments * width + one.grams for one in (own, reference)]
    both, first, second = np.intersect1d(keys[0], keys[1], assume_unique=True, return_indices=True)
    return Counted(both % width, both // width, np.minimum(own.counts[first], reference.counts[second]))


def orders(texts: Tokenized, longest: int) -> Iterator[list[tuple[Ints, Ints, Ints]]]:
    """For n from 1 on, of every text the ids of its n-grams, their segments, and where they begin."""
    grams = list(texts.words)
    places = [np.arange(len(words), dtype=np.int64) for words in texts.words]
    yield list(zip(grams, texts.segments, places, strict=True))
    width = max(int(words.max(initial=0)) for words in texts.words) + 1
    for n in range(2, longest + 1):
        grown = [
            _grown(*each, n=n, width=width)
            for each in zip(grams, places, texts.words, texts.segments, strict=True)
        ]
        _, ids = np.unique(np.concatenate([keys for keys, _ in grown]), return_inverse=True)
        grams = np.split(ids.astype(np.int64), np.cumsum([len(keys) for keys, _ in grown])[:-1])
        places = [kept for _, kept in grown]
        segments = [all_of[kept] for all_of, kept in zip(texts.segments, places, strict=True)]
        yield list(zip(grams, segments, places, strict=True))


def _grown(
    grams: Ints, places: Ints, words: Ints, segments: Ints, *, n: int, width: int
) -> tuple[Ints, Ints]:
    """Keys of n-grams made of those one word shorter, and where they begin."""
    last = places + n - 1
    inside = last < len(words)
    inside[inside] = segments[last[inside]] == segments[places[inside]]
    return grams[inside] * width + words[last[inside]], places[inside]


def words_at(tokens: _core.Tokens, place: int, n: int) -> str:
    """The n-gram that begins at this place of a flat text."""
    ends = np.cumsum(tokens.lengths, dtype=np.int64)
    segment = int(np.searchsorted(ends, place, side="right"))
    begin = place - int(ends[segment] - tokens.lengths[segment])
    return " ".join(tokens.words(segment)[begin : begin + n])


def _segments(tokens: _core.Tokens) -> Ints:
    return spread(tokens.lengths)


def spread(lengths: NDArray[np.integer]) -> Ints:
    """The line of every token of a flat text, by the lengths of lines."""
    return np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)


def totals(found: Sequence[Counted], grams: int) -> Ints:
    """How often each n-gram was found in each text, ``[texts, grams]``."""
    rows = [np.bincount(one.grams, weights=one.counts, minlength=grams) for one in found]
    return np.stack(rows).astype(np.int64)
