"""From the cube to parameters: proportions, bounds, and what cannot be fitted."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import ParameterError
from pitchpipe.fitting.axes import Interval, Shares
from pitchpipe.fitting.space import space
from pitchpipe.metrics import get

SIDES = st.floats(0.0, 1.0)


def shares(count: int, total: float) -> Shares:
    return Shares(tuple(("weights", k) for k in range(count)), total)


@given(st.lists(SIDES, min_size=1, max_size=6), st.sampled_from([1.0, 10.0, 11.0]))
def test_shares_are_not_negative_and_sum_to_the_total(sides: list[float], total: float) -> None:
    numbers = shares(len(sides) + 1, total).decode(np.array(sides))
    assert min(numbers) >= 0
    assert math.isclose(math.fsum(numbers), total, abs_tol=1e-9)


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=6).filter(any))
def test_shares_come_back(numbers: list[int]) -> None:
    axis = shares(len(numbers), float(sum(numbers)))
    point = axis.encode([float(n) for n in numbers])
    assert all(0 <= side <= 1 for side in point)
    assert axis.decode(np.array(point)) == pytest.approx(numbers, abs=2e-6)


def test_shares_of_uniform_points_are_uniform_on_the_simplex() -> None:
    random = np.random.default_rng(1)
    drawn = np.array([shares(4, 1.0).decode(point) for point in random.random((4000, 3))])
    # A Dirichlet(1, 1, 1, 1) has means of 1/4 and variances of 3/80.
    assert drawn.mean(axis=0) == pytest.approx([0.25] * 4, abs=0.02)
    assert drawn.var(axis=0) == pytest.approx([3 / 80] * 4, abs=0.005)


@given(SIDES, st.booleans())
def test_intervals_stay_within_their_bounds_and_come_back(side: float, log: bool) -> None:
    axis = Interval(("alpha", None), 0.03, 70.0, log)
    (number,) = axis.decode(np.array([side]))
    assert 0.03 <= number <= 70.0
    assert axis.encode([number]) == pytest.approx([side], abs=2e-3 if not log else 1e-5)


def test_a_logarithmic_interval_has_the_geometric_mean_in_its_middle() -> None:
    assert Interval(("x", None), 0.01, 100.0, log=True).decode(np.array([0.5])) == [1.0]
    assert Interval(("x", None), 0.0, 100.0).decode(np.array([0.5])) == [50.0]


@pytest.mark.parametrize(
    ("metric", "sides", "start"),
    [
        ("hlepor", 3, {"alpha": 9.0, "beta": 1.0, "weights": (7.0, 2.0, 1.0)}),
        ("hlepor:lang=en-de", 3, {"alpha": 9.0, "beta": 1.0, "weights": (1.0, 3.0, 7.0)}),
        ("nlepor:lang=cs-en", 1, {"alpha": 1.0, "beta": 9.0}),
        ("lr-kb4", 1, {"theta": 0.13205}),
        ("lr-kb4:alpha=0.3", 1, {"alpha": 0.3}),
        ("port", 1, {"alpha": 0.25}),
        ("chrf", 1, {"beta": 2.0}),
        ("2*bleu+1*chrf+1*ter", 2, {"weights": (0.5, 0.25, 0.25)}),
    ],
)
def test_what_is_fitted_by_default(metric: str, sides: int, start: dict[str, Any]) -> None:
    found = space(get(metric))
    assert found.size == sides
    assert found.start == start
    assert found.values(found.origin()) == start


def test_given_bounds_take_a_number_out_of_its_proportion() -> None:
    found = space(get("hlepor"), ["alpha"], {"alpha": (0, 20)})
    assert found.start == {"alpha": 9.0}
    assert found.values(np.array([0.25])) == {"alpha": 5.0}


def test_one_number_of_a_proportion_is_searched_around_its_value() -> None:
    found = space(get("hlepor"), ["alpha"])
    assert found.values(np.array([0.0])) == {"alpha": 0.09}
    assert found.values(np.array([1.0])) == {"alpha": 900.0}


def test_numbers_without_bounds_are_searched_on_a_logarithmic_scale() -> None:
    found = space(get("nlepor:max_order=2"), ["weights"])
    assert found.values(np.array([0.5, 1.0])) == {"weights": (0.5, 50.0)}


def test_a_value_outside_given_bounds_starts_at_the_nearer_one() -> None:
    assert space(get("port"), None, {"alpha": (1, 2)}).start == {"alpha": 1.0}


def test_a_value_that_is_not_set_starts_in_the_middle() -> None:
    assert space(get("lr-kb4"), ["alpha"]).start == {"alpha": 0.5}


@pytest.mark.parametrize(
    ("metric", "names", "bounds", "message"),
    [
        ("hlepor", ["tokenize"], None, "tokenize changes what is counted, and fit counts only once"),
        ("hlepor", ["gamma"], None, "no parameter 'gamma' to fit: there are alpha, beta, weights"),
        ("ter", ["alpha"], None, "no parameter 'alpha' to fit: it has none"),
        ("port", ["ordering"], None, "ordering is not a number to search"),
        ("ter", None, None, "ter has no numbers that are fitted by default: its formula has none"),
        ("bleu", None, None, "choose among smooth_value, with bounds"),
        ("bleu", ["smooth_value"], None, "smooth_value has no bounds: give some, smooth_value=LOW:HIGH"),
        ("port", None, {"alpha": (2, 1)}, "between two numbers, low before high"),
        ("port", None, {"alpha": (1, 1)}, "between two numbers, low before high"),
        ("port", None, {"alpha": (math.nan, 1)}, "between two numbers, low before high"),
        ("port", None, {"alpha": (0, math.inf)}, "between two numbers, low before high"),
        ("port", None, {"alpha": (0, 11)}, "port: alpha must be a number between 0 and 10, not 11"),
        ("hlepor", None, {"weights": (-1, 1)}, "weights must be 3 numbers separated by '/' of at least 0"),
        ("1*bleu", None, None, "nothing to fit: a single weight can be any number"),
    ],
)
def test_what_cannot_be_fitted(metric: str, names: Any, bounds: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message.replace("(", r"\(")):
        space(get(metric), names, bounds)
