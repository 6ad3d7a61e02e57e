"""How stable fitted numbers are over samples of the judgments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting import fit, stability
from pitchpipe.metrics import get
from pitchpipe.text.testset import TestSet
from tests.fitting.people import made_up, ranks_by, scores_by

QUICK: dict[str, Any] = {"folds": 0}


def test_segments_that_are_all_alike_leave_nothing_open() -> None:
    """Every sample of them is the same, so that each interval has the length 0."""
    systems = {"a": ["the old cat sees"] * 12, "b": ["cat the"] * 12, "c": ["a cat"] * 12}
    test_set = TestSet(systems=systems, references={"ref": ["the old cat sees it"] * 12})
    human = SegmentScores("people", tuple(systems), np.array([[3.0] * 12, [2.0] * 12, [1.0] * 12]))
    found = fit((test_set, human), "1*chrf+1*cer", bootstrap=7, **QUICK)
    assert found.stability is not None
    assert (found.stability.samples, found.stability.confidence) == (7, 95)
    assert [one.name for one in found.stability.numbers] == ["weight of chrf", "weight of cer"]
    for one, weight in zip(found.stability.numbers, found.parameters["weights"], strict=True):
        assert one.value == weight
        assert one.ci == pytest.approx((weight, weight), rel=1e-5)
        assert one.used in {0.0, 1.0}


def test_more_judgments_leave_less_open() -> None:
    widths = []
    for segments in (20, 200):
        test_set = made_up(segments=segments)
        people = ranks_by(test_set, "0.6*chrf+0.4*wer", wrong=0.2)
        found = fit((test_set, people), "1*chrf+1*wer", bootstrap=30, seed=3, **QUICK)
        assert found.stability is not None
        low, high = found.stability.numbers[0].ci
        assert low <= found.parameters["weights"][0] <= high
        widths.append(high - low)
    assert widths[1] < 0.6 * widths[0]


def test_numbers_of_all_searches_are_named() -> None:
    test_set = made_up(segments=20)
    people = scores_by(test_set, "hlepor:weights=1/1/8")
    found = fit((test_set, people), "hlepor", "pearson:none", bootstrap=3, restarts=1, **QUICK)
    names = ["alpha", "beta", "weights 1", "weights 2", "weights 3"]
    assert found.stability is not None
    assert [one.name for one in found.stability.numbers] == names
    mixed = fit((test_set, people), "1*chrf+1*hlepor", parameters=["chrf.beta"], bootstrap=3, **QUICK)
    assert mixed.stability is not None
    assert [one.name for one in mixed.stability.numbers] == [
        "weight of chrf",
        "weight of hlepor",
        "chrf.beta",
    ]


def test_it_is_shown_everywhere() -> None:
    test_set = made_up(segments=20)
    found = fit((test_set, ranks_by(test_set, "chrf")), "1*chrf+1*wer", bootstrap=5, **QUICK)
    told = found.to_dict()["stability"]
    assert told["samples"] == 5
    assert [one["name"] for one in told["numbers"]] == ["weight of chrf", "weight of wer"]
    assert found.preset().record["stability"] == told
    frame = found.to_frame("stability", library="pyarrow").to_pydict()
    assert frame["number"] == ["weight of chrf", "weight of wer"]
    assert list(frame) == ["number", "fitted", "low", "high", "used"]
    text = str(found)
    assert "weight of wer" in text
    assert "fitted again to 5 samples of the judged segments" in text
    assert "weight of wer" in found._repr_html_()
    assert fit((test_set, ranks_by(test_set, "chrf")), "1*chrf+1*wer", **QUICK).stability is None


def test_the_seed_decides() -> None:
    test_set = made_up(segments=20)
    people = ranks_by(test_set, "chrf", wrong=0.2)
    runs = [
        fit((test_set, people), "1*chrf+1*wer", bootstrap=5, seed=seed, **QUICK).stability
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]


def test_samples_in_which_nothing_can_be_learnt_are_left_out() -> None:
    """Of two judged segments people prefer something in one only: a quarter of the samples lack it."""
    systems = {"a": ["the cat", "the dog"], "b": ["a dog", "a cat"]}
    test_set = TestSet(systems=systems, references={"ref": ["the cat", "the dog"]})
    human = SegmentScores("people", ("a", "b"), np.array([[2.0, 1.0], [1.0, 1.0]]))
    found = fit((test_set, human), "1*chrf+1*wer", "tau-wmt14", bootstrap=40, **QUICK)
    assert found.stability is not None
    assert 15 < found.stability.samples < 40


@pytest.mark.parametrize("bootstrap", [-1, 1.5, True, 10**9])
def test_numbers_of_samples_that_are_none(bootstrap: Any) -> None:
    test_set = made_up(segments=10)
    with pytest.raises(ParameterError, match="bootstrap must be a whole number of samples from 0"):
        fit((test_set, ranks_by(test_set, "chrf")), "1*chrf+1*wer", bootstrap=bootstrap, **QUICK)


def test_whole_systems_have_no_segments_to_draw() -> None:
    test_set = made_up(segments=10)
    people = SystemScores("people", tuple(test_set.systems), np.arange(5.0))
    with pytest.raises(DataError, match="judges whole systems: there are no segments to draw"):
        fit((test_set, people), "hlepor", bootstrap=3, **QUICK)


def test_numbers_of_several_are_counted_from_1() -> None:
    values = {"beta": 2.0, "weights": (0.5, 0.25), "alphas": (1.0, 2.0)}
    assert stability._names(get("0.5*chrf+0.5*wer"), values) == [
        *("beta", "weight of chrf", "weight of wer", "alphas 1", "alphas 2"),
    ]  # fmt: skip
