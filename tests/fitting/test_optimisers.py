"""Searching the cube."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.fitting.optimisers import OPTIMISERS, CubeOptimiser, hill_climbing, maximise

both = pytest.mark.parametrize("optimiser", get_args(CubeOptimiser))


def steps(point: Array) -> float:
    """A hill with stairs, highest at 0.3 on every side."""
    return float(-np.round(20 * np.abs(point - 0.3)).sum())


def test_the_optimisers_are_listed() -> None:
    assert get_args(CubeOptimiser) == OPTIMISERS


@both
def test_finds_the_top_of_a_staircase(optimiser: CubeOptimiser) -> None:
    found = maximise(steps, np.array([0.95, 0.9, 0.05]), optimiser, restarts=5, seed=1)
    assert found.value == 0.0
    assert np.abs(found.point - 0.3).max() < 0.026


@both
def test_two_hills_need_more_than_one_climb(optimiser: CubeOptimiser) -> None:
    def hills(point: Array) -> float:
        x = point[0]
        return float(1 - abs(x - 0.1) / 0.1 if abs(x - 0.1) < 0.1 else 0.5 - abs(x - 0.8) / 10)

    start = np.array([0.8])
    assert maximise(hills, start, optimiser, restarts=60, seed=3).value > 0.9
    assert hill_climbing(hills, start, restarts=1, seed=3).value == 0.5


@both
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), start=st.lists(st.floats(0, 1), min_size=1, max_size=3))
def test_never_ends_below_the_start_and_stays_in_the_cube(
    optimiser: CubeOptimiser, seed: int, start: list[float]
) -> None:
    def rough(point: Array) -> float:
        return float(np.sin(1e4 * (point + seed % 7)).sum())

    origin = np.array(start)
    found = maximise(rough, origin, optimiser, restarts=2, seed=seed)
    assert found.value >= rough(origin)
    assert found.value == rough(found.point)
    assert ((found.point >= 0) & (found.point <= 1)).all()


@both
def test_the_seed_decides(optimiser: CubeOptimiser) -> None:
    def rough(point: Array) -> float:
        return float(np.sin(1e4 * point).sum())

    start = np.array([0.5, 0.5])
    first, again, other = (maximise(rough, start, optimiser, restarts=3, seed=s) for s in (7, 7, 8))
    assert np.array_equal(first.point, again.point)
    assert first.evaluations == again.evaluations
    assert not np.array_equal(first.point, other.point)


def test_more_restarts_only_add() -> None:
    def rough(point: Array) -> float:
        return float(np.sin(1e4 * point).sum())

    start = np.array([0.5])
    values = [hill_climbing(rough, start, restarts=n, seed=1).value for n in (1, 2, 4, 8)]
    assert values == sorted(values)


@both
def test_what_cannot_be_computed_is_worse_than_anything(optimiser: CubeOptimiser) -> None:
    def holes(point: Array) -> float:
        return float("nan") if point[0] > 0.5 else float(point[0])

    assert 0.45 < maximise(holes, np.array([0.2]), optimiser, restarts=3, seed=1).value <= 0.5


@both
def test_a_plain_is_no_reason_to_move(optimiser: CubeOptimiser) -> None:
    start = np.array([0.123, 0.9])
    assert np.array_equal(maximise(lambda _: 0.0, start, optimiser, restarts=3, seed=1).point, start)


@pytest.mark.parametrize("restarts", [0, -1, True, 1.5])
def test_refuses_numbers_of_restarts(restarts: int) -> None:
    with pytest.raises(ParameterError, match="restarts must be a whole number of at least 1"):
        maximise(steps, np.array([0.5]), "hill", restarts=restarts, seed=0)


def test_refuses_other_optimisers() -> None:
    with pytest.raises(ParameterError, match="optimiser must be one of hill, de, not 'adam'"):
        maximise(steps, np.array([0.5]), "adam", restarts=1, seed=0)  # type: ignore[arg-type]


def test_a_climb_ends_where_the_plateau_begins() -> None:
    """What is no better is not gone to, neither by one more of the same steps nor by smaller ones."""
    found = hill_climbing(lambda point: float(point[0] >= 0.25), np.array([0.0]), restarts=1, seed=1)
    assert (found.point.tolist(), found.value) == ([0.25], 1.0)
    # The start, its one neighbour, a step further, and then two neighbours for each of nine steps.
    assert found.evaluations == 1 + 1 + 1 + 2 * 9
