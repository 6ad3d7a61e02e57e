"""Names of systems and references: from file names, and chosen from what there is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pitchpipe.errors import DataError
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, is_standard_stream


def named_paths(paths: StrPath | Iterable[StrPath] | Mapping[str, StrPath]) -> dict[str, StrPath]:
    """Name files: a mapping keeps its names, one or more paths are named after their files."""
    if isinstance(paths, Mapping):
        return dict(paths)
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    listed = list(paths)
    return dict(zip(names_of_files(listed), listed, strict=True))


def names_of_files(paths: Sequence[StrPath]) -> list[str]:
    """One distinct name per path: the file name without compression suffix.

    Files of the same name keep as many of their folders as it takes to tell them apart, and, where only the
    compression differs, their suffix.

    Raises
    ------
    DataError
        If a path is given twice.
    """
    for path, count in Counter(os.fspath(path) for path in paths).items():
        if count > 1:
            raise DataError(f"{path} is given {count} times")
    names = [_tail(path, 1) for path in paths]
    depth = max((len(Path(path).parts) for path in paths), default=1)
    for length in range(2, depth + 1):
        repeated = _repeated(names)
        names = [
            _tail(path, length) if name in repeated else name for path, name in zip(paths, names, strict=True)
        ]
    repeated = _repeated(names)
    return [os.fspath(path) if name in repeated else name for path, name in zip(paths, names, strict=True)]


def choose_names(
    wanted: str | Iterable[str], available: Iterable[str], kind: str, where: str = "the test set"
) -> list[str]:
    """The wanted names in the wanted order, each of which must be available; one string is one name.

    Raises
    ------
    DataError
        If a name is not there (the message lists what there is) or is given twice.
    """
    chosen = [wanted] if isinstance(wanted, str) else list(wanted)
    there = list(available)
    for name in chosen:
        if name not in there:
            raise DataError(f'{where} has no {kind} "{name}"; it has {listing(there)}')
    for name in _repeated(chosen):
        raise DataError(f'{kind} "{name}" is given more than once')
    return chosen


def listing(names: Iterable[str]) -> str:
    """Names for a message: ``a, b, c``, or ``none``."""
    return ", ".join(names) or "none"


def _tail(path: StrPath, length: int) -> str:
    if is_standard_stream(path):
        return "stdin"
    tail = Path(*Path(path).parts[-length:])
    return strip_compression_suffix(tail.as_posix())


def _repeated(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]
