"""Coefficients of agreement: by hand, and beside statsmodels and krippendorff."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

from pitchpipe.batch.values import Array
from pitchpipe.judging.coefficients import CohenKappa, FleissKappa, IntervalAlpha, estimate
from pitchpipe.resampling.sampling import Sampling

SAMPLING = Sampling(500, 1, 95)


def test_fleiss_by_hand() -> None:
    """Three items, three annotators.

    Shares of agreeing pairs: 1, 1/3, 1/3; their mean is 5/9. Answers: 5, 3 and 1 of 9; chance is 35/81.
    κ = (45/81 - 35/81) / (46/81) = 10/46.
    """
    ratings = np.array([[0, 0, 1], [0, 0, 1], [0, 1, 2]], dtype=float)
    assert estimate(FleissKappa(), ratings).value == pytest.approx(10 / 46)


def test_fleiss_own_kind_of_example() -> None:
    """The worked example that textbooks give: 14 people, 10 items, 5 answers, κ = .210."""
    counts = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    ratings = np.array([np.repeat(np.arange(5), row) for row in counts], dtype=float).T
    value = estimate(FleissKappa(5), ratings).value
    assert value == pytest.approx(0.210, abs=5e-4)


@given(st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4), min_size=1, max_size=12))
def test_fleiss_is_that_of_statsmodels(rows: list[list[int]]) -> None:
    ratings = np.array(rows, dtype=float).T
    value = estimate(FleissKappa(), ratings).value
    if len(np.unique(ratings)) == 1:
        assert value is None
    else:
        expected = fleiss_kappa(aggregate_raters(np.array(rows), n_cat=3)[0])
        assert value == pytest.approx(expected, abs=1e-9)


def test_fleiss_of_unequal_numbers_of_people() -> None:
    """By hand: items of 3, 2 and 1 people; the last does not count. P̄ = (1/3 + 1)/2, shares 4/5 and 1/5."""
    ratings = np.array([[0, 0, 1], [0, 0, np.nan], [1, np.nan, np.nan]])
    assert estimate(FleissKappa(), ratings).value == pytest.approx((2 / 3 - 17 / 25) / (1 - 17 / 25))
    assert estimate(FleissKappa(), ratings).items == 2


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=15))
def test_cohen_is_that_of_statsmodels(rows: list[tuple[int, int]]) -> None:
    ratings = np.array(rows, dtype=float).T
    table = np.zeros((3, 3))
    for one, other in rows:
        table[one, other] += 1
    chance = (table.sum(0) * table.sum(1)).sum() / table.sum() ** 2
    value = estimate(CohenKappa(), ratings).value
    if chance > 1 - 1e-12:
        assert value is None
    else:
        assert value == pytest.approx(cohens_kappa(table, return_results=False), abs=1e-9)


def test_cohen_by_hand() -> None:
    """20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: agreement .7, chance .5, κ = .4."""
    cells = [(0, 0)] * 20 + [(0, 1)] * 5 + [(1, 0)] * 10 + [(1, 1)] * 15
    assert estimate(CohenKappa(), np.array(cells, dtype=float).T).value == pytest.approx(0.4)


numbers = st.one_of(st.just(np.nan), st.integers(0, 100).map(float))


@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=12))
def test_alpha_is_that_of_krippendorff(rows: list[tuple[float, float, float]]) -> None:
    ratings: Array = np.array(rows).T
    pairable = np.isfinite(ratings).sum(axis=0) >= 2
    values = ratings[:, pairable]
    value = estimate(IntervalAlpha(), ratings).value
    if not pairable.any() or len(np.unique(values[np.isfinite(values)])) < 2:
        assert value is None
    else:
        expected = krippendorff.alpha(reliability_data=ratings, level_of_measurement="interval")
        assert value == pytest.approx(expected, abs=1e-9)


def test_alpha_by_hand() -> None:
    """Two items, (0, 2) and (4, 4): within 2·4 = 8 over 4 values, between all pairs 2·44/3.

    Values 0, 2, 4, 4: squared differences of the six pairs are 4, 16, 16, 4, 4, 0: 44, each counted twice.
    α = 1 - (8/4) / (88/12) = 1 - 3/11.
    """
    assert estimate(IntervalAlpha(), np.array([[0.0, 4], [2, 4]])).value == pytest.approx(1 - 3 / 11)


@pytest.mark.parametrize("coefficient", [FleissKappa(), CohenKappa(), IntervalAlpha()])
def test_intervals_hold_the_value_and_shrink(coefficient: FleissKappa | CohenKappa | IntervalAlpha) -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 400)
    ratings = np.stack([np.where(rng.random(400) < 0.3, rng.integers(0, 3, 400), truth) for _ in range(2)])
    few = estimate(coefficient, ratings[:, :40].astype(float), SAMPLING)
    many = estimate(coefficient, ratings.astype(float), SAMPLING)
    for one in (few, many):
        assert one.interval is not None
        assert one.value is not None
        assert one.interval[0] < one.value < one.interval[1]
    assert few.interval is not None
    assert many.interval is not None
    assert many.interval[1] - many.interval[0] < 0.6 * (few.interval[1] - few.interval[0])


def test_what_cannot_be_said() -> None:
    nothing = np.full((3, 2), np.nan)
    for coefficient in (FleissKappa(), IntervalAlpha()):
        assert estimate(coefficient, nothing, SAMPLING).value is None
        assert estimate(coefficient, np.zeros((1, 4)), SAMPLING).value is None
        assert estimate(coefficient, np.ones((3, 4)), SAMPLING).value is None
        assert estimate(coefficient, np.ones((3, 4)), SAMPLING).interval is None
