"""Tables on a terminal.

Drawn by hand: loading a library for it takes longer than scoring a small test set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from pitchpipe.showing.grids import Grid
from pitchpipe.showing.widths import cell_width


def is_colourful() -> bool:
    """Whether standard output shows colours: a terminal, unless NO_COLOR says otherwise."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def lines(grid: Grid, decimals: int, *, colour: bool) -> Iterator[str]:
    """Columns as wide as they need to be; in ``colour``, the best of a column is bold."""
    texts = [[cell.text(decimals) for cell in row] for row in grid.rows]
    widths = [max(map(cell_width, column)) for column in zip(grid.header, *texts, strict=True)]
    yield _line(grid.header, widths, grid.left)
    yield "─" * (sum(widths) + 3 * (len(widths) - 1))
    for row, cells in zip(grid.rows, texts, strict=True):
        bold = [colour and cell.best for cell in row]
        yield _line(cells, widths, grid.left, bold)


def _line(cells: Sequence[str], widths: list[int], left: list[bool], bold: Sequence[bool] = ()) -> str:
    shown = []
    for k, (cell, width, is_left) in enumerate(zip(cells, widths, left, strict=True)):
        blanks = " " * (width - cell_width(cell))
        text = _bold(cell) if k < len(bold) and bold[k] else cell
        shown.append(text + blanks if is_left else blanks + text)
    return "   ".join(shown).rstrip()


def _bold(text: str) -> str:
    from click import style

    return style(text, bold=True)
