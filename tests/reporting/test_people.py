"""Agreement with people, the errors they marked, and word order, in reports."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.agreement import ErrorSpan, SegmentScores, SystemScores, Task
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.reporting.panels.people import MarkedError, People
from pitchpipe.reporting.panels.word_order import Order
from pitchpipe.showing.csv_output import csv_text
from tests.reporting.sets import ROOT, examples

JUDGMENTS = ROOT / "examples/adequacy.seg.score"
METRICS = ("bleu", "ter")


def people(found: pp.Report) -> People:
    panel = found["people"]
    assert isinstance(panel, People)
    return panel


@pytest.fixture(scope="module")
def found() -> pp.Report:
    return pp.report(examples(), METRICS, samples=100, human=JUDGMENTS, audit_of=False)


def test_agreement_is_that_of_meta(found: pp.Report) -> None:
    expected = pp.meta(examples(), METRICS, human=JUDGMENTS, samples=100, confidence=95, test=None)
    own = people(found).meta
    assert own.statistics == expected.statistics
    for key, agreement in expected.agreements.items():
        value = own.agreements[key].outcome.value
        assert value == pytest.approx(agreement.outcome.value, nan_ok=True)
        assert own.agreements[key].ci == agreement.ci
    assert people(found).answer().startswith("Closest to adequacy: bleu by pearson (")


def test_judgments_of_segments_are_in_the_page(found: pp.Report) -> None:
    record = people(found).record()
    human = Task.read(examples(), JUDGMENTS).human
    assert isinstance(human, SegmentScores)
    for row, own in zip(record["values"], human.values.tolist(), strict=True):
        assert row == [None if np.isnan(x) else round(x * 100) for x in own]


def judged(*spans: ErrorSpan) -> SegmentScores:
    values = np.arange(2 * 3, dtype=float).reshape(2, 3)
    return SegmentScores("mqm", ("a", "b"), values, spans=spans)


SMALL = pp.TestSet(
    systems={"a": ["x 😀 bad word", "y", "z"], "b": ["x", "y bad", "z"]},
    references={"ref": ["x", "y", "z"]},
)


def test_spans_are_counted_as_scripts_count() -> None:
    """A character beyond the first plane is two units there."""
    spans = (
        ErrorSpan("a", 0, 4, 7, "Major", "Accuracy", "bad"),
        ErrorSpan("b", 1, 2, 5, "Minor", "", "bad"),
        ErrorSpan("b", 2, 2, 5, "Minor", "", "not there"),
        ErrorSpan("c", 0, 0, 1, "Minor"),
    )
    found = pp.report(SMALL, ["wer"], samples=20, human=judged(*spans), audit_of=False)
    assert people(found).record()["spans"] == [[0, 0, 5, 8, "major", "Accuracy"], [1, 1, 2, 5, "minor", ""]]
    # In tables they are characters, as in the judgments.
    assert people(found).errors[0] == MarkedError("a", 0, 4, 7, "major", "Accuracy")
    assert csv_text(people(found).grids()["errors"]).splitlines()[1] == "a,1,4,7,major,Accuracy"
    assert "People marked 2 errors" in people(found).answer()


def test_segments_without_a_reference_take_their_judgments_with_them() -> None:
    lacking = replace(SMALL, references={"ref": [None, "y", "z"]})
    spans = (ErrorSpan("a", 0, 0, 1, "major"), ErrorSpan("b", 1, 2, 5, "minor"))
    found = pp.report(lacking, ["wer"], samples=20, human=judged(*spans), missing="skip", audit_of=False)
    assert people(found).record()["values"] == [[100, 200], [400, 500]]
    assert people(found).errors == (MarkedError("b", 0, 2, 5, "minor", ""),)


def test_scores_of_systems_are_enough() -> None:
    human = SystemScores("da", ("a", "b"), np.array([1.0, 2.0]))
    record = people(pp.report(SMALL, ["wer"], samples=20, human=human)).record()
    assert (record["values"], record["spans"]) == (None, [])


def test_judgments_that_do_not_fit_are_refused() -> None:
    other = SegmentScores("da", ("a", "c"), np.zeros((2, 3)))
    with pytest.raises(DataError, match='judges system "c"'):
        pp.report(SMALL, ["wer"], human=other)
    assert people(pp.report(SMALL, ["wer"], samples=20, human=other, ignore_unknown=True)).errors == ()
    with pytest.raises(DataError, match="there is one system"):
        pp.report(SMALL.with_systems(["a"]), ["wer"], human=judged())
    with pytest.raises(ParameterError, match="are for a file"):
        pp.report(SMALL, ["wer"], human=judged(), human_format="mqm")


def test_without_a_metric_that_says_what_is_better_nothing_is_counted() -> None:
    begun: list[str] = []
    with pytest.raises(ParameterError, match="no metric says what is better"):
        pp.report(SMALL, ["length-ratio"], samples=20, human=judged(), progress=begun.append)
    assert begun == []


# -- word order ----------------------------------------------------------------------------------------


def test_order_is_that_of_order() -> None:
    test_set = examples().with_systems(["good", "literal"])
    found = pp.report(test_set, ["wer"], samples=20, order=True, audit_of=False)
    panel = found["order"]
    assert isinstance(panel, Order)
    expected = pp.order(test_set)
    for name in test_set.systems:
        assert panel.table[name].measures == expected[name].measures
    assert panel.worst()["good"] == [number - 1 for number in expected.worst("good", 10)]
    source, reference, *systems = panel.of_segment(3)
    segment = expected.segment("literal", 4)
    assert source == list(segment.source)
    assert reference[0] == list(segment.reference)
    words, links, order = systems[1]
    assert words == list(segment.hypothesis)
    assert list(zip(links[::2], links[1::2], strict=True)) == list(segment.hypothesis_links)
    assert sorted(order) == list(range(1, len(source) + 1))
    assert [len(segment["order"]) for segment in next(iter(found.segments.blocks()))] == [4] * 48


def test_order_comes_with_metrics_that_want_it() -> None:
    keys = [panel.key for panel in pp.report(examples(), ["kendall"], samples=20, audit_of=False)]
    assert "order" in keys
    plain = pp.report(examples(), ["wer"], samples=20, audit_of=False)
    assert "order" not in [panel.key for panel in plain]
    with pytest.raises(MissingError, match="source"):
        pp.report(replace(examples(), source=None), ["wer"], samples=20, order=True)
