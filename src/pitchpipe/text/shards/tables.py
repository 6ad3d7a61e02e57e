"""Tables of lines: TSV with a header, and JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.files import display_name
from pitchpipe.text.jsonl import parse_object
from pitchpipe.text.shards.lines import Lines
from pitchpipe.text.shards.named_columns import NamedColumns
from pitchpipe.text.shards.stretches import Stretch


def tsv_titles(file: str) -> list[str]:
    """The header of a table."""
    for _, lines in Lines(file).batches():
        return lines[0].split("\t")
    raise DataError(f"{display_name(file)} is empty; its first line must name the columns")


def tsv_batches(stretch: Stretch, columns: NamedColumns) -> Iterator[dict[str, list[Any]]]:
    """The fields of the wanted columns, batch by batch."""
    (file,), (begin,), (end,) = stretch.files, stretch.begins, stretch.ends
    header = tsv_titles(file)
    columns.require(header, display_name(file))
    places = {name: header.index(name) for name in columns.wanted}
    lines = Lines(file, begin, end)
    for first, batch in lines.batches():
        rows = [line.split("\t") for line in batch]
        for k, row in enumerate(rows):
            if len(row) != len(header):
                raise DataError(
                    f"{lines.place(first + k)}: {len(row)} fields, but the header has {len(header)}"
                )
        if begin == 0 and first == 0:
            del rows[0]
        yield {name: [row[place] for row in rows] for name, place in places.items()}


def jsonl_titles(file: str) -> list[str]:
    """The keys of the first line."""
    lines = Lines(file)
    for _, batch in islice(lines.batches(), 1):
        return list(parse_object(batch[0], lines.place(0)))
    return []


def jsonl_batches(stretch: Stretch, columns: NamedColumns) -> Iterator[dict[str, list[Any]]]:
    """The texts of the wanted keys, batch by batch."""
    lines = Lines(stretch.files[0], stretch.begins[0], stretch.ends[0])
    for first, batch in lines.batches():
        values: dict[str, list[Any]] = {name: [] for name in columns.wanted}
        try:
            for line in batch:
                _take(parse_object(line, ""), values, columns)
        except DataError as error:
            # Where it stands is counted only now: of a line in the middle of a file, that takes long.
            number = first + min(map(len, values.values()))
            raise DataError(f"{lines.place(number)}: {str(error).removeprefix(': ')}") from None
        yield values


def _take(found: dict[str, Any], values: dict[str, list[Any]], columns: NamedColumns) -> None:
    identifier = columns.plain.get("segment_ids")
    for name, column in values.items():
        if name not in found and not columns.may_lack(name):
            raise DataError(f'the key "{name}" is missing')
        value = found.get(name)
        if name == identifier and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) and not (value is None and columns.may_lack(name)):
            raise DataError(f'"{name}" must be a string')
        column.append(value)
