"""The cache folder: where it is, and whether anything is kept there at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_keeping = ContextVar("keeping", default=True)


def is_keeping() -> bool:
    """Whether what takes time is kept in the cache folder."""
    return _keeping.get()


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
    from platformdirs import user_cache_path

    return user_cache_path("pitchpipe") / name
