"""Minimum error rate training: what it promises of its weights, with any metric."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.batch.batch import Batch
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.registry import entries
from pitchpipe.nbest.lists import NBest
from pitchpipe.nbest.reading import read_nbest
from pitchpipe.tuning import mert
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.weights import Space, as_vector, normalised
from tests.tuning.problems import METRICS, points, problem_of, problems, random_problem

START = {f"f{k}": weight for k, weight in enumerate((0.2, -0.4, 0.6, -0.8, 1.0))}
VECTOR = np.array(list(START.values()))


@pytest.fixture(scope="module")
def problem() -> Problem:
    return random_problem(0)


@pytest.mark.parametrize("metric", METRICS)
@settings(max_examples=20)
@given(data=st.data())
def test_never_worse_than_the_start(metric: str, data: st.DataObject) -> None:
    small = data.draw(problems(metric))
    start = data.draw(points(small))
    tuned = mert.optimise(small, start, restarts=2, threads=1)
    assert small.gain(tuned.weights) >= small.gain(start) - 1e-9
    assert tuned.score == small.score(tuned.weights)
    assert tuned.start == small.score(start)


def test_it_finds_what_a_grid_finds() -> None:
    small = random_problem(3, segments=12, size=6, width=2)
    angles = np.linspace(0.0, 2.0 * np.pi, 2000) + 1e-4
    best = max(small.gain(np.array([np.cos(a), np.sin(a)])) for a in angles)
    assert mert.optimise(small, [1.0, 1.0]).score >= best - 1e-9


def test_it_learns_which_features_tell_errors(problem: Problem) -> None:
    tuned = mert.optimise(problem, START)
    assert tuned.score > tuned.start + 5.0
    assert sum(map(abs, tuned.weights.values())) == pytest.approx(1.0)
    assert tuned.searches == sum(restart.searches for restart in tuned.restarts) > 0
    assert tuned.searches_per_second > 0
    assert len(tuned.restarts) == 21
    assert tuned.score == max(restart.score for restart in tuned.restarts)


def test_a_search_that_was_not_timed_has_no_speed() -> None:
    assert math.isnan(Tuned({"a": 1.0}, "bleu", 2.0, 1.0).searches_per_second)


@pytest.mark.parametrize("metric", [METRICS[0], "hlepor:tokenize=none"])
def test_the_same_seed_finds_the_same_on_any_number_of_threads(metric: str) -> None:
    several = random_problem(7, metric=metric)
    options: dict[str, Any] = {"restarts": 7, "random_directions": 3}
    first, *others = (
        mert.optimise(several, START, threads=count, **options).to_dict() for count in (1, 1, 2, 3)
    )
    assert all(other == first for other in others)
    assert mert.optimise(several, START, seed=2, **options).to_dict() != first
    assert json.loads(json.dumps(first)) == first


def test_climbs_run_on_no_more_threads_than_asked_for(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Watched(ThreadPoolExecutor):
        def __init__(self, workers: int) -> None:
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr(mert, "ThreadPoolExecutor", Watched)
    # Three climbs beside the first, which are one round; more threads than climbs have nothing to do.
    for count, expected in ((1, []), (2, [2]), (9, [4])):
        mert.optimise(problem, START, restarts=3, threads=count)
        assert asked == expected
        asked.clear()


def test_more_restarts_only_add_to_fewer(problem: Problem) -> None:
    few, many = (mert.optimise(problem, START, restarts=count).restarts for count in (4, 9))
    assert many[:5] == few


def test_fixed_weights_stay(problem: Problem) -> None:
    tuned = mert.optimise(problem, START, fixed=["f1", "f4"], restarts=6, random_directions=4)
    assert (tuned.weights["f1"], tuned.weights["f4"]) == (-0.4, 1.0)
    assert [one.name for one in tuned.sensitivity] == ["f0", "f2", "f3"]
    assert tuned.score > tuned.start
    free = mert.optimise(problem, {**START, "f1": 0.0}, fixed="f1", restarts=3)
    assert free.weights["f1"] == 0.0
    assert sum(map(abs, free.weights.values())) == pytest.approx(1.0)


@settings(max_examples=30)
@given(data=st.data())
def test_bounds_are_kept(data: st.DataObject) -> None:
    small = data.draw(problems(METRICS[0]))
    start = data.draw(points(small))
    below, above = data.draw(st.floats(0.0, 2.0)), data.draw(st.floats(0.01, 2.0))
    bounds = {"f0": (start[0] - below, start[0] + above)}
    if len(start) > 1:
        bounds["f1"] = (None, start[1])
    tuned = mert.optimise(small, start, bounds=bounds, restarts=3, random_directions=2, threads=1)
    assert start[0] - below <= tuned.weights["f0"] <= start[0] + above
    assert len(start) == 1 or tuned.weights["f1"] <= start[1]


def test_weights_may_be_kept_positive(problem: Problem) -> None:
    bounds = dict.fromkeys(START, (0.0, None))
    tuned = mert.optimise(problem, np.ones(5), bounds=bounds, restarts=3)
    assert min(tuned.weights.values()) >= 0.0
    assert sum(tuned.weights.values()) == pytest.approx(1.0)


def test_lengths_of_the_result(problem: Problem) -> None:
    length = {
        how: np.linalg.norm(list(mert.optimise(problem, START, restarts=0, normalise=how).weights.values()))
        for how in ("l1", "l2", "none")
    }
    assert length["l2"] == pytest.approx(1.0)
    assert length["l1"] < 1.0 < length["none"]
    with pytest.raises(ParameterError, match="cannot be normalised"):
        mert.optimise(problem, START, fixed=["f0"], normalise="l1")


def test_a_penalty_holds_the_weights_near_the_start(problem: Problem) -> None:
    start = normalised(VECTOR, "l1")
    options: dict[str, Any] = {"restarts": 3, "normalise": "none", "fixed": ()}
    distances, worths = [], []
    for l2 in (1.0, 50.0, 5000.0):
        tuned = mert.optimise(problem, start, l2=l2, **options)
        away = as_vector(problem.names, tuned.weights) - start
        distances.append(float(np.linalg.norm(away)))
        worths.append(tuned.score - l2 * distances[-1] ** 2)
        assert worths[-1] >= tuned.start - 1e-9
    assert distances[0] > distances[1] > distances[2]
    stays = mert.optimise(problem, start, l2=1e12, restarts=0, normalise="none")
    assert as_vector(problem.names, stays.weights) == pytest.approx(start, abs=1e-5)


def test_patience_ends_the_search(problem: Problem) -> None:
    told: list[tuple[int, float]] = []
    tuned = mert.optimise(
        problem, START, restarts=200, patience=5, progress=lambda done, best: told.append((done, best))
    )
    assert tuned.stopped_early
    assert len(tuned.restarts) == len(told) < 201
    scores = [restart.score for restart in tuned.restarts]
    assert scores.index(max(scores)) == len(scores) - 6
    assert told[-1] == (len(scores), tuned.score)
    assert not mert.optimise(problem, START, restarts=3, patience=10).stopped_early


def test_the_range_of_a_weight_costs_no_more_than_it_says(problem: Problem) -> None:
    tuned = mert.optimise(problem, START, restarts=2, loss=2.0)
    weights = as_vector(problem.names, tuned.weights)
    for at, one in enumerate(tuned.sensitivity):
        assert one.low < one.weight < one.high
        inside = np.linspace(max(one.low, -3.0) + 1e-9, min(one.high, 3.0) - 1e-9, 50)
        for weight in inside:
            moved = weights.copy()
            moved[at] = weight
            assert problem.score(moved) >= tuned.score - 2.0 - 1e-9
        for outside in (one.low - 1e-7, one.high + 1e-7):
            moved = weights.copy()
            moved[at] = outside
            assert not np.isfinite(outside) or problem.score(moved) < tuned.score - 2.0


def test_random_directions_are_tried_where_no_weight_helps(problem: Problem) -> None:
    alone = mert.optimise(problem, START, restarts=0)
    helped = mert.optimise(problem, START, restarts=0, random_directions=40)
    assert helped.score >= alone.score
    assert helped.searches >= alone.searches + 40


def test_the_line_of_the_last_step_is_not_searched_again(problem: Problem) -> None:
    for restart in mert.optimise(problem, START, restarts=3).restarts:
        assert restart.iterations > 1
        assert restart.searches == 5 + 4 * (restart.iterations - 1)
    (alone,) = mert.optimise(problem, START, restarts=0, fixed=["f1", "f2", "f3", "f4"]).restarts
    assert alone.score > alone.start
    assert (alone.iterations, alone.searches) == (2, 1)


def test_iterations_are_limited(problem: Problem) -> None:
    tuned = mert.optimise(problem, START, restarts=1, max_iterations=1)
    assert [restart.iterations for restart in tuned.restarts] == [1, 1]


WORDS_ALONE = [
    entry.name
    for entry in entries()
    if entry.cls.facts()["self_contained"].holds
    and entry.cls.direction != "none"
    and not entry.cls.needs & {"alignment", "source"}
]


@pytest.mark.parametrize("name", WORDS_ALONE)
def test_every_metric_of_words_alone_can_be_tuned_to(name: str) -> None:
    small = random_problem(2, segments=6, size=5, width=3, metric=name)
    tuned = mert.optimise(small, np.array([0.1, 0.2, 0.3]), restarts=2, threads=1)
    better = tuned.score - tuned.start
    assert (better if small.metric.higher_is_better else -better) > 0.0


def test_a_metric_without_a_direction_is_refused() -> None:
    small = random_problem(2, metric="length-ratio")
    with pytest.raises(ParameterError, match="neither high nor low is better"):
        mert.optimise(small, START)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"restarts": -1}, "restarts must be a whole number of at least 0, not -1"),
        ({"restarts": 2.5}, "restarts must be a whole number"),
        ({"seed": -1}, "seed must be"),
        ({"max_iterations": 0}, "max_iterations must be a whole number of at least 1"),
        ({"patience": 0}, "patience must be"),
        ({"l2": -1.0}, "l2 must be a number of at least 0"),
        ({"tolerance": float("nan")}, "tolerance must be"),
        ({"fixed": ["lm"]}, "a fixed weight of 'lm': there are features f0, f1"),
        ({"fixed": list(START)}, "no weight is left to tune"),
        ({"bounds": {"f0": (0.5, None)}}, "f0 starts at 0.2, outside its bounds 0.5 and inf"),
        ({"bounds": {"lm": (0, 1)}}, "bounds of 'lm'"),
        ({"ranges": {"f0": (1.0, 0.5)}}, "the range of f0 must go from a number to a larger one"),
        ({"ranges": {"f9": (0.0, 0.5)}}, "a range of 'f9'"),
        ({"normalise": "max"}, "normalise must be one of l1, l2, none"),
    ],
)
def test_absurd_options_are_refused(problem: Problem, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        mert.optimise(problem, START, **options)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ([1.0, 2.0], "2 weights for 5 features"),
        ({"f0": 1.0}, "there is no weight for feature f1"),
        ({**START, "lm": 1.0}, "weight of 'lm'"),
        ({**START, "f2": float("nan")}, "the weight of f2 is no finite number"),
        (["a"] * 5, "weights must be numbers"),
    ],
)
def test_absurd_weights_are_refused(problem: Problem, start: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        mert.optimise(problem, start)


def test_random_starts_lie_in_their_ranges() -> None:
    space = Space.of(
        ["a", "b", "c", "d"], np.array([1.0, 0.0, 0.5, 9.0]), {"b": (-1, 1), "d": (8, None)}, ["c"]
    )
    for seed in range(50):
        random = np.random.default_rng(seed)
        a, b, c, d = space.anywhere(np.array([1.0, 0.0, 0.5, 9.0]), {"a": (2.0, 3.0)}, random)
        assert 2.0 <= a <= 3.0
        assert -1.0 <= b <= 1.0
        assert c == 0.5
        assert d >= 8.0
        scattered = space.scattered(np.array([1.0, 1.0, 0.5, 8.0]), 1.0, random)
        assert scattered[1] <= 1.0
        assert scattered[2] == 0.5
        assert scattered[3] >= 8.0


def test_one_segment_of_one_candidate() -> None:
    alone = problem_of([["a b"]], ["a c"], np.array([[0.0, 1.0]]))
    tuned = mert.optimise(alone, [0.0, 0.0], restarts=2)
    assert tuned.score == tuned.start
    assert all(np.isinf([one.low, one.high]).all() for one in tuned.sensitivity)
    assert tuned.to_dict()["sensitivity"][0]["low"] is None


def test_a_list_that_does_not_fit_its_batch(shared: Path) -> None:
    lists, references = read(shared, "ur-en", references=4)
    with pytest.raises(DataError, match="the batch has 2 rows, but the n-best list 68665 candidates"):
        Problem.of(lists, Batch.from_streams(["a", "b"], [["a", "b"]]), "bleu")
    with pytest.raises(DataError, match="reference 1 has 735 lines"):
        Problem.of(lists, [references[0][:-1]], "bleu")


def read(
    shared: Path, pair: str, references: int = 1, name: str = "dev.nbest.gz"
) -> tuple[NBest, list[list[str]]]:
    folder = shared / "data" / "nbest" / pair
    streams = [
        (folder / f"dev.ref{k}").read_text(encoding="utf-8").removesuffix("\n").split("\n")
        for k in range(references)
    ]
    return read_nbest(folder / name, sort=True), streams


def moses_weights(shared: Path, pair: str, name: str) -> list[float]:
    """Those of the features that an n-best list shows, in its order."""
    lines = (shared / "data" / "nbest" / pair / f"weights.{name}.txt").read_text().splitlines()
    return [float(value) for line in lines if "Unknown" not in line for value in line.split()[1:]]


def test_a_search_from_the_weights_of_a_decoder(shared: Path) -> None:
    problem = Problem.of(*read(shared, "de-en"), "bleu:tokenize=none")
    start = moses_weights(shared, "de-en", "init")
    assert problem.score(start) == pytest.approx(40.25, abs=0.01)
    tuned = mert.optimise(problem, start, restarts=0)
    assert tuned.score > 41.3


@pytest.mark.full
@pytest.mark.parametrize(
    ("pair", "references", "name", "least"),
    [
        # What Moses' own tuner reaches with twenty restarts, on the same list.
        ("de-en", 1, "dev.nbest.gz", 41.96),
        ("ja-en", 1, "dev.accum4.nbest.gz", 31.7),
        ("ur-en", 4, "dev.nbest.gz", 11.2),
    ],
)
def test_as_good_as_moses(shared: Path, pair: str, references: int, name: str, least: float) -> None:
    problem = Problem.of(*read(shared, pair, references, name), "bleu:tokenize=none")
    assert mert.optimise(problem, moses_weights(shared, pair, "init")).score >= least
