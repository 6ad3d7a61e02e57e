"""Tables and sentences of tuning, from results made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import get
from pitchpipe.showing.grids import Grid
from pitchpipe.tuning.grids import (
    matrix_grid,
    matrix_sentences,
    remarks,
    restart_grid,
    score_row,
    sentences,
    weight_grid,
)
from pitchpipe.tuning.machine_rows import matrix_rows, weight_rows
from pitchpipe.tuning.matrix import Matrix, Row
from pitchpipe.tuning.matrix import Tested as Outcome
from pitchpipe.tuning.report import Restart, Sensitivity, Tuned
from pitchpipe.tuning.weight_files import inline_weights

TUNED = Tuned(
    {"lm": 0.5, "tm": 0.25, "wp": -1.0},
    "bleu",
    30.0,
    20.0,
    restarts=(Restart(20.0, 30.0, 3, 6), Restart(10.0, 25.0, 2, 4)),
    sensitivity=(Sensitivity("lm", 0.5, 0.25, 0.75, 0.1), Sensitivity("tm", 0.25, 0.0, 0.5, 0.1)),
    seconds=2.0,
    begun={"lm": 1.0, "tm": 1.0},
)
MATRIX = Matrix(
    ("bleu", "ter"),
    (
        Row("start", {"bleu": Outcome(20.0, 0.25), "ter": Outcome(60.0, 0.0)}, 90.0, None),
        Row("bleu", {"bleu": Outcome(30.0, None), "ter": Outcome(55.0, 0.049)}, 100.0, TUNED),
        Row("ter", {"bleu": Outcome(25.0, 0.05), "ter": Outcome(50.0, None)}, 95.0, TUNED),
    ),
    {"bleu": True, "ter": False},
    100,
    7,
)


def texts(grid: Grid) -> list[list[str]]:
    assert {len(row) for row in grid.rows} == {len(grid.header)}
    return [[cell.text(2) for cell in row] for row in grid.rows]


def best(grid: Grid) -> list[tuple[int, int]]:
    return [(i, k) for i, row in enumerate(grid.rows) for k, cell in enumerate(row) if cell.best]


def test_weights_and_the_range_of_each() -> None:
    grid = weight_grid(TUNED)
    assert texts(grid) == [
        ["lm", "1.00", "0.50", "0.25", "0.75"],
        ["tm", "1.00", "0.25", "0.00", "0.50"],
        ["wp", "n/a", "-1.00", "fixed", ""],
    ]
    assert texts(score_row(grid, "bleu", 20.0, 30.0))[-1] == ["score bleu", "20.00", "30.00", "", ""]


def test_searches() -> None:
    grid = restart_grid(TUNED)
    assert texts(grid) == [["start", "20.00", "30.00", "3", "6"], ["1", "10.00", "25.00", "2", "4"]]
    assert best(grid) == [(0, 2)]
    assert (TUNED.searches, TUNED.searches_per_second) == (10, 5.0)
    assert str(replace(TUNED, seconds=0.0).searches_per_second) == "nan"


def test_sentences() -> None:
    assert list(sentences(TUNED, 1))[1:] == [
        "from, to: where this weight alone may lie before the score gets worse by 0.1"
    ]
    assert next(iter(sentences(TUNED, 1))).endswith(": 20.0 -> 30.0")
    assert list(sentences(replace(TUNED, sensitivity=(), stopped_early=True), 1))[1:] == [
        "stopped early: the last restarts found nothing better"
    ]


@pytest.mark.parametrize(
    ("metric", "score", "said"),
    [
        ("bleu", 30.0, []),
        ("bleu", 20.0, ["mert found nothing better than the start"]),
        ("bleu", 10.0, ["the weights of mert score worse than the start on this list"]),
        ("ter", 10.0, []),
        ("ter", 30.0, ["the weights of mert score worse than the start on this list"]),
        ("bleu", float("nan"), ["mert found nothing better than the start"]),
    ],
)
def test_what_should_not_be_overlooked(metric: str, score: float, said: list[str]) -> None:
    assert list(remarks(replace(TUNED, score=score), get(metric), "mert", None)) == said


def test_metrics_tuned_to_and_measured_by() -> None:
    grid = matrix_grid(MATRIX, 1, plain=False)
    assert grid.header == ("tuned to", "bleu ↑", "ter ↓", "length")
    assert texts(grid) == [
        ["start", "20.0 ", "60.0*", "90.00"],
        ["bleu", "30.0 ", "55.0*", "100.00"],
        ["ter", "25.0 ", "50.0 ", "95.00"],
    ]
    assert best(grid) == [(1, 1), (2, 2)]
    plain = matrix_grid(MATRIX, 1, plain=True)
    assert plain.header == ("tuned to", "bleu", "p bleu", "ter", "p ter", "length")
    assert [cell.value for cell in plain.rows[1]] == ["bleu", 30.0, "", 55.0, 0.049, 100.0]
    assert list(matrix_sentences(MATRIX)) == [
        "* differs from tuning to bleu at p < 0.05 (paired bootstrap, 100 samples, seed 7)",
        "length: words in per cent of the reference",
    ]


def test_rows_for_machines() -> None:
    endless = replace(TUNED, sensitivity=(Sensitivity("lm", 0.5, -float("inf"), 0.75, 0.1),))
    assert [[cell.value for cell in row] for row in weight_rows(endless).rows] == [
        ["lm", 1.0, 0.5, None, 0.75],
        ["tm", 1.0, 0.25, None, None],
        ["wp", None, -1.0, None, None],
    ]
    grid = matrix_rows(MATRIX)
    assert [cell.value for cell in grid.rows[1]] == ["start", "ter", 60.0, 0.0, 90.0]
    assert (grid.labels, len(grid.rows)) == (2, 6)


@pytest.mark.parametrize("text", ["=1", "lm", "lm=x", "lm=inf", "lm=1,", "lm=1,lm=2", "lm=nan"])
def test_weights_that_cannot_be_read(text: str) -> None:
    if "=" not in text:
        assert inline_weights(text) is None
        return
    with pytest.raises(ParameterError, match=r"^cannot read weights '.*': "):
        inline_weights(text)


def test_weights_in_a_line(tmp_path: Path) -> None:
    assert inline_weights("qe=1, lm=-0.25") == {"qe": 1.0, "lm": -0.25}
    path = tmp_path / "a=1"
    path.touch()
    assert inline_weights(str(path)) is None
