"""Numbers that add up, over rows and over test sets, and the quotients that values are of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitchpipe.batch.values import Array


def quotient(part: Any, whole: Any) -> Array:
    """part / whole; NaN where there is nothing to divide by."""
    part, whole = np.broadcast_arrays(part, whole)
    result: Array = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return result


def weighed(values: Any, weight: float) -> Array:
    """Values times their weight, and the weight, ``[2, ...]``: sums of both give a mean.

    A value that is not defined adds nothing.
    """
    values = np.asarray(values, dtype=np.float64)
    defined = ~np.isnan(values)
    return np.stack([np.where(defined, values * weight, 0.0), np.where(defined, weight, 0.0)])
