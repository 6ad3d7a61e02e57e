"""Test sets as tab-separated tables with a header row.

The header names the columns:

| column | holds |
| --- | --- |
| `source`, `src` | the source text |
| `reference:NAME`, `ref:NAME`; `reference`, `ref` | a reference; without a name it is called `reference` |
| `system:NAME`, `hyp:NAME`; `hypothesis`, `hyp` | the output of a system; without a name: `hypothesis` |
| `document`, `doc` | the document |
| `domain` | the domain |
| `id`, `segment` | the identifier of the segment |

Any other column is an error. There is no quoting: a field is everything between two tabs, and quotation marks
are text. A table cannot say by itself that a reference is missing (an empty field is an empty reference);
`missing_token` names the field that does.
"""

from __future__ import annotations

from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.files import StrPath, display_name, read_text, split_lines, write_lines
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
_EXPECTED = "source, ref:NAME, system:NAME, document, domain, id"


def read_tsv(path: StrPath, *, missing_token: str | None = None) -> TestSet:
    """Read a table with a header row; the columns are described in the documentation of the module.

    Raises
    ------
    DataError
        If a column is unknown or occurs twice, or a row has too few or too many fields.
    """
    return parse_tsv(read_text(path), display_name(path), missing_token=missing_token)


def parse_tsv(text: str, file: str, *, missing_token: str | None = None) -> TestSet:
    """Read a table from a text; `file` is what error messages call it."""
    lines = split_lines(text)
    if not lines:
        raise DataError(f"{file} is empty; its first line must name the columns: {_EXPECTED}")
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


def write_tsv(test_set: TestSet, path: StrPath, *, missing_token: str | None = None) -> None:
    """Write a table that `read_tsv` reads back; the languages and the name of the test set are not kept.

    Raises
    ------
    DataError
        If a text or a name holds a tab or a line break, or a reference is missing and no `missing_token` is
        given, or one is given that stands in the references as a text.
    """
    plain = {
        "id": test_set.segment_ids,
        "domain": test_set.domains,
        "document": test_set.documents,
        "source": test_set.source,
    }
    columns = {title: values for title, values in plain.items() if values is not None}
    for name, references in test_set.references.items():
        columns[f"ref:{name}"] = _without_gaps(references, name, missing_token)
    for name, texts in test_set.systems.items():
        columns[f"system:{name}"] = texts
    if not columns:
        raise DataError("the test set is empty; there is nothing to write")
    for title, values in columns.items():
        if any("\t" in value or "\n" in value for value in (title, *values)):
            raise DataError(
                f'the column "{title}" holds a tab or a line break, which a table cannot; write JSONL instead'
            )
    rows = ("\t".join(row) for row in zip(*columns.values(), strict=True))
    write_lines(path, ["\t".join(columns), *rows])


def _column(title: str, file: str) -> tuple[str, str | None]:
    """Which field of the test set a column fills, and under which name if the field has named parts."""
    if title in _PLAIN_COLUMNS:
        return _PLAIN_COLUMNS[title], None
    if title in _UNNAMED_COLUMNS:
        return _UNNAMED_COLUMNS[title]
    prefix, _, name = title.partition(":")
    if prefix in _NAMED_COLUMNS and name:
        return _NAMED_COLUMNS[prefix], name
    raise DataError(f'{file}, line 1: unknown column "{title}"; the header may name {_EXPECTED}')


def _without_gaps(references: list[str | None], name: str, missing_token: str | None) -> list[str]:
    if missing_token is not None and missing_token in references:
        raise DataError(f'reference "{name}" holds the missing token "{missing_token}" as a text')
    if missing_token is None and None in references:
        raise DataError(f'reference "{name}" lacks segments; give a missing_token to write in their place')
    return [(missing_token or "") if text is None else text for text in references]
