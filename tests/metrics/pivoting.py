"""A phrase table for tests that only need one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.lang.annotation.analysis import Analysed, Token
from pitchpipe.lang.phrases import files as phrase_table_files
from pitchpipe.lang.phrases.sources import table_from_pairs
from pitchpipe.lang.phrases.tables import PivotTable

#: Phrases and what they are elsewhere.
PAIRS = [
    ("the bridge", "die Brücke", 3.0),
    ("the", "die", 5.0),
    ("the", "der", 4.0),
    ("bridge", "Brücke", 2.0),
    ("closed", "geschlossen", 1.0),
    ("shut", "geschlossen", 2.0),
    ("shut", "zu", 1.0),
    ("a", "ein", 1.0),
    ("a b", "A B", 1.0),
    (".", ".", 9.0),
]
_PARTS_OF_SPEECH = {"die": "DET", "der": "DET", "ein": "DET", ".": "PUNCT"}


def table() -> PivotTable:
    """The table of these phrases."""
    phrases, pivots, counts = (list(column) for column in zip(*PAIRS, strict=True))
    lines = [[_token(word) for word in pivot.split()] for pivot in pivots]
    analysed = Analysed.of(lines, tool="none", tagset="upos")
    return table_from_pairs(phrases, analysed, counts, language="en", pivot="de")


def use_tables(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Metrics that look for the tables of a language find one for English, and no others."""
    patch.setattr(phrase_table_files, "_folder", lambda: folder)
    table().save(phrase_table_files.table_path("en", "de"))


def _token(word: str) -> Token:
    upos = _PARTS_OF_SPEECH.get(word, "NOUN")
    return Token(word, word.lower(), upos, upos)
