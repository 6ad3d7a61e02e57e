"""Intervals and p-values beside all samples there are, and by hand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.batch.values import Array
from pitchpipe.metrics import BLEU, Batch
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.intervals import percentile_intervals, score_intervals
from pitchpipe.resampling.p_values import bootstrap_p, randomisation_p
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores
from tests.comparing.toys import Mean, rows

SAMPLES = 20_000
REFERENCES = [
    "the cat sat on the mat",
    "a dog barked at night",
    "it rains a lot here",
    "we go home now then",
] * 2
OUTPUTS = (
    ["the cat sat on a mat", "a dog barks at night", "it rains much here", "we go home now"] * 2,
    ["cat sat on the mat", "the dog barked at night", "it rains a lot", "we went home now then"] * 2,
)


def bleu_rows(segments: int) -> Array:
    batch = Batch.from_streams([*OUTPUTS[0][:segments], *OUTPUTS[1][:segments]], [REFERENCES[:segments] * 2])
    return BLEU().measure(batch).values.reshape(2, segments, -1)


CASES: list[tuple[Metric, Array]] = [
    (Mean(), rows([3, 1, 4, 1], [2, 7, 1, 8])),
    (Mean(), rows([0.1, 0.2, 0.3, 0.4], [0.4, 0.2, 0.3, 0.1])),
    (BLEU(), bleu_rows(4)),
]


def deltas_of(metric: Metric, sums: Iterable[tuple[Array, Array]]) -> Array:
    return np.array([float(metric.combine(b) - metric.combine(a)) for a, b in sums])


def share(deltas: Array, delta: float) -> float:
    return float((np.abs(deltas) >= abs(delta) - 1e-9).mean())


def near(found: float | None, exact: float) -> bool:
    """Within four standard errors of what all samples give."""
    assert found is not None
    return abs(found - exact) <= 4 * math.sqrt(exact * (1 - exact) / SAMPLES) + 2 / SAMPLES


@pytest.mark.parametrize(("metric", "made"), CASES)
def test_bootstrap_beside_all_resamples(metric: Metric, made: Array) -> None:
    everything = [list(drawn) for drawn in itertools.product(range(4), repeat=4)]
    deltas = deltas_of(metric, ((made[0, i].sum(axis=0), made[1, i].sum(axis=0)) for i in everything))
    baseline, system = (float(score) for score in metric.combine(made.sum(axis=1)))
    drawn = bootstrap_scores(metric, made, Sampling(SAMPLES))
    p = bootstrap_p(baseline, system, drawn[:, 1] - drawn[:, 0])
    assert near(p, share(deltas - (system - baseline), system - baseline))


@pytest.mark.parametrize(("metric", "made"), [*CASES, (BLEU(), bleu_rows(8))])
def test_randomisation_beside_all_swaps(metric: Metric, made: Array) -> None:
    segments = np.arange(made.shape[1])
    swaps = [np.array(coins) for coins in itertools.product((0, 1), repeat=len(segments))]
    deltas = deltas_of(
        metric, ((made[c, segments].sum(axis=0), made[1 - c, segments].sum(axis=0)) for c in swaps)
    )
    baseline, system = (float(score) for score in metric.combine(made.sum(axis=1)))
    p = randomisation_p(metric, made[:1], made[1:], Sampling(SAMPLES))
    assert near(p, share(deltas, system - baseline))


def test_randomisation_of_runs_beside_all_deals() -> None:
    # Two runs of the baseline, one of the system: each segment's three outputs in any order.
    made = rows([3, 1, 4], [2, 2, 5], [9, 4, 6])
    deals = list(itertools.permutations(range(3)))
    means = []
    for dealt in itertools.product(deals, repeat=3):
        scores = [sum(made[order[run], i, 0] for i, order in enumerate(dealt)) / 3 for run in range(3)]
        means.append(scores[2] - (scores[0] + scores[1]) / 2)
    delta = 19 / 3 - (8 / 3 + 9 / 3) / 2
    p = randomisation_p(Mean(), made[:2], made[2:], Sampling(SAMPLES))
    assert near(p, share(np.array(means), delta))


def test_centring_by_hand() -> None:
    # Shifted by the observed difference of 2 these are 0, -2, 1, 2: two are as far from 0 as 2 is.
    assert bootstrap_p(10, 12, np.array([2.0, 0.0, 3.0, 4.0])) == 3 / 5
    # A system far below its baseline is as significant as one above.
    assert bootstrap_p(12, 10, np.array([-2.0, 0.0, -3.0, -4.0])) == 3 / 5


def test_one_segment_says_nothing() -> None:
    assert randomisation_p(Mean(), rows([1]), rows([9]), Sampling(100)) == 1.0
    assert score_intervals(Mean(), rows([1], [2]), Sampling(100)) == [None, None]


def test_undefined_scores_have_no_p() -> None:
    nothing = np.array([[[math.nan, 1.0], [1.0, 1.0]]])
    assert randomisation_p(Mean(), nothing, rows([1, 2]), Sampling(10)) is None
    assert bootstrap_p(1.0, 2.0, np.array([1.0, math.nan])) is None
    assert bootstrap_p(math.nan, 2.0, np.array([1.0])) is None
    assert score_intervals(Mean(), np.concatenate([nothing, rows([1, 1])]), Sampling(10)) == [
        None,
        (1.0, 1.0),
    ]


Numbers = st.lists(st.integers(0, 20), min_size=2, max_size=30)


@given(Numbers)
def test_swapping_the_systems_keeps_p(numbers: list[int]) -> None:
    other = [(7 * number + 3) % 21 for number in numbers]
    a, b = rows(numbers), rows(other)
    sampling = Sampling(200)
    assert randomisation_p(Mean(), a, b, sampling) == randomisation_p(Mean(), b, a, sampling)
    assert bootstrapped(numbers, other) == bootstrapped(other, numbers)


@given(Numbers)
def test_a_system_is_not_different_from_itself(numbers: list[int]) -> None:
    assert randomisation_p(Mean(), rows(numbers), rows(numbers), Sampling(50)) == 1.0
    assert bootstrapped(numbers, numbers) == 1.0


def bootstrapped(first: Sequence[float], second: Sequence[float]) -> float | None:
    drawn = bootstrap_scores(Mean(), rows(first, second), Sampling(200))
    return bootstrap_p(float(np.mean(first)), float(np.mean(second)), drawn[:, 1] - drawn[:, 0])


def test_percentiles_by_hand() -> None:
    values = np.column_stack([np.arange(101.0), np.full(101, math.nan)])
    defined, undefined = percentile_intervals(values, 90)
    assert defined == pytest.approx((5.0, 95.0))
    assert undefined is None


def test_an_interval_has_two_ends_or_is_none() -> None:
    values = np.array([[0.0, 1.0], [0.0, 1.0], [math.inf, 1.0]])
    assert percentile_intervals(values, 40) == [None, (1.0, 1.0)]


@given(Numbers, st.integers(1, 98))
def test_a_higher_level_is_a_wider_interval(numbers: list[int], level: int) -> None:
    (narrow,) = score_intervals(Mean(), rows(numbers), Sampling(300, 1, level))
    (wide,) = score_intervals(Mean(), rows(numbers), Sampling(300, 1, level + 1))
    assert narrow is not None
    assert wide is not None
    assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]
    assert min(numbers) <= wide[0] <= wide[1] <= max(numbers)


def test_the_interval_of_a_mean() -> None:
    """Of a mean of many numbers the interval is that of the normal distribution."""
    numbers = np.random.default_rng(0).normal(50, 10, size=400)
    (interval,) = score_intervals(Mean(), rows(list(numbers)), Sampling(20_000))
    assert interval is not None
    error = numbers.std() / 20
    assert interval == pytest.approx(
        (numbers.mean() - 1.96 * error, numbers.mean() + 1.96 * error), abs=0.06 * error
    )
