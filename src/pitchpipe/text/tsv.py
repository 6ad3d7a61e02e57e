"""Test sets as tab-separated tables with a header row.

The header names the columns:

| column | holds |
| --- | --- |
| ``source``, ``src`` | the source text |
| ``reference:NAME``, ``ref:NAME``; ``reference``, ``ref`` | a reference, ``reference`` without a name |
| ``system:NAME``, ``hyp:NAME``; ``hypothesis``, ``hyp`` | an output, ``hypothesis`` without a name |
| ``document``, ``doc`` | the document |
| ``domain`` | the domain |
| ``id``, ``segment`` | the identifier of the segment |

Any other column is an error. There is no quoting: a field is everything between two tabs, and quotation marks
are text. A table cannot say by itself that a reference is missing (an empty field is an empty reference);
``missing_token`` names the field that does.
"""

from __future__ import annotations

from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.files import split_lines
from pitchpipe.text.testset import TestSet

_PLAIN_COLUMNS = {
    "source": "source",
    "src": "source",
    "document": "documents",
    "doc": "documents",
    "domain": "domains",
    "id": "segment_ids",
    "segment": "segment_ids",
}
_NAMED_COLUMNS = {
    "reference": "references",
    "ref": "references",
    "system": "systems",
    "hyp": "systems",
}
_UNNAMED_COLUMNS = {
    "reference": ("references", "reference"),
    "ref": ("references", "reference"),
    "hypothesis": ("systems", "hypothesis"),
    "hyp": ("systems", "hypothesis"),
}
#: The titles, for messages.
EXPECTED = "source, ref:NAME, system:NAME, document, domain, id"


def parse_tsv(text: str, file: str, *, missing_token: str | None = None) -> TestSet:
    """Reads a table from a text; ``file`` is what error messages call it."""
    lines = split_lines(text)
    if not lines:
        raise DataError(f"{file} is empty; its first line must name the columns: {EXPECTED}")
    header, *rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise DataError(f"{file}, line {number}: {len(row)} fields, but the header has {len(header)}")
    fields: dict[str, Any] = {"systems": {}, "references": {}}
    for position, title in enumerate(header):
        attribute, name = _column(title, file)
        target = fields if name is None else fields[attribute]
        key = attribute if name is None else name
        if key in target:
            raise DataError(f'{file}: the column "{title}" repeats another one')
        values: list[str | None] = [row[position] for row in rows]
        if attribute == "references" and missing_token is not None:
            values = [None if value == missing_token else value for value in values]
        target[key] = values
    return TestSet(**fields)


def _column(title: str, file: str) -> tuple[str, str | None]:
    known = column_of(title)
    if known is None:
        raise DataError(f'{file}, line 1: unknown column "{title}"; the header may name {EXPECTED}')
    return known


def column_of(title: str) -> tuple[str, str | None] | None:
    """Which field of a test set a title means, and under which name if the field has named parts.

    ``None`` where it means nothing.
    """
    if title in _PLAIN_COLUMNS:
        return _PLAIN_COLUMNS[title], None
    if title in _UNNAMED_COLUMNS:
        return _UNNAMED_COLUMNS[title]
    prefix, _, name = title.partition(":")
    if prefix in _NAMED_COLUMNS and name:
        return _NAMED_COLUMNS[prefix], name
    return None
