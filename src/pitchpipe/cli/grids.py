"""Tables in the formats people paste: terminal, TSV, Markdown, LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click

FORMATS = ("table", "json", "tsv", "latex", "markdown")


@dataclass(frozen=True)
class Cell:
    """A cell: a text or a number; ``best`` marks the best of its column."""

    value: str | float | int
    best: bool = False

    def text(self, decimals: int | None) -> str:
        """As text; numbers rounded, or at full precision with ``None``."""
        if isinstance(self.value, float):
            return repr(self.value) if decimals is None else f"{self.value:.{decimals}f}"
        return str(self.value)


@dataclass(frozen=True)
class Grid:
    """A header and rows; the first ``labels`` columns are texts, the others numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: int = 1


def show(grid: Grid, style: str, decimals: int) -> None:
    """Prints a grid in one of :data:`FORMATS` but JSON."""
    {"table": _table, "tsv": _tsv, "latex": _latex, "markdown": _markdown}[style](grid, decimals)


def _table(grid: Grid, decimals: int) -> None:
    """Columns as wide as they need to be. Drawn by hand: loading a library takes longer than scoring."""
    texts = [[cell.text(decimals) for cell in row] for row in grid.rows]
    widths = [max(map(cell_width, column)) for column in zip(grid.header, *texts, strict=True)]
    click.echo(_line(grid.header, widths, grid.labels))
    click.echo("─" * (sum(widths) + 3 * (len(widths) - 1)))
    for row, cells in zip(grid.rows, texts, strict=True):
        bold = [cell.best for cell in row]
        click.echo(_line(cells, widths, grid.labels, bold))


def _line(cells: Sequence[str], widths: list[int], labels: int, bold: Sequence[bool] = ()) -> str:
    padded = []
    for k, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        blanks = " " * (width - cell_width(cell))
        shown = click.style(cell, bold=True) if k < len(bold) and bold[k] else cell
        padded.append(shown + blanks if k < labels else blanks + shown)
    return "   ".join(padded).rstrip()


def cell_width(text: str) -> int:
    """Columns a text takes on a terminal: none for combining marks, two for wide characters."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _tsv(grid: Grid, decimals: int) -> None:
    click.echo("\t".join(grid.header))
    for row in grid.rows:
        click.echo("\t".join(cell.text(None) for cell in row))


_MARKDOWN = str.maketrans({c: f"\\{c}" for c in "|*_`<"})


def _markdown(grid: Grid, decimals: int) -> None:
    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |"

    def shown(cell: Cell) -> str:
        text = cell.text(decimals).translate(_MARKDOWN)
        return f"**{text}**" if cell.best else text

    click.echo(line(name.translate(_MARKDOWN) for name in grid.header))
    click.echo(line("---" if k < grid.labels else "---:" for k in range(len(grid.header))))
    for row in grid.rows:
        click.echo(line(map(shown, row)))


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"↑": r"$\uparrow$", "↓": r"$\downarrow$"}
)


def _latex_text(text: str) -> str:
    """Text with LaTeX's special characters escaped."""
    return text.translate(_LATEX)


def _latex(grid: Grid, decimals: int) -> None:
    columns = "l" * grid.labels + "r" * (len(grid.header) - grid.labels)
    click.echo(f"\\begin{{tabular}}{{{columns}}}\n\\toprule")
    click.echo(" & ".join(_latex_text(name) for name in grid.header) + r" \\" + "\n\\midrule")
    for row in grid.rows:
        cells = [_latex_text(cell.text(decimals)) for cell in row]
        bold = [f"\\textbf{{{t}}}" if c.best else t for c, t in zip(row, cells, strict=True)]
        click.echo(" & ".join(bold) + r" \\")
    click.echo("\\bottomrule\n\\end{tabular}")
