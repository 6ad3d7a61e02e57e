"""Pages in HTML, for notebooks: tables, paragraphs and notes, every text of them escaped.

Nothing has a colour of its own, so that a page looks right on light and on dark ground. Where there is little
room, tables and drawings scroll by themselves, and long signatures are broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.showing.pages import Block, Drawing, Page, Paragraph
from pitchpipe.wording import counted

#: More rows than anybody reads in a notebook; a browser gets slow with many thousands.
MOST_ROWS = 100


def page_html(page: Page) -> str:
    """A page as HTML that can stand in any other."""
    return "\n".join(
        ["<div>", *(_block(block, page.decimals) for block in page.blocks), *_notes(page), "</div>"]
    )


def table_html(grid: Grid, decimals: int, title: str | None = None) -> str:
    """A table; the best of a column is bold, and the end of a very long one is left out."""
    return "\n".join(_table(grid, decimals, title))


def _block(block: Block, decimals: int) -> str:
    if isinstance(block, Drawing):
        return f'<pre style="overflow-x: auto">{escape(chr(10).join(block.lines(False)))}</pre>'
    if isinstance(block, Paragraph):
        return f"<p>{escape(block.text)}</p>"
    return table_html(block.grid, decimals, block.title)


def _table(grid: Grid, decimals: int, title: str | None) -> Iterator[str]:
    sides = ["left" if is_left else "right" for is_left in grid.left]
    yield '<div style="overflow-x: auto"><table style="border-collapse: collapse; margin: 0.5em 0">'
    if title is not None:
        yield f'<caption style="text-align: left">{escape(title)}</caption>'
    heads = (_cell("th", side, escape(name)) for side, name in zip(sides, grid.header, strict=True))
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for row in grid.rows[:MOST_ROWS]:
        cells = (_cell("td", side, _text(cell, decimals)) for side, cell in zip(sides, row, strict=True))
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>"
    left_out = len(grid.rows) - MOST_ROWS
    if left_out > 0:
        words = f"… and {counted(left_out, 'rows')} more"
        yield f'<tfoot><tr><td colspan="{len(sides)}">{words}</td></tr></tfoot>'
    yield "</table></div>"


def _text(cell: Cell, decimals: int) -> str:
    text = escape(cell.text(decimals))
    return f"<strong>{text}</strong>" if cell.best else text


def _cell(tag: str, side: str, content: str) -> str:
    return f'<{tag} style="text-align: {side}; padding: 0.1em 0.6em; white-space: nowrap">{content}</{tag}>'


def _notes(page: Page) -> Iterator[str]:
    if page.notes:
        lines = "<br>".join(map(escape, page.notes))
        yield f'<p style="overflow-wrap: anywhere"><small>{lines}</small></p>'
