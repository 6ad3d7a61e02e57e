"""Tables of judgments: the rows of tab-separated, comma-separated and JSON files, with their places."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.jsonl import parse_json, parse_object
from pitchpipe.text.names import listing

#: Between fields, where it is no tab: European spreadsheets write semicolons.
_DELIMITERS = (",", ";")


@dataclass(frozen=True)
class Row:
    """The fields of a row, and what messages call its place."""

    fields: list[str]
    where: str


def tsv_rows(lines: Sequence[str], file: str) -> Iterator[Row]:
    """Every line as a row; there is no quoting, quotation marks are text."""
    for number, line in enumerate(lines, 1):
        yield Row(line.split("\t"), f"{file}, line {number}")


def csv_rows(lines: Sequence[str], file: str, delimiter: str = ",") -> Iterator[Row]:
    """The rows of a comma-separated file with quoted fields, which may hold line ends."""
    reader = csv.reader((f"{line}\n" for line in lines), strict=True, delimiter=delimiter)
    try:
        for fields in reader:
            yield Row(fields, f"{file}, line {reader.line_num}")
    except csv.Error as error:
        raise DataError(f"{file}, line {reader.line_num}: not a row of a CSV file ({error})") from None


def json_objects(lines: Sequence[str], file: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects of JSON lines, or of one list of them, and their places."""
    if lines and lines[0].lstrip().startswith("["):
        for number, entry in enumerate(parse_json("\n".join(lines), file), 1):
            if not isinstance(entry, dict):
                raise DataError(f"{file}, entry {number}: not a JSON object")
            yield entry, f"{file}, entry {number}"
        return
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield parse_object(line, f"{file}, line {number}"), f"{file}, line {number}"


def json_rows(objects: Iterable[tuple[dict[str, Any], str]], file: str) -> Iterator[Row]:
    """Objects as the rows of a table, whose header has every key; what an object lacks is empty."""
    listed = list(objects)
    header = list(dict.fromkeys(key for entry, _ in listed for key in entry))
    yield Row(header, f"{file}, the keys")
    for entry, where in listed:
        yield Row([_text(entry.get(key)) for key in header], where)


def table_rows(lines: Sequence[str], file: str) -> Iterator[Row]:
    """The rows of a table, header first: JSON, tabs, or commas or semicolons, as the first line shows."""
    first = lines[0] if lines else ""
    if is_json(first):
        return json_rows(json_objects(lines, file), file)
    if "\t" in first:
        return (Row([_unquoted(text) for text in row.fields], row.where) for row in tsv_rows(lines, file))
    delimiter = max(_DELIMITERS, key=first.count)
    # Spreadsheets leave empty lines at the end.
    return (row for row in csv_rows(lines, file, delimiter) if row.fields)


def is_json(line: str) -> bool:
    """Whether a file that begins so is JSON."""
    return line.lstrip().startswith(("{", "["))


def require_width(row: Row, width: int, expected: str) -> None:
    """Refuses a row with another number of fields."""
    if len(row.fields) != width:
        raise DataError(f"{row.where}: {len(row.fields)} fields, expected {width} ({expected})")


class Table:
    """Rows under a header, whose columns are found by name whatever their case and underscores."""

    def __init__(self, rows: Iterator[Row], file: str) -> None:
        self.file = file
        header = next(rows, None)
        if header is None:
            raise DataError(f"{file} is empty; its first line must name the columns")
        self.header = [title.strip() for title in header.fields]
        self._rows = rows
        self._positions: dict[str, int] = {}
        for position, title in enumerate(self.header):
            if self._positions.setdefault(title_key(title), position) != position:
                raise DataError(f'{header.where}: two columns are called "{title}"')

    def __iter__(self) -> Iterator[Row]:
        """The rows, each as wide as the header."""
        for row in self._rows:
            require_width(row, len(self.header), "as the header has")
            yield row

    def find(self, *titles: str) -> int | None:
        """The position of the first of these columns that there is."""
        return next((self._positions[key] for key in map(title_key, titles) if key in self._positions), None)

    def column(self, *titles: str) -> int:
        """The position of the first of these columns that there is; there must be one."""
        position = self.find(*titles)
        if position is None:
            raise DataError(f'{self.file} has no column "{titles[0]}"; it has {listing(self.header)}')
        return position


def title_key(title: str) -> str:
    """A title as it is compared: ``Seg_ID``, ``seg id`` and ``segId`` are the same.

    >>> title_key(" Seg_ID "), title_key("seg-id")
    ('segid', 'segid')
    """
    # A title of nothing but such characters is still one.
    return re.sub(r"[\s_-]+", "", title).lower() or title.strip()


def _unquoted(text: str) -> str:
    """A field of a tab-separated file without the quotation marks that spreadsheets put around it."""
    if len(text) > 1 and text.startswith('"') and text.endswith('"'):
        return text[1:-1].replace('""', '"')
    return text


def _text(value: Any) -> str:
    """A JSON value as a field of a table."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
