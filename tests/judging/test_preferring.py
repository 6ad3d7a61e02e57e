"""What people prefer, and whether it is more than chance."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.special import bdtr
from scipy.stats import binomtest

from pitchpipe.judging.power import decided_for
from pitchpipe.judging.preferring import Preference, Vote, by_annotator, preferences
from pitchpipe.judging.uneven import inclusion_probabilities, systematic


def of(outcomes: list[int], weights: list[float] | None = None, judges: int = 1) -> Preference:
    votes = [
        Vote(
            f"j{at % judges}", str(at // judges), ("A", "B"), outcome, 1.0 if weights is None else weights[at]
        )
        for at, outcome in enumerate(outcomes)
    ]
    (found,) = preferences(votes)
    return found


def test_chens_table() -> None:
    """Table 5 of Chen et al. 2012: 136, 98 and 66 of 300; p < 0.01 is one-sided."""
    found = of([1] * 136 + [-1] * 98 + [0] * 66)
    assert (found.wins, found.losses, found.ties, found.total) == (136, 98, 66, 300)
    exact = binomtest(136, 234)
    assert found.p == pytest.approx(exact.pvalue)
    assert found.p_one_sided == pytest.approx(binomtest(136, 234, alternative="greater").pvalue)
    assert found.p_one_sided < 0.01 < found.p
    assert found.share == pytest.approx(100 * 136 / 234)
    ends = exact.proportion_ci(method="exact")
    assert found.interval == pytest.approx((100 * ends.low, 100 * ends.high))
    assert found.more == 0


def test_birchs_table() -> None:
    """Table 6 of Birch & Osborne 2011: 189, 158, 13; their .048 is the normal approximation of one side."""
    found = of([1] * 189 + [-1] * 158 + [0] * 13)
    assert found.p_one_sided == pytest.approx(0.0536, abs=5e-5)
    assert found.p == pytest.approx(2 * found.p_one_sided)
    assert found.more is not None
    assert found.more > 300


def test_nobody_prefers_anything() -> None:
    found = of([0, 0, 0])
    assert (found.share, found.interval, found.p, found.more) == (None, None, 1.0, None)
    assert of([1, -1]).more is None


@pytest.mark.parametrize("share", [0.6, 0.75, 0.95, 1.0, 0.25])
def test_power_is_that_of_the_exact_test(share: float) -> None:
    def power(count: int) -> float:
        significant = [k for k in range(count // 2 + 1) if 2 * bdtr(k, count, 0.5) <= 0.05]
        return float(bdtr(max(significant), count, min(share, 1 - share))) if significant else 0.0

    expected = next(count for count in range(1, 500) if power(count) >= 0.8)
    assert decided_for(share, 0.05) == expected


def test_more_judgments_count_ties() -> None:
    """Of 60 % decided, half of all: 199 decided are wanted, 398 judgments, of which 20 are there."""
    found = of([1] * 6 + [-1] * 4 + [0] * 10)
    assert found.more == 2 * 199 - 20


def test_several_judgments_of_an_item_are_no_independent_ones() -> None:
    """Three people who always agree are one."""
    outcomes = [outcome for outcome in [1] * 12 + [-1] * 8 for _ in range(3)]
    found, single = of(outcomes, judges=3), of([1] * 12 + [-1] * 8)
    assert found.items == 20
    assert found.p < single.p
    assert found.p_items == pytest.approx(single.p)
    assert found.interval is not None
    assert single.interval is not None
    width = found.interval[1] - found.interval[0]
    # As wide as if they were 20, not 60: 1.96 sqrt(.24 / 19).
    assert width == pytest.approx(200 * 1.96 * np.sqrt(0.24 / 19), rel=0.01)


def test_everybodys_own() -> None:
    votes = [Vote("x", "1", ("A", "B"), 1), Vote("y", "1", ("A", "B"), -1), Vote("y", "2", ("A", "B"), 0)]
    own = by_annotator(votes)
    assert [(one.wins, one.losses, one.ties) for one in (own["x"][0], own["y"][0])] == [(1, 0, 0), (0, 1, 1)]


def test_a_weighed_share_by_hand() -> None:
    """Weights 1, 1, 4: the first has 2 of 6."""
    found = of([1, 1, -1], [1.0, 1.0, 4.0])
    assert found.weighed
    assert found.share == pytest.approx(100 / 3)
    assert (found.wins, found.losses, found.p_items) == (2, 1, None)


@pytest.mark.parametrize("truth", [0.5, 0.65])
def test_weights_undo_uneven_sampling(truth: float) -> None:
    """Sampled mostly where A wins, the weighed share is right, and its test is calibrated."""
    rng, drawing = np.random.default_rng(5), random.Random(5)
    population = np.where(np.arange(600) < 600 * truth, 1, -1)
    sizes = np.where(population > 0, 3.0, 1.0) * rng.uniform(0.5, 1.5, 600)
    probabilities = inclusion_probabilities(sizes, 100)
    weighed, plain, rejected, covered = [], [], 0, 0
    rounds = 200
    for _ in range(rounds):
        taken = systematic(probabilities, drawing)
        outcomes = [int(population[at]) for at in taken]
        found = of(outcomes, [float(1 / probabilities[at]) for at in taken])
        assert found.share is not None
        assert found.interval is not None
        weighed.append(found.share)
        plain.append(100 * np.mean(np.array(outcomes) > 0))
        rejected += found.p <= 0.05
        covered += found.interval[0] <= 100 * truth <= found.interval[1]
    assert np.mean(weighed) == pytest.approx(100 * truth, abs=1.5)
    assert np.mean(plain) > 100 * truth + 10
    assert covered / rounds > 0.9
    if truth == 0.5:
        assert rejected / rounds < 0.09
    else:
        assert rejected / rounds > 0.5
