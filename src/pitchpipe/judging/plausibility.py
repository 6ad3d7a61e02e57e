"""Whether an answer came faster than anybody reads.

People read 20 to 30 letters in a second, and skim a few times as many. A character of Chinese or Japanese
says as much as about three letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_WIDE = 3


def reading_letters(texts: Iterable[str | None]) -> int:
    """How much there is to read, in letters.

    >>> reading_letters(["abc", None, "日本"])
    9
    """
    return sum(
        _WIDE if unicodedata.east_asian_width(letter) in "WF" else 1
        for text in texts
        for letter in text or ""
    )


def is_too_fast(seconds: float, texts: Iterable[str | None], fast: float) -> bool:
    """Whether texts would have been read at more than ``fast`` letters in a second."""
    return seconds * fast < reading_letters(texts)
