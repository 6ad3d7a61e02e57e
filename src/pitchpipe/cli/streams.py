"""Standard output as commands find it: closed, on a full disk, or in an encoding without arrows."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress
from typing import NoReturn, TextIO

from pitchpipe.errors import DataError

#: What is printed where an encoding has no such character.
_PLAIN = {
    "↑": "^",
    "↓": "v",
    "→": "->",
    "─": "-",
    "…": "...",
    "≤": "<=",
    "·": "*",
    "“": '"',
    "”": '"',
    "’": "'",
    "Δ": "D",
    "ρ": "rho",
    "τ": "tau",
}
_ERRORS = "pitchpipe.plain"


class ClosedOutput(io.TextIOBase):
    """Standard output that was closed from the start: what is printed there must not vanish."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """As far as anybody knows who has not tried."""
        return True

    @property
    def buffer(self) -> NoReturn:
        """Where bytes would go."""
        raise DataError("standard output is closed")

    def write(self, _text: str) -> NoReturn:
        """Refuses everything."""
        raise DataError("standard output is closed")


def prepare_streams() -> None:
    """Makes standard output and error take any text.

    Where the encoding lacks a character of ours, a plain one stands for it, and ``\\u4e2d`` for one of the
    user's.
    """
    codecs.register_error(_ERRORS, _in_plain_letters)
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def takes_unicode(stream: TextIO) -> bool:
    """Whether the encoding of a stream has every character."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().startswith("utf")


def discard_output() -> None:
    """Sends what is left for standard output nowhere, so that nothing fails when it is flushed at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    refused = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character) or _escaped(character) for character in refused), error.end


def _escaped(character: str) -> str:
    r"""As JSON escapes it, with two ``\u`` for what lies beyond U+FFFF."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k : k + 2].hex()}" for k in range(0, len(units), 2))
