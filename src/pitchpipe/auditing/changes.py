"""Harmful changes of a system's output: emptied, cut, filled up with words that mean nothing.

All are made and measured at once; whatever an audit tries afterwards is a choice among their rows.
Lengths are counted in words and punctuation marks, much as the usual tokenizers split them whether or not a
system did so already, and in characters for scripts that do not separate words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pitchpipe.text.scripts import HAN, KANA, SOUTH_EAST_ASIAN
from pitchpipe.text.testset import TestSet

Lengths = NDArray[np.int64]

#: Lengths that a terse and a wordy version have relative to the references; the first pair is that of the
#: systems of Chiang et al. 2008, §3.1.
TERSE = (0.97, 0.94, 0.92, 0.9, 0.85, 0.8, 0.7)
WORDY = 1.02
#: Lengths of verbose versions, as in their §3.2, and the one whose surplus may pay for what is deleted.
VERBOSE = (1.05, 1.1, 1.2)
SURPLUS = 1.05
#: The share of words that is cut from some segments, and put into others, when lengths are traded.
TRADED = 0.1
#: How many words are appended to a segment, one after the other.
PADDED = (1, 2, 4)

AS_IS = "as it is"
OTHER = "the other system"
EMPTIED = "emptied"
LEVELLED = "as long as the references"
TRIMMED = "levelled and trimmed"
STRETCHED = "levelled and stretched"

_UNSPACED = KANA + HAN + SOUTH_EAST_ASIAN
_WORD = re.compile(rf"[{_UNSPACED}]|(?:[^\W{_UNSPACED}]|['’-]|(?<=\d)[.,](?=\d))+|[^\w\s]")


def cut_to(ratio: float) -> str:
    """The name of the output cut to so many times the length of the references."""
    return f"cut to {ratio:.2f}"


def filled_to(ratio: float, cut: float | None = None) -> str:
    """The name of the output filled up to a length, possibly after it was cut."""
    return f"{'' if cut is None else cut_to(cut) + ' then '}filled to {ratio:.2f}"


def padded(words: int, kind: str) -> str:
    """The name of the output with so many words of a kind, ``junk`` or ``common``, after every segment."""
    return f"{words} {kind} after each"


def changed(test_set: TestSet) -> TestSet:
    """A test set whose systems are the versions of the first one's output, and the second as it is."""
    lines, *others = test_set.systems.values()
    junk = junk_word(test_set)
    common = common_word(test_set) or junk
    reference = reference_lengths(test_set)
    whole = Lines.of(lines)
    own = whole.counts.astype(np.float64)
    versions = {AS_IS: lines, EMPTIED: [""] * len(lines)}
    for ratio in TERSE:
        terse = whole.cut(dithered(reference, ratio))
        versions[cut_to(ratio)] = terse.texts
        versions[filled_to(WORDY, ratio)] = terse.filled(dithered(reference, WORDY), junk).texts
    for ratio in VERBOSE:
        versions[filled_to(ratio)] = whole.filled(dithered(reference, ratio), junk).texts
    for words in PADDED:
        versions[padded(words, "junk")] = [_appended(line, junk, words) for line in lines]
        versions[padded(words, "common")] = [_appended(line, common, words) for line in lines]
    level = whole.levelled(dithered(reference, 1), junk)
    versions[LEVELLED] = level.texts
    # Words of the system go first: cutting only what was filled in would do no harm.
    shorter = whole.cut(dithered(own, 1 - TRADED))
    versions[TRIMMED] = shorter.levelled(dithered(reference, 1 - TRADED), junk).texts
    versions[STRETCHED] = level.filled(dithered(reference, 1 + TRADED), junk).texts
    versions.update(zip([OTHER], others, strict=False))
    return replace(test_set, systems=versions)


def word_counts(lines: Sequence[str]) -> Lengths:
    """How many words each line has."""
    return np.array([len(_WORD.findall(line)) for line in lines], dtype=np.int64)


def word_ends(line: str) -> list[int]:
    """Where the words of a line end."""
    return [match.end() for match in _WORD.finditer(line)]


def reference_lengths(test_set: TestSet) -> NDArray[np.float64]:
    """The mean length of each segment's references, in words."""
    total = np.zeros(len(test_set))
    count = np.zeros(len(test_set))
    for stream in test_set.references.values():
        total += word_counts([line or "" for line in stream])
        count += [line is not None for line in stream]
    return total / np.maximum(count, 1)


def dithered(lengths: NDArray[np.float64], ratio: float) -> Lengths:
    """Whole numbers near ``ratio`` times the lengths, whose sum is right, not each rounded the same way."""
    # The small amount keeps 0.9 · 10 = 9.000000000000002 and its like from depending on rounding.
    steps = np.floor(np.cumsum(lengths) * ratio + 1e-6).astype(np.int64)
    return np.diff(steps, prepend=0)


@dataclass(frozen=True)
class Lines:
    """Lines, and where the words of each end, which is sought once for all changes."""

    texts: list[str]
    ends: list[list[int]]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Lines:
        """Lines as they are."""
        return cls(list(texts), [word_ends(line) for line in texts])

    @property
    def counts(self) -> Lengths:
        """How many words each line has."""
        return np.array([len(ends) for ends in self.ends], dtype=np.int64)

    def cut(self, lengths: Lengths) -> Lines:
        """Lines without the words beyond a length; one word at least is left."""
        kept = np.maximum(lengths, 1).tolist()
        pairs = list(zip(self.texts, self.ends, kept, strict=True))
        texts = [line if len(ends) <= count else line[: ends[count - 1]] for line, ends, count in pairs]
        return Lines(texts, [ends[:count] for _, ends, count in pairs])

    def filled(self, lengths: Lengths, word: str) -> Lines:
        """Lines with a word appended as often as it takes to reach a length."""
        lacking = np.maximum(lengths - self.counts, 0).tolist()
        texts = [_appended(line, word, count) for line, count in zip(self.texts, lacking, strict=True)]
        ends = []
        for line, own, count, text in zip(self.texts, self.ends, lacking, texts, strict=True):
            step = len(word) + 1
            # Blanks before the first word go where something is appended.
            gone = len(line) + count * step - len(text)
            added = range(len(text) - (count - 1) * step, len(text) + 1, step) if count else ()
            ends.append([*(end - gone for end in own), *added])
        return Lines(texts, ends)

    def levelled(self, lengths: Lengths, word: str) -> Lines:
        """Lines cut or filled with a word to a length."""
        return self.filled(lengths, word).cut(lengths)


def junk_word(test_set: TestSet) -> str:
    """A word that no reference contains."""
    text = " ".join(line for stream in test_set.references.values() for line in stream if line).lower()
    word = "qzx"
    while word in text:
        word += "qzx"
    return word


def common_word(test_set: TestSet) -> str | None:
    """The commonest word of the references, the first in a tie; ``None`` where they have none."""
    counts: Counter[str] = Counter()
    for stream in test_set.references.values():
        for line in stream:
            counts.update(_WORD.findall(line or ""))
    return max(counts, key=counts.__getitem__, default=None)


def _appended(line: str, word: str, count: int) -> str:
    return " ".join([line, *[word] * count]).lstrip() if count else line
