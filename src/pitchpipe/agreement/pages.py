"""Agreement with people as the command line prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.agreement.grids import grids
from pitchpipe.agreement.notes import notes
from pitchpipe.showing.pages import Page, Table

if TYPE_CHECKING:
    from pitchpipe.agreement.results import MetaTable


def meta_page(table: MetaTable, decimals: int) -> Page:
    """Tables of agreement, each with its title."""
    blocks = (Table(grid.renamed(table.heads), title) for title, grid in grids(table, decimals))
    return Page(tuple(blocks), tuple(notes(table, decimals)), decimals)
