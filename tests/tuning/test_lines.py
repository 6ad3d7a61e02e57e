"""Exact line search: against brute force, in degenerate cases, and on any number of threads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.threads import threads
from pitchpipe.tuning.lines import Lines
from pitchpipe.tuning.problem import Problem
from tests.tuning.problems import METRICS, gains_at, middles, points, problem_of, problems, random_problem

EVERYWHERE = np.array([-np.inf]), np.array([np.inf])
#: No breakpoint of features with few digits lies on this grid.
GRID = np.linspace(-7.0, 7.0, 141) + 1.0 / 7919.0


def search(problem: Problem, point: Array, direction: Array) -> Lines:
    return problem.lines(point, problem.totals(point), direction[np.newaxis], *EVERYWHERE)


@pytest.mark.parametrize("metric", METRICS)
@given(data=st.data())
def test_no_point_of_the_line_beats_the_search(metric: str, data: st.DataObject) -> None:
    problem = data.draw(problems(metric))
    point, direction = data.draw(points(problem)), data.draw(points(problem))
    if data.draw(st.booleans()):
        direction = np.eye(len(direction))[data.draw(st.integers(0, len(direction) - 1))]
    lines = search(problem, point, direction)
    step = lines.widest(np.array([0.5]))
    assert step.gain == lines.gains.max()
    steps = np.concatenate([GRID, data.draw(st.lists(st.floats(-50, 50), max_size=5)), [step.by]])
    # On a breakpoint itself two candidates are tied, and the first of them is chosen.
    clear = np.abs(steps[:, np.newaxis] - lines.high[:-1]).min(axis=1, initial=1.0) > 1e-7
    gains = gains_at(problem, point, direction, steps)
    assert (gains[clear] <= step.gain + 1e-9).all()
    assert not clear[-1] or gains[-1] == pytest.approx(step.gain, abs=1e-9)


@given(data=st.data())
def test_every_interval_has_the_gain_of_its_points(data: st.DataObject) -> None:
    problem = data.draw(problems(METRICS[0]))
    point, direction = data.draw(points(problem)), data.draw(points(problem))
    lines = search(problem, point, direction)
    assert (np.diff(lines.high) > 0).all()
    assert np.array_equal(lines.low[1:], lines.high[:-1])
    inside, wide = middles(lines.low, lines.high)
    gains = gains_at(problem, point, direction, inside)
    assert gains[wide] == pytest.approx(lines.gains[wide], abs=1e-9)


@pytest.mark.parametrize("scale", [1.0, 0.1, 1e9])
def test_sums_of_fractions_stay_exact(scale: float) -> None:
    random = np.random.default_rng(3)
    features, rows = random.standard_normal((3000, 4)), random.standard_normal((3000, 3)) * scale
    core = _core.LineSearch(features, np.arange(0, 3001, 10), rows)
    weights, direction = random.standard_normal((2, 4))
    totals = core.totals(weights)
    breakpoints, starts, sums = core.search(totals, direction[np.newaxis], *EVERYWHERE, np.zeros(1))
    assert len(breakpoints) > 500
    assert starts.tolist() == [0, len(breakpoints) + 1]
    for interval, by in ((0, breakpoints[0] - 1.0), (len(breakpoints), breakpoints[-1] + 1.0)):
        best = core.best(totals + by * (features @ direction))
        assert sums[interval] == pytest.approx(rows[best].sum(axis=0), rel=1e-9, abs=1e-9)


def test_sums_of_counts_are_exact() -> None:
    problem = random_problem(1)
    point, direction = np.random.default_rng(1).standard_normal((2, 5))
    lines = search(problem, point, direction)
    inside, wide = middles(lines.low, lines.high)
    assert np.array_equal(gains_at(problem, point, direction, inside)[wide], lines.gains[wide])
    by = inside[wide][len(inside) // 2]
    assert problem.gain(point + by * direction) in lines.gains


def test_a_search_by_hand() -> None:
    # At weights (1, γ) the first segment prefers its second candidate from γ = 1 on, and the second
    # segment its second from γ = 2/3 on.
    features = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 0.0], [0.0, 3.0]])
    problem = problem_of([["a b", "a a"], ["c c", "c d"]], ["a b", "c d"], features, "wer:tokenize=none")
    lines = search(problem, np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    assert lines.high.tolist() == [2 / 3, 1.0, np.inf]
    assert lines.gains.tolist() == [75.0, 100.0, 75.0]
    step = lines.widest(np.array([0.1]))
    assert step.by == pytest.approx(5 / 6)
    # Further on nothing is lost; from between the two breakpoints there is.
    assert lines.around(0.0) == (-np.inf, np.inf)
    between = search(problem, np.array([1.0, 0.75]), np.array([0.0, 1.0]))
    assert between.around(24.0) == pytest.approx((2 / 3 - 0.75, 0.25))
    assert between.around(25.0) == (-np.inf, np.inf)


def lines_of(breakpoints: list[float], gains: list[float]) -> Lines:
    starts = np.array([0, len(gains)])
    return Lines.between(np.array(breakpoints), starts, *EVERYWHERE, np.array(gains))


def test_the_middle_of_the_widest_plateau() -> None:
    lines = lines_of([0.0, 1.0, 2.0, 3.0, 6.0], [1.0, 5.0, 2.0, 5.0, 5.0, 1.0])
    assert lines.widest(np.array([1.0])).by == 4.0


@pytest.mark.parametrize(
    ("breakpoints", "gains", "by"),
    [([1.0], [5.0, 1.0], -1.0), ([1.0], [1.0, 5.0], 3.0), ([], [5.0], 0.0), ([1.0], [5.0, 5.0], 1.0)],
)
def test_a_bounded_step_into_what_has_no_end(breakpoints: list[float], gains: list[float], by: float) -> None:
    assert lines_of(breakpoints, gains).widest(np.array([2.0])).by == by


def test_the_nearest_point_where_distance_costs() -> None:
    lines = lines_of([0.0, 1.0, 2.0], [1.0, 4.0, 5.0, 4.9])
    reach, ideal = np.array([0.5]), np.array([-1.0])
    assert lines.nearest(reach, ideal, np.array([0.0])).by == pytest.approx(1.05)
    # From -1 to the second interval costs about 1, to the third about 4.
    dear = lines.nearest(reach, ideal, np.array([1.0]))
    assert dear.by == pytest.approx(0.05)
    assert dear.gain == pytest.approx(4.0 - (1.05**2 - 1.0))
    assert lines.nearest(reach, ideal, np.array([10.0])).by == -1.0


def test_candidates_with_equal_slopes_or_equal_features() -> None:
    texts = [["a b", "a c", "a b"], ["d", "e", "d"]]
    features = np.array([[1.0, 5.0], [1.0, 5.0], [1.0, 4.0], [2.0, 0.0], [2.0, 0.0], [2.0, 0.0]])
    problem = problem_of(texts, ["a b", "e"], features, "wer:tokenize=none")
    point = np.array([1.0, 1.0])
    assert problem.best(point).tolist() == [0, 3]
    assert search(problem, point, np.array([1.0, 0.0])).gains.tolist() == [problem.gain(point)]
    # Downwards the third candidate wins, which says the same as the first.
    assert search(problem, point, np.array([0.0, 1.0])).gains.tolist() == [problem.gain(point)]


@pytest.mark.parametrize("direction", [[0.0, 0.0], [0.0, -1.0], [2.5, 0.0]])
def test_one_candidate_and_no_direction(direction: list[float]) -> None:
    problem = problem_of([["a"], ["b"]], ["a", "c"], np.array([[1.0, 2.0], [3.0, 4.0]]))
    for point in (np.zeros(2), np.ones(2)):
        assert search(problem, point, np.array(direction)).gains.tolist() == [problem.gain(point)]


def test_zero_weights_choose_the_first_candidates() -> None:
    problem = random_problem(2)
    assert np.array_equal(problem.best(np.zeros(5)), problem.offsets[:-1])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_refused(bad: float) -> None:
    features = np.array([[1.0, 2.0], [1.0, bad]])
    with pytest.raises(DataError, match="candidate 2 of segment 1: feature f1 is no finite number"):
        problem_of([["a", "b"]], ["a"], features)
    problem = random_problem(1)
    rows = problem.rows.copy()
    rows[13, 0] = bad
    with pytest.raises(DataError, match="candidate 2 of segment 2: statistics of bleu: matches_1"):
        Problem(problem.names, problem.features, problem.offsets, problem.metric, rows)


def test_tables_that_do_not_fit_are_refused() -> None:
    problem = random_problem(1)
    metric, rows, offsets = problem.metric, problem.rows, problem.offsets
    with pytest.raises(DataError, match="480 candidates with 5 features need a table of that shape"):
        Problem(problem.names, problem.features[:, :4], offsets, metric, rows)
    with pytest.raises(DataError, match="no features"):
        Problem((), problem.features[:, :0], offsets, metric, rows)
    with pytest.raises(DataError, match="every segment needs a candidate"):
        Problem(problem.names, problem.features, np.array([0, 5, 5, 480]), metric, rows)
    with pytest.raises(DataError, match="candidates"):
        Problem(problem.names, problem.features, np.array([0, 5]), metric, rows)


def test_any_number_of_threads_finds_the_same() -> None:
    problem = random_problem(4, metric="hlepor:tokenize=none")
    random = np.random.default_rng(4)
    point, directions = random.standard_normal(5), random.standard_normal((9, 5))
    limits = np.full(9, -2.0), np.full(9, 3.0)
    found = []
    for count in (1, 2, 3):
        with threads(count):
            found.append(problem.lines(point, problem.totals(point), directions, *limits))
    for other in found[1:]:
        for part in ("low", "high", "gains", "starts"):
            assert np.array_equal(getattr(found[0], part), getattr(other, part))


def test_lines_searched_together_are_those_searched_alone() -> None:
    problem = random_problem(5)
    random = np.random.default_rng(5)
    point = random.standard_normal(5)
    directions = np.concatenate([np.eye(5), random.standard_normal((3, 5))])
    limits = np.full(8, -np.inf), np.full(8, np.inf)
    together = problem.lines(point, problem.totals(point), directions, *limits)
    for number, direction in enumerate(directions):
        alone, line = search(problem, point, direction), together.line(number)
        assert np.array_equal(alone.low, line.low)
        assert np.array_equal(alone.gains, line.gains)


def test_limits_cut_a_line() -> None:
    problem = random_problem(6)
    point, direction = np.random.default_rng(6).standard_normal((2, 5))
    whole = search(problem, point, direction)
    low, high = np.array([-0.3]), np.array([0.7])
    part = problem.lines(point, problem.totals(point), direction[np.newaxis], low, high)
    assert part.low[0] == -0.3
    assert part.high[-1] == 0.7
    inside = (whole.high > -0.3) & (whole.low < 0.7)
    assert np.array_equal(part.gains, whole.gains[inside])
