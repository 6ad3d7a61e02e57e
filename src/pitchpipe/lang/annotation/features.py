"""What the tagger looks at: a word's spelling and its neighbours'."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

#: Affixes of one to so many letters.
_AFFIX = 4
#: Beyond the ends of a sentence.
_OUTSIDE = "\t"


def features(words: Sequence[str]) -> list[list[str]]:
    """The features of every word of a sentence: itself, affixes, shape, neighbours, hyphens, digits, case."""
    lowered = [_OUTSIDE, _OUTSIDE, *(word.lower() for word in words), _OUTSIDE, _OUTSIDE]
    shapes = [_OUTSIDE, *map(_shape, words), _OUTSIDE]
    return [
        [
            *_own(word, lowered[i + 2], first=i == 0),
            f"shape={shapes[i + 1]}",
            *_neighbours(i, lowered, shapes),
        ]
        for i, word in enumerate(words)
    ]


def _own(word: str, lower: str, *, first: bool) -> list[str]:
    found = ["bias", f"word={lower}", f"kind={_kind(word)}"]
    for length in range(1, min(_AFFIX, len(lower) - 1) + 1):
        found += (f"suffix{length}={lower[-length:]}", f"prefix{length}={lower[:length]}")
    if "-" in word:
        found.append("hyphen")
    if any(map(str.isdigit, word)):
        found.append("digit")
    if word[:1].isupper():
        found.append("capital, first" if first else "capital")
    return found


def _neighbours(i: int, lowered: Sequence[str], shapes: Sequence[str]) -> list[str]:
    before, after = lowered[i + 1], lowered[i + 3]
    return [
        f"-2={lowered[i]}",
        f"-1={before}",
        f"+1={after}",
        f"+2={lowered[i + 4]}",
        f"-1 suffix2={before[-2:]}",
        f"-1 suffix3={before[-3:]}",
        f"+1 suffix2={after[-2:]}",
        f"+1 suffix3={after[-3:]}",
        f"-1 shape={shapes[i]}",
        f"+1 shape={shapes[i + 2]}",
    ]


def _kind(word: str) -> str:
    """Letters, numbers, punctuation, symbols: a quotation mark that was never seen is still punctuation."""
    return "".join(sorted({category(c)[0] for c in word}))


def _shape(word: str) -> str:
    """``McDonald`` is ``XxXxx``, ``1,000`` is ``d,dd``: kinds of characters, at most two of one in a row."""
    kinds: list[str] = []
    for c in word:
        kind = "X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c
        if kinds[-2:] != [kind, kind]:
            kinds.append(kind)
    return "".join(kinds)
