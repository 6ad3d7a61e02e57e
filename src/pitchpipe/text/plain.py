"""Test sets in plain files with one segment per line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.columns import require_equal_lengths
from pitchpipe.text.files import StrPath, display_name, read_lines
from pitchpipe.text.names import named_paths


def read_columns(
    source: StrPath | None,
    references: StrPath | Iterable[StrPath] | Mapping[str, StrPath],
    systems: StrPath | Iterable[StrPath] | Mapping[str, StrPath],
    documents: StrPath | None,
    missing_token: str | None,
) -> dict[str, Any]:
    """The columns of a test set by their names in it, see ``TestSet.read``."""
    reference_paths = named_paths(references)
    system_paths = named_paths(systems)
    lengths: list[tuple[str, int]] = []

    def lines_of(path: StrPath) -> list[str]:
        lines = read_lines(path)
        lengths.append((display_name(path), len(lines)))
        return lines

    source_lines = None if source is None else lines_of(source)
    reference_lines = {
        name: [None if line == missing_token else line for line in lines_of(path)]
        for name, path in reference_paths.items()
    }
    system_lines = {name: lines_of(path) for name, path in system_paths.items()}
    document_lines = None if documents is None else lines_of(documents)
    require_equal_lengths(lengths, "line")
    domain_column, document_column = document_columns(
        document_lines, lambda number: f"{display_name(str(documents))}, line {number + 1}"
    )
    return {
        "systems": system_lines,
        "references": reference_lines,
        "source": source_lines,
        "documents": document_column,
        "domains": domain_column,
    }


def document_columns(
    lines: list[str] | None, place: Callable[[int], str]
) -> tuple[list[str] | None, list[str] | None]:
    """Domains and documents from the lines of a documents file with two columns, or one.

    ``place`` says where a line stands, counted from 0, for messages.
    """
    if lines is None:
        return None, None
    rows = [line.split("\t") for line in lines]
    if not rows:
        return None, []
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width or width > 2:
            raise DataError(
                f"{place(number)}: {len(row)} columns; "
                "expected domain and document, or the document alone, on every line"
            )
    documents = [row[-1] for row in rows]
    domains = [row[0] for row in rows] if width == 2 else None
    return domains, documents
