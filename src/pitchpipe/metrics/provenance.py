"""Where the parameters of a metric came from: a preset, known by its digest, and whether it was worth it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from pitchpipe.errors import ParameterError
from pitchpipe.metrics.parameters import parameters
from pitchpipe.metrics.parts import value_of

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric


#: What held-out data say of fitted parameters beside the default ones.
Worth = Literal["better", "not significant", "worse", "not tested"]
#: The same in a sentence; better ones need none.
_SENTENCES: dict[Worth, str] = {
    "not significant": "its parameters were not significantly better than the default on held-out data",
    "worse": "its parameters were significantly worse than the default on held-out data",
    "not tested": "its parameters were never compared with the default on held-out data",
}


def worth(gain: float, p: float | None, alpha: float) -> Worth:
    """The word for a gain on held-out data with its two-sided p-value."""
    if p is None:
        return "not tested"
    if p > alpha or gain == 0:
        return "not significant"
    return "better" if gain > 0 else "worse"


def as_worth(value: object) -> Worth | None:
    """The word that a preset has, if it is one."""
    return next((word for word in get_args(Worth) if word == value), None)


@dataclass(frozen=True)
class Provenance:
    """The beginning of a preset's digest, the values it set, and what it says of their worth."""

    digest: str
    values: tuple[tuple[str, Any], ...]
    worth: Worth | None = None

    @property
    def caution(self) -> str | None:
        """Why the parameters may be no better than the default, if there is a reason."""
        return None if self.worth is None else _SENTENCES.get(self.worth)

    def holds(self, metric: Metric) -> bool:
        """Whether the metric still has all of these values."""
        try:
            return all(value_of(metric, name) == value for name, value in self.values)
        except ParameterError:  # a part is no longer there
            return False

    @classmethod
    def attached(cls, metric: Metric, digest: str | None) -> Metric:
        """A metric whose formula parameters came from the preset of this digest, if there is one."""
        if digest is None:
            return metric
        formulas = [name for name, parameter in parameters(metric).items() if parameter.kind == "formula"]
        return metric.replace(provenance=cls(digest, tuple((n, getattr(metric, n)) for n in formulas)))
