"""How many threads the counting core uses. Results never depend on it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from pitchpipe import _core
from pitchpipe.errors import ParameterError

VARIABLE = "PITCHPIPE_THREADS"


def set_threads(threads: int) -> None:
    """Uses this many threads from now on; 0 means all cores."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 0 <= threads <= 4096:
        raise ParameterError(f"the number of threads must be between 0 (all cores) and 4096, not {threads!r}")
    _core.set_threads(threads)


@contextmanager
def threads(count: int) -> Iterator[None]:
    """Uses this many threads within a ``with`` block."""
    before = _core.threads()
    set_threads(count)
    try:
        yield
    finally:
        _core.set_threads(before)


def set_from_environment() -> None:
    """Follows ``PITCHPIPE_THREADS`` where it is set."""
    value = os.environ.get(VARIABLE, "").strip()
    if not value:
        return
    if not value.isascii() or not value.isdigit():
        raise ParameterError(f"{VARIABLE} must be a whole number, not {value!r}")
    set_threads(int(value))
