"""Everything a command prints of a result: tables, paragraphs, and the lines below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from pitchpipe.showing import markdown
from pitchpipe.showing.formats import note, render
from pitchpipe.showing.grids import Grid


@dataclass(frozen=True)
class Table:
    """A table, with a title above it where there are several of a kind."""

    grid: Grid
    title: str | None = None


@dataclass(frozen=True)
class Paragraph:
    """A sentence or more."""

    text: str


@dataclass(frozen=True)
class Drawing:
    """Lines that are neither: texts side by side, with or without colours."""

    lines: Callable[[bool], Iterable[str]]


Block: TypeAlias = "Table | Paragraph | Drawing"


@dataclass(frozen=True)
class Page:
    """Blocks, the notes below them, and with how many decimals numbers are written."""

    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()
    decimals: int = 2

    @property
    def grids(self) -> list[Grid]:
        """The tables, without what stands around them."""
        return [block.grid for block in self.blocks if isinstance(block, Table)]

    def with_grids(self, change: Callable[[Grid], Grid]) -> Page:
        """The page with every table changed."""
        blocks = (
            replace(block, grid=change(block.grid)) if isinstance(block, Table) else block
            for block in self.blocks
        )
        return replace(self, blocks=tuple(blocks))


def page_text(page: Page, style: str = "table", *, colour: bool = False) -> str:
    """A page in one of the formats for people: a terminal's, Markdown or LaTeX."""
    parts = ["\n".join(_lines(block, page.decimals, style, colour)) for block in page.blocks]
    if page.notes:
        parts.append("\n".join(note(line, style) for line in page.notes))
    return "\n\n".join(parts)


def _lines(block: Block, decimals: int, style: str, colour: bool) -> Iterator[str]:
    if isinstance(block, Drawing):
        yield from block.lines(colour)
    elif isinstance(block, Paragraph):
        yield _paragraph(block.text, style)
    else:
        if block.title is not None:
            yield _title(block.title, style)
        yield render(block.grid, style, decimals, colour=colour)


def _paragraph(text: str, style: str) -> str:
    return {"latex": f"% {text}", "markdown": markdown.escaped(text)}.get(style, text)


def _title(text: str, style: str) -> str:
    return {"latex": f"% {text}", "markdown": f"**{text}**\n"}.get(style, text)
