"""The cache folder: where it is, and whether anything is kept there at all.

It is the user's, or the one that the environment variable ``PITCHPIPE_CACHE`` names. Where that says
``none``, nothing is kept; what people put there on purpose (trained taggers, phrase tables, models) is still
found in the user's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE = "PITCHPIPE_CACHE"
NOTHING = "none"

_keeping = ContextVar("keeping", default=True)


def is_keeping() -> bool:
    """Whether what takes time is kept in the cache folder."""
    return _keeping.get() and os.environ.get(VARIABLE) != NOTHING


@contextmanager
def uncached() -> Iterator[None]:
    """Within the block metrics keep nothing in the cache folder, and look for nothing there."""
    before = _keeping.set(False)
    try:
        yield
    finally:
        _keeping.reset(before)


def cache_folder(name: str) -> Path:
    """Where things of one kind are kept for the user."""
    from pathlib import Path

    from platformdirs import user_cache_path

    given = os.environ.get(VARIABLE)
    if given and given != NOTHING:
        return Path(given).expanduser() / name
    return user_cache_path("pitchpipe") / name
