"""Metrics against people, from test sets to tables."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.agreement import DocumentScores, Ranks, SegmentScores, SystemScores
from pitchpipe.agreement.evaluating import USUAL, meta
from pitchpipe.agreement.notes import notes
from pitchpipe.agreement.statistics import STATISTICS, available
from pitchpipe.agreement.tasks import Task, read_tasks
from pitchpipe.errors import DataError, ParameterError, PitchpipeWarning
from pitchpipe.measuring.measured import measure
from pitchpipe.threads import threads

SYSTEMS = {
    "a": ["the cat sat on the mat", "a dog barked", "rain fell all day", "we went home"],
    "b": ["the cat sat on a mat", "a dog barks", "rain fell", "we go home"],
    "c": ["cat mat", "dog", "it rained the whole day", "home"],
}
NAN = float("nan")
ALL = ([0, 1, 2, 3],) * 3
REFERENCE = ["the cat sat on the mat", "a dog barked", "rain fell all day long", "we went home"]
JUDGED = np.array([[90.0, 95.0, 80.0, 85.0], [80.0, np.nan, 60.0, 70.0], [10.0, 20.0, 50.0, 15.0]])


def a_test_set(**changes: object) -> pp.TestSet:
    fields = {"systems": SYSTEMS, "references": {"ref": REFERENCE}, **changes}
    return pp.TestSet(**fields)  # type: ignore[arg-type]


def a_task(**changes: object) -> Task:
    return Task.of(a_test_set(), SegmentScores("da", tuple(SYSTEMS), JUDGED), **changes)  # type: ignore[arg-type]


def ranks() -> Ranks:
    return Ranks(
        "ranks",
        ("a", "b", "c"),
        segment=np.array([0, 0, 1, 2, 3]),
        first=np.array([0, 0, 0, 1, 2]),
        second=np.array([1, 2, 2, 2, 0]),
        preference=np.array([1, 1, 1, 0, -1], dtype=np.int8),
    )


def test_agreement_is_the_statistic_of_the_scores() -> None:
    table = meta(a_task(), ["bleu", "chrf"], statistics=["pearson", "kendall-b:item"])
    judged = {system: np.flatnonzero(~np.isnan(row)) for system, row in zip(SYSTEMS, JUDGED, strict=True)}
    scores = [pp.score(a_test_set().select(judged[s]), ["bleu"])[s, "bleu"].score for s in SYSTEMS]
    people = np.nanmean(JUDGED, axis=1)
    expected = np.corrcoef(scores, people)[0, 1]
    assert table["bleu", "test set", "pearson"].outcome.value == pytest.approx(expected, abs=1e-12)
    assert table.metrics == ("bleu", "chrf")


def test_error_metrics_are_turned_round() -> None:
    task = a_task()
    table = meta(task, ["wer"], statistics=["pearson:none"])
    cells = ~np.isnan(JUDGED)
    by_hand = pp.metrics.get("wer").segment_scores([x for s in SYSTEMS.values() for x in s], [REFERENCE * 3])
    expected = np.corrcoef(-by_hand.reshape(3, 4)[cells], JUDGED[cells])[0, 1]
    assert table["wer", "test set", "pearson:none"].outcome.value == pytest.approx(expected, abs=1e-12)


def test_published_system_scores_are_preferred() -> None:
    published = SystemScores("da", ("a", "b", "c"), np.array([1.0, 3.0, 2.0]))
    derived = meta(a_task(), ["bleu"], statistics=["spearman"])
    given = meta(a_task(systems=published), ["bleu"], statistics=["spearman"])
    assert derived["bleu", "test set", "spearman"].outcome.value == pytest.approx(1.0)
    assert given["bleu", "test set", "spearman"].outcome.value == pytest.approx(-0.5)


def test_baselines_stand_in_every_table() -> None:
    table = meta(a_task(), ["bleu", "ter"], statistics="all")
    assert set(table.statistics) == {one.spec for one in available(a_task().human)}
    for name in table.statistics:
        rows = dict(table.of(name))
        assert list(rows) == ["bleu", "ter", "random", "oracle"]
        oracle = rows["oracle"][0]
        assert oracle is not None
        if not math.isnan(oracle.outcome.value):
            best = max(
                one.outcome.value
                for one in (row[0] for row in rows.values())
                if one is not None and not math.isnan(one.outcome.value)
            )
            assert oracle.outcome.value == pytest.approx(best)


def test_the_oracle_of_rankings_is_never_inconsistent_without_contradictions() -> None:
    task = Task.of(a_test_set(), ranks())
    table = meta(task, ["bleu"], statistics=["consistency"])
    assert table["oracle", "test set", "consistency"].outcome.value == 1.0
    bleu = table["bleu", "test set", "consistency"].outcome
    assert bleu.used == 4
    assert bleu.value == 1.0


def test_rankings_serve_systems_through_wins() -> None:
    table = meta(Task.of(a_test_set(), ranks()), ["bleu"], statistics=["pairwise-accuracy"])
    # wins: a 4 of 4, b 0 of 1, c 0 of 3; b and c tie, by BLEU they do not
    assert table["bleu", "test set", "pairwise-accuracy"].outcome.value == pytest.approx(2 / 3)


def test_documents_are_scored_as_documents() -> None:
    documents = ["one", "one", "two", "two"]
    people = DocumentScores("da", ("a", "b", "c"), ("two", "one"), np.array([[9.0, 8], [5, 6], [2, 1]]))
    table = meta(Task.of(a_test_set(documents=documents), people), ["bleu"], statistics=["pearson:none"])
    bleu = pp.metrics.get("bleu")
    scores = [
        bleu.corpus_score(lines[k : k + 2], [REFERENCE[k : k + 2]]).score
        for lines in SYSTEMS.values()
        for k in (2, 0)
    ]
    expected = np.corrcoef(scores, people.values.ravel())[0, 1]
    assert table["bleu", "test set", "pearson:none"].outcome.value == pytest.approx(expected, abs=1e-12)
    unknown = DocumentScores("da", ("a", "b", "c"), ("three",), np.ones((3, 1)))
    with pytest.raises(DataError, match='judges document "three", which the test set lacks'):
        meta(Task.of(a_test_set(documents=documents), unknown), ["bleu"])


def test_ranks_follow_from_the_test_and_baselines_have_none() -> None:
    table = meta(a_task(), ["bleu", "chrf"], statistics=["pearson:none"], samples=200)
    found = [table[metric, "test set", "pearson:none"].rank for metric in table.rows]
    assert found[2:] == [None, None]
    assert min(rank for rank in found[:2] if rank is not None) == 1
    (p,) = table.p["test set", "pearson:none"].values()
    assert 0 <= p <= 1
    untested = meta(a_task(), ["bleu", "chrf"], statistics=["pearson:none"], test=None)
    assert untested["bleu", "test set", "pearson:none"].rank is None


def test_threads_and_seeds() -> None:
    arguments = {"statistics": ["kendall-b:item", "spa"], "samples": 300, "confidence": 90.0}
    with threads(1):
        one = meta(a_task(), ["bleu", "chrf"], **arguments)  # type: ignore[arg-type]
    two = meta(a_task(), ["bleu", "chrf"], threads=2, **arguments)  # type: ignore[arg-type]
    assert json.dumps(one.to_dict()) == json.dumps(two.to_dict())
    other = meta(a_task(), ["bleu", "chrf"], seed=1, **arguments)  # type: ignore[arg-type]
    assert one["random", "test set", "kendall-b:item"] != other["random", "test set", "kendall-b:item"]


def test_an_engine_changes_nothing() -> None:
    arguments: dict[str, Any] = {"statistics": ["kendall-b:item"], "samples": 200}
    wanted = meta(a_task(), ["bleu", "chrf", "ter"], **arguments).to_dict()
    assert meta(a_task(), ["bleu", "chrf", "ter"], engine="local", threads=1, **arguments).to_dict() == wanted
    with pytest.raises(ParameterError, match="the engine must be ray"):
        meta(a_task(), ["bleu", "chrf"], address="auto", **arguments)
    with pytest.raises(ParameterError, match="there is no engine"):
        meta(a_task(), ["bleu", "chrf"], engine="cloud", **arguments)


def test_noise_is_drawn_many_times() -> None:
    found = meta(a_task(), ["bleu"], statistics=["spearman", "pearson"])
    noise = found["random", "test set", "spearman"].outcome
    # Of three systems every order is as likely: the mean is near 0, where a single draw is one of -1 ... 1.
    assert abs(noise.value) < 0.3
    assert noise.extra == pytest.approx({"draws": 100, "low": -1, "high": 1})
    assert noise.used == 3
    assert found["random", "test set", "pearson"].ci is None
    with_intervals = meta(a_task(), ["bleu"], statistics=["pearson"], confidence=50, samples=20)
    noise_50 = with_intervals["random", "test set", "pearson"]
    assert noise_50.ci == (noise_50.outcome.extra["low"], noise_50.outcome.extra["high"])
    low, high = noise_50.ci
    wide = found["random", "test set", "pearson"].outcome.extra
    assert wide["low"] < low < noise_50.outcome.value < high < wide["high"]
    assert with_intervals["oracle", "test set", "pearson"].ci is None


def test_noise_where_nothing_can_be_said() -> None:
    tied = SegmentScores("da", tuple(SYSTEMS), np.full((3, 4), 5.0))
    table = meta(Task.of(a_test_set(), tied), ["bleu"], statistics=["pearson:none"], confidence=95)
    noise = table["random", "test set", "pearson:none"]
    assert math.isnan(noise.outcome.value)
    assert noise.ci is None
    assert noise.outcome.note.startswith("n/a")


def test_intervals_of_systems_are_those_of_drawn_segments() -> None:
    """What is drawn at once, by counts, is what the definition says."""
    task = a_task()
    table = meta(task, ["chrf"], statistics=["pearson"], confidence=90, samples=50, seed=3)
    one = next(iter(measure(task.test_set, ["chrf"])))
    values = []
    for sample in range(50):
        drawn = np.random.default_rng([3, sample]).integers(0, 4, 4)
        judged = ~np.isnan(JUDGED[:, drawn])
        sums = [rows[own].sum(axis=0) for rows, own in zip(one.rows()[:, drawn], judged, strict=True)]
        scores = one.metric.combine(np.array(sums))
        values.append(np.corrcoef(scores, task.systems.values)[0, 1])
    expected = np.percentile(values, [5, 95])
    assert table["chrf", "test set", "pearson"].ci == pytest.approx(tuple(expected), abs=1e-12)


def test_where_scores_of_systems_come_from() -> None:
    published = SystemScores("da-z", ("a", "b", "c"), np.array([1.0, 3.0, 2.0]))
    documents = ["one", "one", "two", "two"]
    of_documents = DocumentScores("da", ("a", "b", "c"), ("two", "one"), np.ones((3, 2)))
    origins = {
        "da-z as published": a_task(systems=published),
        "means of segments": a_task(),
        "means of documents": Task.of(a_test_set(documents=documents), of_documents),
        "share of comparisons won": Task.of(a_test_set(), ranks()),
        "da-z as given": Task.of(a_test_set(), published),
    }
    for origin, task in origins.items():
        table = meta(task, ["bleu"], statistics=["pearson"])
        assert table.to_dict()["tasks"][0]["system_scores"] == origin


def test_on_which_segments_systems_are_scored() -> None:
    """People's means and the metric's scores are of the same segments, or it is said that they are not."""
    published = SystemScores("da-z", ("a", "b", "c"), np.array([1.0, 3.0, 2.0]))
    documents = ["one", "one", "two", "two"]
    some = DocumentScores("da", ("a", "b", "c"), ("two", "one"), np.array([[1, 2], [NAN, 4], [5, NAN]]))
    whole = SegmentScores("da", tuple(SYSTEMS), np.nan_to_num(JUDGED))
    tasks = {
        "metrics on the judged segments only": [
            (a_task(), ([0, 1, 2, 3], [0, 2, 3], [0, 1, 2, 3])),
            (Task.of(a_test_set(documents=documents), some), ([0, 1, 2, 3], [0, 1], [2, 3])),
        ],
        "metrics on all segments, people judged 11 of 12 translations": [(a_task(systems=published), ALL)],
        "metrics on all segments, people judged 9 of 12 translations": [
            (Task.of(a_test_set(), ranks()), ALL)
        ],
        "metrics on all segments": [(Task.of(a_test_set(), published), ALL)],
        "": [(Task.of(a_test_set(), whole), ALL)],
    }
    for coverage, cases in tasks.items():
        for task, segments in cases:
            table = meta(task, ["wer"], statistics=["pearson"], test=None)
            assert table.to_dict()["tasks"][0]["coverage"] == coverage
            assert sum(coverage in line for line in notes(table, 3)) >= 1
            scores = [
                -pp.score(a_test_set().select(own), ["wer"])[system, "wer"].score
                for system, own in zip(SYSTEMS, segments, strict=True)
            ]
            expected = np.corrcoef(scores, task.systems.values)[0, 1]
            value = table["wer", "test set", "pearson"].outcome.value
            assert value == pytest.approx(expected, abs=1e-12)


def test_a_system_that_nobody_judged_has_no_score() -> None:
    judged = JUDGED.copy()
    judged[2] = NAN
    task = Task.of(a_test_set(), SegmentScores("da", tuple(SYSTEMS), judged))
    table = meta(task, ["bleu", "chrf"], statistics=["pairwise-accuracy"], confidence=95, samples=20)
    assert table["bleu", "test set", "pairwise-accuracy"].outcome.used == 2


def test_williams_test_is_of_pearson_only() -> None:
    arguments = {"statistics": ["pearson", "kendall-b:item"], "test": "williams"}
    table = meta(a_task(), ["bleu", "ter"], **arguments)  # type: ignore[arg-type]
    assert table.untested == ("kendall-b:item",)
    assert table.to_dict()["untested"] == ["kendall-b:item"]
    assert table["bleu", "test set", "kendall-b:item"].rank is None
    assert meta(a_task(), ["bleu", "ter"], statistics=["kendall-b:item"]).untested == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"samples": 0}, "the number of samples must be a whole number from 1 to 1000000, not 0"),
        ({"samples": 10**6 + 1}, "the number of samples"),
        ({"samples": True}, "the number of samples"),
        ({"seed": -1}, "the seed must be a whole number from 0"),
        ({"seed": 2**64}, "the seed must be a whole number from 0"),
        ({"confidence": 100}, "confidence must be between 0 and 100"),
        ({"confidence": math.nan}, "confidence must be between 0 and 100"),
    ],
)
def test_numbers_are_checked_before_anything_is_measured(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        meta(a_task(), ["bleu"], progress=pytest.fail, **arguments)  # type: ignore[arg-type]


def test_what_begins_is_told() -> None:
    told: list[str] = []
    table = meta(a_task(), ["bleu", "wer"], statistics=["pearson"], samples=10, progress=told.append)
    assert told == ["test set, bleu", "test set, wer", "test set, pearson"]
    with pytest.raises(DataError, match=r"^no agreement of metric, task and statistic \('ter', 'x', 'y'\)"):
        table["ter", "x", "y"]


def test_the_mean_is_over_tasks_with_a_value() -> None:
    tied = SegmentScores("da", tuple(SYSTEMS), np.full((3, 4), 5.0))
    tasks = [a_task(name="first"), Task.of(a_test_set(), tied, name="second")]
    table = meta(tasks, ["bleu"], statistics=["pearson:none"])
    first = table["bleu", "first", "pearson:none"].outcome.value
    second = table["bleu", "second", "pearson:none"]
    assert math.isnan(second.outcome.value)
    assert second.outcome.note.startswith("n/a")
    assert table.mean("bleu", "pearson:none") == first
    assert (
        json.loads(json.dumps(table.to_dict(), allow_nan=False))["statistics"][0]["results"][0]["mean"]
        == first
    )


def test_the_mean_of_a_metric_as_it_was_asked_for() -> None:
    """Parameters in another order than the metric's own."""
    asked = "bleu:max_order=2,smooth=none"
    table = meta(a_task(), [asked], statistics=["pearson:none"], test=None)
    assert table.metrics == ("bleu:smooth=none,max_order=2",)
    assert table.mean(asked, "pearson:none") == table.mean(table.metrics[0], "pearson:none")
    assert not math.isnan(table.mean(asked, "pearson:none"))


