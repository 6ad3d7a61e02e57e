"""Scores as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitchpipe.batch.scores import Score
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.showing.grids import Cell, Grid


def score_grids(table: ScoreTable, names: Iterable[str]) -> Iterator[Grid]:
    """Systems; then groups, then segments, where they were asked for."""
    first = [table[table.systems[0], spec] for spec in table.specs]
    columns = tuple(f"{name}{_arrow(score)}" for name, score in zip(names, first, strict=True))
    rows = [[table[system, spec].score for spec in table.specs] for system in table.systems]
    marked = _mark_best(rows, [score.higher_is_better for score in first])
    yield Grid(
        ("system", *columns),
        tuple((Cell(system), *row) for system, row in zip(table.systems, marked, strict=True)),
    )
    if first[0].groups:
        yield Grid(("system", "group", "segments", *columns), tuple(_group_rows(table)), labels=2)
    if first[0].segments is not None:
        yield Grid(("system", "segment", *columns), tuple(_segment_rows(table)), labels=1)


def _group_rows(table: ScoreTable) -> Iterator[tuple[Cell, ...]]:
    for system in table.systems:
        for k, group in enumerate(table[system, table.specs[0]].groups):
            scores = [Cell(table[system, spec].groups[k].score) for spec in table.specs]
            yield Cell(system), Cell(group.name), Cell(group.segments), *scores


def _segment_rows(table: ScoreTable) -> Iterator[tuple[Cell, ...]]:
    for system in table.systems:
        columns = [table[system, spec].segments for spec in table.specs]
        for i, number in enumerate(table.numbers or range(1, table.segments + 1)):
            scores = [Cell(float(column[i])) for column in columns if column is not None]
            yield Cell(system), Cell(number), *scores


def _arrow(score: Score) -> str:
    return {True: " ↑", False: " ↓", None: ""}[score.higher_is_better]


def _mark_best(rows: list[list[float]], higher: list[bool | None]) -> list[list[Cell]]:
    """Cells with the best of each column marked, where there is more than one row."""
    best = [
        None if up is None or len(rows) < 2 else (max if up else min)(row[k] for row in rows)
        for k, up in enumerate(higher)
    ]
    return [[Cell(value, best=value == best[k]) for k, value in enumerate(row)] for row in rows]
