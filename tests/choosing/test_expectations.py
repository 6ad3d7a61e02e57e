"""How much is scored at a time."""

from __future__ import annotations

import pytest

from pitchpipe.choosing.expectations import _runs


@pytest.mark.parametrize(
    ("costs", "runs"),
    [
        ([], []),
        ([9], [(0, 1)]),
        ([3, 3, 3, 3], [(0, 2), (2, 4)]),
        ([3, 4, 2, 1], [(0, 1), (1, 3), (3, 4)]),
        ([1, 9, 6, 1], [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ([0, 6, 0, 0], [(0, 4)]),
    ],
)
def test_as_many_go_together_as_the_limit_allows(costs: list[int], runs: list[tuple[int, int]]) -> None:
    assert list(_runs(costs, 6)) == runs
