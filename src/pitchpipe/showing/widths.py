"""How wide texts are on a terminal."""

from __future__ import annotations


def cell_width(text: str) -> int:
    """Columns a text takes on a terminal: none for combining marks, two for wide characters."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, width: int) -> str:
    """A text followed by blanks up to a width."""
    return text + " " * (width - cell_width(text))
