"""Which words of a segment a metric matched, and against which reference."""

from __future__ import annotations

import pytest

import pitchpipe as pp
from pitchpipe.measuring.explaining import Explained, explain, explains
from pitchpipe.metrics import get
from pitchpipe.metrics.explanations import Links, Path

SET = pp.TestSet(
    {"other": ["x", "x", "x"], "mine": ["a b", "c d e", "f"]},
    {"first": ["a b", "c x e", None], "second": ["b", "c d e", None]},
)


def explained(segment: int, metric: str = "wrr") -> Explained:
    return explain(SET, get(metric), "mine", segment)


def test_which_metrics_have_something_to_show() -> None:
    names = ("wrr", "hlepor", "ter", "meteor", "bleu")
    assert [explains(get(name)) for name in names] == [True, True, True, True, False]


def test_facts_of_the_whole_test_set_decide() -> None:
    """The language of the test set gives METEOR its stems; the metric itself does not say it."""
    test_set = pp.TestSet({"s": ["two dogs", "x"]}, {"r": ["two dog", None]}, target_language="en")
    found = explain(test_set, get("meteor:synonyms=none"), "s", 1)
    assert isinstance(found.explanation, Links)
    assert found.explanation.stages == ("exact", "stem")


def test_the_best_reference_is_explained() -> None:
    first, second = explained(1), explained(2)
    assert (first.reference, first.segment, first.system, first.metric) == ("first", 1, "mine", "wrr")
    assert (second.reference, second.score) == ("second", 100.0)
    assert isinstance(second.explanation, Path)
    assert second.explanation.steps == ("match", "match", "match")


@pytest.mark.parametrize("segment", [0, 4, -1])
def test_segments_are_counted_from_one(segment: int) -> None:
    with pytest.raises(pp.DataError, match=f"^there is no segment {segment}: there are 1 to 3$"):
        explained(segment)


def test_a_segment_without_reference() -> None:
    with pytest.raises(pp.DataError, match=r"^segment 3 has no reference$"):
        explained(3)
