"""Weights as vectors, and where searches may begin and go."""

from __future__ import annotations

import numpy as np
import pytest

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.tuning.weights import Space, fixed_names, normalised

CENTRE = np.array([4.0, -1.0, 1.0])


def draws(space: Space, count: int = 2000) -> Array:
    random = np.random.default_rng(1)
    return np.array([space.anywhere(CENTRE, {"c": (0.5, None)}, random) for _ in range(count)])


def test_random_starts_reach_two_mean_weights_to_either_side() -> None:
    """The mean absolute weight is 2, so that a and b are within 4 of the centre, and uniform there."""
    found = draws(Space.of(("a", "b", "c"), CENTRE))
    for column, (low, high) in zip(found.T, ((0.0, 8.0), (-5.0, 3.0), (0.5, 5.0)), strict=True):
        assert low <= column.min() < low + 0.05
        assert high - 0.05 < column.max() <= high
        assert column.mean() == pytest.approx((low + high) / 2, abs=0.2)


def test_random_starts_within_bounds() -> None:
    bounds = {"a": (None, 5.0), "b": (-2.0, -1.0), "c": (0.0, None)}
    a, b, _ = draws(Space.of(("a", "b", "c"), CENTRE, bounds, fixed="b")).T
    assert (b == -1.0).all()
    assert 0.0 <= a.min() < 0.05
    assert 4.95 < a.max() <= 5.0


def test_noise_is_as_large_as_weights_are() -> None:
    random = np.random.default_rng(1)
    space = Space.of(("a", "b", "c"), CENTRE)
    found = np.array([space.scattered(CENTRE, 0.5, random) for _ in range(2000)])
    # Half of the mean absolute weight.
    assert np.abs(found.std(axis=0) - 1.0).max() < 0.06
    assert np.abs(found.mean(axis=0) - CENTRE).max() < 0.1
    # Where all weights are 0, that is 1.
    zero = np.array([space.scattered(np.zeros(3), 0.5, random) for _ in range(2000)])
    assert np.abs(zero.std(axis=0) - 0.5).max() < 0.03


def test_how_far_one_may_go() -> None:
    space = Space.of(("a", "b", "c"), CENTRE, {"a": (0.0, 6.0), "b": (-1.0, 3.0)})
    low, high = space.limits(CENTRE, np.array([[1.0, 0.0, 0.0], [-2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    assert low.tolist() == [-4.0, 0.0, -np.inf]
    assert high.tolist() == [2.0, 2.0, np.inf]
    assert space.clipped(np.array([9.0, -9.0, 9.0])).tolist() == [6.0, -1.0, 9.0]


def test_lengths() -> None:
    assert normalised(CENTRE, "l1").tolist() == pytest.approx([4 / 6, -1 / 6, 1 / 6])
    assert normalised(CENTRE, "l2").tolist() == pytest.approx((CENTRE / 18**0.5).tolist())
    assert normalised(CENTRE, "none") is CENTRE
    assert normalised(np.zeros(2), "l1").tolist() == [0.0, 0.0]


GROUPED = ("LM0", "TM0_0", "TM0_1", "TM0_2", "WP0", "X", "X_0", "X_1")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("TM0", ["TM0_0", "TM0_1", "TM0_2"]),
        (["TM0_1"], ["TM0_1"]),
        (["LM0", "TM0", "TM0_2"], ["LM0", "TM0_0", "TM0_1", "TM0_2", "TM0_2"]),
        # A feature of that name is meant before a group, which Moses could not write either.
        ("X", ["X"]),
        ((), []),
    ],
)
def test_groups_are_fixed_by_their_name(given: str | list[str], meant: list[str]) -> None:
    assert fixed_names(GROUPED, given) == meant
    space = Space.of(GROUPED, np.ones(len(GROUPED)), fixed=given)
    assert [name for name, free in zip(GROUPED, space.free, strict=True) if not free] == list(
        dict.fromkeys(meant)
    )


@pytest.mark.parametrize("name", ["TM", "TM0_", "TM0_3", "tm0", "TM0_00", "", "TM0="])
def test_neither_a_weight_nor_a_group(name: str) -> None:
    with pytest.raises(ParameterError) as refused:
        fixed_names(GROUPED, [name])
    assert str(refused.value) == (
        f"a fixed weight of '{name}': there are features {', '.join(GROUPED)}, and groups of them: TM0"
    )
