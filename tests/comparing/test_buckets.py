"""Differences within buckets of segments, and the segments that differ most."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.comparing import Bucket, BucketDelta
from tests.comparing.toys import Amount, Error, Mean, toy_set


def buckets(test_set: pp.TestSet, by: Any, **options: Any) -> dict[str, Bucket]:
    (metric,) = pp.compare(test_set, metrics=[Mean()], by=by, samples=50, **options)
    return {bucket.name: bucket for bucket in metric.buckets}


def test_labels_by_hand() -> None:
    made = toy_set(base=[1, 2, 3, 4], new=[2, 3, 3, 0])
    found = buckets(made, ["x", "x", "y", "z"])
    assert list(found) == ["x", "y", "z"]
    assert found["x"] == Bucket(
        "x", 2, {"base": 1.5, "new": 2.5}, (BucketDelta("base", "new", 1.0, (1.0, 1.0)),)
    )
    # A single segment cannot be resampled.
    assert found["z"].deltas == (BucketDelta("base", "new", -4.0, None),)


def test_labels_of_any_kind() -> None:
    made = toy_set(base=[1, 2, 3], new=[2, 3, 3])
    assert list(buckets(made, np.array([7, 8, 7]))) == list(buckets(made, iter((7, 8, 7)))) == ["7", "8"]


def test_domains_and_documents() -> None:
    made = toy_set(base=[1, 2, 3, 4], new=[2, 3, 3, 0])
    known = pp.TestSet(
        systems=made.systems,
        references=made.references,
        domains=["news", "chat", "news", "chat"],
        documents=["d1", "d2", "d1", "d3"],
    )
    assert [(b.name, b.segments) for b in buckets(known, "domain").values()] == [("news", 2), ("chat", 2)]
    assert list(buckets(known, "document")) == ["d1", "d2", "d3"]


def test_lengths() -> None:
    lengths = [0, 1, 10, 11, 20, 30, 40, 41, 500]
    made = pp.TestSet(
        systems={"a": ["1"] * len(lengths), "b": ["2"] * len(lengths)},
        references={"ref": [" ".join(["w"] * length) for length in lengths]},
    )
    found = {name: bucket.segments for name, bucket in buckets(made, "length").items()}
    assert found == {"0": 1, "1-10": 2, "11-20": 2, "21-30": 1, "31-40": 1, "41+": 2}


def test_quartiles_of_lengths() -> None:
    def found(lengths: list[int]) -> dict[str, int]:
        made = pp.TestSet(
            systems={"a": ["1"] * len(lengths), "b": ["2"] * len(lengths)},
            references={"ref": [" ".join(["w"] * length) for length in lengths]},
        )
        return {name: bucket.segments for name, bucket in buckets(made, "length-quartile").items()}

    # Of 1 to 8, two in each; of lengths that are alike, one bucket is all there is.
    assert found([8, 7, 6, 5, 4, 3, 2, 1]) == {"1-2": 2, "3-4": 2, "5-6": 2, "7+": 2}
    assert found([5] * 9) == {"5+": 9}
    assert found([0, 0, 3, 3]) == {"0": 2, "1+": 2}
    assert found([2]) == {"2+": 1}


def test_lengths_of_several_references_and_of_text_without_spaces() -> None:
    made = pp.TestSet(
        systems={"a": ["1", "1"], "b": ["2", "2"]},
        references={"A": ["w " * 4, None], "B": ["w " * 20, "w w"]},
    )
    assert [(b.name, b.segments) for b in buckets(made, "length").values()] == [("1-10", 1), ("11-20", 1)]
    chinese = pp.TestSet(
        systems={"a": ["1"], "b": ["2"]}, references={"A": ["一二三四五六七八九十一"]}, target_language="zh"
    )
    assert list(buckets(chinese, "length")) == ["11-20"]


def test_sentence_bleu_of_the_baseline() -> None:
    right, wrong = "the cat sat on the mat", "no such words at all here"
    made = pp.TestSet(
        systems={"a": [right, wrong, right, wrong], "b": [wrong, right, right, wrong]},
        references={"ref": [right] * 4},
    )
    for baseline, other in ("ab", "ba"):
        (metric,) = pp.compare(made, baseline, ["wer"], by="bleu", samples=9)
        (low, high) = metric.buckets
        assert (low.name, low.segments, high.name, high.segments) == ("0-25", 2, "75-100", 2)
        assert (high.scores[baseline], high.scores[other]) == (0.0, 50.0)


def test_all_pairs_and_runs() -> None:
    made = toy_set(a=[1, 2], b=[2, 3], c=[5, 8])
    (only,) = buckets(made, ["x", "x"], baseline="all").values()
    assert [(d.baseline, d.system, d.delta) for d in only.deltas] == [
        ("a", "b", 1.0),
        ("a", "c", 5.0),
        ("b", "c", 4.0),
    ]
    (grouped,) = buckets(made, ["x", "x"], runs={"bc": ["b", "c"]}).values()
    assert grouped.scores == {"a": 1.5, "bc": 4.5}


# -- examples --------------------------------------------------------------------------------------


def examples(metric: Any, count: int) -> tuple[list[int], list[int]]:
    made = toy_set(base=[1, 5, 3, 4, 0, float("nan")], new=[2, 1, 3, 9, 1, 7])
    (found,) = pp.compare(made, metrics=[metric], examples=count, samples=9)
    (comparison,) = found.comparisons
    return [e.segment for e in comparison.wins], [e.segment for e in comparison.losses]


def test_wins_and_losses_by_hand() -> None:
    # Gains: +1, -4, 0, +5, +1, undefined.
    assert examples(Mean(), 9) == ([4, 1, 5], [2])
    assert examples(Mean(), 2) == ([4, 1], [2])
    assert examples(Error(), 9) == ([2], [4, 1, 5])
    assert examples(Amount(), 9) == ([4, 1, 5], [2])
    assert examples(Mean(), 0) == ([], [])


def test_an_example_shows_everything() -> None:
    made = pp.TestSet(
        systems={"base": ["a b", "c"], "new": ["a", "c"]},
        references={"A": ["a", "c"], "B": [None, "c c"]},
        source=["x", "y"],
    )
    (found,) = pp.compare(made, metrics=["wer"], examples=1, samples=9)
    (win,) = found.comparisons[0].wins
    assert (win.segment, win.source, win.references) == (1, "x", ("a", None))
    assert (win.baseline, win.system) == ("a b", "a")
    assert (win.baseline_score, win.system_score, win.delta) == (100.0, 0.0, -100.0)
    assert win.to_dict()["references"] == ["a", None]


def test_of_several_runs_the_first_is_shown() -> None:
    made = toy_set(base=[1, 1], one=[2, 1], two=[9, 9])
    (found,) = pp.compare(made, metrics=[Mean()], runs={"new": ["one", "two"]}, examples=3, samples=9)
    (win,) = found.comparisons[0].wins
    assert (win.segment, win.system, win.system_score) == (1, "2", 2.0)


@pytest.mark.parametrize("by", ["domain", "document"])
def test_what_the_test_set_does_not_say_is_told_before_anything_is_counted(by: Any) -> None:
    begun: list[str] = []
    with pytest.raises(pp.DataError, match=by):
        pp.compare(toy_set(base=[1, 2], new=[2, 3]), metrics=[Mean()], by=by, progress=begun.append)
    assert not begun


def test_buckets_that_are_not_known() -> None:
    made = toy_set(base=[1, 2], new=[2, 3])
    with pytest.raises(
        pp.ParameterError, match=r"^segments cannot be put into buckets by 'words': choose domain"
    ):
        buckets(made, "words")
    with pytest.raises(pp.DataError, match=r"^there are 1 labels for 2 segments: give one for each$"):
        buckets(made, ["x"])
