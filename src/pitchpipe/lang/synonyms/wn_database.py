"""Wordnets of any language in the database of the Python package ``wn`` (SQLite)."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.lang.synonyms.compiled import ADJECTIVE, ADVERB, ANY, NOUN, VERB
from pitchpipe.text import languages

_PARTS = {"n": NOUN, "v": VERB, "a": ADJECTIVE, "s": ADJECTIVE, "r": ADVERB}
_ENTRIES = """
    SELECT forms.form, entries.pos, senses.synset_rowid FROM forms
    JOIN entries ON entries.rowid = forms.entry_rowid
    JOIN senses ON senses.entry_rowid = entries.rowid
    WHERE entries.lexicon_rowid = ? ORDER BY senses.rowid, forms.rowid
"""


@dataclass(frozen=True)
class WnDatabase:
    """The lexicons of one language."""

    path: Path
    #: The row of every lexicon, and what it is called: ``oewn:2024``.
    lexicons: tuple[tuple[int, str], ...]

    @property
    def kind(self) -> str:
        return "wn-" + "+".join(name.replace(":", "-") for _, name in self.lexicons)

    @property
    def digest(self) -> str:
        """Of names and versions; the database itself may be of any size."""
        return hashlib.blake2b(self.kind.encode(), digest_size=16).hexdigest()

    def entries(self) -> Iterator[tuple[str, int, int]]:
        for row, _ in self.lexicons:
            for form, part, synset in _query(self.path, _ENTRIES, row):
                yield str(form), _PARTS.get(str(part), ANY), int(synset)

    def exceptions(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        """Forms are entries of their own."""
        return iter(())


def read_wn(path: Path, language: str) -> WnDatabase | None:
    """The lexicons of a language, or ``None`` if the database has none.

    Raises
    ------
    DataError
        If it is no database of ``wn``.
    """
    found = _query(path, "SELECT rowid, id, version, language FROM lexicons ORDER BY id, version")
    lexicons = tuple(
        (int(row), f"{name}:{version}") for row, name, version, tag in found if _same(str(tag), language)
    )
    return WnDatabase(path, lexicons) if lexicons else None


def _same(tag: str, language: str) -> bool:
    return tag.partition("-")[0].isalpha() and languages.code(tag) == language


def _query(path: Path, query: str, *values: int) -> list[Any]:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return database.execute(query, values).fetchall()
    except sqlite3.Error as error:
        raise DataError(f"{path} cannot be read as a database of wn ({error})") from None
