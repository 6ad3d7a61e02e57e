"""Tables and the lines below them in the formats people paste: terminal, TSV, Markdown, LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pitchpipe.showing import latex, markdown, terminal
from pitchpipe.showing.grids import Grid

FORMATS = ("table", "json", "tsv", "latex", "markdown")

#: What is to be copied as it is: a metric as the grammar spells it, or a signature.
_CODE = re.compile(r"\S+|.*\|v(ersion)?:\S+")


def render(grid: Grid, style: str = "table", decimals: int = 2, *, colour: bool = False) -> str:
    """A grid as text in one of :data:`FORMATS` but JSON; ``colour`` sets off the best on a terminal."""
    if style == "table":
        return "\n".join(terminal.lines(grid, decimals, colour=colour))
    return "\n".join(_LINES[style](grid, decimals))


def note(line: str, style: str) -> str:
    """A line below a table of this format; Markdown sets metrics and signatures as code, prose as prose."""
    if style == "markdown":
        return f"- `{line}`" if _CODE.fullmatch(line) else f"- {markdown.escaped(line)}"
    return f"% {line}" if style == "latex" else line


def _tsv(grid: Grid, decimals: int) -> Iterator[str]:
    """For machines: full precision, whatever the decimals."""
    yield "\t".join(grid.header)
    for row in grid.rows:
        yield "\t".join(cell.text(None) for cell in row)


_LINES: dict[str, Callable[[Grid, int], Iterator[str]]] = {
    "tsv": _tsv,
    "latex": latex.lines,
    "markdown": markdown.lines,
}
