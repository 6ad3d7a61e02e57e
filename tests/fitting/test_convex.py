"""The convex problem behind learnt weights: optima by hand, by definition, and beside another solver."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.fitting import convex
from pitchpipe.fitting.convex import Loss, Penalty, Problem, solve, solve_some

LOSSES: tuple[Loss, ...] = ("logistic", "squared-hinge")
PENALTIES: tuple[Penalty, ...] = ("ridge", "l1")


def svm(differences: Array, cost: Array) -> Array:
    """The ranking SVM of TESLA-F."""
    return solve(Problem(differences, cost, "squared-hinge", "ridge", signed=True)).weights


@pytest.mark.parametrize("cost", [0.01, 1.0, 50.0])
def test_one_instance_by_hand(cost: float) -> None:
    # ½w² + C(1 − 2w)² has its lowest point where w = 4C(1 − 2w).
    found = svm(np.array([[2.0]]), np.array([cost]))
    assert found == pytest.approx([4 * cost / (1 + 8 * cost)])


def test_l1_by_hand() -> None:
    # w + C(1 − 2w)² has its lowest point where 1 = 4C(1 − 2w), or at 0 where that is negative.
    one = np.array([[2.0]])
    found = [solve(Problem(one, np.array([c]), "squared-hinge", "l1")).weights[0] for c in (0.2, 0.25, 1.0)]
    assert found == pytest.approx([0.0, 0.0, 0.375])


def test_the_logistic_loss_by_hand() -> None:
    # Where ½w² + C·log(1 + exp(−w)) is lowest, w = C/(1 + exp(w)).
    found = solve(Problem(np.array([[1.0]]), np.array([3.0])))
    assert found.weights[0] == pytest.approx(3.0 / (1.0 + np.exp(found.weights[0])))


def test_a_weight_that_would_be_negative_is_0() -> None:
    differences = np.array([[1.0, -1.0], [2.0, -0.5]])
    found = solve(Problem(differences, np.ones(2)))
    assert found.weights[1] == 0.0
    assert found.weights[0] > 0.0
    signed = solve(Problem(differences, np.ones(2), signed=True))
    assert signed.weights[1] < 0.0
    assert signed.value < found.value


def test_what_is_right_by_a_margin_does_not_count() -> None:
    far = np.array([[1.0, 0.0], [0.0, 100.0]])
    near = np.array([[1.0, 0.0], [0.0, 300.0]])
    both = [svm(d, np.full(2, 5.0)) for d in (far, near)]
    assert both[0][0] == pytest.approx(10 / 11)
    assert both[1][0] == pytest.approx(10 / 11)
    assert both[0][1] != both[1][1]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(1, 60),
    st.integers(1, 6),
    st.sampled_from([1e-3, 1.0, 1e3]),
    st.sampled_from(LOSSES),
    st.sampled_from(PENALTIES),
)
def test_no_other_weights_are_better(
    seed: int, instances: int, features: int, cost: float, loss: Loss, penalty: Penalty
) -> None:
    random = np.random.default_rng(seed)
    differences = random.normal(size=(instances, features)) * random.choice([0.0, 1.0, 7.0], features)
    problem = Problem(differences, cost * random.random(instances), loss, penalty)
    found = solve(problem)
    assert (found.weights >= 0.0).all()
    assert found.value == pytest.approx(problem.value(found.weights))
    slack = found.gap + 1e-9 * max(1e-12, found.value)
    for size in (1e-3, 0.1, 1.0):
        for _ in range(5):
            other = np.maximum(0.0, found.weights + size * random.normal(size=features))
            assert problem.value(other) >= found.value - slack
    rival = minimize(
        problem.value, np.full(features, 0.1), bounds=[(0.0, None)] * features, method="L-BFGS-B"
    )
    assert found.value <= rival.fun + slack


@given(st.integers(0, 10**6), st.sampled_from(LOSSES), st.sampled_from(PENALTIES))
def test_the_gap_is_never_less_than_what_is_still_to_gain(seed: int, loss: Loss, penalty: Penalty) -> None:
    random = np.random.default_rng(seed)
    problem = Problem(random.normal(size=(30, 3)), random.random(30), loss, penalty)
    least = solve(problem).value
    for _ in range(5):
        w = np.maximum(0.0, random.normal(size=3))
        assert problem.gap(w) >= problem.value(w) - least - 1e-9
    assert problem.gap(solve(problem).weights) <= convex.TOLERANCE * problem.value(np.zeros(3))


@pytest.mark.parametrize("loss", LOSSES)
def test_some_features_are_chosen_and_all_are_all(loss: Loss) -> None:
    random = np.random.default_rng(5)
    useful = np.array([0.0, 0.8, 0.0, 0.4, 0.1])
    problem = Problem(random.normal(size=(400, 5)) + useful, np.ones(400), loss)
    values = [solve_some(problem, most) for most in range(1, 6)]
    assert [np.flatnonzero(one.weights).tolist() for one in values[:2]] == [[1], [1, 3]]
    assert all(second.value <= first.value for first, second in pairwise(values))
    assert values[-1].value == pytest.approx(solve(problem).value)


def test_features_that_say_the_same_share() -> None:
    random = np.random.default_rng(3)
    one = random.normal(size=(50, 1)) + 0.5
    twice = Problem(np.hstack([one, one, 2 * one]), np.ones(50), "squared-hinge", "l1")
    found = solve(twice)
    # Of equal ones the larger is cheaper, and takes all.
    assert found.value == pytest.approx(solve(Problem(2 * one, np.ones(50), "squared-hinge", "l1")).value)
    assert found.weights[:2] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_nothing_to_choose() -> None:
    assert not solve_some(Problem(-np.ones((4, 2)), np.ones(4)), 2).weights.any()


def test_no_optimum_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convex, "MOST_STEPS", 0)
    with pytest.raises(DataError, match=r"no optimum of the weights was found .* lower the cost of errors"):
        solve(Problem(np.array([[2.0]]), np.array([1.0])))


def test_steps_and_evaluations_are_counted() -> None:
    # Of a parabola Newton's first step finds the lowest point: P is computed at 0, there, and once more.
    found = solve(Problem(np.array([[0.5]]), np.array([1.0]), "squared-hinge", signed=True))
    assert (found.steps, found.evaluations) == (1, 3)
    assert found.weights == pytest.approx([2 * 0.5 / (1 + 2 * 0.25)])


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("penalty", PENALTIES)
def test_the_start_does_not_matter(loss: Loss, penalty: Penalty) -> None:
    random = np.random.default_rng(5)
    problem = Problem(random.normal(size=(60, 3)) + 0.2, np.ones(60), loss, penalty)
    usual = solve(problem)
    for start in (usual.weights, np.array([9.0, 0.0, 3.0]), np.full(3, 1e6)):
        again = solve(problem, start)
        assert again.value == pytest.approx(usual.value, rel=1e-8)
        assert again.weights == pytest.approx(usual.weights, abs=1e-3)
    assert solve(problem, usual.weights).steps <= 1


def test_the_steps_of_a_selection_are_those_of_all_it_tried() -> None:
    random = np.random.default_rng(5)
    problem = Problem(random.normal(size=(60, 3)) + 0.2, np.ones(60))
    one, two = solve_some(problem, 1), solve_some(problem, 2)
    assert two.steps > one.steps >= 3
    assert two.evaluations > one.evaluations > one.steps


def test_features_that_pull_nowhere_are_not_tried() -> None:
    column = np.array([[0.5], [1.0]])
    with_nothing = Problem(np.hstack([column, np.zeros((2, 1))]), np.ones(2))
    alone, beside = solve_some(Problem(column, np.ones(2)), 2), solve_some(with_nothing, 2)
    assert (beside.steps, beside.evaluations) == (alone.steps, alone.evaluations)
    assert beside.weights.tolist() == [*alone.weights, 0.0]
