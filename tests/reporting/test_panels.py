"""Where systems differ, whether metrics agree, and whether they can be trusted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import pitchpipe as pp
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.reporting.groups import duplicates, with_terms
from pitchpipe.reporting.panels.differences import Differences
from pitchpipe.reporting.panels.metric_agreement import MetricAgreement
from pitchpipe.reporting.panels.trust import Trust
from pitchpipe.reporting.panels.words import Words
from tests.reporting.sets import examples

METRICS = ("bleu", "ter")


@pytest.fixture(scope="module")
def found() -> pp.Report:
    return pp.report(examples(), METRICS, samples=300, terms=["bridge", "Lindenbrück"])


# -- groups --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "measured_by"), [("domain", "domain"), ("document", "document")])
def test_differences_by_group_are_those_of_compare(found: pp.Report, by: str, measured_by: str) -> None:
    panel = found["differences"]
    assert isinstance(panel, Differences)
    table = pp.compare(examples(), "all", METRICS, samples=300, by=measured_by)
    for metric in METRICS:
        (grouped,) = (one for one in panel.grouped if (one.by, one.measure) == (by, metric))
        expected = {bucket.name: bucket for bucket in table[metric].buckets}
        for group in grouped.groups:
            bucket = expected[group.name]
            assert group.size == bucket.segments
            for one, other in zip(group.deltas, bucket.deltas, strict=True):
                assert (one.baseline, one.system) == (other.baseline, other.system)
                assert (one.delta, one.ci) == (other.delta, other.delta_ci)


def test_lengths_and_terms_are_groups(found: pp.Report) -> None:
    panel = found["differences"]
    assert isinstance(panel, Differences)
    kinds = {one.by for one in panel.grouped}
    assert kinds == {"domain", "document", "length of the reference", "terms", "word frequency"}


def test_of_many_groups_the_largest_are_shown() -> None:
    documents = [f"d{k}" for k in range(46)] + ["large", "large"]
    panel = pp.report(replace(examples(), documents=documents), ["wer"], samples=20)["differences"]
    assert isinstance(panel, Differences)
    (grouped,) = (one for one in panel.grouped if one.by == "document")
    assert len(grouped.groups) == 40
    assert "large" in [group.name for group in grouped.groups]
    assert grouped.left_out == 7
    assert all(one.left_out == 0 for one in panel.grouped if one.by != "document")


def test_terms_are_whole_words_in_source_or_reference() -> None:
    test_set = pp.TestSet(
        systems={"s": ["x"] * 4},
        references={"ref": ["A Cat.", "concatenate", None, "dog"]},
        source=["x", "y", "die katze", "C++ Code"],
    )
    assert with_terms(test_set, ["cat", "Katze"]) == [
        "with a term",
        "without one",
        "with a term",
        "without one",
    ]
    assert with_terms(test_set, ["c++"]) == ["without one"] * 3 + ["with a term"]
    with pytest.raises(DataError, match="there is no term"):
        with_terms(test_set, [" "])


@pytest.mark.parametrize(
    ("term", "line", "found"),
    [
        ("北京", "我在北京住", True),
        ("GPT", "用GPT写", True),
        ("C++", "in C++11", True),
        ("cat", "concat", False),
    ],
)
def test_terms_in_any_script(term: str, line: str, found: bool) -> None:
    test_set = pp.TestSet({"a": ["x"]}, {"r": [line]})
    assert with_terms(test_set, [term]) == ["with a term" if found else "without one"]


def test_duplicates_are_of_the_source_or_else_the_reference() -> None:
    references: dict[str, list[str | None]] = {"ref": ["a", "a", "b"]}
    test_set = pp.TestSet(systems={"s": ["x"] * 3}, references=references, source=["1", "2", "1 "])
    assert duplicates(test_set) == ["repeated", "unique", "repeated"]
    assert duplicates(replace(test_set, source=None)) == ["repeated", "repeated", "unique"]


def test_what_most_segments_are_is_not_said_of_each() -> None:
    references: dict[str, list[str | None]] = {"ref": ["a", "a", "b"]}
    test_set = pp.TestSet(systems={"s": ["x"] * 3}, references=references)
    found = pp.report(test_set, ["wer"], samples=20, terms=["b"], audit_of=False).segments
    groups = found.record()["groups"]
    assert groups["duplicates"] == {"labels": ["repeated", "unique"], "which": [0, 0, 1], "silent": 1}
    assert groups["terms"] == {"labels": ["without one", "with a term"], "which": [0, 0, 1], "silent": 0}


def test_the_answer_counts_wins(found: pp.Report) -> None:
    table = pp.score(examples(), ["bleu"], segments=True)
    good, literal = (table[name, "bleu"].segments for name in ("good", "literal"))
    assert good is not None
    assert literal is not None
    gains = np.asarray(good) - np.asarray(literal)
    words = f"good is ahead on {np.sum(gains > 0)}, literal on {np.sum(gains < 0)}"
    assert words in found["differences"].answer()


# -- words ---------------------------------------------------------------------------------------------


def test_the_answer_about_words(found: pp.Report) -> None:
    panel = found["words"]
    assert isinstance(panel, Words)
    rare = panel.found[0].kinds[0]
    best = max(rare.scores, key=lambda name: rare.scores[name])
    assert f"best by {best}, F {rare.scores[best]:.1f}" in panel.answer()
    assert set(panel.grids()) == {"accuracy", "n-grams"}


# -- metrics with each other ---------------------------------------------------------------------------


def test_agreement_is_kendall_and_pearson(found: pp.Report) -> None:
    panel = found["agreement"]
    assert isinstance(panel, MetricAgreement)
    table = pp.score(examples(), METRICS, segments=True)
    bleu = [table[name, "bleu"].score for name in table.systems]
    ter = [-table[name, "ter"].score for name in table.systems]
    expected = stats.kendalltau(bleu, ter).statistic
    assert panel.agreements["kendall-b", "bleu", "ter"] == pytest.approx(expected)
    correlations = []
    for name in table.systems:
        own, other = (np.asarray(table[name, metric].segments) for metric in METRICS)
        correlations.append(stats.pearsonr(own, -other).statistic)
    assert panel.agreements["pearson:system", "ter", "bleu"] == pytest.approx(np.mean(correlations))


def test_disputes_are_contradictions(found: pp.Report) -> None:
    panel = found["agreement"]
    assert isinstance(panel, MetricAgreement)
    assert panel.disputes
    table = pp.score(examples(), METRICS, segments=True)
    for one in panel.disputes:
        preferred, rejected = (
            {metric: np.asarray(table[name, metric].segments)[one.segment - 1] for metric in METRICS}
            for name in (one.preferred, one.rejected)
        )
        assert preferred["bleu"] > rejected["bleu"]
        assert preferred["ter"] > rejected["ter"]  # an error rate
        assert one.by_metric > 0 > one.by_other


def test_one_metric_or_system_cannot_disagree() -> None:
    assert "agreement" not in [panel.key for panel in pp.report(examples(), ["bleu"], samples=20)]
    alone = pp.report(examples().with_systems(["good"]), METRICS, samples=20)
    keys = [panel.key for panel in alone]
    assert "differences" not in keys
    panel = alone["agreement"]
    assert isinstance(panel, MetricAgreement)
    assert panel.disputes == ()
    assert {name for name, _, _ in panel.agreements} == {"pearson:system"}


# -- trust ---------------------------------------------------------------------------------------------


def test_the_audit_is_that_of_the_two_best(found: pp.Report) -> None:
    panel = found["trust"]
    assert isinstance(panel, Trust)
    expected = pp.audit(examples().with_systems(["good", "literal"]), METRICS, samples=300)
    assert panel.audit == expected
    assert panel.answer().startswith("Tried on good and literal: bleu:")


def test_the_audit_of_others_or_of_none() -> None:
    panel = pp.report(examples(), ["wer"], samples=50, audit_of=["short", "verbose"])["trust"]
    assert isinstance(panel, Trust)
    assert (panel.audit.system, panel.audit.other) == ("short", "verbose")
    without = pp.report(examples(), ["wer"], samples=50, audit_of=False)
    assert "trust" not in [one.key for one in without]
    with pytest.raises(DataError, match="nobody"):
        pp.report(examples(), ["wer"], audit_of=["nobody"])
    with pytest.raises(ParameterError, match="an audit takes one system or two, not 3"):
        pp.report(examples(), ["wer"], audit_of=["good", "short", "verbose"])
