"""Function words: lists of them, one word per line as Meteor has them, or what is frequent in a text."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitchpipe.errors import DataError
from pitchpipe.text.files import StrPath, display_name, read_lines

if TYPE_CHECKING:
    from pitchpipe import _core

#: What stands before the digest of estimated words, in place of a file's name.
ESTIMATED = "estimated#"
#: A function word is more than so much of a text (Denkowski and Lavie 2014, for Meteor Universal).
FREQUENT = 1e-3
#: In fewer words than these the share of a word says nothing.
FEWEST = 5000


def read_function_words(path: StrPath) -> frozenset[str]:
    """The words of a file, in lower case.

    Raises
    ------
    DataError
        If the file cannot be read, has a line of several words, or no word at all.
    """
    words = set()
    for number, line in enumerate(read_lines(path), 1):
        found = line.split()
        if len(found) > 1:
            raise DataError(
                f"{display_name(path)}, line {number}: has {len(found)} words, but there should be one "
                "function word on each line"
            )
        words.update(found)
    if not words:
        raise DataError(f"{display_name(path)} has no words: give a list of function words, one per line")
    return frozenset(word.lower() for word in words)


def word_counts(tokens: _core.Tokens) -> Counter[str]:
    """How often each word occurs."""
    import numpy as np

    from pitchpipe import _core

    words = _core.vocabulary(tokens)
    counts = np.bincount(tokens.ids, minlength=len(words))
    return Counter({word: count for word, count in zip(words, counts.tolist(), strict=True) if count})


def frequent_words(counts: Counter[str]) -> frozenset[str]:
    """Words that are more than a thousandth of a text, in lower case, as Meteor Universal estimates them.

    Raises
    ------
    DataError
        If the text is too short to tell.
    """
    total = counts.total()
    if total < FEWEST:
        raise DataError(f"{total} words are too few to estimate them ({FEWEST} would do)")
    return frozenset(word.lower() for word, count in counts.items() if count > FREQUENT * total)


def digest_of(words: Iterable[str]) -> str:
    """The beginning of a SHA-256 of words in their order of characters."""
    return hashlib.sha256("\n".join(sorted(words)).encode("utf-8", "surrogatepass")).hexdigest()[:8]
