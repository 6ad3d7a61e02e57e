"""Several files in one text, as metrics name them: separated by ``/``, each with a digest if one likes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from pitchpipe.errors import DataError

T = TypeVar("T")

#: No file at all.
NONE = "none"


class Named(NamedTuple):
    """A file or a code, and the beginning of the digest it must have, if there is one."""

    name: str
    digest: str = ""

    def require(self, digest: str) -> str:
        """The name with the digest that the file has; another than it must have is refused."""
        if not digest.startswith(self.digest):
            raise DataError(f"{self.name} has the digest {digest}, not {self.digest}: it is another file")
        return f"{self.name}#{digest}"


def split_names(names: str, is_there: Callable[[str], bool]) -> tuple[list[Named], str | None]:
    """What ``a.table#0f3a/folder/b.table`` names, and what is left that names nothing.

    A file has nothing below it, so that a ``/`` after one begins the next name.
    """
    found: list[Named] = []
    begun: str | None = None
    for piece in names.split("/"):
        begun = piece if begun is None else f"{begun}/{piece}"
        bare, _, digest = begun.rpartition("#")
        if is_there(begun):
            found.append(Named(begun))
            begun = None
        elif bare and is_there(bare):
            found.append(Named(bare, digest))
            begun = None
    return found, begun


def kept_while_unchanged(read: Callable[[Path], T], *, most: int) -> Callable[[Path], T]:
    """``read``, which is called once for each of so many files while they stay as they are."""

    @lru_cache(maxsize=most)
    def kept(path: Path, changed: int, size: int) -> T:
        return read(path)

    def read_once(path: Path) -> T:
        state = path.stat()
        return kept(path, state.st_mtime_ns, state.st_size)

    return read_once


def is_there(path: Path) -> bool:
    """Whether there is a file or folder; not where a name is no path, or within a folder closed to us."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether there is a file, as :func:`is_there`."""
    return is_there(path) and path.is_file()