def test_by_default_the_usual_statistics() -> None:
    assert all(name.partition(":")[0] in STATISTICS for name in USUAL)
    scores = meta(a_task(), ["bleu"]).statistics
    assert set(scores) == set(USUAL)
    assert "kendall-b:item" not in meta(Task.of(a_test_set(), ranks()), ["bleu"]).statistics


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(DataError, match="no test set with human judgments"):
        meta([], ["bleu"])
    with pytest.raises(DataError, match='two tasks are called "x"'):
        meta([a_task(name="x"), a_task(name="x")], ["bleu"])
    lone = a_test_set(systems={"a": SYSTEMS["a"]})
    alone = Task.of(lone, SegmentScores("da", ("a",), JUDGED[:1]))
    with pytest.raises(DataError, match="has one system"):
        meta(alone, ["bleu"])
    with pytest.raises(ParameterError, match="kendall-b:item needs scores of segments"):
        meta(Task.of(a_test_set(), ranks()), ["bleu"], statistics=["kendall-b:item"])
    with pytest.raises(ParameterError, match="no direction"):
        meta(a_task(), ["length-ratio"])
    with pytest.raises(ParameterError, match="no statistic"):
        meta(a_task(), ["bleu"], statistics=[])
    with pytest.raises(DataError, match='judges system "c", which the test set lacks'):
        Task.of(a_test_set(systems={"a": SYSTEMS["a"], "b": SYSTEMS["b"]}), a_task().human)


