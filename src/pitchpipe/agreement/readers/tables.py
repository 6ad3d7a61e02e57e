"""Tables of judgments: the rows of tab-separated and comma-separated files, with their line numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitchpipe.errors import DataError
from pitchpipe.text.names import listing


@dataclass(frozen=True)
class Row:
    """The fields of a row, and what messages call its place."""

    fields: list[str]
    where: str


def tsv_rows(lines: Sequence[str], file: str) -> Iterator[Row]:
    """Every line as a row; there is no quoting, quotation marks are text."""
    for number, line in enumerate(lines, 1):
        yield Row(line.split("\t"), f"{file}, line {number}")


def csv_rows(lines: Sequence[str], file: str) -> Iterator[Row]:
    """The rows of a comma-separated file with quoted fields."""
    reader = csv.reader(lines, strict=True)
    try:
        for fields in reader:
            yield Row(fields, f"{file}, line {reader.line_num}")
    except csv.Error as error:
        raise DataError(f"{file}, line {reader.line_num}: not a row of a CSV file ({error})") from None


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
            if self._positions.setdefault(_key(title), position) != position:
                raise DataError(f'{header.where}: two columns are called "{title}"')

    def __iter__(self) -> Iterator[Row]:
        """The rows, each as wide as the header."""
        for row in self._rows:
            require_width(row, len(self.header), "as the header has")
            yield row

    def find(self, *titles: str) -> int | None:
        """The position of the first of these columns that there is."""
        return next((self._positions[_key(t)] for t in titles if _key(t) in self._positions), None)

    def column(self, *titles: str) -> int:
        """The position of the first of these columns that there is; there must be one."""
        position = self.find(*titles)
        if position is None:
            raise DataError(f'{self.file} has no column "{titles[0]}"; it has {listing(self.header)}')
        return position


def _key(title: str) -> str:
    return title.strip().lower().replace("_", "")
