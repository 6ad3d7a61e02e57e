"""Where the words of a source went, in a table and drawn."""

from __future__ import annotations

import click

import pitchpipe as pp
from pitchpipe.aligning import GivenLinks
from pitchpipe.measuring.drawings import order_lines
from pitchpipe.measuring.order_grids import order_grid, order_note
from pitchpipe.measuring.word_order import OrderTable

TEST_SET = pp.TestSet(
    systems={"mine": ["a c b"]},
    references={"r": ["a b c"]},
    source=["s tttttttt u x"],
    aligner=GivenLinks([["0-0 1-1 2-2"]], {"mine": ["0-0 1-2 2-1"]}),
)


def ordered() -> OrderTable:
    return pp.order(TEST_SET, tokenize="none", source_tokenize="none")


def test_what_moved_is_marked() -> None:
    lines = [click.unstyle(line) for line in order_lines("mine", ordered().segment("mine", 1))]
    score = ordered()["mine"].scores[0]
    assert lines == [
        f"\nmine, segment 1: order {score:.2f}",
        "     source     reference   hypothesis",
        "  1  s          1 a         1 a",
        "  2  tttttttt   2 b         3 b  <",
        "  3  u          3 c         2 c  <",
        # Without a link it goes with the word before it.
        "  4  x          -           -  <",
        "reference:  a b c",
        "hypothesis: a c b",
    ]


def test_the_reference_has_a_row_of_its_own() -> None:
    grid = order_grid(ordered())
    mine, reference = ([cell.value for cell in row] for row in grid.rows)
    measures = len(ordered()["mine"].measures)
    assert mine[0] == "mine"
    assert mine[1 : measures + 1] == list(ordered()["mine"].measures.values())
    assert reference[: measures + 1] == ["(reference)", *[100.0] * measures]
    assert (
        order_note(ordered())
        == "1 segments; source tokenised by none, target by none, words aligned by given"
    )


def test_where_there_are_no_words_nothing_is_ordered() -> None:
    empty = pp.TestSet({"s": [""]}, {"r": [""]}, source=[""])
    one = pp.order(empty, tokenize="none", source_tokenize="none")["s"]
    assert set(one.measures.values()) == {0.0}
    assert one.mean_jump == one.monotone == one.reordering == {"hypothesis": 0.0, "reference": 0.0}
