"""``compare``: from a test set to verdicts, ranks, buckets and examples."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.comparing import Comparison, System
from tests.comparing.toys import Amount, Error, Mean, toy_set

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("good", "literal", "short", "verbose")


@pytest.fixture(scope="module")
def examples() -> pp.TestSet:
    return pp.TestSet.read(
        source=EXAMPLES / "source.de",
        references=[EXAMPLES / "reference.a.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in NAMES},
        documents=EXAMPLES / "documents.tsv",
    )


def by_mean(test_set: pp.TestSet, baseline: str | None = None, **options: Any) -> pp.ComparisonTable:
    return pp.compare(test_set, baseline, [Mean()], **{"samples": 500, **options})


def only(table: pp.ComparisonTable) -> Comparison:
    (metric,) = table
    (comparison,) = metric.comparisons
    return comparison


# -- one baseline ----------------------------------------------------------------------------------


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_the_first_system_is_the_baseline(examples: pp.TestSet, test: Any) -> None:
    table = pp.compare(examples, metrics=["bleu", "ter"], test=test, samples=400)
    scores = pp.score(examples, ["bleu", "ter"])
    assert (table.baseline, table.segments, table.test, table.samples) == ("good", 48, test, 400)
    for spec, metric in table.metrics.items():
        assert [(system.name, system.score) for system in metric.systems] == [
            (name, scores[name, spec].score) for name in NAMES
        ]
        assert metric.signature == scores["good", spec].signature
        assert [(c.baseline, c.system) for c in metric.comparisons] == [("good", n) for n in NAMES[1:]]
        for comparison in metric.comparisons:
            # Whether more is better or less: the others are worse.
            assert comparison.verdict == "worse"
            assert (comparison.delta < 0) == (metric.higher_is_better is True)
            assert comparison.delta_ci is not None
            assert comparison.delta_ci[0] <= comparison.delta <= comparison.delta_ci[1]
    assert table["bleu"].clusters == ()
    assert table["bleu"].system("good").cluster is None


def test_another_baseline(examples: pp.TestSet) -> None:
    table = pp.compare(examples, "short", ["bleu"], samples=200)
    assert [(c.baseline, c.system) for c in table["bleu"].comparisons] == [
        ("short", "good"),
        ("short", "literal"),
        ("short", "verbose"),
    ]
    assert table["bleu"].comparisons[0].verdict == "better"


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "sign"])
def test_a_small_difference_is_called_by_its_sign(test: Any) -> None:
    made = toy_set(base=[1, 2, 3, 4] * 5, more=[1.25, 2.5, 3.25, 4.5] * 5, less=[0.75, 1.5, 2.75, 3.5] * 5)
    table = pp.compare(made, metrics=[Mean(), Error()], test=test, samples=200)
    for metric, verdicts in zip(table, (["better", "worse"], ["worse", "better"]), strict=True):
        assert [comparison.delta for comparison in metric.comparisons] == [0.375, -0.375]
        assert [comparison.verdict for comparison in metric.comparisons] == verdicts


def test_verdicts_follow_the_direction() -> None:
    made = toy_set(base=[1, 2, 3, 4] * 5, new=[3, 4, 5, 6] * 5)
    table = pp.compare(made, metrics=[Mean(), Error(), Amount()], samples=200)
    assert [metric.comparisons[0].verdict for metric in table] == ["better", "worse", "different"]
    assert {metric.comparisons[0].delta for metric in table} == {2.0}


def test_p_is_corrected_for_all_systems() -> None:
    numbers = np.random.default_rng(0).integers(0, 9, size=(4, 30)).tolist()
    table = by_mean(toy_set(**{name: numbers[k] for k, name in enumerate("abcd")}))
    (metric,) = table
    ps = [c.p for c in metric.comparisons if c.p is not None]
    least = min(ps)
    (first,) = [c for c in metric.comparisons if c.p == least]
    assert first.p_holm == min(1.0, 3 * least)
    assert all(c.significant == (c.p_holm is not None and c.p_holm <= 0.05) for c in metric.comparisons)


# -- all pairs -------------------------------------------------------------------------------------


def test_all_pairs_are_ranked() -> None:
    steady = [5.0, 6.0, 5.0, 6.0] * 5
    made = toy_set(
        low=[x - 4 for x in steady], high=steady, like=[x + (-1) ** (k // 2) for k, x in enumerate(steady)]
    )
    (metric,) = by_mean(made, "all")
    assert [(c.baseline, c.system) for c in metric.comparisons] == [
        ("low", "high"),
        ("low", "like"),
        ("high", "like"),
    ]
    assert [c.verdict for c in metric.comparisons] == ["better", "better", "not significant"]
    assert metric.clusters == (("high", "like"), ("low",))
    assert [system.cluster for system in metric.systems] == [2, 1, 1]


def test_errors_are_ranked_the_other_way_round() -> None:
    made = toy_set(many=[9, 8, 9, 8] * 5, few=[2, 1, 2, 1] * 5)
    assert pp.compare(made, "all", [Error()], samples=100)["error"].clusters == (("few",), ("many",))
    assert pp.compare(made, "all", [Amount()], samples=100)["amount"].clusters == ()


@settings(max_examples=25)
@given(st.permutations(list("abc")), st.sampled_from(["bootstrap", "randomisation"]), st.integers(0, 99))
def test_the_order_of_systems_does_not_matter(order: list[str], test: Any, seed: int) -> None:
    numbers = np.random.default_rng(seed).integers(0, 9, size=(3, 12)).tolist()
    made = toy_set(**dict(zip("abc", numbers, strict=True)))
    first = by_mean(made, "all", test=test, samples=60)["mean"]
    second = by_mean(made.with_systems(order), "all", test=test, samples=60)["mean"]
    for name in "abc":
        assert first.system(name) == second.system(name)
    ps = {frozenset((c.baseline, c.system)): (abs(c.delta), c.p) for c in first.comparisons}
    assert ps == {frozenset((c.baseline, c.system)): (abs(c.delta), c.p) for c in second.comparisons}


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "sign"])
def test_threads_change_nothing(examples: pp.TestSet, test: Any) -> None:
    one, two = (
        pp.compare(examples, "all", ["bleu", "hlepor"], test=test, samples=99, threads=threads, by="length")
        for threads in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "sign"])
def test_equal_systems(test: Any) -> None:
    comparison = only(by_mean(toy_set(a=[1, 2, 3], b=[1, 2, 3]), test=test))
    assert (comparison.delta, comparison.delta_ci, comparison.p) == (0.0, (0.0, 0.0), 1.0)
    assert comparison.verdict == "not significant"


# -- optimiser runs --------------------------------------------------------------------------------


def test_runs_of_one_system() -> None:
    made = toy_set(base=[1, 2, 3], run1=[2, 3, 4], run2=[4, 5, 6])
    table = by_mean(made, "base", runs={"tuned": ["run1", "run2"]})
    system = table["mean"].system("tuned")
    assert (system.score, system.runs, system.run_scores) == (4.0, ("run1", "run2"), (3.0, 5.0))
    assert system.std == pytest.approx(math.sqrt(2))
    assert table["mean"].system("base").std is None
    assert only(table).delta == 2.0
    # All runs are resampled together: the base is one and three points below, whatever is drawn.
    assert only(table).delta_ci == pytest.approx((2.0, 2.0))


def test_equal_runs_are_one_system() -> None:
    made = toy_set(a=[3, 1, 4, 1], b=[2, 7, 1, 8], again=[2, 7, 1, 8])
    plain = only(by_mean(made.with_systems(["a", "b"])))
    grouped = only(by_mean(made, runs={"b": ["b", "again"]}))
    assert (grouped.delta, grouped.p) == (plain.delta, plain.p)


def test_a_baseline_of_several_runs() -> None:
    made = toy_set(a1=[1, 2, 3], b1=[2, 3, 9], a2=[2, 2, 2], b2=[3, 3, 3])
    table = by_mean(made, "b", runs={"a": ["a1", "a2"], "b": ["b1", "b2"]}, test="randomisation")
    assert [system.name for system in table["mean"].systems] == ["a", "b"]
    assert only(table).delta == pytest.approx(2 - 23 / 6)


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ({"x": []}, "the runs of 'x' must be a list with one system or more"),
        ({"x": "a"}, "the runs of 'x' must be a list"),
        ({"x": ["a", "z"]}, "'x' has no run 'z': there are a, b, c"),
        ({"x": ["a"], "y": ["a"]}, "'a' is a run of 'x' and of 'y'"),
        ({"c": ["a", "b"]}, "'c' is the name of a system and of several runs"),
        ({"x": ["a", "b", "c"]}, "there is only 'x' to compare: give two systems or more"),
    ],
)
def test_impossible_runs(runs: Any, message: str) -> None:
    with pytest.raises(pp.PitchpipeError, match=message):
        by_mean(toy_set(a=[1], b=[2], c=[3]), runs=runs)


# -- what cannot be said ---------------------------------------------------------------------------


def test_one_segment() -> None:
    table = by_mean(toy_set(a=[1], b=[2]))
    comparison = only(table)
    assert (comparison.delta, comparison.delta_ci, comparison.p, comparison.p_holm) == (1.0, None, None, None)
    assert (comparison.verdict, comparison.significant) == ("n/a", False)
    assert all(system.ci is None for system in table["mean"].systems)
    assert only(by_mean(toy_set(a=[1], b=[2]), test="randomisation")).p == 1.0


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "sign"])
def test_undefined_scores(test: Any) -> None:
    nan = math.nan
    (metric,) = by_mean(toy_set(a=[1, 2, 1, 2], b=[1, nan, 3, 4], c=[8, 9, 8, 9]), "all", test=test)
    with_b = [c for c in metric.comparisons if "b" in (c.baseline, c.system)]
    assert [(c.p, c.delta_ci, c.verdict) for c in with_b] == [(None, None, "n/a")] * 2
    (other,) = [c for c in metric.comparisons if "b" not in (c.baseline, c.system)]
    # One p-value is left, and not corrected for those there are none of.
    assert other.p == other.p_holm
    assert metric.to_dict()["systems"][1]["score"] is None


@pytest.mark.parametrize(
    ("baseline", "options", "message"),
    [
        ("z", {}, "there is no system 'z' to compare with: there are a, b"),
        (None, {"test": "t-test"}, "there is no test 't-test': choose bootstrap, randomisation, sign"),
        (None, {"samples": 0}, "the number of samples must be a whole number"),
        (None, {"confidence": 100}, "confidence must be between 0 and 100"),
        (None, {"examples": -1}, "the number of examples must be a whole number from 0 on, not -1"),
        (None, {"by": "colour"}, "segments cannot be put into buckets by 'colour'"),
        (None, {"by": "domain"}, "the test set does not say which domain"),
        (None, {"by": ["x"]}, "there are 1 labels for 2 segments: give one for each"),
    ],
)
def test_impossible_arguments(baseline: str | None, options: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.PitchpipeError, match=message):
        by_mean(toy_set(a=[1, 2], b=[2, 3]), baseline, **options)


def test_too_few_systems() -> None:
    with pytest.raises(pp.DataError, match="there is only 'a' to compare"):
        by_mean(toy_set(a=[1]))
    with pytest.raises(pp.DataError, match="there is no system"):
        pp.compare(pp.TestSet(references={"ref": ["x"]}))


def test_a_system_called_all() -> None:
    made = toy_set(all=[1, 2], b=[2, 3])
    assert by_mean(made).baseline == "all"
    with pytest.raises(pp.ParameterError, match="'all' means all pairs"):
        by_mean(made, "all")


def test_unknown_parts_of_the_result() -> None:
    table = by_mean(toy_set(a=[1, 2], b=[2, 3]))
    with pytest.raises(pp.DataError, match="no metric 'bleu' was compared: there are mean"):
        table["bleu"]
    with pytest.raises(pp.DataError, match="no system 'z' was compared: there are a, b"):
        table["mean"].system("z")


# -- results ---------------------------------------------------------------------------------------


def test_json(examples: pp.TestSet) -> None:
    table = pp.compare(
        examples, "all", ["bleu"], test="sign", samples=50, by="domain", examples=1, seed=0, confidence=90
    )
    written = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    assert {key: written[key] for key in ("test", "samples", "seed", "confidence", "baseline", "by")} == {
        "test": "sign",
        "samples": 50,
        "seed": 0,
        "confidence": 90.0,
        "baseline": None,
        "by": "domain",
    }
    (metric,) = written["metrics"]
    assert metric["signature"].startswith("bleu|")
    assert [set(system) for system in metric["systems"]] == [set(System.__dataclass_fields__)] * 4
    assert [set(found) for found in metric["comparisons"]] == [set(Comparison.__dataclass_fields__)] * 6
    assert metric["comparisons"][0]["forward"]["better"] + metric["comparisons"][0]["forward"]["worse"] <= 48
    assert [bucket["name"] for bucket in metric["buckets"]] == ["news", "conversation", "travel"]
    assert metric["clusters"][0][0] == "good"


def test_progress_is_told_every_metric_twice(examples: pp.TestSet) -> None:
    told: list[str] = []
    pp.compare(examples, metrics=["bleu", "wer"], samples=5, progress=told.append)
    assert told == ["bleu", "wer", "bleu, bootstrap", "wer, bootstrap"]


def test_the_same_resamples_for_scores_and_comparisons(examples: pp.TestSet) -> None:
    table = pp.compare(examples, metrics=["bleu"], samples=300, seed=5, confidence=80)
    scores = pp.score(examples, ["bleu"], samples=300, seed=5, confidence=80)
    for system in table["bleu"].systems:
        assert system.ci == scores[system.name, "bleu"].ci


def test_skipped_segments_are_left_out(examples: pp.TestSet) -> None:
    lacking = pp.TestSet(
        systems={"a": ["x", "y y", "z"], "b": ["x", "y", "z z"]}, references={"ref": [None, "y", "z"]}
    )
    with pytest.raises(pp.DataError, match="segment 1 has no reference"):
        pp.compare(lacking, metrics=["wer"])
    table = pp.compare(lacking, metrics=["wer"], samples=9, missing="skip", by=["p", "q", "r"], examples=2)
    assert (table.segments, table.skipped) == (2, 1)
    assert [bucket.name for bucket in table["wer"].buckets] == ["q", "r"]
    assert [example.segment for example in only(table).wins] == [2]
    assert [example.segment for example in only(table).losses] == [3]
