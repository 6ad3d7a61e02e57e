"""Metrics over several test sets: means, pools, tests and ranks."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import pitchpipe as pp
from pitchpipe.agreement import DocumentScores, Ranks, SegmentScores, SystemScores
from pitchpipe.agreement.evaluating import meta
from pitchpipe.agreement.overall import samples_needed
from pitchpipe.agreement.significance import Drawn, Entrant, Spread, mean, p_value, pooled
from pitchpipe.agreement.statistics import STATISTICS, Gains, Statistic, statistic
from pitchpipe.agreement.tasks import Task, read_tasks
from pitchpipe.batch.values import Array
from pitchpipe.comparing.correction import holm
from pitchpipe.errors import DataError
from pitchpipe.fitting import fit
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.threads import threads
from tests.agreement.test_evaluating import SYSTEMS, a_task, a_test_set
from tests.fitting.people import made_up, ranks_by
from tests.golden.agreement import gains_of, human_of

every: list[Statistic] = [cls(average=average) for cls in STATISTICS.values() for average in cls.averages]
#: Shares of pairs, and means over segments: what is pooled of them lies between.
BETWEEN = [
    *("consistency", "consistency-ignore-ties", "consistency-half", "tau-wmt12", "tau-wmt13", "tau-wmt14"),
    *("pairwise-accuracy", "kendall-b:item", "acc-eq", "consistency:none", "tau-wmt14:pool=rows"),
    *("darr:threshold=1", "acc-eq:none,epsilon=0.1"),
]


def drawn_on(spec: str, human: Array, *scores: Array) -> Drawn:
    """Metrics on a test set of which everything was judged, without samples."""
    entrants = [Entrant(gains_of(one)) for one in scores]
    return Drawn.of(statistic(spec), human_of(human), entrants, samples=0, seed=1)


def ranked(preferences: Iterable[int]) -> Ranks:
    """The first system is compared with the second, in as many segments."""
    preference = np.array(list(preferences), dtype=np.int8)
    zeros = np.zeros(len(preference), dtype=np.int64)
    return Ranks("r", ("a", "b"), np.arange(len(preference)), zeros, zeros + 1, preference)


def tasks_of_two_pairs(segments: int = 40) -> list[Task]:
    sets = [made_up(seed=1, segments=segments), made_up(seed=2, segments=segments + 20, pair="fr-en")]
    return [Task.of(one, ranks_by(one, "wer", 0.1)) for one in sets]


# -- by hand --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "first", "second", "together"),
    [
        ("consistency", 2 / 3, 1 / 5, 3 / 8),
        ("consistency-ignore-ties", 2 / 3, 1 / 4, 3 / 7),
        ("consistency-half", 2 / 3, 1.5 / 5, 3.5 / 8),
        ("tau-wmt12", 1 / 3, -3 / 5, -2 / 8),
        ("tau-wmt13", 1 / 3, -2 / 4, -1 / 7),
        ("tau-wmt14", 1 / 3, -2 / 5, -1 / 8),
    ],
)
def test_pairs_are_pooled_as_by_hand(spec: str, first: float, second: float, together: float) -> None:
    """Of three pairs two are concordant, and of five one, with three discordant and one tied."""
    one = Gains(np.zeros(2), np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    other = Gains(np.zeros(2), np.array([[1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 1.0, 1.0]]))
    parts = [
        Drawn.of(statistic(spec), ranked([1] * gains.segment.shape[1]), [Entrant(gains)], samples=0, seed=1)
        for gains in (one, other)
    ]
    assert [part.values[0] for part in parts] == pytest.approx([first, second])
    assert mean(parts).values[0] == pytest.approx((first + second) / 2)
    assert pooled(parts).values[0] == pytest.approx(together)


def test_counts_of_kendall_and_rows_are_pooled_as_by_hand() -> None:
    # Three segments of two systems: tau is 1, 1, -1; then one segment with -1.
    human = [np.array([[2.0, 2.0, 2.0], [1.0, 1.0, 1.0]]), np.array([[2.0], [1.0]])]
    scores = [np.array([[5.0, 5.0, 0.0], [3.0, 1.0, 4.0]]), np.array([[0.0], [1.0]])]
    by_segment = [drawn_on("kendall-b:item", *both) for both in zip(human, scores, strict=True)]
    assert mean(by_segment).values[0] == pytest.approx((1 / 3 - 1) / 2)
    assert pooled(by_segment).values[0] == pytest.approx(0.0)  # each of the four segments counts the same
    # All six cells together: the nine pairs across systems that people do not tie, and one on the other side.
    # Of the nine: 5 beats 3, 1, 4, twice, and 0 loses to all three: six are concordant, three discordant.
    together = [drawn_on("kendall-b:none", *both) for both in zip(human, scores, strict=True)]
    assert together[0].parts[:2, 0].tolist() == [6, 3]
    # People tie six pairs, of which the metric ties one (5 and 5).
    concordant, discordant, people, metric = 6, 4, 10, 10 + 5
    expected = (concordant - discordant) / math.sqrt(people * metric)
    assert pooled(together).values[0] == pytest.approx(expected)


def test_accuracies_of_systems_are_pooled_and_correlations_are_not() -> None:
    pools = {one.spec for one in every if one.pools}
    assert {"pairwise-accuracy", "kendall-b:item", "tau-wmt14", "acc-eq", "darr"} <= pools
    assert not pools & {"pearson", "spearman", "pearson:none", "spa", "kendall-c:item"}
    people = SystemScores("s", ("a", "b", "c"), np.array([3.0, 2.0, 1.0]))
    two = SystemScores("s", ("a", "b"), np.array([2.0, 1.0]))
    accuracy = statistic("pairwise-accuracy")
    parts = [
        Drawn.of(
            accuracy, human, [Entrant(Gains(np.array(scores), np.zeros((len(scores), 1))))], samples=0, seed=1
        )
        for human, scores in ((people, [3.0, 1.0, 2.0]), (two, [0.0, 1.0]))
    ]
    assert mean(parts).values[0] == pytest.approx((2 / 3 + 0) / 2)
    assert pooled(parts).values[0] == pytest.approx(2 / 4)


# -- properties -----------------------------------------------------------------------------------

Tables = st.tuples(st.integers(2, 4), st.integers(1, 6)).flatmap(
    lambda shape: st.tuples(
        *(arrays.arrays(np.float64, shape, elements=st.integers(0, 4).map(float)) for _ in range(2))
    )
)


@pytest.mark.parametrize("one", every, ids=lambda one: one.spec)
@given(both=Tables)
def test_parts_give_the_value(one: Statistic, both: tuple[Array, Array]) -> None:
    human, scores = both
    bound = one.bind(human_of(human))
    value = bound(gains_of(scores))
    assert float(one.of_parts(bound.parts(gains_of(scores)))) == pytest.approx(value, nan_ok=True)


@pytest.mark.parametrize("spec", BETWEEN)
@given(tables=st.lists(Tables, min_size=1, max_size=4))
def test_what_is_pooled_lies_between(spec: str, tables: list[tuple[Array, Array]]) -> None:
    parts = [drawn_on(spec, human, scores) for human, scores in tables]
    there = [part.values[0] for part in parts if not np.isnan(part.values[0])]
    together = float(pooled(parts).values[0])
    assert math.isnan(together) == (not there)
    if there:
        assert min(there) - 1e-12 <= together <= max(there) + 1e-12


@pytest.mark.parametrize("one", every, ids=lambda one: one.spec)
@given(both=Tables, times=st.integers(1, 4))
def test_equal_test_sets_change_nothing(one: Statistic, both: tuple[Array, Array], times: int) -> None:
    part = drawn_on(one.spec, *both)
    for joined in (pooled([part] * times), mean([part] * times)):
        np.testing.assert_allclose(joined.values, part.values, rtol=1e-12)


def test_a_test_set_without_a_value_is_left_out_and_a_metric_that_lacks_one_has_none() -> None:
    def spread(*values: float) -> Spread:
        return Spread(np.array(values), np.array(values)[:, None])

    nothing = math.nan
    found = mean([spread(1.0, 0.5), spread(nothing, nothing), spread(0.0, nothing)])
    np.testing.assert_equal(found.values, [0.5, nothing])
    assert np.isnan(mean([spread(nothing, nothing)]).values).all()
    assert p_value(nothing, np.ones(3)) is None
    assert p_value(1.0, np.full(3, nothing)) is None


def test_ties_on_one_test_set_are_drawn_with_the_rest() -> None:
    """A metric that ties everything has no tau_b there; what it ties counts all the same, also in samples."""
    random = np.random.default_rng(3)
    human = random.normal(size=(3, 30))
    constant = np.zeros((3, 30))
    parts = [
        Drawn.of(
            statistic("kendall-b:none"), human_of(human), [Entrant(gains_of(scores))], samples=50, seed=seed
        )
        for seed, scores in enumerate((human, constant))
    ]
    together = pooled(parts)
    # As many pairs that people order on both sides, and the metric orders half of them.
    assert together.values[0] == pytest.approx(math.sqrt(0.5))
    assert together.drawn.mean() == pytest.approx(math.sqrt(0.5), abs=0.05)
    assert math.isnan(mean(parts[1:]).values[0])


# -- tests and ranks ------------------------------------------------------------------------------


def test_differences_are_corrected_and_ranks_follow() -> None:
    table = meta(tasks_of_two_pairs(), ["wer", "bleu", "chrf", "per"], statistics=["tau-wmt14"], samples=300)
    for over in ("mean", "pooled"):
        one = table.overall[over, "tau-wmt14"]
        assert one.tasks == ("made-up de-en", "made-up fr-en")
        assert len(one.tests) == 6
        assert [test.p_holm for test in one.tests] == holm([test.p for test in one.tests])
        for test in one.tests:
            gain = one.value(test.better) - one.value(test.than)
            assert test.gain.value == pytest.approx(gain)
            assert test.gain.value >= 0
            assert test.gain.ci is not None
            assert test.gain.ci[0] <= gain <= test.gain.ci[1]
        order = sorted(table.metrics, key=lambda metric: -one.value(metric))
        ranks = [one.agreements[metric].rank for metric in order]
        assert order[0] == "wer"  # by which people judge
        assert ranks[0] == 1
        significant = {(test.better, test.than) for test in one.tests if test.significant}
        begin = 0
        for place in range(1, 4):
            new = any((above, order[place]) in significant for above in order[begin:place])
            begin = place if new else begin
            assert (ranks[place] != ranks[place - 1]) == new
        assert one.agreements["random"].rank is None
        assert one.agreements["oracle"].rank is None
    assert ranks[1] == 2


def test_the_test_rejects_as_often_as_it_says() -> None:
    """Two metrics that see what people see through noise of the same size, on two test sets."""
    tau = statistic("tau-wmt14")
    rejected = 0
    for trial in range(200):
        random = np.random.default_rng([7, trial])
        parts = []
        for number, segments in enumerate((30, 50)):
            human = random.normal(size=(4, segments))
            entrants = [Entrant(gains_of(human + random.normal(size=human.shape))) for _ in range(2)]
            parts.append(Drawn.of(tau, human_of(human), entrants, samples=200, seed=2 * trial + number))
        _, p = pooled(parts).difference(0, 1, 95)
        assert p is not None
        rejected += p <= 0.05
    assert 2 <= rejected <= 20


def test_enough_samples_for_the_correction() -> None:
    sampling = Sampling(1000)
    assert samples_needed(10, sampling) == 1000
    assert samples_needed(20, sampling) == 3800
    assert 190 / (3800 + 1) <= 0.05
    table = meta(tasks_of_two_pairs(), ["wer", "bleu", "per"], statistics=["consistency"], samples=5)
    assert table.overall_samples == 60
    assert meta(tasks_of_two_pairs(), ["wer"], statistics=["consistency"]).overall_samples == 0


def test_threads_and_seeds() -> None:
    def found(**options: object) -> str:
        statistics = ["tau-wmt14", "pearson", "pairwise-accuracy"]
        chosen = {"statistics": statistics, "samples": 50, "confidence": 90.0, **options}
        return json.dumps(meta(tasks_of_two_pairs(), ["bleu", "chrf"], **chosen).to_dict())  # type: ignore[arg-type]

    with threads(1):
        alone = found()
    assert found(threads=2) == alone
    assert found(seed=1) != alone


def test_noise_of_several_tasks_is_independent() -> None:
    """The mean of many tasks of noise is nearer to chance than each of them."""
    sets = [a_test_set() for _ in range(9)]
    people = np.random.default_rng(1).normal(size=(9, 3, 4))
    names = tuple(SYSTEMS)
    tasks = [
        Task.of(one, SegmentScores("da", names, human), name=str(k))
        for k, (one, human) in enumerate(zip(sets, people, strict=True))
    ]
    table = meta(tasks, ["bleu"], statistics=["kendall-b:item"], confidence=95, samples=20)
    noise = [table["random", task.name, "kendall-b:item"].ci for task in table.tasks]
    overall = table.overall["mean", "kendall-b:item"].agreements["random"].ci
    assert overall is not None
    assert overall[1] - overall[0] < 0.5 * np.mean([high - low for low, high in noise if noise])  # type: ignore[misc]


# -- tables ---------------------------------------------------------------------------------------


def test_one_task_has_nothing_over_all() -> None:
    table = meta(a_task(), ["bleu", "chrf"], statistics=["tau-wmt14", "pearson"])
    assert table.overall == {}
    assert table.mean("bleu", "tau-wmt14") == table["bleu", "test set", "tau-wmt14"].outcome.value
    assert list(table.tables()) == ["agreements", "tests"]
    assert "over all tasks" not in str(table)


def test_the_mean_and_the_pool_are_those_of_tasks() -> None:
    table = meta(tasks_of_two_pairs(), ["bleu", "chrf"], statistics=["tau-wmt14", "pearson"], test=None)
    for metric in table.rows:
        outcomes = [table[metric, task.name, "tau-wmt14"].outcome for task in table.tasks]
        assert table.mean(metric, "tau-wmt14") == pytest.approx(np.mean([one.value for one in outcomes]))
        joint = table.overall["pooled", "tau-wmt14"].agreements[metric]
        assert joint.outcome.used == sum(one.used for one in outcomes)
        assert (joint.rank, joint.ci) == (None, None)
        if metric != "random":
            right, wrong = (sum(one.extra[kind] for one in outcomes) for kind in ("concordant", "discordant"))
            assert joint.outcome.value == pytest.approx((right - wrong) / joint.outcome.used)
    assert list(table.overall) == [("mean", "tau-wmt14"), ("pooled", "tau-wmt14"), ("mean", "pearson")]
    assert table.overall_samples == 0
    assert "agrees best" not in str(table)
    with pytest.raises(DataError, match="no agreement"):
        table["bleu", "pooled", "tau-wmt14"]


def test_what_is_shown_over_all() -> None:
    options = {"statistics": ["tau-wmt14", "pearson"], "samples": 100}
    table = meta(tasks_of_two_pairs(), ["wer", "bleu", "chrf"], **options)  # type: ignore[arg-type]
    text = str(table)
    assert (
        "tau-wmt14, pooled over 2 tasks: wer agrees best with people, significantly better than all" in text
    )
    assert "pearson, mean of 2 tasks: " in text
    assert "over all tasks: paired bootstrap over the segments of each, 100 samples, seed 12345" in text
    assert "pearson: over all tasks systems are fixed, and so are people's scores of them" in text
    head = next(line for line in text.splitlines() if line.startswith("metric"))
    assert head.split()[-2:] == ["mean", "pooled"]
    frames = table.tables()
    assert list(frames) == ["agreements", "tests", "overall_tests"]
    rows = frames["overall_tests"]()
    assert rows.header[:5] == ("statistic", "over", "better", "than", "gain")
    assert len(rows.rows) == 9
    written = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    by_name = {one["name"]: one for one in written["statistics"]}
    assert [one["over"] for one in by_name["tau-wmt14"]["overall"]] == ["mean", "pooled"]
    assert [one["over"] for one in by_name["pearson"]["overall"]] == ["mean"]
    (best,) = [one for one in by_name["tau-wmt14"]["results"] if one["metric"] == "wer"]
    assert best["overall"]["pooled"]["rank"] == 1
    assert best["overall"]["mean"]["value"] == best["mean"]
    with_intervals = meta(tasks_of_two_pairs(), ["wer", "bleu"], confidence=90, **options)  # type: ignore[arg-type]
    assert "\ntau-wmt14, pooled over 2 tasks\nmetric" in str(with_intervals)
    oracle = with_intervals.overall["pooled", "tau-wmt14"].agreements["oracle"]
    assert oracle.ci is not None
    assert with_intervals.overall["mean", "pearson"].agreements["oracle"].ci is None


@pytest.mark.parametrize(
    ("metrics", "words"),
    [
        (
            ["wer", "bleu"],
            "wer agrees best with people, significantly better than the other; above bleu by 0.",
        ),
        (["bleu", "bleu-sbp"], "but not significantly better than the other; above "),
    ],
)
def test_the_verdict_of_two(metrics: list[str], words: str) -> None:
    table = meta(tasks_of_two_pairs(), metrics, statistics=["tau-wmt14"], samples=100)
    assert words in str(table)


def test_a_metric_that_fails_on_one_task() -> None:
    first, second = tasks_of_two_pairs()
    without = replace(second, test_set=replace(second.test_set, source=None))
    table = meta([first, without], ["wer", "bleu", "v"], statistics=["tau-wmt14"], errors="keep")
    (spec,) = table.errors
    joint = table.overall["pooled", "tau-wmt14"]
    assert spec not in joint.agreements
    assert math.isnan(table.mean(spec, "tau-wmt14"))
    assert len(joint.tests) == 1
    assert "n/a" in str(table)
    rows = [[cell.value for cell in row] for row in table.tables()["agreements"]().rows]
    assert [row[3:9] for row in rows if row[1] == "pooled" and row[2] == spec] == [[None] * 6]


def test_statistics_of_some_tasks_only() -> None:
    """Rankings and scores together: what both allow is over both, other statistics are over fewer."""
    first, second = tasks_of_two_pairs()
    judged = np.random.default_rng(1).normal(size=(5, len(second.test_set)))
    scores = Task.of(second.test_set, SegmentScores("da", tuple(second.test_set.systems), judged))
    table = meta([first, scores], ["wer", "bleu"], samples=20)
    assert table.overall["pooled", "consistency"].tasks == (first.name, scores.name)
    assert table.overall["mean", "spa"].tasks == (scores.name,)
    assert "spa, mean of 1 task: " in str(table)


def test_documents_are_drawn_as_segments_where_systems_are_scored() -> None:
    """The scores of systems are of all segments, however few documents there are."""
    documents = ["one"] * 3 + ["two"]
    people = DocumentScores("da", ("a", "b", "c"), ("one", "two"), np.array([[9.0, 8], [5, 6], [2, 1]]))
    task = Task.of(a_test_set(documents=documents), people)
    table = meta(task, ["bleu", "chrf"], statistics=["pearson"], confidence=95, samples=50)
    ci = table["bleu", "test set", "pearson"].ci
    assert ci is not None
    scores = SystemScores("da", ("a", "b", "c"), task.systems.values)
    same = meta(Task.of(a_test_set(), scores), ["bleu"], statistics=["pearson"], confidence=95, samples=50)
    assert same["bleu", "test set", "pearson"].ci == pytest.approx(ci)


# -- beside fit, and on real data -----------------------------------------------------------------


def test_fit_against_another_metric_says_the_same() -> None:
    tasks = tasks_of_two_pairs()
    options = {"samples": 200, "confidence": 95, "seed": 5}
    beside = fit(tasks, "1*wer+1*per", "tau-wmt14", folds="pairs", against="bleu", **options).against  # type: ignore[arg-type]
    table = meta(tasks, ["bleu", "chrf"], statistics=["tau-wmt14"], **options)  # type: ignore[arg-type]
    assert beside is not None
    for one in beside.pairs:
        assert one.other.value == pytest.approx(table["bleu", one.name, "tau-wmt14"].outcome.value, abs=1e-12)
    for over, found in (("mean", beside.mean), ("pooled", beside.pooled)):
        joint = table.overall[over, "tau-wmt14"].agreements["bleu"]
        assert found.other.value == pytest.approx(joint.outcome.value, abs=1e-12)
        assert found.other.ci == pytest.approx(joint.ci, abs=1e-12)


def test_wmt12(shared: Path) -> None:
    """As the page on fitting says of chrF, on all language pairs."""
    tasks = read_tasks(shared / "data" / "wmt12", human="ranks", unescape=True)
    table = pp.meta(tasks, ["chrf", "bleu"], statistics=["tau-wmt14"], samples=100)
    assert len(table.tasks) == 8
    assert table.mean("chrf", "tau-wmt14") == pytest.approx(0.2561, abs=5e-5)
    joint = table.overall["pooled", "tau-wmt14"]
    assert joint.value("chrf") == pytest.approx(0.2551, abs=5e-5)
    assert [(test.better, test.than, test.significant) for test in joint.tests] == [("chrf", "bleu", True)]
    assert "tau-wmt14, pooled over 8 tasks: chrf agrees best with people, significantly better" in str(table)
