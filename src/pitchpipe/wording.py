"""Words of messages that many of them share."""

from __future__ import annotations


def counted(number: int, units: str) -> str:
    """How many there are.

    >>> counted(2, "segments"), counted(1, "segments")
    ('2 segments', '1 segment')
    """
    return f"{number} {units.removesuffix('s') if number == 1 else units}"
