"""Scores of a test set: what is drawn by default, and the columns beside each score."""

from __future__ import annotations

import pytest

import pitchpipe as pp
from pitchpipe.measuring.grids import score_grids
from pitchpipe.measuring.interval_columns import with_intervals, with_limits
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.grids import Grid

SET = pp.TestSet({"s": ["a b", "c d"], "t": ["a", "c d"]}, {"r": ["a b", "c d"]}, domains=["x", "y"])


def cells(grid: Grid) -> list[list[object]]:
    return [[cell.value for cell in row] for row in grid.rows]


def intervals(test_set: pp.TestSet) -> tuple[ScoreTable, Grid]:
    table = pp.score(test_set, ["wer", "per"], confidence=90, samples=50)
    (grid,) = score_grids(table, ["wer", "per"])
    return table, grid


def test_what_is_done_where_nothing_is_said() -> None:
    table = pp.score(SET)
    assert table.specs == ("bleu", "chrf", "ter")
    assert (table.sampling, table.numbers, table.skipped, table.segments) == (None, None, 0, 2)
    for _, _, score in table:
        assert (score.ci, score.segments, score.groups) == (None, None, ())
    assert pp.score(SET, ["wer"], confidence=90).sampling == Sampling(10_000, 12345, 90)


def test_a_text_and_two_numbers_beside_each_score() -> None:
    table, grid = intervals(SET)
    wide, limits = with_intervals(grid, table, 90, 1), with_limits(grid, table)
    assert wide.header == ("system", "wer ↓", "90 % interval", "per ↓", "90 % interval")
    # Nothing is wrong with s; of t, samples without a mistake and with twice the first segment are common.
    assert cells(wide) == [
        ["s", 0.0, "[0.0, 0.0]", 0.0, "[0.0, 0.0]"],
        ["t", 25.0, "[0.0, 50.0]", 25.0, "[0.0, 50.0]"],
    ]
    assert limits.header == ("system", "wer ↓", "wer_low", "wer_high", "per ↓", "per_low", "per_high")
    assert cells(limits)[1] == ["t", 25.0, 0.0, 50.0, 25.0, 0.0, 50.0]
    assert wide.labels == limits.labels == 1


def test_of_one_segment_there_is_no_interval() -> None:
    table, grid = intervals(SET.select([0]))
    assert cells(with_intervals(grid, table, 90, 1))[0] == ["s", 0.0, None, 0.0, None]
    assert cells(with_limits(grid, table))[0] == ["s", 0.0, None, None, 0.0, None, None]


def test_what_was_not_scored() -> None:
    with pytest.raises(pp.DataError, match="no score of system 'u' by metric 'wer': there are systems s, t "):
        pp.score(SET, ["wer"])["u", "wer"]


def test_groups_that_are_not_there_are_told_before_anything_is_counted() -> None:
    begun: list[str] = []
    with pytest.raises(pp.DataError, match="document"):
        pp.score(SET, ["wer"], by="document", progress=begun.append)
    assert not begun
    assert pp.score(SET, ["wer"], by="domain", progress=begun.append)
    assert begun == ["wer"]
