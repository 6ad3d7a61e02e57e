"""Every error a user can cause, in one small hierarchy."""

from __future__ import annotations


class PitchpipeError(Exception):
    """Base of every error a user can cause; the command line prints it in one line and exits 2."""


class DataError(PitchpipeError, ValueError):
    """Files and texts: unreadable, of unequal length, malformed."""


class ParameterError(PitchpipeError, ValueError):
    """An unknown metric or parameter, or a value out of range."""


class MissingError(PitchpipeError):
    """Something optional is absent (an extra, a model, an alignment); the message says how to get it."""
