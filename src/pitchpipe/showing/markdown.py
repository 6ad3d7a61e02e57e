"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitchpipe.showing.grids import Cell, Grid

_ESCAPED = str.maketrans({c: f"\\{c}" for c in "|*_`<"})


def lines(grid: Grid, decimals: int) -> Iterator[str]:
    """A table; the best of a column is bold."""

    def shown(cell: Cell) -> str:
        text = escaped(cell.text(decimals))
        return f"**{text}**" if cell.best else text

    yield _row(map(escaped, grid.header))
    yield _row("---" if is_left else "---:" for is_left in grid.left)
    for row in grid.rows:
        yield _row(map(shown, row))


def escaped(text: str) -> str:
    """Text with Markdown's special characters escaped."""
    return text.translate(_ESCAPED)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
