"""Tests of metrics against each other, and intervals: enumeration, golden values, calibration, edges."""

from __future__ import annotations

import itertools
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitchpipe import _core
from pitchpipe.agreement.coverage import SystemsOf
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import DocumentScores, SystemScores
from pitchpipe.agreement.significance import (
    clusters,
    contest,
    interval,
    permutation_test,
    resampled,
    williams_test,
)
from pitchpipe.agreement.significance.bootstrap import of_segments
from pitchpipe.agreement.statistics import STATISTICS, Gains, Statistic, available, statistic
from pitchpipe.agreement.statistics.soft import SoftBound
from pitchpipe.agreement.statistics.tallied import TalliedBound
from pitchpipe.batch.values import Array
from pitchpipe.engines.local import Local
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.lookup import get
from pitchpipe.threads import threads
from tests.golden import agreement as golden
from tests.golden.agreement import gains_of, human_of, of_systems
from tests.golden.rows import HERE, Row


def table(seed: int, systems: int = 5, segments: int = 30) -> tuple[Array, Gains, Gains]:
    """Judgments, and two metrics that see them through noise."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, segments)).round(1)
    first, second = (human + 2.0 * rng.normal(size=human.shape) for _ in range(2))
    return human, Gains(first.mean(axis=1), first), Gains(second.mean(axis=1), second)


# -- PERM-BOTH ------------------------------------------------------------------------------------


def standardised(scores: Array) -> Array:
    result: Array = (scores - scores.mean()) / scores.std()
    return result


@pytest.mark.parametrize("spec", ["pearson", "spearman", "kendall-b", "kendall-c", "pairwise-accuracy"])
def test_against_all_exchanges(spec: str) -> None:
    rng = np.random.default_rng(4)
    human = SystemScores("people", tuple("abcdefg"), rng.normal(size=7))
    first, second = (human.values + rng.normal(size=7) for _ in range(2))
    bound = statistic(spec).bind(human)
    a, b = standardised(first), standardised(second)
    delta = bound(of_systems(second)) - bound(of_systems(first))
    larger = 0
    for coins in itertools.product([False, True], repeat=7):
        one, other = np.where(coins, b, a), np.where(coins, a, b)
        larger += bound(of_systems(other)) - bound(of_systems(one)) >= delta - 1e-12
    test = permutation_test(statistic(spec), human, of_systems(first), of_systems(second), samples=20_000)
    assert test.delta == pytest.approx(delta, abs=1e-12)
    assert test.p == pytest.approx(larger / 128, abs=0.015)


SEGMENT = [
    f"{name}:{average}"
    for name in ("pearson", "spearman", "kendall-b", "kendall-c", "darr", "consistency", "tau-wmt13")
    for average in ("none", "item", "system")
]


@pytest.mark.parametrize("spec", [*SEGMENT, "acc-eq", "tau23", "spa"])
def test_chance_exchanges_are_as_likely_either_way(spec: str) -> None:
    human, first, second = table(1)
    option = ",threshold=1" if spec.startswith("darr") else ""
    test = permutation_test(statistic(spec + option), human_of(human), first, second, samples=2000)
    back = permutation_test(statistic(spec + option), human_of(human), second, first, samples=2000)
    assert test.delta == pytest.approx(-back.delta, abs=1e-12)
    # Exchanges are symmetric: together the two p-values are 1, and the share of equal differences, of which
    # there are more where whole pairs are exchanged.
    assert 0.96 < test.p + back.p < (1.15 if spec in {"acc-eq", "tau23"} else 1.06)
    assert 0.0 < test.p < 1.0


@pytest.mark.parametrize("spec", [*SEGMENT, "acc-eq", "spa", "kendall-b", "pairwise-accuracy"])
def test_tests_do_not_depend_on_threads(spec: str) -> None:
    human, first, second = table(2, systems=7, segments=70)
    chosen = statistic(f"{spec},threshold=1" if spec.startswith("darr") else spec)
    found = []
    for count in (1, 3):
        with threads(count):
            found.append(permutation_test(chosen, human_of(human), first, second, samples=200))
    assert found[0].samples == 200
    assert found[0] == found[1]


def test_more_samples_begin_with_the_same() -> None:
    human, first, second = table(3)
    for spec in ("kendall-b:item", "spearman:none", "pearson:system", "consistency"):
        bound = statistic(spec).bind(human_of(human))
        scores = [gains.segment.ravel() for gains in (first, second)]
        few = np.concatenate(list(bound.exchanged(*scores, seed=5, samples=130)))  # type: ignore[attr-defined]
        many = np.concatenate(
            list(bound.exchanged(*scores, seed=5, samples=300, at_once=77))  # type: ignore[attr-defined]
        )
        assert np.array_equal(few, many[:130]), spec


@pytest.mark.parametrize("average", ["none", "item", "system"])
@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall-b", "kendall-c"])
def test_coefficients_of_the_core_are_those_of_the_formula(name: str, average: str) -> None:
    human, first, second = table(17, segments=40)
    human[:, 5] = 1.0  # a row without a value
    human[2, 7] = human[1:, 9] = np.nan
    scores = [gains.segment.round(0).ravel() for gains in (first, second)]
    bound = statistic(f"{name}:{average}").bind(human_of(human))
    assert isinstance(bound, TalliedBound)
    (values,) = bound.exchanged(*scores, seed=5, samples=200, at_once=200)
    tallies = bound.judged.exchange(bound.statistic.what, *scores).tallies(5, 0, 200, False)
    formula = bound.statistic.value(tallies, bound.fixed[:, None, None, :])
    assert values.shape == (200, 2)
    assert values == pytest.approx(formula, abs=1e-12)
    assert len(np.unique(values)) > 50


def test_exchanges_keep_the_sums_of_systems() -> None:
    _, first, second = table(18, systems=4, segments=70)
    one, other = first.segment, second.segment
    found = _core.exchanged_products(one, other, 3, 100, 30)
    sums, squares = found[:, :, 0], np.diagonal(found[:, :, 1:], axis1=-2, axis2=-1)
    shape = (30, 4)
    assert sums.sum(axis=1) == pytest.approx(np.broadcast_to((one + other).sum(axis=1), shape))
    assert squares.sum(axis=1) == pytest.approx(np.broadcast_to((one**2 + other**2).sum(axis=1), shape))
    assert len(np.unique(sums)) == sums.size
    assert np.array_equal(_core.exchanged_products(one, other, 3, 105, 1), found[5:6])


def test_pairs_against_all_exchanges() -> None:
    """Rows of different numbers of pairs, in which a pair is worth a different share."""
    rng = np.random.default_rng(3)
    human, first, second = (rng.normal(size=(4, 4)) for _ in range(3))
    human[0, 0] = human[1, 1] = human[2, 1] = np.nan
    spec = "acc-eq:epsilon=0"
    test = permutation_test(
        statistic(spec), human_of(human), gains_of(first), gains_of(second), samples=20_000
    )
    # Each pair of which one metric is right and the other is not goes either way.
    changes = []
    for h, x, y in zip(human.T, first.T, second.T, strict=True):
        pairs = [(i, j) for i, j in itertools.combinations(range(4), 2) if not math.isnan(h[i] + h[j])]
        right = [[np.sign(z[i] - z[j]) == np.sign(h[i] - h[j]) for i, j in pairs] for z in (x, y)]
        changes += [1 / len(pairs) / 4 for a, b in zip(*right, strict=True) if a != b]
    assert len(set(changes)) > 1
    sums = [np.dot(coins, changes) for coins in itertools.product([-1, 1], repeat=len(changes))]
    assert 0.05 < test.p < 0.95
    assert test.p == pytest.approx(np.mean(np.array(sums) >= test.delta - 1e-12), abs=0.015)


def test_rankings_are_tested() -> None:
    rng = np.random.default_rng(5)
    quality = np.array([0.0, 0.3, 0.6, 0.9])
    segment = np.repeat(np.arange(60), 6)
    first, second = np.tile(np.array(list(itertools.combinations(range(4), 2))).T, 60)
    seen = quality[first] - quality[second] + rng.normal(size=len(first))
    ranks = Ranks("ranks", tuple("abcd"), segment, first, second, np.sign(seen.round()))
    good = quality[:, None] + 0.1 * rng.normal(size=(4, 60))
    bad = rng.normal(size=(4, 60))
    for spec in ("consistency", "tau-wmt12", "consistency:pool=rows"):
        test = permutation_test(statistic(spec), ranks, gains_of(bad), gains_of(good))
        assert (
            test.p < 0.01 < 0.99 < permutation_test(statistic(spec), ranks, gains_of(good), gains_of(bad)).p
        )


def test_equal_metrics_differ_by_chance() -> None:
    human, first, _ = table(6)
    for spec in ("pearson:none", "kendall-b:item", "acc-eq", "spa", "pearson"):
        test = permutation_test(statistic(spec), human_of(human), first, first, samples=100)
        assert (test.delta, test.p) == (0.0, 1.0), spec


def test_stopping_early() -> None:
    human, first, second = table(7)
    far = Gains(human.mean(axis=1), human)
    test = permutation_test(statistic("pearson:none"), human_of(human), first, far, stop_early=True)
    assert (test.samples, test.larger, test.p) == (128, 0, 0.0)
    assert test.corrected == pytest.approx(1 / 129)
    pairs = permutation_test(statistic("acc-eq"), human_of(human), first, far, stop_early=True)
    assert (pairs.samples, pairs.p) == (128, 0.0)
    close = permutation_test(
        statistic("pearson:none"), human_of(human), first, second, stop_early=True, samples=1000
    )
    assert close.samples == 1000 or not 0.02 <= close.p <= 0.5


@pytest.mark.parametrize("spec", ["kendall-b:item", "pearson:none", "consistency"])
def test_five_per_cent_of_null_differences_are_significant(spec: str) -> None:
    """Two metrics with the same noise: their names are exchangeable, cell by cell."""
    rejected = 0
    trials = 300
    for trial in range(trials):
        human, first, second = table(100 + trial, systems=4, segments=20)
        test = permutation_test(statistic(spec), human_of(human), first, second, samples=200, seed=trial)
        rejected += test.corrected <= 0.05
    # Binomial with 15 expected: these limits are left in 1 of 1,000 runs.
    assert 4 <= rejected <= 29


def metric_pair(folder: Path, row: Row) -> tuple[str, Human, Gains, Gains]:
    if row["level"] == "system":
        human = SystemScores("people", tuple(row["names"]), np.array(row["gold_scores"]))
        return "pearson", human, of_systems(row["metric1_scores"]), of_systems(row["metric2_scores"])
    gold, (first, second) = golden.segments(folder, row, ["bleu", "chrf"])
    name = "pearson" if "pearsonr" in row.get("corr", "pearsonr") else "kendall-b"
    return f"{name}:{golden.AVERAGES[row.get('average_by', 'none')]}", human_of(gold), first, second


@pytest.mark.parametrize("copied", [True, False])
def test_permutation_tests_of_mt_metrics_eval(request: pytest.FixtureRequest, copied: bool) -> None:
    folder = HERE if copied else request.getfixturevalue("shared") / "golden"
    rows = [row for row in golden.read(folder) if row.get("stat") == "perm_both"]
    assert len(rows) == (18 if copied else 27)
    for row in rows:
        spec, human, first, second = metric_pair(folder, row)
        test = permutation_test(statistic(spec), human, first, second, samples=2000)
        assert test.delta == pytest.approx(row["delta"], abs=1e-9)
        # Theirs is the mean of five tests of 1,000 samples.
        deviation = math.sqrt(max(row["mean"] * (1 - row["mean"]), 0.002) * (1 / 2000 + 1 / 5000))
        assert abs(test.p - row["mean"]) < 4 * deviation


def test_pair_permutation_tests_of_mt_metrics_eval(shared: Path) -> None:
    folder = shared / "golden"
    rows = [row for row in golden.read(folder) if row.get("stat") == "pairwise_perm"]
    assert len(rows) == 4
    for row in rows:
        gold, (first, second) = golden.segments(folder, row, ["bleu", "chrf"])
        test = permutation_test(statistic("acc-eq"), human_of(gold), first, second, samples=5000)
        assert test.delta == pytest.approx(row["delta"], abs=1e-9)
        # Rows have equally many pairs, so differences often equal the observed one, and rounding decides
        # there which of them are counted.
        assert row["mean"] - 0.03 < test.p < row["mean"] + 0.06
        # τ is 2 acc − 1.
        tau = permutation_test(statistic("tau23"), human_of(gold), first, second, samples=5000)
        assert (tau.delta, tau.p) == pytest.approx((2 * test.delta, test.p), abs=1e-9)


def test_normal_p_values_are_close_to_those_of_random_signs(shared: Path) -> None:
    folder = shared / "golden"
    (row,) = [
        row
        for row in golden.read(folder)
        if row.get("stat") == "pce"
        and row["pair"] == "cs-en"
        and row.get("gold", "").startswith("da_z")
        and row["metric"] == "bleu"
    ]
    gold, (first,) = golden.segments(folder, row | {"gold": "da_z"}, ["bleu"])
    _, (second,) = golden.segments(folder, row | {"gold": "da_z"}, ["chrf"])
    spa = statistic("spa:samples=20000")
    bound = spa.bind(human_of(gold))
    assert isinstance(bound, SoftBound)
    delta, _ = bound.exchanged(first, second, samples=1, seed=1, at_once=1)
    assert delta == pytest.approx(bound(second) - bound(first), abs=0.003)


# -- Williams -------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [True, False])
def test_williams_tests_of_mt_metrics_eval(request: pytest.FixtureRequest, copied: bool) -> None:
    folder = HERE if copied else request.getfixturevalue("shared") / "golden"
    # Theirs counts cells nobody judged, where the policy calls it a pitfall.
    rows = [
        row
        for row in golden.read(folder)
        if row.get("stat") == "williams" and "PITFALL" not in row.get("policy", "")
    ]
    assert len(rows) == (30 if copied else 36)
    for row in rows:
        spec, human, first, second = metric_pair(folder, row)
        test = williams_test(statistic(spec), human, first, second)
        sides = 1 if "one_sided=True" in row["call"] else 2
        assert sides * test.p == pytest.approx(row["value"], abs=1e-9)
        assert test.n == row["n"]
        found = (test.first, test.second, test.between)
        assert found == pytest.approx((row["r_bleu"], row["r_chrf"], row["r_bleu_chrf"]), abs=1e-9)


def test_williams_at_the_edges() -> None:
    human, first, second = table(8)
    pearson = statistic("pearson:none")
    same = williams_test(pearson, human_of(human), first, first)
    assert (same.p, same.between) == pytest.approx((0.5, 1.0))
    few = williams_test(
        statistic("pearson"), human_of(human[:3]), of_systems([1.0, 2, 4]), of_systems([1.0, 2, 3])
    )
    assert math.isnan(few.p)
    constant = Gains(np.zeros(5), np.zeros_like(human))
    assert math.isnan(williams_test(pearson, human_of(human), first, constant).p)
    nobody = human_of(np.full_like(human, np.nan))
    assert math.isnan(williams_test(pearson, nobody, first, second).p)
    with pytest.raises(ParameterError, match="not of kendall-b"):
        williams_test(statistic("kendall-b"), human_of(human), first, second)


# -- all against all ------------------------------------------------------------------------------


def test_ranks_by_hand() -> None:
    p = np.full((5, 5), 0.9)
    assert clusters(p, 0.05) == [1, 1, 1, 1, 1]
    p[0, 2] = 0.01  # the first beats the third, which begins a rank
    p[0, 3] = 0.01  # ... so that this no longer matters
    p[3, 4] = 0.05
    assert clusters(p, 0.05) == [1, 1, 2, 2, 3]
    assert clusters(np.empty((0, 0)), 0.05) == []


def noisy(human: Array, noise: float, seed: int) -> Gains:
    scores = human + noise * np.random.default_rng(seed).normal(size=human.shape)
    return Gains(scores.mean(axis=1), scores)


def test_a_contest() -> None:
    human, *_ = table(9, systems=6, segments=60)
    gains = {"bad": noisy(human, 9.0, 1), "good": noisy(human, 0.5, 2), "constant": gains_of(0.0 * human)}
    gains["also bad"] = noisy(human, 9.0, 3)
    for spec in ("kendall-b:item", "pearson:none", "acc-eq"):
        told: list[str] = []
        found = contest(statistic(spec), human_of(human), gains, progress=told.append)
        assert told == list(found.ranks)
        values = list(found.values.values())
        assert next(iter(found.values)) == "good"
        assert found.ranks["good"] == 1
        assert found.ranks["bad"] == found.ranks["also bad"] == 2
        if spec != "acc-eq":
            assert math.isnan(found.values["constant"])
            assert "constant" not in found.ranks
            assert len(found.p) == 3
        assert values[:3] == sorted(values[:3], reverse=True)
        assert found.p["good", "bad"] < 0.05
        assert found.to_dict()["metrics"][0] == {"name": "good", "value": values[0], "rank": 1}
    williams = contest(statistic("pearson:none"), human_of(human), gains, test="williams")
    assert williams.ranks["good"] == 1 < williams.ranks["bad"]
    untested = contest(statistic("kendall-b:item"), human_of(human), gains, test="williams")
    assert (untested.p, untested.ranks) == ({}, {})
    assert list(untested.values)[-1] == "constant"


@pytest.mark.parametrize("spec", ["kendall-b:item", "acc-eq", "spa", "pearson:none"])
def test_p_values_do_not_depend_on_who_tests(spec: str) -> None:
    human, *_ = table(9, systems=6, segments=30)
    gains = {f"m{k}": noisy(human, 0.5 * k, k) for k in range(1, 5)}
    for test in ("perm-both", "williams"):
        wanted = contest(statistic(spec), human_of(human), gains, test=test)
        # A process of its own is tried once: starting two takes a second.
        engines: list[Any] = (
            [Pickling(), Local(2)] if (spec, test) == ("acc-eq", "perm-both") else [Pickling()]
        )
        for engine in engines:
            assert contest(statistic(spec), human_of(human), gains, test=test, engine=engine) == wanted


class Pickling:
    """An engine whose jobs travel, without leaving."""

    workers = 1

    def run(self, job: Any, parts: Any, _: Any) -> Any:
        for part in parts:
            yield pickle.loads(pickle.dumps(job))(part)


def test_a_contest_of_one_or_none() -> None:
    human, first, _ = table(10)
    assert contest(statistic("pearson"), human_of(human), {"a": first}).ranks == {"a": 1}
    assert contest(statistic("pearson"), human_of(human), {}).ranks == {}


def test_numbers_that_cannot_be_meant() -> None:
    human, first, second = table(11)
    people, pearson = human_of(human), statistic("pearson:none")
    with pytest.raises(ParameterError, match="samples must be a whole number from 1 to 1000000, not 0"):
        permutation_test(pearson, people, first, second, samples=0)
    with pytest.raises(ParameterError, match="the seed must be a whole number from 0"):
        permutation_test(pearson, people, first, second, seed=-1)
    with pytest.raises(ParameterError, match="alpha must be between 0 and 1"):
        contest(pearson, people, {"a": first}, alpha=1.5)
    with pytest.raises(ParameterError, match="perm-both or williams"):
        contest(pearson, people, {"a": first}, test="t")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="confidence must be between 0 and 100"):
        interval(pearson, people, first, confidence=100)
    with pytest.raises(ParameterError, match="ties of a fixed width"):
        permutation_test(statistic("kendall-b:item,epsilon=0.1"), people, first, second)


every = [cls(average=average) for cls in STATISTICS.values() for average in cls.averages]


@pytest.mark.parametrize("one", every, ids=lambda s: s.spec)
def test_edges_of_tests_and_intervals(one: Statistic) -> None:
    for human, scores in (
        ([[1.0, 2.0, 3.0]], [[1.0, 2.0, 4.0]]),
        ([[math.nan] * 2] * 2, [[1.0, 2.0], [3.0, 4.0]]),
        ([[1.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]]),
        ([[1.0, 2.0], [3.0, 4.0]], [[math.nan] * 2] * 2),
        ([[1.0, 2.0], [3.0, 4.0]], [[0.1, 0.1], [0.1, 0.1]]),
    ):
        people, gains = human_of(np.array(human)), Gains(np.sum(scores, axis=1), np.array(scores))
        other = Gains(-gains.system, -gains.segment)
        test = permutation_test(one, people, gains, other, samples=10)
        assert math.isnan(test.p) == math.isnan(test.delta)
        limits = interval(one, people, gains, samples=10)
        assert limits is None or limits[0] <= limits[1]


# -- intervals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec", ["kendall-b:item", "pearson:item", "consistency", "darr:threshold=1", "tau-wmt14"]
)
def test_drawn_tallies_are_those_of_drawn_segments(spec: str) -> None:
    human, gains, _ = table(12)
    human[0, 3] = human[2, 7] = np.nan
    human[1:, 9] = np.nan  # a segment with nothing to compare
    gains.segment[1, 4] = np.nan
    values = resampled(statistic(spec), human_of(human), gains, samples=20, seed=3)
    for sample, value in enumerate(values):
        drawn = np.random.default_rng([3, sample]).integers(0, 30, 30, dtype=np.int64)
        anew = statistic(spec)(of_segments(human_of(human), drawn), gains_of(gains.segment[:, drawn]))
        assert value == pytest.approx(anew.value, abs=1e-12)


def test_drawn_rankings() -> None:
    ranks = Ranks(
        "r", ("a", "b"), np.array([0, 2, 2]), np.array([0, 0, 1]), np.array([1, 1, 0]), np.array([1, -1, 0])
    )
    drawn = of_segments(ranks, np.array([2, 1, 2, 0]))
    assert isinstance(drawn, Ranks)
    assert drawn.segment.tolist() == [0, 0, 2, 2, 3]
    assert drawn.preference.tolist() == [-1, 0, -1, 0, 1]
    gains = gains_of(np.array([[1.0, 5.0, 2.0], [0.0, 5.0, 3.0]]))
    values = resampled(statistic("consistency"), ranks, gains, samples=10)
    assert set(values[~np.isnan(values)]) == {1.0}


def test_drawn_documents_and_systems() -> None:
    documents = DocumentScores("d", ("a", "b"), ("x", "y"), np.array([[1.0, 2.0], [3.0, 4.0]]))
    drawn = of_segments(documents, np.array([1, 1]))
    assert isinstance(drawn, DocumentScores)
    assert (drawn.documents, drawn.values.tolist()) == (("y", "y"), [[2.0, 2.0], [4.0, 4.0]])
    systems = SystemScores("s", ("a", "b"), np.array([1.0, 2.0]))
    assert of_segments(systems, np.array([0])) is systems


def test_intervals_hold_the_value() -> None:
    human, gains, _ = table(13, segments=80)
    for one in available(human_of(human)):
        if one.level == "segment" and one.name != "darr":
            value = one(human_of(human), gains).value
            limits = interval(one, human_of(human), gains, samples=200)
            assert limits is not None
            low, high = limits
            # Copies of a segment tie with each other, which moves rank statistics across segments a little.
            assert low - 0.03 < value < high + 0.03, one.spec
            assert 0.0 < high - low < 0.5


def test_intervals_of_soft_accuracy_are_near_those_by_random_signs() -> None:
    human, gains, _ = table(16, segments=60)
    human[1, 5] = np.nan
    gains.segment[2, 8] = np.nan
    spa = statistic("spa")
    values = resampled(spa, human_of(human), gains, samples=20, seed=3)
    for sample, value in enumerate(values):
        drawn = np.random.default_rng([3, sample]).integers(0, 60, 60, dtype=np.int64)
        anew = spa(of_segments(human_of(human), drawn), gains_of(gains.segment[:, drawn]))
        assert value == pytest.approx(anew.value, abs=0.02)
    nothing = human_of(np.where(np.arange(60) < 1, human, np.nan))
    some = resampled(spa, nothing, gains, samples=200)
    assert np.isnan(some).mean() == pytest.approx(np.exp(-1), abs=0.1)  # the one segment is not drawn


def test_intervals_of_systems_need_their_scores_on_other_segments() -> None:
    human, gains, _ = table(14)
    pearson = statistic("pearson")
    assert interval(pearson, human_of(human), gains) is None
    # WER turned round: the mean of segments.
    rows = np.stack([-gains.segment, np.ones_like(gains.segment)], axis=-1)
    systems_of = SystemsOf(get("wer"), rows)
    limits = interval(pearson, human_of(human), gains, samples=100, systems_of=systems_of)
    assert limits is not None
    assert -1.0 <= limits[0] < limits[1] <= 1.0


def test_intervals_cover_as_often_as_they_say() -> None:
    """The mean over items of a statistic: its true value is that of very many items."""
    kendall = statistic("kendall-b:item")
    human, gains, _ = table(15, systems=4, segments=20_000)
    truth = kendall(human_of(human), gains).value
    covered = 0
    for trial in range(200):
        human, gains, _ = table(1000 + trial, systems=4, segments=60)
        limits = interval(kendall, human_of(human), gains, confidence=90, samples=200, seed=trial)
        assert limits is not None
        covered += limits[0] <= truth <= limits[1]
    assert 165 <= covered <= 195
