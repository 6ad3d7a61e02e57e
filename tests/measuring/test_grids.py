"""Scores as tables: what is beside what, and which is the best."""

from __future__ import annotations

import pitchpipe as pp
from pitchpipe.measuring.grids import score_grids
from pitchpipe.showing.grids import Cell

SET = pp.TestSet(
    {"one": ["a b", "c d", "x"], "two": ["a b", "c x", "e f"]},
    {"r": ["a b", "c d", "e f"]},
    domains=["news", "talk", "news"],
)


def test_the_best_of_each_column_is_marked() -> None:
    table = pp.score(SET, ["wrr", "wer"])
    (grid,) = score_grids(table, ["WRR", "WER"])
    assert grid.header == ("system", "WRR ↑", "WER ↓")
    # Of six words, one has four and misses two; two has five.
    assert grid.rows == (
        (Cell("one"), Cell(table["one", "wrr"].score), Cell(table["one", "wer"].score)),
        (Cell("two"), Cell(table["two", "wrr"].score, best=True), Cell(table["two", "wer"].score, best=True)),
    )
    assert grid.left == [True, False, False]


def test_one_system_is_not_the_best() -> None:
    (grid,) = score_grids(pp.score(SET.with_systems(["two"]), ["wer"]), ["WER"])
    assert [cell.best for row in grid.rows for cell in row] == [False, False]


def test_groups_and_segments_have_tables_of_their_own() -> None:
    table = pp.score(SET, ["wer"], by="domain", segments=True)
    _, groups, segments = score_grids(table, ["WER"])
    assert groups.header == ("system", "group", "segments", "WER ↓")
    assert groups.left == [True, True, False, False]
    assert [[cell.value for cell in row] for row in groups.rows] == [
        ["one", "news", 2, 50.0],
        ["one", "talk", 1, 0.0],
        ["two", "news", 2, 0.0],
        ["two", "talk", 1, 50.0],
    ]
    assert segments.header == ("system", "segment", "WER ↓")
    assert segments.left == [True, False, False]
    assert [[cell.value for cell in row] for row in segments.rows] == [
        ["one", 1, 0.0],
        ["one", 2, 0.0],
        ["one", 3, 100.0],
        ["two", 1, 0.0],
        ["two", 2, 50.0],
        ["two", 3, 0.0],
    ]


def test_segments_keep_their_numbers_where_some_are_skipped() -> None:
    lacking = pp.TestSet({"s": ["a", "b", "c"]}, {"r": ["a", None, "x"]})
    _, segments = score_grids(pp.score(lacking, ["wer"], missing="skip", segments=True), ["WER"])
    assert [[cell.value for cell in row] for row in segments.rows] == [["s", 1, 0.0], ["s", 3, 100.0]]
