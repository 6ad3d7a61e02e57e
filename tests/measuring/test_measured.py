"""What cannot be measured is refused, or left out where that was asked for."""

from __future__ import annotations

from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.measuring.measured import measure, scorable

LACKING = pp.TestSet({"s": ["a", "b", "c", "d"]}, {"r": ["a", None, "c", None]})


def test_segments_without_reference_are_refused_or_skipped() -> None:
    message = r"^segment 2 has no reference \(2 such in all\): leave them out with --missing skip "
    with pytest.raises(pp.DataError, match=message):
        measure(LACKING, "wer")
    measured = measure(LACKING, "wer", missing="skip")
    assert (measured.numbers, measured.skipped, measured.systems) == ((1, 3), 2, ("s",))
    assert measured.test_set.systems == {"s": ["a", "c"]}
    (one,) = measured
    assert (one.segments, one.segment_scores().tolist()) == (2, [[0.0, 0.0]])


def test_whole_sets_have_no_numbers() -> None:
    whole = pp.TestSet({"s": ["a"]}, {"r": ["b"]})
    for missing in ("error", "skip"):
        kept, numbers = scorable(whole, missing)
        assert (len(kept), numbers) == (1, None)


@pytest.mark.parametrize(
    ("test_set", "options", "message"),
    [
        (pp.TestSet({}, {"r": ["a"]}), {}, "there is no system to score"),
        (pp.TestSet({"s": ["a"]}, {}), {}, "there is no reference to score against"),
        (LACKING, {"missing": "maybe"}, "missing must be 'error' or 'skip', not 'maybe'"),
        (LACKING, {"metrics": []}, "there is no metric to score with"),
        (
            pp.TestSet({"s": ["a"]}, {"r": [None]}),
            {"missing": "skip"},
            "there are no segments to score",
        ),
    ],
)
def test_nothing_to_measure(test_set: pp.TestSet, options: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.PitchpipeError, match=f"^{message}$"):
        measure(test_set, **{"metrics": ["wer"], **options})


def test_each_metric_is_measured_once_and_found_by_any_of_its_names() -> None:
    told: list[str] = []
    measured = measure(LACKING, ["wer", "wer:lowercase=false", "per"], missing="skip", progress=told.append)
    assert told == list(measured.measurements)
    assert len(told) == len(set(measured.names.values()))
    assert measured["wer"] is measured[measured.names["wer"]]


def test_metrics_that_want_no_reference_leave_out_what_has_none_as_well() -> None:
    """All that is scored is of the same segments; where no segment has a reference, that is all of them."""
    kept, numbers = scorable(LACKING, "skip", references=False)
    assert (len(kept), numbers) == (2, (1, 3))
    nothing = pp.TestSet({"s": ["a", "b"]}, {})
    assert scorable(nothing, "error", references=False) == (nothing, None)
    with pytest.raises(pp.DataError, match="there is no reference to score against"):
        scorable(nothing, "error")


def test_scores_of_systems_and_segments() -> None:
    made = pp.TestSet({"s": ["a b", "x", "y"], "t": ["x y", "c", "d"]}, {"r": ["a b", "c", "d"]})
    (one,) = measure(made, "wer")
    assert one.scores().tolist() == [50.0, 50.0]
    assert one.segment_scores().tolist() == [[0.0, 100.0, 100.0], [100.0, 0.0, 0.0]]
