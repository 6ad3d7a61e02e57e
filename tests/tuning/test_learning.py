"""PRO and MIRA: a direction that was planted is found again, with any metric, within what is allowed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.tuning import mira, pro
from pitchpipe.tuning.optimisers import optimiser
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.weights import as_mapping, as_vector
from tests.tuning.problems import METRICS, problem_of, random_problem

HIDDEN = np.array([0.5, -0.3, 0.2])
START = [0.1, 0.1, -0.8]
BOTH = pytest.mark.parametrize("name", ["pro", "mira"])


def planted(metric: str = METRICS[0], segments: int = 40, size: int = 12) -> Problem:
    """Candidates with errors; HIDDEN · features is minus their number, and the rest is noise."""
    random = np.random.default_rng(5)
    words = [f"w{k}" for k in range(30)]
    candidates, references, features = [], [], []
    for _ in range(segments):
        reference = random.choice(words, 10)
        lines = []
        for _ in range(size):
            errors = int(random.integers(0, 9))
            line = reference.copy()
            line[random.permutation(10)[:errors]] = "wrong"
            lines.append(" ".join(line))
            noise = random.standard_normal(3) * 2
            along = HIDDEN / (HIDDEN @ HIDDEN)
            features.append(noise - (noise @ HIDDEN) * along - 0.5 * errors * along)
        candidates.append(lines)
        references.append(" ".join(reference))
    return problem_of(candidates, references, np.array(features), metric)


def angle(found: Array) -> float:
    return float(found @ HIDDEN / np.linalg.norm(found) / np.linalg.norm(HIDDEN))


@BOTH
@pytest.mark.parametrize("metric", [METRICS[0], "ter", "hlepor:tokenize=none", "nist"])
def test_a_planted_direction_is_found(name: str, metric: str) -> None:
    problem = planted(metric)
    tuned = optimiser(name)(problem, START)
    # Margins are content once the best candidates come first; pairs look at all of them.
    assert angle(as_vector(problem.names, tuned.weights)) > (0.98 if name == "pro" else 0.85)
    before, after, most = (problem.gain(weights) for weights in (START, tuned.weights, HIDDEN))
    assert after - before > 0.9 * (most - before)
    assert (tuned.score, tuned.start) == (problem.score(tuned.weights), problem.score(START))
    assert sum(map(abs, tuned.weights.values())) == pytest.approx(1.0)
    assert len(tuned.sensitivity) == 3


@BOTH
def test_the_seed_decides(name: str) -> None:
    problem = random_problem(4, width=3)
    first, same, other = (optimiser(name, epochs=3, seed=seed)(problem, START) for seed in (1, 1, 2))
    assert first.to_dict() == same.to_dict()
    assert first.weights != other.weights


@BOTH
def test_fixed_weights_and_bounds_are_kept(name: str) -> None:
    problem = planted(segments=15)
    tuned = optimiser(name, epochs=5, fixed=["f0"], bounds={"f1": (0.0, 0.5)})(problem, START)
    assert tuned.weights["f0"] == START[0]
    assert 0.0 <= tuned.weights["f1"] <= 0.5


@BOTH
def test_a_price_holds_the_weights_near_the_start(name: str) -> None:
    problem = planted(segments=15)
    start = np.array(START)
    away = [
        np.linalg.norm(
            as_vector(problem.names, optimiser(name, l2=l2, epochs=5)(problem, start).weights) - start
        )
        for l2 in (0.01, 1e4 if name == "pro" else 50.0)
    ]
    assert away[1] < away[0] / 2


def test_a_share_of_the_new_weights() -> None:
    problem = planted(segments=15)
    new = as_vector(problem.names, pro.optimise(problem, START).weights)
    mixed = as_vector(problem.names, pro.optimise(problem, START, interpolate=0.1).weights)
    expected = 0.1 * new + 0.9 * np.array(START)
    assert mixed == pytest.approx(expected / np.abs(expected).sum())


def test_margins_never_end_below_the_start() -> None:
    problem = random_problem(8, segments=6, size=4)
    best = [0.3, -0.1, 0.2, 0.1, 0.3]
    assert mira.optimise(problem, best, epochs=2).score >= problem.score(best)


@pytest.mark.parametrize("metric", [METRICS[0], "ter"])
def test_margins_do_not_depend_on_the_scale_of_features(metric: str) -> None:
    problem = planted(metric, segments=15)
    units = np.array([1024.0, 1.0, 2.0**-10])
    scaled = Problem(problem.names, problem.features * units, problem.offsets, problem.metric, problem.rows)
    first = mira.optimise(problem, START, epochs=5)
    second = mira.optimise(scaled, np.array(START) / units, epochs=5)
    vectors = [as_vector(problem.names, one.weights) for one in (first, second)]
    vectors[1] *= units
    one, other = (vector / np.abs(vector).sum() for vector in vectors)
    assert other == pytest.approx(one)
    assert first.score == second.score != first.start


def test_bounds_the_wrong_way_round() -> None:
    problem = random_problem(8, segments=3, size=3, width=3)
    with pytest.raises(ParameterError, match="bounds of f0: 2 is above 1"):
        mira.optimise(problem, START, bounds={"f0": (2.0, 1.0)})


def test_zero_has_no_sign() -> None:
    assert str(as_mapping(["a"], np.array([-0.0]))["a"]) == "0.0"


def test_candidates_that_do_not_differ_teach_nothing() -> None:
    same = problem_of([["a b c"] * 3] * 2, ["a b c"] * 2, np.arange(12.0).reshape(6, 2))
    with pytest.raises(DataError, match="no two candidates of a segment differ by more than 5 % in bleu"):
        pro.optimise(same, [1.0, 1.0])
    assert mira.optimise(same, [0.5, 0.5], epochs=1).weights == {"f0": 0.5, "f1": 0.5}


def test_scores_that_no_feature_explains_teach_nothing() -> None:
    """Of two candidates one is right, but their features are the same: no weight can tell them apart."""
    candidates = [["a b c d", "x y z"], ["x y z", "a b c d"]]
    alike = problem_of(candidates, ["a b c d"] * 2, np.array([[1.0, 2.0]] * 2 + [[3.0, 1.0]] * 2))
    tuned = mira.optimise(alike, [0.25, 0.75], epochs=3)
    assert tuned.weights == {"f0": 0.25, "f1": 0.75}
    assert tuned.score == tuned.start


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("pro", {"l2": -1.0}, "l2 must be"),
        ("pro", {"l2": 1e308}, "at most 1e[+]100"),
        ("mira", {"l2": 1e308}, "at most 1e[+]100"),
        ("mert", {"l2": 1e308}, "at most 1e[+]100"),
        ("pro", {"least": 2.0}, "least must be between 0 and 1"),
        ("pro", {"interpolate": float("nan")}, "interpolate must be between 0 and 1"),
        ("pro", {"drawn": 0}, "at least 1"),
        ("mira", {"l2": float("inf")}, "l2 must be"),
        ("mira", {"step": -1.0}, "step must be"),
        ("mira", {"decay": 1.0}, "decay must be"),
        ("mira", {"epochs": 0}, "at least 1 epoch"),
        ("newton", {}, "there is no optimiser 'newton': choose mert, pro, mira"),
    ],
)
def test_absurd_options_are_refused(name: str, options: dict[str, Any], message: str) -> None:
    problem = random_problem(1, segments=3, size=3, width=3)
    with pytest.raises(ParameterError, match=message):
        optimiser(name, **options)(problem, START)


def test_a_metric_without_a_direction_is_refused() -> None:
    problem = random_problem(2, segments=3, size=3, width=3, metric="length-ratio")
    for learn in (pro.optimise, mira.optimise):
        with pytest.raises(ParameterError, match="neither high nor low is better"):
            learn(problem, START)
