"""One run at a time in a folder: two would write the same files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitchpipe.errors import DataError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder until the end, however the process ends; refused where another run holds it."""
    path = folder / "lock"
    try:
        with _held(path):
            yield
    except _TakenError as error:
        raise DataError(f"another run uses {folder}: {error}") from None


class _TakenError(Exception):
    """Says what to do about it."""


if sys.platform == "win32":

    @contextmanager
    def _held(path: Path) -> Iterator[None]:
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            raise _TakenError(f"choose another with --work, or remove {path} if none runs") from None
        try:
            os.write(handle, f"{os.getpid()}\n".encode())
            os.close(handle)
            yield
        finally:
            path.unlink(missing_ok=True)

else:
    import fcntl

    @contextmanager
    def _held(path: Path) -> Iterator[None]:
        try:
            handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o666)
        except OSError as error:
            raise DataError(f"{path} cannot be written ({error.strerror})") from None
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise _TakenError("wait for it, or choose another folder with --work") from None
            yield
        finally:
            os.close(handle)
