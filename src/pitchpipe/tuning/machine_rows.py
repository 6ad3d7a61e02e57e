"""What tuning found as tables that a machine can read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.tuning.matrix import Matrix
    from pitchpipe.tuning.report import Tuned
    from pitchpipe.tuning.state import Loop


def weight_rows(tuned: Tuned) -> Grid:
    """A row for each weight; an end of its range that is not limited is missing."""
    ranges = {one.name: (one.low, one.high) for one in tuned.sensitivity}
    rows = []
    for name, weight in tuned.weights.items():
        ends = (end if math.isfinite(end) else None for end in ranges.get(name, ()))
        low, high = tuple(ends) or (None, None)
        rows.append((Cell(name), Cell(tuned.begun.get(name)), Cell(weight), Cell(low), Cell(high)))
    return Grid(("weight", "start", "tuned", "low", "high"), tuple(rows))


def restart_rows(tuned: Tuned) -> Grid:
    """A row for each search, numbered from 0, which begins with the weights given."""
    rows = (tuple(map(Cell, (number, *vars(one).values()))) for number, one in enumerate(tuned.restarts))
    return Grid(("restart", "start", "score", "iterations", "searches"), tuple(rows))


def loop_weight_rows(loop: Loop) -> Grid:
    """A row for each weight that was tuned."""
    rows = ((Cell(name), Cell(loop.begun.get(name)), Cell(loop.weights[name])) for name in loop.features)
    return Grid(("weight", "start", "tuned"), tuple(rows))


def iteration_rows(loop: Loop) -> Grid:
    """A row for each round of decoding and tuning."""
    names = ("number", "candidates", "new", "decoded", "before", "tuned", "moved")
    rows = (tuple(Cell(getattr(one, name)) for name in names) for one in loop.iterations)
    return Grid(names, tuple(rows))


def matrix_rows(matrix: Matrix) -> Grid:
    """A row for each metric tuned to and each tested with."""
    rows = (
        (
            Cell(row.tuned_to),
            Cell(metric),
            Cell(tested.score),
            Cell(tested.p),
            Cell(row.length_ratio),
        )
        for row in matrix.rows
        for metric, tested in row.scores.items()
    )
    return Grid(("tuned_to", "metric", "score", "p", "length_ratio"), tuple(rows), labels=2)
