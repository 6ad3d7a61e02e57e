"""``pp.order``: the word order of systems."""

from __future__ import annotations

import pytest

import pitchpipe as pp
from pitchpipe.aligning import GivenLinks
from pitchpipe.errors import DataError, MissingError

STRAIGHT, SWAPPED = "0-0 1-1 2-2", "0-0 1-2 2-1"
TEST_SET = pp.TestSet(
    systems={"same": ["a b c", "a b c"], "other": ["a c b", "a b c"]},
    references={"r": ["a b c", "a b c"], "second": ["x", "y"]},
    source=["s t u", "s t u"],
    aligner=GivenLinks([[STRAIGHT] * 2], {"same": [STRAIGHT] * 2, "other": [SWAPPED, STRAIGHT]}),
)


def test_every_system_beside_the_first_reference() -> None:
    table = pp.order(TEST_SET, tokenize="none", source_tokenize="none")
    assert [one.system for one in table] == ["same", "other"]
    assert len(table) == 2
    assert table["same"].measures["kendall"] == 100.0
    assert table["other"].measures["hamming"] == pytest.approx(100 * (1 / 3 + 1) / 2)
    assert table["other"].alignment == "given"
    assert [one["system"] for one in table.to_list()] == ["same", "other"]


def test_jumps_by_hand() -> None:
    """Source words said in the order 0 2 1 jump by 2 and 1, in the order 0 1 2 by 1 each."""
    table = pp.order(TEST_SET, tokenize="none", source_tokenize="none")
    assert table["same"].mean_jump == {"hypothesis": 1.0, "reference": 1.0}
    assert table["other"].mean_jump == {"hypothesis": (2 + 1 + 1 + 1) / 4, "reference": 1.0}
    one = pp.TestSet(systems={"s": ["a"]}, references={"r": ["a"]}, source=["b"])
    alone = pp.order(
        one.with_aligner(GivenLinks([["0-0"]], {"s": ["0-0"]})), tokenize="none", source_tokenize="none"
    )
    assert alone["s"].mean_jump == {"hypothesis": 0.0, "reference": 0.0}


def test_segments_and_the_worst_of_them() -> None:
    table = pp.order(TEST_SET, tokenize="none", source_tokenize="none")
    assert table.worst("other", 1) == [1]
    assert table.worst("other", 0) == []
    drawn = table.segment("other", 1)
    assert drawn.score == pytest.approx(float(table["other"].scores[0]))
    assert drawn.hypothesis_links == ((0, 0), (1, 2), (2, 1))
    with pytest.raises(DataError, match="there is no segment 3: there are 1 to 2"):
        table.segment("other", 3)


def test_an_aligner_of_the_call_is_taken_first() -> None:
    other = GivenLinks([[STRAIGHT] * 2], {name: [SWAPPED] * 2 for name in TEST_SET.systems})
    table = pp.order(TEST_SET, tokenize="none", source_tokenize="none", aligner=other)
    assert table["same"].measures["kendall"] < 100.0


def test_what_is_missing() -> None:
    with pytest.raises(MissingError, match="give it with -s FILE"):
        pp.order(pp.TestSet(systems={"a": ["x"]}, references={"r": ["x"]}))
    with pytest.raises(DataError, match="no reference to compare word order with"):
        pp.order(pp.TestSet(systems={"a": ["x"]}, source=["x"]))
