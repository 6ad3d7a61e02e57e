"""Tables in LaTeX, with the rules of booktabs."""

from __future__ import annotations

from collections.abc import Iterator

from pitchpipe.showing.grids import Grid

_ESCAPED = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"↑": r"$\uparrow$", "↓": r"$\downarrow$"}
)


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


def _escaped(text: str) -> str:
    """Text with LaTeX's special characters escaped."""
    return text.translate(_ESCAPED)
