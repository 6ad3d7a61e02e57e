"""One line about an object for people: what it is, and how much."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from dataclasses import fields
from typing import Any

#: No line is longer than this, and no value in it than that.
LONGEST = 160
VALUE = 40


class Brief:
    """Shown in one line, ``<TestSet: 4 systems, …>``, where all that it holds would fill the screen.

    A dataclass that has it says ``repr=False``, or would write its own.
    """

    def __repr__(self) -> str:
        return brief(self, self._brief())

    def _brief(self) -> str:
        """What is said after the name: by default the parts, of large ones how many there are."""
        return ", ".join(_parts(self))


def brief(thing: object, words: str) -> str:
    """A line with the kind of a thing, and words about it; the end of many words is left out.

    >>> brief([], "2 segments"), len(brief([], "x" * 1000))
    ('<list: 2 segments>', 160)
    """
    line = " ".join(f"{type(thing).__name__}: {words}".split())
    room = LONGEST - len("<>")
    return f"<{line if len(line) <= room else line[: room - 1] + '…'}>"


def _parts(thing: Any) -> Iterator[str]:
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.repr and value is not None:
            yield f"{field.name}={_short(value)}"


def _short(value: Any) -> str:
    """A number or a name as it is, of anything larger how much there is."""
    if isinstance(value, float):
        return f"{value:.6g}"
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return f"[{'×'.join(map(str, shape))}]"
    if isinstance(value, str):
        return repr(value if len(value) <= VALUE else f"{value[: VALUE - 1]}…")
    # A long list would first be written out, only to be left out then.
    if isinstance(value, Sized) and len(value) > VALUE:
        return f"[{len(value)}]"
    text = repr(value)
    if len(text) <= VALUE and "\n" not in text:
        return text
    return f"[{len(value)}]" if isinstance(value, Sized) else "…"
