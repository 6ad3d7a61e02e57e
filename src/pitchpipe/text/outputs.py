"""Where results go: looked at before the long work whose results they are."""

from __future__ import annotations

import os
from pathlib import Path

from pitchpipe.errors import DataError
from pitchpipe.text.compression import compress
from pitchpipe.text.files import StrPath, is_standard_stream


def require_writable(path: StrPath) -> None:
    """Refuses a file that could not be written, before the long work whose result it is for."""
    if is_standard_stream(path):
        return
    try:
        problem = _problem(Path(path))
    except (OSError, ValueError) as error:
        problem = _reason(error)
    if problem:
        raise DataError(f"{os.fspath(path)}: cannot be written, {problem}")
    # A package that is missing for the suffix is said now, too.
    compress(b"", os.fspath(path))


def make_folder(folder: Path) -> None:
    """A folder with the folders above it; one that is there stays as it is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise DataError(f"{folder} cannot be made a folder ({_reason(error)})") from None


def _problem(path: Path) -> str:
    """Why a file cannot be written; nothing if it can."""
    if path.is_dir():
        return "it is a folder"
    if path.exists() and not path.is_file():
        # A device or a pipe is written to as it is; nothing is made beside it.
        return "" if os.access(path, os.W_OK) else "it is write-protected"
    folder = (path.resolve() if path.is_symlink() else path).parent
    if not folder.is_dir():
        return f"there is no folder {folder}"
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"the folder {folder} is write-protected"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
