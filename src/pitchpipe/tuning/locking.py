"""One run at a time in a folder: two would write the same files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitchpipe.errors import DataError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder until the end, however the process ends; refused where another run holds it."""
    from filelock import FileLock, Timeout

    path = folder / "lock"
    # A second holder within this process is a mistake as well, and must not be let in.
    lock = FileLock(path, timeout=0, is_singleton=False)
    try:
        lock.acquire()
    except Timeout:
        raise DataError(
            f"another run uses {folder}: wait for it, or choose another folder with --work"
        ) from None
    except OSError as error:
        raise DataError(f"{path} cannot be written ({error.strerror})") from None
    try:
        yield
    finally:
        lock.release()
