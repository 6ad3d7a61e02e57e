"""What goes into a statistic, and what comes out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError

if TYPE_CHECKING:
    from pitchpipe.measuring.measured import Measurement


@dataclass(frozen=True, eq=False, repr=False)
class Gains(Brief):
    """One metric's scores, oriented so that higher is better.

    Parameters
    ----------
    system
        ``[systems]``, the scores of whole systems.
    segment
        ``[systems, segments]``, the sentence scores, or those of documents where people judged documents.

    NaN is a score the metric does not give, and so is what is infinite; what it belongs to is left out, and
    the outcome says so.
    """

    system: Array
    segment: Array

    def __post_init__(self) -> None:
        for name, dimensions in (("system", 1), ("segment", 2)):
            scores = np.asarray(getattr(self, name), dtype=np.float64)
            if scores.ndim != dimensions:
                raise DataError(f"{name} gains need {dimensions} dimensions, not {scores.ndim}")
            object.__setattr__(self, name, np.where(np.isinf(scores), np.nan, scores))
        if len(self.system) != len(self.segment):
            raise DataError(
                f"there are gains of {len(self.system)} systems, but of segments of {len(self.segment)}"
            )

    @classmethod
    def of(cls, measurement: Measurement) -> Gains:
        """The scores of a measurement; those of error metrics are negated."""
        metric = measurement.metric
        if metric.higher_is_better is None:
            raise ParameterError(
                f"{metric.name} has no direction, neither high nor low is better: it cannot agree with people"
            )
        return cls(metric.oriented(measurement.scores()), metric.oriented(measurement.segment_scores()))


@dataclass(frozen=True, repr=False)
class Outcome(Brief):
    """The value of a statistic with what explains it.

    Parameters
    ----------
    value
        NaN if it cannot be computed; ``note`` says why.
    used, unit
        How much entered, and of what: systems, cells, segments, pairs.
    note
        How ties count, in a few words, after the reason where there is no value.
    extra
        Named numbers behind the value: counts of pairs, the calibrated ``epsilon``.
    left_out
        What did not enter, each kind of it with its number.
    """

    value: float
    used: int
    unit: str
    note: str = ""
    extra: Mapping[str, float] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    def __float__(self) -> float:
        return self.value

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision; no value is ``None``."""
        return {
            "value": None if math.isnan(self.value) else self.value,
            "used": self.used,
            "unit": self.unit,
            "note": self.note,
            "extra": dict(self.extra),
            "left_out": list(self.left_out),
        }
