"""Pearson's and Spearman's correlation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitchpipe.agreement.statistics.tallied import Tallied
from pitchpipe.batch.values import Array

_VARY = "people's judgments or the metric's scores do not vary"


@dataclass(frozen=True, kw_only=True)
class _Correlation(Tallied):
    averages = (None, "none", "item", "system")
    in_core = True
    undefined = _VARY

    def formula(self, columns: Array, fixed: Array) -> Array:
        """The centred product over the root of the centred squares."""
        product, squares = columns
        (human_squares,) = fixed
        norm = np.sqrt(squares) * np.sqrt(human_squares)
        quotient = np.divide(product, norm, out=np.full(np.shape(product), np.nan), where=norm > 0)
        clipped: Array = np.clip(quotient, -1.0, 1.0)
        return clipped


@dataclass(frozen=True, kw_only=True)
class Pearson(_Correlation):
    """Pearson's r, of systems, or of cells."""

    name = "pearson"
    doc = "Pearson's r: how linear the relation to people's scores is (Pearson 1895)"
    policy = "values as they are, outliers weigh"
    what = "moments"


@dataclass(frozen=True, kw_only=True)
class Spearman(_Correlation):
    """Spearman's ρ, of systems, or of cells: Pearson's r of ranks."""

    name = "spearman"
    doc = "Spearman's ρ: Pearson's r of ranks (Spearman 1904)"
    policy = "ties share the mean of their ranks"
    what = "rank-moments"
