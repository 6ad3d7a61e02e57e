"""Scores as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pitchpipe.batch.scores import Score
from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.measuring.tables import ScoreTable


def score_grids(table: ScoreTable, names: Iterable[str]) -> Iterator[Grid]:
    """Systems; then groups, then segments, where they were asked for."""
    first = [table[table.systems[0], spec] for spec in table.specs]
    columns = tuple(f"{name}{_arrow(score)}" for name, score in zip(names, first, strict=True))
    further = further_decimals(table)
    rows = [[table[system, spec].score for spec in table.specs] for system in table.systems]
    marked = _mark_best(rows, [score.higher_is_better for score in first], further)
    yield Grid(
        ("system", *columns),
        tuple((Cell(system), *row) for system, row in zip(table.systems, marked, strict=True)),
    )
    if first[0].groups:
        yield Grid(("system", "group", "segments", *columns), tuple(_group_rows(table, further)), labels=2)
    if first[0].segments is not None:
        yield Grid(("system", "segment", *columns), tuple(_segment_rows(table, further)), labels=1)


def with_failed(grid: Grid, table: ScoreTable) -> Grid:
    """The grid with an empty column for every metric that could not run."""
    rows = tuple((*row, *(Cell(None) for _ in table.errors)) for row in grid.rows)
    return replace(grid, header=(*grid.header, *table.errors), rows=rows)


def further_decimals(table: ScoreTable) -> list[int]:
    """How many more decimals the scores of each metric have than the table: all systems have as many."""
    return [max(table[system, spec].further_decimals for system in table.systems) for spec in table.specs]


def verbose_grid(table: ScoreTable, names: Iterable[str]) -> Grid:
    """Every score with what is behind it: for BLEU precisions, brevity penalty and lengths."""
    named = dict(zip(table.specs, names, strict=True))
    rows = [
        (
            Cell(system),
            Cell(named[spec]),
            Cell(score.score, further=score.further_decimals),
            Cell(score.verbose),
        )
        for system, spec, score in table
    ]
    return Grid(("system", "metric", "score", "parts"), tuple(rows), labels=2, texts=frozenset({"parts"}))


def _group_rows(table: ScoreTable, further: list[int]) -> Iterator[tuple[Cell, ...]]:
    columns = list(zip(table.specs, further, strict=True))
    for system in table.systems:
        for k, group in enumerate(table[system, table.specs[0]].groups):
            scores = [Cell(table[system, spec].groups[k].score, further=more) for spec, more in columns]
            yield Cell(system), Cell(group.name), Cell(group.segments), *scores


def _segment_rows(table: ScoreTable, further: list[int]) -> Iterator[tuple[Cell, ...]]:
    for system in table.systems:
        segments = [table[system, spec].segments for spec in table.specs]
        columns = [
            (column, more) for column, more in zip(segments, further, strict=True) if column is not None
        ]
        for i, number in enumerate(table.numbers or range(1, table.segments + 1)):
            scores = [Cell(float(column[i]), further=more) for column, more in columns]
            yield Cell(system), Cell(number), *scores


def _arrow(score: Score) -> str:
    return {True: " ↑", False: " ↓", None: ""}[score.higher_is_better]


def _mark_best(rows: list[list[float]], higher: list[bool | None], further: list[int]) -> list[list[Cell]]:
    """Cells with the best of each column marked, where there is more than one row."""
    best = [
        None if up is None or len(rows) < 2 else (max if up else min)(row[k] for row in rows)
        for k, up in enumerate(higher)
    ]
    return [
        [Cell(value, best=value == best[k], further=further[k]) for k, value in enumerate(row)]
        for row in rows
    ]
