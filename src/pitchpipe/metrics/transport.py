"""The most valuable transport: the linear programme of TESLA (Dahlmeier, Liu and Ng 2011, eqs. 2–5).

n-grams of hypothesis and reference have weights, pairs of them a similarity. Weight flows between n-grams
such that Σ similarity · flow is largest, and no n-gram gives or takes more than its weight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pitchpipe import _core
from pitchpipe.errors import DataError


def best_transport(supplies: ArrayLike, demands: ArrayLike, gains: ArrayLike) -> float:
    """The largest Σ gain · flow; neither supplies nor demands need be used up.

    ``gains[i, j]`` is what a unit from supply ``i`` to demand ``j`` is worth; below 0 is as good as 0.

    >>> round(best_transport([1.0, 0.1], [0.5, 1.0], [[1.0, 0.5], [0.0, 0.75]]), 3)
    0.825
    """
    rows, columns, worth = (np.ascontiguousarray(x, dtype=np.float64) for x in (supplies, demands, gains))
    if rows.ndim != 1 or columns.ndim != 1:
        raise DataError("supplies and demands must be lists of numbers")
    if worth.shape != (len(rows), len(columns)):
        raise DataError(
            f"{len(rows)} supplies and {len(columns)} demands need gains of that shape, not {worth.shape}"
        )
    return float(_core.best_transports([(rows, columns, worth)])[0])
