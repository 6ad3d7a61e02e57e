"""Word order as tables and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.measuring.word_order import OrderTable


def order_grid(table: OrderTable) -> Grid:
    """A row for each system, and one for the reference."""
    first = next(iter(table))
    header = ("system", *(f"{name} ↑" for name in first.measures), "mean jump", "monotone %", "d_k")
    rows = [
        (
            Cell(one.system),
            *(Cell(value) for value in one.measures.values()),
            Cell(one.mean_jump["hypothesis"]),
            Cell(one.monotone["hypothesis"]),
            Cell(one.reordering["hypothesis"]),
        )
        for one in table
    ]
    reference = (
        Cell("(reference)"),
        *(Cell(100.0) for _ in first.measures),
        Cell(first.mean_jump["reference"]),
        Cell(first.monotone["reference"]),
        Cell(first.reordering["reference"]),
    )
    return Grid(header, (*rows, reference))


def order_note(table: OrderTable) -> str:
    """Where the numbers come from."""
    first = next(iter(table))
    tokenized = f"source tokenised by {first.source_tokenize}, target by {first.tokenize}"
    origin = f"{tokenized}, words aligned by {first.alignment}"
    return f"{first.segments} segments; {origin}"
