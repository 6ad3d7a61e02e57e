"""Arithmetic that metrics share: ratios of columns, and which pairs the rows of groups are."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array


def ratio(numerator: Array, denominator: Array, otherwise: float) -> Array:
    """numerator / denominator, or ``otherwise`` where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = numerator / denominator
    return np.where(denominator > 0, quotient, otherwise)


def columns_first(sums: Array) -> Array:
    """Sums ``[..., k]`` as ``[k, ...]``; what is made of them is turned back by ``.T``.

    numpy reduces many times sooner along a first axis than along a short last one.
    """
    return np.ascontiguousarray(sums.T)


def along_columns(columns: Array) -> Array:
    """The sum along the first axis, one column after the other.

    numpy's own sum adds eight and more in pairs, but only where there is a single row, whose last bit would
    then be another one than among others.
    """
    return reduce(np.add, columns)


def pairs_within(hyp_offsets: NDArray[np.integer], ref_offsets: NDArray[np.integer]) -> NDArray[np.int64]:
    """All pairs (hypothesis, reference) within groups, for :meth:`Metric.measure_pairs`."""
    hyps, refs = hyp_offsets.astype(np.int64), ref_offsets.astype(np.int64)
    group = np.repeat(np.arange(len(hyps) - 1), np.diff(hyps))
    partners = np.diff(refs)[group]
    first_pair = np.cumsum(partners) - partners
    hypothesis = np.repeat(np.arange(len(group)), partners)
    reference = np.arange(len(hypothesis)) + (refs[group] - first_pair)[hypothesis]
    return np.stack([hypothesis, reference], axis=-1)
