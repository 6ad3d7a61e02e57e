"""Judgments in memory: fitting them to a test set, means, wins, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.agreement import DocumentScores, Ranks, SegmentScores, SystemScores
from pitchpipe.errors import DataError

NAN = float("nan")


def ranks(**changes: Any) -> Ranks:
    """Three pairs: a beats b on segment 0, b and c tie on segment 2, c beats a on segment 2."""
    columns: dict[str, Any] = {
        "segment": [0, 2, 2],
        "first": [0, 1, 0],
        "second": [1, 2, 2],
        "preference": [1, 0, -1],
        "judge": ("j", "k", "k"),
        "task": ("1", "2", "2"),
    }
    return Ranks("ranks", ("a", "b", "c"), **{**columns, **changes})


def test_segment_scores_follow_the_test_set() -> None:
    human = SegmentScores("da", ("a", "b"), np.array([[1.0, 2.0], [3.0, NAN]]))
    fitted = human.for_systems(["b", "new", "a"], 2)
    assert fitted.systems == ("b", "new", "a")
    np.testing.assert_array_equal(fitted.values, [[3.0, NAN], [NAN, NAN], [1.0, 2.0]])
    assert fitted.notes == ()


def test_unknown_systems_are_refused_or_noted() -> None:
    human = SystemScores("da", ("a", "refB"), np.array([1.0, 2.0]))
    with pytest.raises(DataError) as refused:
        human.for_systems(["a", "b"])
    assert str(refused.value) == (
        'da judges system "refB", which the test set lacks; it has a, b; '
        "--ignore-unknown (ignore_unknown=True) leaves it out"
    )
    for fitted, reason in (
        (human.for_systems(["a", "b"], ignore_unknown=True), "not in the test set"),
        (human.for_systems(["a", "b"], ignore=["refB", "refC"]), "a reference in use"),
    ):
        np.testing.assert_array_equal(fitted.values, [1.0, NAN])
        assert fitted.notes == (f"da: left out, {reason}: refB",)
    both = human.for_systems(["b"], ignore_unknown=True, ignore=["refB"])
    assert both.notes == ("da: left out, a reference in use: refB", "da: left out, not in the test set: a")
    references = human.for_systems(["b"], ignore=["a", "refB"])
    assert references.notes == ("da: left out, references in use: a, refB",)
    with pytest.raises(DataError, match=r'"refB"'):
        human.for_systems(["a"], ignore=["refC"])
    # What is to be ignored stays where the test set has it.
    assert human.for_systems(["refB"], ignore=["a", "refB"]).values.tolist() == [2.0]


def test_number_of_segments() -> None:
    listed = SegmentScores("da", ("a",), np.array([[1.0, 2.0]]))
    with pytest.raises(DataError, match=r"^da has scores of 2 segments, the test set has 3$"):
        listed.for_systems(["a"], 3)
    numbered = SegmentScores("mqm", ("a",), np.array([[1.0, 2.0]]), numbered=True)
    np.testing.assert_array_equal(numbered.for_systems(["a"], 3).values, [[1.0, 2.0, NAN]])
    with pytest.raises(DataError, match=r"^mqm judges segment 2, the test set has 1$"):
        numbered.for_systems(["a"], 1)


def test_system_means_are_over_judged_cells() -> None:
    human = SegmentScores("da", ("a", "b", "c"), np.array([[1.0, 2.0], [3.0, NAN], [NAN, NAN]]))
    np.testing.assert_array_equal(human.system_means().values, [1.5, 3.0, NAN])
    documents = DocumentScores("da", ("a",), ("x", "y"), np.array([[NAN, 4.0]]))
    assert documents.system_means().values.tolist() == [4.0]
    np.testing.assert_array_equal(documents.for_systems(["n", "a"]).values, [[NAN, NAN], [NAN, 4.0]])


def test_wins() -> None:
    wins = ranks().wins()
    assert wins.name == "wins"
    np.testing.assert_array_equal(wins.values, [0.5, 0.0, 1.0])
    all_tied = ranks(preference=[0, 0, 0]).wins()
    assert np.isnan(all_tied.values).all()


def test_ranks_follow_the_test_set() -> None:
    fitted = ranks().for_systems(["c", "new", "a"], 3, ignore=["b"])
    assert (fitted.segment.tolist(), fitted.first.tolist(), fitted.second.tolist()) == ([2], [2], [0])
    assert (fitted.preference.tolist(), fitted.judge, fitted.task) == ([-1], ("k",), ("2",))
    assert fitted.notes == ("ranks: left out, a reference in use: b",)
    with pytest.raises(DataError, match=r"^ranks judges segment 3, the test set has 2$"):
        ranks().for_systems("abc", 2)
    with pytest.raises(DataError, match=r'"b"'):
        ranks().for_systems("ac", 3)


def test_no_pair_of_these_systems() -> None:
    fitted = ranks().for_systems(["x", "y"], 3, ignore_unknown=True)
    assert len(fitted) == 0
    assert np.isnan(fitted.wins().values).all()


def test_renamed() -> None:
    assert ranks().renamed({"b": "B"}).systems == ("a", "B", "c")
    with pytest.raises(DataError, match=r'no system "x" to rename; it has a, b, c'):
        ranks().renamed({"x": "y"})
    with pytest.raises(DataError, match=r'2 systems are called "a"'):
        ranks().renamed({"b": "a"})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"segment": [0, 1]}, "differ in length"),
        ({"segment": [[0, 1, 2]]}, "differ in length"),
        ({"judge": ("j",)}, "a judge for every pair"),
        ({"task": ("j",)}, "a task for every pair"),
        ({"first": [0, 1, 3]}, "not in the list of systems"),
        ({"first": [1, 1, 0]}, "compares a system with itself"),
        ({"segment": [0, -1, 2]}, "index is negative"),
        ({"preference": [0, 2, 0]}, "neither 1, -1 nor 0"),
    ],
)
def test_bad_ranks(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        ranks(**changes)


def test_bad_scores() -> None:
    with pytest.raises(DataError, match=r"^da: the values have shape \(1,\), not \(2,\)$"):
        SystemScores("da", ("a", "b"), np.array([1.0]))
    with pytest.raises(DataError, match=r"^da: a score is infinite$"):
        SystemScores("da", ("a",), np.array([np.inf]))
    with pytest.raises(DataError, match=r"shape"):
        SegmentScores("da", ("a",), np.array(1.0))
    with pytest.raises(DataError, match=r"shape"):
        DocumentScores("da", ("a",), ("x",), np.zeros((1, 2)))


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 3), st.integers(-1, 1)).filter(
            lambda pair: pair[1] != pair[2]
        )
    ),
    st.permutations("abcd"),
)
def test_order_and_direction_do_not_matter(pairs: list[tuple[int, int, int, int]], order: list[str]) -> None:
    """Wins stay the same when systems are re-ordered, and when every pair is written the other way round."""
    segment, first, second, preference = (np.array([p[i] for p in pairs], dtype=int) for i in range(4))
    human = Ranks("r", tuple("abcd"), segment, first, second, preference.astype(np.int8))
    swapped = Ranks("r", tuple("abcd"), segment, second, first, (-preference).astype(np.int8))
    expected = human.wins()
    np.testing.assert_array_equal(swapped.wins().values, expected.values)
    reordered = human.for_systems(order, 5).wins().for_systems("abcd")
    np.testing.assert_array_equal(reordered.values, expected.values)
