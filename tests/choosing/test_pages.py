"""Choices as tables: the first of them on a page, all of them as rows."""

from __future__ import annotations

from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe import _core
from pitchpipe.choosing.lattices import lattice_oracles
from pitchpipe.choosing.list_oracles import list_oracles
from pitchpipe.nbest.lists import NBest
from pitchpipe.showing.grids import Grid
from pitchpipe.showing.shown import Shown


def rows(result: Shown, table: str) -> list[list[Any]]:
    """The values of one of a result's tables."""
    return [[cell.value for cell in row] for row in grid(result, table).rows]


def grid(result: Shown, table: str) -> Grid:
    found: Grid = result.tables()[table]()
    return found


def reranked(segments: int) -> Any:
    """Two candidates for each, of which the second is better in every other segment."""
    values = [x for k in range(segments) for x in ((1.0, 2.0) if k % 2 else (2.0, 1.0))]
    lists = [(f"a{k}", f"b{k}") for k in range(segments)]
    return pp.rerank(NBest.of(lists, {"lm": values}), {"lm": 0.5})


def test_every_candidate_is_a_row() -> None:
    assert rows(reranked(2), "candidates") == [
        [0, 0, 1.0, True], [0, 1, 0.5, False], [1, 0, 0.5, False], [1, 1, 1.0, True],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("segments", "shown", "more"),
    [(9, 9, None), (10, 10, None), (11, 10, "and 1 segment more"), (12, 10, "and 2 segments more")],
)
def test_the_first_ten_choices_are_shown(segments: int, shown: int, more: str | None) -> None:
    page = reranked(segments).page()
    (table,) = page.blocks
    assert [[cell.value for cell in row] for row in table.grid.rows] == [
        [k, k % 2, 1.0, f"{'ab'[k % 2]}{k}"] for k in range(shown)
    ]
    said = [f"{more}: texts, to_frame() and to_dict() have all"] if more else []
    assert list(page.notes) == said


def test_rows_of_oracles() -> None:
    """Of two words one is wrong, none, or both."""
    nbest = NBest.of([("a x", "a b", "x y")], {})
    found = list_oracles(nbest, [["a b"]], "wer")
    assert rows(found, "choices") == [
        ["best", "wer", 0.0], ["by_segment", "wer", 0.0], ["first", "wer", 50.0], ["worst", "wer", 100.0],
    ]  # fmt: skip
    assert rows(found, "segments") == [[0, 1, 0.0, 50.0, 1, 0.0, "a b"]]
    assert (grid(found, "choices").labels, grid(found, "segments").labels) == (2, 1)


def test_rows_of_lattices() -> None:
    found = lattice_oracles(_core.read_plf(["((('a',2,1),('x',1,1),),(('b',1,1),),)"]), [["x b"]], "wrr")
    assert [row[:2] for row in rows(found, "choices")] == [
        ["oracle", "wrr"],
        ["nbest", "wrr"],
        ["one_best", "wrr"],
    ]
    assert grid(found, "choices").labels == 2
    (row,) = rows(found, "segments")
    assert (row[0], row[-1]) == (0, "x b")


def test_sources_must_be_as_many_as_lists() -> None:
    with pytest.raises(pp.DataError, match=r"^there are 1 sources, but candidates for 2 segments$"):
        pp.mbr([["a"], ["b"]], "chrf", sources=["x"])
