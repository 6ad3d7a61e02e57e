"""Tables in LaTeX, with the rules of booktabs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import PurePath

from pitchpipe.showing.grids import Cell, Grid

_ESCAPED = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": r"\textbar{}"}
    # Text fonts have other characters in these places.
    | {"<": "$<$", ">": "$>$", "±": r"$\pm$", "…": r"\ldots{}", "Δ": r"$\Delta$"}
    | {"↑": r"$\uparrow$", "↓": r"$\downarrow$", "†": r"$^{\dagger}$", "‡": r"$^{\ddagger}$"}
)
#: The sign of a number, which is no hyphen.
_MINUS = re.compile(r"(?<![\w.)])-(?=\.?\d)")
#: What the names of outputs end in: a language, txt, out.
_SUFFIX = re.compile(r"\.[A-Za-z]{2,5}")


def lines(grid: Grid, decimals: int) -> Iterator[str]:
    """A ``tabular``; the best of a column is bold."""
    columns = "".join("l" if is_left else "r" for is_left in grid.left)
    yield f"\\begin{{tabular}}{{{columns}}}\n\\toprule"
    yield " & ".join(map(_escaped, grid.header)) + r" \\" + "\n\\midrule"
    for row in grid.rows:
        cells = [_escaped(cell.text(decimals)) for cell in row]
        bold = [f"\\textbf{{{t}}}" if c.best else t for c, t in zip(row, cells, strict=True)]
        yield " & ".join(bold) + r" \\"
    yield "\\bottomrule\n\\end{tabular}"


def without_suffixes(grid: Grid, systems: Collection[str]) -> Grid:
    """The grid with systems named as in papers, without the suffix that all their files share."""
    suffixes = {PurePath(name).suffix for name in systems}
    short = {name: str(PurePath(name).with_suffix("")) for name in systems}
    common = suffixes.pop() if len(suffixes) == 1 else ""
    if not _SUFFIX.fullmatch(common) or len(set(short.values())) < len(short):
        return grid

    def named(cell: Cell) -> Cell:
        return replace(cell, value=short.get(str(cell.value), cell.value))

    rows = tuple(
        tuple(named(cell) if k < grid.labels else cell for k, cell in enumerate(row)) for row in grid.rows
    )
    return replace(grid, header=tuple(short.get(name, name) for name in grid.header), rows=rows)


def _escaped(text: str) -> str:
    """Text as LaTeX sets it: special characters escaped, signs of numbers in mathematics."""
    return _MINUS.sub("$-$", text.translate(_ESCAPED))
