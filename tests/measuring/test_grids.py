"""Scores as tables: what is beside what, and which is the best."""

from __future__ import annotations

from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.measuring.grids import score_grids
from pitchpipe.showing.grids import Cell
from pitchpipe.showing.shown import Shown

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


def values(result: Shown, table: str) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in result.tables()[table]().rows]


def test_rows_for_machines() -> None:
    table = pp.score(SET, ["wer", "per"], by="domain", segments=True)
    assert values(table, "systems")[:3] == [
        ["one", "wer", pytest.approx(100 / 3), None, None],
        ["one", "per", pytest.approx(100 / 3), None, None],
        ["two", "wer", pytest.approx(100 / 6), None, None],
    ]
    assert values(table, "groups")[:2] == [["one", "wer", "news", 2, 50.0], ["one", "wer", "talk", 1, 0.0]]
    assert values(table, "segments")[:3] == [
        ["one", "wer", 1, 0.0], ["one", "wer", 2, 0.0], ["one", "wer", 3, 100.0],
    ]  # fmt: skip
    assert len(values(table, "segments")) == 12
    assert set(pp.score(SET, ["wer"]).tables()) == {"systems"}
    assert set(pp.score(SET, ["wer"], segments=True).tables()) == {"systems", "segments"}
    drawn = pp.score(SET, ["wer"], confidence=90, samples=20)
    assert values(drawn, "systems")[0][3:] == list(drawn["one", "wer"].ci or ())


def test_rows_of_segments_keep_their_numbers() -> None:
    lacking = pp.TestSet({"s": ["a", "b", "c"]}, {"r": ["a", None, "x"]})
    found = pp.score(lacking, ["wer"], missing="skip", segments=True)
    assert values(found, "segments") == [["s", "wer", 1, 0.0], ["s", "wer", 3, 100.0]]


def test_rows_of_word_order() -> None:
    made = pp.TestSet(
        {"s": ["a b c", "a b c"]}, {"r": ["a b c", "c b a"]}, source=["a b c", "a b c"], source_language="en"
    )
    table = pp.order(made)
    assert [row[:2] for row in values(table, "segments")] == [["s", 1], ["s", 2]]
    assert [row[0] for row in values(table, "systems")] == ["s"]


def test_a_system_that_is_not_there() -> None:
    table = pp.score(SET, ["wer"])
    assert table["one"]["wer"] is table["one", "wer"]
    with pytest.raises(pp.DataError, match=r"^there is no system 'three': there are one, two$"):
        table["three"]


def test_what_is_printed() -> None:
    table = pp.score(SET, ["wer"])
    page = table.page()
    assert (len(page.blocks), page.notes) == (1, (table["one", "wer"].signature,))
    short = table.page(short=True, verbose=True)
    assert (len(short.blocks), short.notes) == (2, (table["one", "wer"].short_signature,))
    single = pp.TestSet({"s": ["a"]}, {"r": ["a"]})
    drawn = pp.score(single, ["wer"], confidence=95, samples=20, seed=7).page()
    assert drawn.notes[1:] == (
        "intervals: bootstrap, 20 samples, seed 7",
        "n/a: one segment cannot be resampled",
    )
    drawn = pp.score(SET, ["wer"], confidence=95, samples=20, seed=7).page()
    assert drawn.notes[1:] == ("intervals: bootstrap, 20 samples, seed 7",)
    lacking = pp.TestSet({"s": ["a", "b", "c"]}, {"r": ["a", None, "x"]})
    notes = pp.score(lacking, ["wer"], missing="skip").page().notes
    assert notes[1:] == ("skipped 1 segment without a reference",)
