"""Tables in the formats people paste: terminal, TSV, Markdown, LaTeX."""

from __future__ import annotations

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
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for k, name in enumerate(grid.header):
        table.add_column(Text(name), justify="left" if k < grid.labels else "right", no_wrap=True)
    for row in grid.rows:
        cells = [Text(cell.text(decimals), style="bold" if cell.best else "") for cell in row]
        table.add_row(*cells)
    # A pipe has no width: never wrap or cut there.
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=100_000)
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        click.echo(line.rstrip())


def _tsv(grid: Grid, decimals: int) -> None:
    click.echo("\t".join(grid.header))
    for row in grid.rows:
        click.echo("\t".join(cell.text(None) for cell in row))


def _markdown(grid: Grid, decimals: int) -> None:
    def line(cells: list[str]) -> str:
        escaped = [cell.replace("|", r"\|") for cell in cells]
        return f"| {' | '.join(escaped)} |"

    click.echo(line(list(grid.header)))
    click.echo(line(["---" if k < grid.labels else "---:" for k in range(len(grid.header))]))
    for row in grid.rows:
        click.echo(line([f"**{c.text(decimals)}**" if c.best else c.text(decimals) for c in row]))


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
