"""How many threads the counting core uses. Results never depend on it.

The default is ``PITCHPIPE_THREADS`` where that is set, and all cores otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pitchpipe import _core
from pitchpipe.errors import ParameterError


def set_threads(threads: int) -> None:
    """Uses this many threads from now on; 0 means the default."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 0 <= threads <= 4096:
        raise ParameterError(
            f"the number of threads must be between 0 (the default) and 4096, not {threads!r}"
        )
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


def current_threads() -> int:
    """How many threads are used now."""
    return _core.threads()
