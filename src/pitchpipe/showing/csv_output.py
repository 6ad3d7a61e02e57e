"""Tables as CSV, for spreadsheets: full precision, and nothing that one would take for a formula."""

from __future__ import annotations

import csv
import io

from pitchpipe.showing.grids import Cell, Grid

#: What spreadsheets take for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(grid: Grid) -> str:
    """The table as RFC 4180 has it; a text that begins like a formula has an apostrophe before it."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([_safe(name) for name in grid.header])
    writer.writerows([_text(cell) for cell in row] for row in grid.rows)
    return file.getvalue()


def _text(cell: Cell) -> str:
    text = cell.text(None)
    return _safe(text) if isinstance(cell.value, str) else text


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
