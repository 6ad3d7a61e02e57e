"""Every error a user can cause, in one small hierarchy."""

from __future__ import annotations

import sys
import warnings

#: A message is a sentence or two. A longer one holds names or texts of a file: the middle is left out.
LONGEST = 1000


class PitchpipeError(Exception):
    """Base of every error a user can cause; the command line prints it in one line and exits 2."""

    def __str__(self) -> str:
        message = super().__str__()
        if len(message) <= LONGEST:
            return message
        half = LONGEST // 2
        return f"{message[:half]} … {message[-half:]}"


class DataError(PitchpipeError, ValueError):
    """Files and texts: unreadable, of unequal length, malformed."""


class ParameterError(PitchpipeError, ValueError):
    """An unknown metric or parameter, or a value out of range."""


class PitchpipeWarning(UserWarning):
    """Something that is probably not meant, though it can be done; the command line prints it as a note."""


class MissingError(PitchpipeError):
    """Something optional is absent (an extra, a model, an alignment); the message says how to get it."""


class EngineError(PitchpipeError):
    """Workers that were lost, or a cluster that cannot be reached."""


def warn(message: str) -> None:
    """Warns whoever called into this package, once for each place in their code and message."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, PitchpipeWarning, stacklevel=level)
