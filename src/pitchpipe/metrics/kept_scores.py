"""Scores of a program kept in a folder, by the content of what was scored.

Each program, with its arguments, its content and its version, has a database of its own. One that is damaged
is made again; one that cannot be read or written only costs time.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import sqlite3

T = TypeVar("T")

_TABLE = "CREATE TABLE IF NOT EXISTS scores (request BLOB PRIMARY KEY, score REAL) WITHOUT ROWID"
#: Changes with what programs are asked, so that no older answer is taken for one to a newer question.
_PROTOCOL = "1"


@dataclass(frozen=True)
class KeptScores:
    """The answers of one program."""

    path: Path

    @classmethod
    def of(cls, folder: Path, words: Sequence[str], digest: str, version: str | None) -> KeptScores:
        """Those of a program with its arguments, content and version."""
        whole = "\0".join([_PROTOCOL, digest, "" if version is None else f"v{version}", *words])
        name = hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        return cls(folder / f"{name}.sqlite")

    def find(self, requests: Iterable[bytes]) -> dict[bytes, float]:
        """The scores of the requests that were answered before."""

        def read(database: sqlite3.Connection) -> dict[bytes, float]:
            found = {}
            for request in requests:
                row = database.execute(
                    "SELECT score FROM scores WHERE request = ?", (_key(request),)
                ).fetchone()
                if row is not None and isinstance(row[0], float) and math.isfinite(row[0]):
                    found[request] = row[0]
            return found

        return (self._with_database(read) if self._is_there() else None) or {}

    def add(self, scores: Mapping[bytes, float]) -> None:
        """Keeps the scores of requests."""

        def write(database: sqlite3.Connection) -> None:
            rows = [(_key(request), score) for request, score in scores.items()]
            with database:
                database.execute(_TABLE)
                database.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", rows)

        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._with_database(write)

    def _is_there(self) -> bool:
        try:
            return self.path.is_file()
        except OSError:  # in a folder that is closed to us
            return False

    def _with_database(self, use: Callable[[sqlite3.Connection], T]) -> T | None:
        import sqlite3

        try:
            with closing(sqlite3.connect(self.path)) as database:
                return use(database)
        except sqlite3.OperationalError:
            return None  # locked, closed to us, or on a full disk
        except sqlite3.DatabaseError:
            with suppress(OSError):
                self.path.unlink()
            return None


def _key(request: bytes) -> bytes:
    return hashlib.blake2b(request, digest_size=16).digest()
