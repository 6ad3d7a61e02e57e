"""Rows that nothing can have been counted as: of other metrics, edited by hand, or summed up wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric

#: What adding up many rows may be off by, of the larger number.
_ROUNDING = 1e-9


def impossible(metric: Metric, rows: Array) -> str | None:
    """Why one of the rows can be no sum of rows of the metric; ``None`` where nothing speaks against it."""
    columns = {name: rows[..., k] for k, name in enumerate(metric.columns)}
    for name, values in columns.items():
        if (number := _first(values, ~np.isfinite(values))) is not None:
            return f"{name} is {number}, which is not a finite number"
        if not metric.may_be_negative(name) and (number := _first(values, values < 0.0)) is not None:
            return f"{name} is {number:g}, but it cannot be negative"
    for less, more in metric.never_more:
        excess = columns[less] > columns[more] * (1.0 + _ROUNDING) + _ROUNDING
        if (number := _first(columns[less], excess)) is not None:
            return f"{less} is {number:g}, but {more} only {_first(columns[more], excess):g}"
    return _of_no_segment(columns) or _out_of_bounds(metric, rows)


def _of_no_segment(columns: dict[str, Array]) -> str | None:
    if "segments" not in columns:
        return None
    none = columns["segments"] == 0.0
    for name, values in columns.items():
        if (number := _first(values, none & (values != 0.0))) is not None:
            return f"{name} is {number:g}, but there are 0 segments"
    return None


def _out_of_bounds(metric: Metric, rows: Array) -> str | None:
    if not metric.facts()["bounded"].holds:
        return None
    low, high = metric.bounds
    scores = np.asarray(metric.combine(rows))
    slack = _ROUNDING * max(abs(bound) for bound in (low, high, 1.0) if np.isfinite(bound))
    # Written so that what is not a number is out of bounds.
    number = _first(scores, ~((scores >= low - slack) & (scores <= high + slack)))
    return None if number is None else f"the score would be {number:g}, beyond {low:g} to {high:g}"


def _first(values: Array, where: NDArray[np.bool_]) -> float | None:
    found = values[where]
    return float(found.flat[0]) if found.size else None
