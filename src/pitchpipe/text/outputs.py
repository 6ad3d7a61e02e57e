"""Where results go: looked at before the long work whose results they are."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

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


class File(NamedTuple):
    """A file, and what messages call whoever named it: ``--weights``."""

    whose: str
    path: StrPath


def require_apart(outputs: Sequence[File], inputs: Iterable[File]) -> None:
    """Refuses to write over a file that is read, or twice to the same file; links are followed.

    Devices and pipes may be read and written at once. A folder that is read, such as a test set, stands for
    the files in its folders.
    """
    for first, second in combinations(outputs, 2):
        if _same(first.path, second.path):
            raise DataError(
                f"{first.whose} and {second.whose} would both be written to {os.fspath(first.path)}: "
                "name two files"
            )
    # What is not there yet is not lost; standard output is opened, and emptied, by whoever started us.
    there = [
        (output, found)
        for output in outputs
        if not is_standard_stream(output.path) and (found := _regular(output.path)) is not None
    ]
    for one in inputs if there else ():
        for output, found in there:
            if _is_or_holds(one.path, output.path, found):
                raise DataError(
                    f"{output.whose} {os.fspath(output.path)} would replace what is read ({one.whose}): "
                    "name another file"
                )


def _is_or_holds(read: StrPath, output: StrPath, found: os.stat_result) -> bool:
    try:
        if is_standard_stream(read):
            return os.path.samestat(found, os.fstat(0))
        known = Path(read).stat()
        if stat.S_ISDIR(known.st_mode):
            return Path(os.path.realpath(read)) in Path(os.path.realpath(output)).parent.parents
        return os.path.samestat(found, known)
    except (OSError, ValueError):
        # What cannot be looked at will be refused by whoever reads it.
        return False


def _same(one: StrPath, other: StrPath) -> bool:
    """Whether two files that are written are one; they need not be there yet."""
    if is_standard_stream(one) or is_standard_stream(other):
        return is_standard_stream(one) and is_standard_stream(other)
    first, second = _regular(one), _regular(other)
    if first is not None and second is not None:
        return os.path.samestat(first, second)
    try:
        return os.path.realpath(one) == os.path.realpath(other) and not Path(one).exists()
    except (OSError, ValueError):
        return False


def _regular(path: StrPath) -> os.stat_result | None:
    """What is known of a file, unless there is none, or something that is no regular file."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found if stat.S_ISREG(found.st_mode) else None


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
    if path.is_symlink():
        with suppress(FileNotFoundError):
            path.stat()  # the system's own words where links lead to each other
    folder = (path.resolve() if path.is_symlink() else path).parent
    if not folder.is_dir():
        return f"there is no folder {folder}"
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"the folder {folder} is write-protected"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
