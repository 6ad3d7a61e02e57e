"""Scores and word order as tables that a machine can read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pitchpipe.measuring.grids import score_grids, with_failed
from pitchpipe.measuring.interval_columns import with_limits
from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.measuring.tables import ScoreTable
    from pitchpipe.measuring.word_order import OrderTable


def wide_rows(table: ScoreTable) -> Grid:
    """A column for each metric: one table, the most detailed one that was asked for."""
    grids = list(score_grids(table, table.specs))
    if table.sampling is not None:
        grids[0] = with_limits(grids[0], table)
    grid = with_failed(grids[-1], table)
    return replace(grid, header=tuple(name.rstrip(" ↑↓") for name in grid.header))


def system_rows(table: ScoreTable) -> Grid:
    """A row for each system and metric, with its interval where one was asked for."""
    rows = ((system, spec, score.score, *(score.ci or (None, None))) for system, spec, score in table)
    return _grid(("system", "metric", "score", "low", "high"), rows)


def group_rows(table: ScoreTable) -> Grid:
    """A row for each system, metric and group."""
    rows = (
        (system, spec, group.name, group.segments, group.score)
        for system, spec, score in table
        for group in score.groups
    )
    return _grid(("system", "metric", "group", "segments", "score"), rows)


def segment_rows(table: ScoreTable) -> Grid:
    """A row for each system, metric and segment; these are numbered from 1 in the whole test set."""
    numbers = table.numbers or range(1, table.segments + 1)
    rows = (
        (system, spec, number, float(value))
        for system, spec, score in table
        if score.segments is not None
        for number, value in zip(numbers, score.segments, strict=True)
    )
    return _grid(("system", "metric", "segment", "score"), rows)


def order_rows(table: OrderTable) -> Grid:
    """A row for each system: its measures, and its numbers beside the reference's."""
    sides = ("hypothesis", "reference")
    first = next(iter(table))
    beside = ("mean_jump", "monotone", "reordering")
    header = ("system", *first.measures, *(f"{name}_{side}" for name in beside for side in sides))
    rows = (
        (one.system, *one.measures.values(), *(getattr(one, name)[side] for name in beside for side in sides))
        for one in table
    )
    return _grid(header, rows)


def order_segment_rows(table: OrderTable) -> Grid:
    """A row for each system and segment, with Kendall's similarity of its order to the reference's."""
    rows = ((one.system, k, float(score)) for one in table for k, score in enumerate(one.scores, start=1))
    return _grid(("system", "segment", "score"), rows)


def _grid(header: tuple[str, ...], rows: Iterable[tuple[str | float | int | None, ...]]) -> Grid:
    return Grid(header, tuple(tuple(map(Cell, row)) for row in rows))
