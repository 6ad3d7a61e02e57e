"""Columns for the confidence intervals of scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pitchpipe.batch.scores import Score
from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.measuring.tables import ScoreTable


def with_intervals(grid: Grid, table: ScoreTable, level: float, decimals: int) -> Grid:
    """The table of systems with an interval, ``[low, high]``, beside each score."""

    def interval(score: Score) -> tuple[Cell, ...]:
        if score.ci is None:
            return (Cell(None),)
        low, high = (Cell(limit, further=score.further_decimals).text(decimals) for limit in score.ci)
        return (Cell(f"[{low}, {high}]"),)

    return _beside(grid, table, lambda _: (f"{level:g} % interval",), interval)


def with_limits(grid: Grid, table: ScoreTable) -> Grid:
    """The table of systems with two numbers beside each score, for machines to read."""

    def limits(score: Score) -> tuple[Cell, ...]:
        return (Cell(None),) * 2 if score.ci is None else tuple(Cell(limit) for limit in score.ci)

    return _beside(grid, table, lambda spec: (f"{spec}_low", f"{spec}_high"), limits)


def _beside(
    grid: Grid,
    table: ScoreTable,
    heads: Callable[[str], tuple[str, ...]],
    cells: Callable[[Score], tuple[Cell, ...]],
) -> Grid:
    """The grid with more columns after each metric's own."""
    header = list(grid.header[:1])
    for head, spec in zip(grid.header[1:], table.specs, strict=True):
        header += [head, *heads(spec)]
    rows = []
    for system, row in zip(table.systems, grid.rows, strict=True):
        wider = list(row[:1])
        for cell, spec in zip(row[1:], table.specs, strict=True):
            wider += [cell, *cells(table[system, spec])]
        rows.append(tuple(wider))
    return Grid(tuple(header), tuple(rows), grid.labels)
