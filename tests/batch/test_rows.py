"""Ratios of columns, and the pairs within groups, by hand."""

from __future__ import annotations

import numpy as np

from pitchpipe.batch.rows import along_columns, columns_first, pairs_within, ratio


def test_a_ratio_of_nothing_is_what_is_said() -> None:
    numerators, denominators = np.array([3.0, 0.0, 5.0, 0.0]), np.array([4.0, 2.0, 0.0, 0.0])
    assert ratio(numerators, denominators, 7.0).tolist() == [0.75, 0.0, 7.0, 7.0]


def test_every_hypothesis_meets_every_reference_of_its_group() -> None:
    # Two hypotheses and one reference; none and two; one and three.
    pairs = pairs_within(np.array([0, 2, 2, 3]), np.array([0, 1, 3, 6]))
    assert pairs.tolist() == [[0, 0], [1, 0], [2, 3], [2, 4], [2, 5]]
    assert pairs.dtype == np.int64


def test_no_groups_have_no_pairs() -> None:
    assert pairs_within(np.array([0]), np.array([0])).shape == (0, 2)
    assert pairs_within(np.array([0, 2]), np.array([0, 0])).shape == (0, 2)


def test_a_row_is_summed_alone_as_among_others() -> None:
    rows = np.random.default_rng(1).random((100, 3, 12))
    sums = along_columns(columns_first(rows)).T
    assert sums.shape == (100, 3)
    for row, among_others in zip(rows[:, 0], sums[:, 0], strict=True):
        assert along_columns(columns_first(row)) == among_others
        assert along_columns(columns_first(row[None])).T.tolist() == [among_others]
