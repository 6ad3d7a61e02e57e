"""Tables in the formats people paste: terminal, TSV, Markdown, LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import click

FORMATS = ("table", "json", "tsv", "latex", "markdown")


#: How people are told that there is nothing to tell.
NOT_AVAILABLE = "n/a"


def rounded(value: float, decimals: int, sign: str = "") -> str:
    """A number with so many decimals; with ``sign="+"`` also positive ones have a sign, but zero has none."""
    text = f"{value:{sign}.{decimals}f}"
    return text.lstrip("+-") if float(text) == 0 else text


def written(value: float, decimals: int) -> str:
    """A number for people, with so many decimals; n/a if it is none."""
    return NOT_AVAILABLE if math.isnan(value) else rounded(value, decimals)


@dataclass(frozen=True)
class Cell:
    """A text, a number, or ``None`` for what cannot be said; ``best`` marks the best of its column."""

    value: str | float | int | None
    best: bool = False

    def text(self, decimals: int | None) -> str:
        """As text; numbers rounded, or at full precision with ``None``.

        What cannot be said is n/a for people, and nothing for machines, who get full precision.
        """
        if self.value is None or (isinstance(self.value, float) and math.isnan(self.value)):
            return "" if decimals is None else NOT_AVAILABLE
        if isinstance(self.value, float):
            return repr(self.value) if decimals is None else rounded(self.value, decimals)
        return str(self.value)


@dataclass(frozen=True)
class Grid:
    """A header and rows; the first ``labels`` columns and those named in ``texts`` are no numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: int = 1
    texts: frozenset[str] = frozenset()

    @property
    def left(self) -> list[bool]:
        """Of every column, whether it begins at the left, as texts do."""
        return [k < self.labels or name in self.texts for k, name in enumerate(self.header)]

    def renamed(self, names: Mapping[str, str]) -> Grid:
        """The grid with other names in its first column, where there are any."""
        firsts = [replace(row[0], value=names.get(str(row[0].value), row[0].value)) for row in self.rows]
        return replace(self, rows=tuple((one, *row[1:]) for one, row in zip(firsts, self.rows, strict=True)))


def show(grid: Grid, style: str, decimals: int) -> None:
    """Prints a grid in one of :data:`FORMATS` but JSON."""
    {"table": _table, "tsv": _tsv, "latex": _latex, "markdown": _markdown}[style](grid, decimals)


#: What is to be copied as it is: a metric as the grammar spells it, or a signature.
_CODE = re.compile(r"\S+|.*\|v(ersion)?:\S+")


def note(line: str, style: str) -> str:
    """A line below a table of this format; Markdown sets metrics and signatures as code, prose as prose."""
    if style == "markdown":
        return f"- `{line}`" if _CODE.fullmatch(line) else f"- {line.translate(_MARKDOWN)}"
    return f"% {line}" if style == "latex" else line


def _table(grid: Grid, decimals: int) -> None:
    """Columns as wide as they need to be. Drawn by hand: loading a library takes longer than scoring."""
    texts = [[cell.text(decimals) for cell in row] for row in grid.rows]
    widths = [max(map(cell_width, column)) for column in zip(grid.header, *texts, strict=True)]
    click.echo(_line(grid.header, widths, grid.left))
    click.echo("─" * (sum(widths) + 3 * (len(widths) - 1)))
    for row, cells in zip(grid.rows, texts, strict=True):
        bold = [cell.best for cell in row]
        click.echo(_line(cells, widths, grid.left, bold))


def _line(cells: Sequence[str], widths: list[int], left: list[bool], bold: Sequence[bool] = ()) -> str:
    padded = []
    for k, (cell, width, is_left) in enumerate(zip(cells, widths, left, strict=True)):
        blanks = " " * (width - cell_width(cell))
        shown = click.style(cell, bold=True) if k < len(bold) and bold[k] else cell
        padded.append(shown + blanks if is_left else blanks + shown)
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
    click.echo(line("---" if is_left else "---:" for is_left in grid.left))
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
    columns = "".join("l" if is_left else "r" for is_left in grid.left)
    click.echo(f"\\begin{{tabular}}{{{columns}}}\n\\toprule")
    click.echo(" & ".join(_latex_text(name) for name in grid.header) + r" \\" + "\n\\midrule")
    for row in grid.rows:
        cells = [_latex_text(cell.text(decimals)) for cell in row]
        bold = [f"\\textbf{{{t}}}" if c.best else t for c, t in zip(row, cells, strict=True)]
        click.echo(" & ".join(bold) + r" \\")
    click.echo("\\bottomrule\n\\end{tabular}")
