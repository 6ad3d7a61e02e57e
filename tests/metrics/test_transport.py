"""The best transport of weights beside linear programming."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linear_sum_assignment

from pitchpipe import _core
from pitchpipe.errors import DataError
from pitchpipe.metrics.transport import best_transport
from pitchpipe.threads import threads
from tests.golden.rows import HERE, read
from tests.oracle import tesla as oracle

Problem = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]

#: Any numbers but such that linear programming would take for 0: it is exact to 1e-7 only.
THOUSANDTHS = st.integers(0, 2000).map(lambda k: k / 1000)
#: Weights of n-grams, their sums that are not quite the same in binary, and nothing.
WEIGHTS = st.sampled_from([0.0, 0.001, 0.01, 0.1, 0.1 + 0.2, 0.3, 1.0, 1.0 + 1e-12, 2.0]) | THOUSANDTHS
#: Similarities of uni-, bi- and trigrams.
SIMILARITIES = st.sampled_from([0.0, 0.5, 2 / 3, 0.75, 5 / 6, 1.0])


def best(supplies: ArrayLike, demands: ArrayLike, gains: ArrayLike) -> float:
    return best_transport(supplies, demands, gains)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    n, m = draw(st.integers(0, 8)), draw(st.integers(0, 8))
    gain = draw(
        st.sampled_from([SIMILARITIES, st.sampled_from([0.0, 1.0]), THOUSANDTHS.map(lambda x: x - 0.5)])
    )
    weights = draw(st.sampled_from([WEIGHTS, st.just(0.1), st.sampled_from([0.1, 1.0])]))
    supplies, demands = (draw(st.lists(weights, min_size=k, max_size=k)) for k in (n, m))
    gains = draw(st.lists(gain, min_size=n * m, max_size=n * m))
    return np.array(supplies), np.array(demands), np.array(gains).reshape(n, m)


def test_golden() -> None:
    rows = read(HERE, "oracle_tesla_lp")
    assert len(rows) == 110
    given_problems = [
        (np.array(row["x_weights"]), np.array(row["y_weights"]), np.array(row["sim"], dtype=np.float64))
        for row in rows
    ]
    found = _core.best_transports(given_problems)
    np.testing.assert_allclose(found, [row["value"] for row in rows], rtol=0.0, atol=1e-9)
    measures = [
        oracle.f_measure(S, x.sum(), y.sum(), 0.8)
        for S, (x, y, _) in zip(found.tolist(), given_problems, strict=True)
    ]
    np.testing.assert_allclose(measures, [row["F_alpha08"] for row in rows], rtol=0.0, atol=1e-9)


@given(problems())
def test_as_linear_programming(problem: Problem) -> None:
    assert best(*problem) == pytest.approx(oracle.best_transport(*problem), abs=1e-9)


@pytest.mark.parametrize(("n", "m", "density"), [(30, 30, 1.0), (30, 30, 0.2), (12, 60, 1.0), (60, 12, 0.5)])
def test_larger_ones_as_linear_programming(n: int, m: int, density: float) -> None:
    rng = np.random.default_rng(n)
    for _ in range(5):
        supplies, demands = rng.random(n), rng.random(m)
        gains = rng.random((n, m)) * (rng.random((n, m)) < density)
        found = best(supplies, demands, gains)
        assert found == pytest.approx(oracle.best_transport(supplies, demands, gains), abs=1e-9)


@given(problems())
def test_either_way_round(problem: Problem) -> None:
    supplies, demands, gains = problem
    assert best(supplies, demands, gains) == pytest.approx(best(demands, supplies, gains.T), abs=1e-12)


@pytest.mark.parametrize("levels", [2, 3, 7])
def test_whole_weights_make_it_an_assignment(levels: int) -> None:
    rng = np.random.default_rng(levels)
    gains = rng.integers(0, levels, size=(40, 30)).astype(np.float64)
    found = best(np.ones(40), np.ones(30), gains)
    assert found == gains[linear_sum_assignment(gains, maximize=True)].sum()


@pytest.mark.parametrize(("n", "m"), [(1, 1), (90, 90), (200, 1), (1, 200), (150, 40)])
def test_degenerate_problems_end(n: int, m: int) -> None:
    """All gains equal: the smaller side is used up, and every path costs the same."""
    found = best(np.full(n, 0.1), np.full(m, 0.1), np.ones((n, m)))
    assert found == pytest.approx(0.1 * min(n, m), abs=1e-9)


def test_figure_1() -> None:
    """Three edges of the paper's figure that do not compete: 0.5·0.01 + 0.8·0.1 + 0.8·0.1."""
    assert best([0.01, 0.1, 0.1], [0.01, 0.1, 0.1], np.diag([0.5, 0.8, 0.8])) == pytest.approx(0.165)


def test_equals_may_have_to_part() -> None:
    """x₁ and y₁ are the same, and yet the best match joins each to a synonym that has nothing else."""
    assert best([1, 1], [1, 1], [[1.0, 1.0], [1.0, 0.0]]) == 2.0


def test_batches_are_as_one_by_one_on_any_number_of_threads() -> None:
    rng = np.random.default_rng(3)
    many = [(rng.random(n), rng.random(m), rng.random((n, m))) for n, m in product(range(12), range(12))]
    with threads(1):
        one = _core.best_transports(many)
    with threads(2):
        two = _core.best_transports(many)
    np.testing.assert_array_equal(one, two)
    np.testing.assert_array_equal(one, [best(*problem) for problem in many])


@pytest.mark.parametrize(
    ("supplies", "demands", "gains", "message"),
    [
        ([np.nan], [1.0], [[1.0]], "finite and not negative"),
        ([1.0], [-1.0], [[1.0]], "finite and not negative"),
        ([1.0], [1.0], [[np.inf]], "gains must be finite"),
        ([1.0], [1.0], [[1e308]], "so must their sums"),
        ([1.0], [1.0, 2.0], [[1.0]], "need gains of that shape"),
    ],
)
def test_absurd_problems(
    supplies: list[float], demands: list[float], gains: list[list[float]], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        best(supplies, demands, gains)


@pytest.mark.parametrize(
    ("supplies", "demands", "gains", "message"),
    [
        ([1.0, 2.0], [1.0], [[1.0, 2.0]], r"2 supplies and 1 demands need gains of that shape, not \(1, 2\)"),
        ([[1.0]], [1.0], [[1.0]], "must be lists of numbers"),
        ([-1.0], [1.0], [[1.0]], "finite and not negative"),
    ],
)
def test_problems_that_are_none(
    supplies: ArrayLike, demands: ArrayLike, gains: ArrayLike, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        best_transport(supplies, demands, gains)