def directory(path: Path) -> Path:
    """A small test set in the mt-metrics-eval layout."""
    for pair in ("de-en", "fr-en"):
        for folder in ("sources", "references", f"system-outputs/{pair}", "human-scores"):
            (path / folder).mkdir(parents=True, exist_ok=True)
        (path / f"sources/{pair}.txt").write_text("\n".join(REFERENCE) + "\n")
        (path / f"references/{pair}.ref.txt").write_text("\n".join(REFERENCE) + "\n")
        for name, lines in SYSTEMS.items():
            (path / f"system-outputs/{pair}/{name}.txt").write_text("\n".join(lines) + "\n")
    cells = [
        f"{name}\t{'None' if np.isnan(x) else x}"
        for name, row in zip(SYSTEMS, JUDGED, strict=True)
        for x in row
    ]
    (path / "human-scores/de-en.da.seg.score").write_text("\n".join(cells) + "\n")
    (path / "human-scores/de-en.da.sys.score").write_text("a\t1\nb\t3\nc\t2\n")
    return path


def test_tasks_of_a_directory(tmp_path: Path) -> None:
    root = directory(tmp_path / "set")
    told: list[str] = []
    (task,) = read_tasks(root, progress=told.append)
    assert told == ["de-en"]
    assert task.name == "set de-en"
    assert isinstance(task.human, SegmentScores)
    np.testing.assert_array_equal(task.systems.values, [1.0, 3.0, 2.0])
    with pytest.raises(DataError, match='has no human judgments "da"'):
        read_tasks(root, ["fr-en"], "da")
    with pytest.raises(DataError, match='has no human judgments "mqm"'):
        read_tasks(root, human="mqm")
    (root / "human-scores/de-en.mqm.seg.score").write_bytes(
        (root / "human-scores/de-en.da.seg.score").read_bytes()
    )
    with pytest.raises(DataError, match="choose one: da, mqm"):
        read_tasks(root)
    (fewer,) = read_tasks(root, human="mqm", systems=["a", "b"])
    assert fewer.systems.systems == ("a", "b")


def test_odd_outputs_are_warned_of() -> None:
    made = a_test_set()
    odd = pp.TestSet({**made.systems, "a": ["", *made.systems["a"][1:]]}, made.references)
    with pytest.warns(PitchpipeWarning, match=r"^a: 1 output is empty$"):
        meta(Task.of(odd, ranks()), ["bleu"], statistics=["pairwise-accuracy"])
