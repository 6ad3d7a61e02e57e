"""A score with everything that explains it; how it looks is decided elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.brief import Brief


@dataclass(frozen=True)
class Group:
    """The score of a part of the test set: a domain, a document."""

    name: str
    score: float
    segments: int


@dataclass(frozen=True, repr=False)
class Score(Brief):
    """A score with everything that explains it.

    ``parts`` are the metric's named intermediate values, and ``verbose`` says them in a line; ``ci`` is a
    confidence interval, where one was asked for; ``segments`` the sentence scores and ``groups`` those of
    parts of the test set. On a small scale people are shown ``further_decimals`` than on one of 0 to 100.
    """

    metric: str
    title: str
    score: float
    signature: str
    short_signature: str
    higher_is_better: bool | None
    parts: Mapping[str, Any] = field(default_factory=dict)
    ci: tuple[float, float] | None = None
    segments: NDArray[np.float64] | None = None
    groups: tuple[Group, ...] = ()
    further_decimals: int = 0
    #: Says the parts in a line; few ask.
    say: Callable[[], str] = field(default=str, compare=False)

    @property
    def verbose(self) -> str:
        """The parts in a line; empty where there are none."""
        return self.say()

    def __getstate__(self) -> dict[str, Any]:
        """What pickling and copying keep: what is said, without the metric that says it."""
        return {**vars(self), "say": partial(str, self.verbose)}

    def _brief(self) -> str:
        ends = (f"{end:.{self.decimals}f}" for end in self.ci or ())
        interval = "" if self.ci is None else f" [{', '.join(ends)}]"
        return f"{self}{interval}, {self.signature}"

    @property
    def decimals(self) -> int:
        """How many decimals people are shown where nobody says."""
        return 2 + self.further_decimals

    def __float__(self) -> float:
        return self.score

    def __str__(self) -> str:
        return f"{self.title} = {self.score:.{self.decimals}f}"

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "metric": self.metric,
            "score": self.score,
            "signature": self.signature,
            "higher_is_better": self.higher_is_better,
            "ci": None if self.ci is None else list(self.ci),
            "parts": dict(self.parts),
            "groups": {g.name: {"score": g.score, "segments": g.segments} for g in self.groups} or None,
            "segments": None if self.segments is None else [float(x) for x in self.segments],
        }
