"""What tuning found as tables and sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.showing.heads import head

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric
    from pitchpipe.tuning.matrix import Matrix, Tested
    from pitchpipe.tuning.report import Tuned
    from pitchpipe.tuning.state import Loop
    from pitchpipe.tuning.weight_files import WeightFile

#: Differences with a smaller p-value are marked.
ALPHA = 0.05


def weight_grid(tuned: Tuned) -> Grid:
    """Every weight before and after, and the range within which the score hardly changes."""
    ranges = {one.name: one for one in tuned.sensitivity}
    rows = []
    for name, weight in tuned.weights.items():
        ends = (
            (Cell(ranges[name].low), Cell(ranges[name].high)) if name in ranges else (Cell("fixed"), Cell(""))
        )
        rows.append((Cell(name), Cell(tuned.begun.get(name)), Cell(weight), *ends))
    return Grid(("weight", "start", "tuned", "from", "to"), tuple(rows))


def score_row(grid: Grid, metric: str, start: float, tuned: float) -> Grid:
    """The table with the scores before and after below: all that a format of one table has room for."""
    blanks = [Cell("")] * (len(grid.header) - 3)
    return replace(grid, rows=(*grid.rows, (Cell(f"score {metric}"), Cell(start), Cell(tuned), *blanks)))


def restart_grid(tuned: Tuned) -> Grid:
    """One row for each search."""
    best = tuned.score
    rows = [
        (
            Cell(number or "start"),
            Cell(one.start),
            Cell(one.score, best=math.isclose(one.score, best)),
            Cell(one.iterations),
            Cell(one.searches),
        )
        for number, one in enumerate(tuned.restarts)
    ]
    return Grid(("restart", "begins at", "ends at", "iterations", "line searches"), tuple(rows))


def sentences(tuned: Tuned, decimals: int) -> Iterator[str]:
    """What the tables do not say."""
    yield f"{head(tuned.metric)}: {tuned.start:.{decimals}f} -> {tuned.score:.{decimals}f}"
    if tuned.sensitivity:
        loss = tuned.sensitivity[0].loss
        yield f"from, to: where this weight alone may lie before the score gets worse by {loss:g}"
    if tuned.stopped_early:
        yield "stopped early: the last restarts found nothing better"


def remarks(tuned: Tuned, metric: Metric, optimiser: str, start: WeightFile | None) -> Iterator[str]:
    """What should not be overlooked."""
    gain = metric.oriented(tuned.score - tuned.start)
    if gain < 0.0:
        yield f"the weights of {optimiser} score worse than the start on this list"
    elif not gain > 0.0:
        yield f"{optimiser} found nothing better than the start"
    norm = None if start is None or start.norm == "none" else start.norm
    if start is not None and norm is not None and not norm.holds(tuned.weights):
        yield f"fixed weights or bounds forbid the normalization of {start.name}: it is left out"


def loop_grid(loop: Loop) -> Grid:
    """Every weight that was tuned, before and after."""
    rows = [(Cell(name), Cell(loop.begun.get(name)), Cell(loop.weights[name])) for name in loop.features]
    return Grid(("weight", "start", "tuned"), tuple(rows))


def loop_sentences(loop: Loop, decimals: int) -> Iterator[str]:
    """From which score to which, and why it ended."""
    yield f"{head(loop.metric)}: {loop.iterations[0].decoded:.{decimals}f} -> {loop.score:.{decimals}f}"
    if not loop.decoded:
        yield "the last weights, scored by their choice from all lists; no list was decoded with them"
    yield loop.finished


def matrix_grid(matrix: Matrix, decimals: int, plain: bool) -> Grid:
    """A row for each metric tuned to; ``plain`` gives p-values in columns of their own."""
    heads: list[str] = []
    for spec in matrix.metrics:
        arrow = "↑" if matrix.higher_is_better[spec] else "↓"
        heads += [spec, f"p {spec}"] if plain else [f"{spec} {arrow}"]
    rows = []
    for row in matrix.rows:
        cells: list[Cell] = []
        for spec in matrix.metrics:
            tested = row.scores[spec]
            best = tested.score == _best(matrix, spec)
            cells += _plain(tested) if plain else [Cell(_marked(tested, decimals), best=best)]
        rows.append((Cell(row.tuned_to), *cells, Cell(row.length_ratio)))
    return Grid(("tuned to", *heads, "length"), tuple(rows))


def _best(matrix: Matrix, spec: str) -> float:
    scores = [row.scores[spec].score for row in matrix.rows]
    return max(scores) if matrix.higher_is_better[spec] else min(scores)


def _plain(tested: Tested) -> list[Cell]:
    return [Cell(tested.score), Cell("" if tested.p is None else tested.p)]


def _marked(tested: Tested, decimals: int) -> str:
    mark = "*" if tested.p is not None and tested.p < ALPHA else " "
    return f"{tested.score:.{decimals}f}{mark}"


def matrix_sentences(matrix: Matrix) -> Iterator[str]:
    """How to read the table."""
    yield (
        f"* differs from tuning to {matrix.metrics[0]} at p < {ALPHA:g} "
        f"(paired bootstrap, {matrix.samples} samples, seed {matrix.seed})"
    )
    yield "length: words in per cent of the reference"
