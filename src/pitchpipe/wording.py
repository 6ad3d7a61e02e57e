"""Words of messages that many of them share."""

from __future__ import annotations

from collections.abc import Collection

#: So many characters of a value are shown, enough for a path; a whole file may have been taken for one.
SHOWN = 120


def counted(number: int, units: str) -> str:
    """How many there are.

    >>> counted(2, "segments"), counted(1, "segments")
    ('2 segments', '1 segment')
    """
    return f"{number} {units.removesuffix('s') if number == 1 else units}"


def quoted(value: object) -> str:
    """A value of the user's, as messages show it: the beginning of a long one.

    >>> quoted("bleu"), quoted("x" * 1000) == f"'{'x' * 120}…'"
    ("'bleu'", True)
    """
    if isinstance(value, str):
        return repr(value if len(value) <= SHOWN else f"{value[:SHOWN]}…")
    shown = repr(value)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"


def meant(name: str, known: Collection[str], several: int = 1) -> str:
    """What a wrong name may stand for, or else which names there are.

    >>> meant("sources", ["source", "aligner"]), meant("x", ["source", "aligner"])
    ('did you mean source?', 'there are source, aligner')
    """
    import difflib

    # Nothing that long is a slip of the fingers, and comparing takes the square of its length.
    close = difflib.get_close_matches(name[:SHOWN], known, n=several, cutoff=0.61)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"there are {', '.join(known)}" if known else "there are none"
