"""Coefficients of agreement: Fleiss' κ, Cohen's κ, Krippendorff's α for numbers.

Each is a function of sums over items: ``rows`` gives what an item adds, ``combine`` the coefficient of the
sums, so that bootstrap intervals over items come from :mod:`pitchpipe.resampling` for nothing. A coefficient
of people who never differ, in whatever they were asked, is undefined: NaN.

- J. L. Fleiss. 1971. Measuring nominal scale agreement among many raters.
- J. Cohen. 1960. A coefficient of agreement for nominal scales.
- K. Krippendorff. 2011. Computing Krippendorff's alpha-reliability.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.resampling.intervals import Interval, percentile_intervals
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores


class Coefficient(Protocol):
    """Agreement of annotators from ratings ``[annotators, items]``, NaN where somebody has not rated."""

    def rows(self, ratings: Array) -> Array:
        """What each item adds, ``[items, k]``."""

    def combine(self, sums: Array) -> Array:
        """Coefficients ``[...]`` of sums ``[..., k]``."""


@dataclass(frozen=True)
class FleissKappa:
    """κ = (P̄ - P̄ₑ) / (1 - P̄ₑ): P̄ is the mean share of pairs of annotators of an item that agree, and P̄ₑ
    what it would be if all drew their answers from those of all.

    Items that were rated by fewer people have their own number of pairs; those of fewer than two do not
    count.
    """

    categories: int = 3

    def rows(self, ratings: Array) -> Array:
        counts = np.stack([(ratings == category).sum(axis=0) for category in range(self.categories)], axis=1)
        counts = counts.astype(np.float64)
        raters = counts.sum(axis=1)
        valid = raters >= 2
        pairs = raters * (raters - 1)
        agreeing = np.zeros(len(raters))
        np.divide((counts * (counts - 1)).sum(axis=1), pairs, out=agreeing, where=valid)
        return np.column_stack([valid, agreeing, np.where(valid[:, None], counts, 0.0)])

    def combine(self, sums: Array) -> Array:
        items, agreeing, counts = sums[..., 0], sums[..., 1], sums[..., 2:]
        raters = counts.sum(axis=-1)
        shares = _ratio(counts, raters[..., None])
        return _beyond_chance(_ratio(agreeing, items), (shares**2).sum(axis=-1))


@dataclass(frozen=True)
class CohenKappa:
    """κ of two annotators: chance is the product of how often each gives an answer."""

    categories: int = 3

    def rows(self, ratings: Array) -> Array:
        one, other = ratings
        both = np.isfinite(one) & np.isfinite(other)
        cells = np.where(both, np.nan_to_num(one) * self.categories + np.nan_to_num(other), -1)
        found: Array = (cells[:, None] == np.arange(self.categories**2)).astype(np.float64)
        return found

    def combine(self, sums: Array) -> Array:
        table = sums.reshape(*sums.shape[:-1], self.categories, self.categories)
        total = table.sum(axis=(-2, -1))
        same = np.trace(table, axis1=-2, axis2=-1)
        chance = (table.sum(axis=-1) * table.sum(axis=-2)).sum(axis=-1)
        return _beyond_chance(_ratio(same, total), _ratio(chance, total**2))


@dataclass(frozen=True)
class IntervalAlpha:
    """α = 1 - Dₒ / Dₑ: squared differences within items, against those between any two ratings."""

    def rows(self, ratings: Array) -> Array:
        rated = np.isfinite(ratings)
        raters = rated.sum(axis=0).astype(np.float64)
        valid = raters >= 2
        values = np.where(rated & valid, ratings, 0.0)
        total, squares = values.sum(axis=0), (values**2).sum(axis=0)
        within = np.zeros(len(raters))
        np.divide(2 * (raters * squares - total**2), raters - 1, out=within, where=valid)
        return np.column_stack([np.where(valid, raters, 0.0), total, squares, within])

    def combine(self, sums: Array) -> Array:
        raters, total, squares, within = (sums[..., at] for at in range(4))
        between = 2 * (raters * squares - total**2)
        # α = 1 - (within / n) / (between / (n (n - 1))); rounding of equal ratings is no difference.
        rounding = 1e-12 * raters * squares
        found: Array = np.full(np.shape(raters), np.nan)
        np.divide((raters - 1) * within, between, out=found, where=between > rounding)
        return 1 - found


@dataclass(frozen=True)
class Estimate:
    """A coefficient with its interval, and on how many items; ``None`` where it is undefined."""

    value: float | None
    interval: Interval | None
    items: int

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "value": self.value,
            "interval": None if self.interval is None else list(self.interval),
            "items": self.items,
        }


def estimate(coefficient: Coefficient, ratings: Array, sampling: Sampling | None = None) -> Estimate:
    """The coefficient of ratings ``[annotators, items]``, with a bootstrap interval over items."""
    if ratings.shape[0] < 2:
        return Estimate(None, None, 0)
    kept = ratings[:, np.isfinite(ratings).sum(axis=0) >= 2]
    items = kept.shape[1]
    if not items:
        return Estimate(None, None, 0)
    rows = coefficient.rows(kept)
    value = float(coefficient.combine(rows.sum(axis=0)))
    interval = None
    if sampling is not None and items > 1:
        drawn = bootstrap_scores(coefficient, rows[None], sampling)
        # A sample in which nobody differs has no coefficient.
        defined = drawn[np.isfinite(drawn)]
        if len(defined) > len(drawn) / 2:
            (interval,) = percentile_intervals(defined[:, None], sampling.confidence)
    return Estimate(None if np.isnan(value) else value, interval, items)


def _ratio(part: Array, whole: Array) -> Array:
    found: Array = np.full(np.broadcast_shapes(np.shape(part), np.shape(whole)), np.nan)
    np.divide(part, whole, out=found, where=np.broadcast_to(whole, found.shape) > 0)
    return found


def _beyond_chance(agreed: Array, chance: Array) -> Array:
    found: Array = np.full(np.shape(agreed), np.nan)
    # By chance alone everybody would agree, too.
    np.divide(agreed - chance, 1 - chance, out=found, where=1 - chance > 1e-12)
    return found
