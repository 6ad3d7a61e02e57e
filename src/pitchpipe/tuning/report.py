"""What tuning found, with named parts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.showing.pages import Page


@dataclass(frozen=True)
class Restart:
    """One search: the score where it began and where it ended, and how many line searches it took."""

    start: float
    score: float
    iterations: int
    searches: int


@dataclass(frozen=True)
class Sensitivity:
    """How far one weight alone can be moved before the score gets worse by more than ``loss``."""

    name: str
    weight: float
    low: float
    high: float
    loss: float


@dataclass(frozen=True, repr=False)
class Tuned(Shown):
    """The weights that were found, the score of what they choose, and how they were found.

    ``start`` is the score at the weights that tuning began with. Optimisers without restarts or line
    searches leave the parts that describe them empty. ``seconds`` are those of the search alone. ``begun``
    are the weights that tuning began with, ``provenance`` says how and on what it was done, where known.
    """

    weights: Mapping[str, float]
    metric: str
    score: float
    start: float
    restarts: tuple[Restart, ...] = ()
    sensitivity: tuple[Sensitivity, ...] = ()
    stopped_early: bool = False
    seconds: float = 0.0
    begun: Mapping[str, float] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __float__(self) -> float:
        return self.score

    @property
    def searches(self) -> int:
        """How many lines were searched."""
        return sum(restart.searches for restart in self.restarts)

    @property
    def searches_per_second(self) -> float:
        """The speed of the search."""
        return self.searches / self.seconds if self.seconds > 0.0 else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision; nothing in it depends on the clock.

        An end of a weight's range that is not limited is ``None``.
        """
        return {
            "metric": self.metric,
            "score": self.score,
            "start": self.start,
            "weights": dict(self.weights),
            "restarts": [vars(restart) for restart in self.restarts],
            "stopped_early": self.stopped_early,
            "searches": self.searches,
            "sensitivity": [
                {**vars(one), "low": _finite(one.low), "high": _finite(one.high)} for one in self.sensitivity
            ],
            **self.provenance,
        }

    def page(self, decimals: int = 4) -> Page:
        """The tables of ``pitchpipe tune``."""
        from pitchpipe.tuning.pages import tuned_page

        return tuned_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of weights, and of searches."""
        from pitchpipe.tuning.machine_rows import restart_rows, weight_rows

        return {"weights": lambda: weight_rows(self), "restarts": lambda: restart_rows(self)}

    def _brief(self) -> str:
        return f"{counted(len(self.weights), 'weights')}, {self.metric} {self.start:.4f} -> {self.score:.4f}"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
