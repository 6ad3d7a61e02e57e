"""How parameters are looked for: a search of the cube of all values, or a ranking SVM."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.fitting.objective import Average, Objective
from pitchpipe.fitting.optimisers import CubeOptimiser, check_search, maximise
from pitchpipe.fitting.ranking import check_cost, learn, not_of_segments
from pitchpipe.fitting.samples import Sample
from pitchpipe.fitting.space import Bounds, Space, Values, space
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.linear import Linear

Optimiser = Literal["hill", "de", "svm"]


class Search(Protocol):
    """A way to find parameters, the same for all data and for each fold."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that are looked for."""

    def check(self, human: Human) -> None:
        """Refuses judgments it cannot use, before anything is counted."""

    def run(self, samples: Sequence[Sample], statistic: Statistic) -> tuple[Values, float, int]:
        """The best values, their agreement with people, and how many were tried."""

    def record(self) -> dict[str, Any]:
        """How it searches, for people and for presets."""


@dataclass(frozen=True)
class CubeSearch:
    """Tries values, and keeps those that agree best."""

    space: Space
    average: Average
    optimiser: CubeOptimiser
    restarts: int
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        return self.space.names

    def check(self, human: Human) -> None:
        """Agreement with any judgments can be maximised."""

    def run(self, samples: Sequence[Sample], statistic: Statistic) -> tuple[Values, float, int]:
        objective = Objective(samples, statistic, self.average)

        def at(point: Array) -> float:
            return objective(self.space.values(point))

        origin = self.space.origin()
        found = maximise(at, origin, self.optimiser, restarts=self.restarts, seed=self.seed)
        return self.space.values(found.point), found.value, found.evaluations

    def record(self) -> dict[str, Any]:
        restarts = {"restarts": self.restarts} if self.optimiser == "hill" else {}
        return {"optimiser": self.optimiser, **restarts, "seed": self.seed}


@dataclass(frozen=True)
class RankingSearch:
    """Learns the weights of features from pairs; agreement is only looked at afterwards."""

    average: Average
    cost: float

    @property
    def names(self) -> tuple[str, ...]:
        return ("weights",)

    def check(self, human: Human) -> None:
        if not isinstance(human, Ranks | SegmentScores):
            raise not_of_segments(human)

    def run(self, samples: Sequence[Sample], statistic: Statistic) -> tuple[Values, float, int]:
        values: Values = {"weights": learn(samples, cost=self.cost, average=self.average)}
        return values, Objective(samples, statistic, self.average)(values), 1

    def record(self) -> dict[str, Any]:
        return {"optimiser": "svm", "cost": self.cost}


def usual_optimiser(metric: Metric, searched: Collection[str]) -> Optimiser:
    """What fits a metric if nobody says what should; ``searched`` are the parameters that were named."""
    return "svm" if isinstance(metric, Linear) and not searched else "hill"


def search_for(
    metric: Metric,
    optimiser: Optimiser | None,
    *,
    parameters: Iterable[str] | None,
    bounds: Bounds | None,
    average: Average,
    restarts: int,
    cost: float,
    seed: int,
) -> Search:
    """The search that was asked for, or the usual one of the metric, checked before anything is counted."""
    chosen = optimiser or usual_optimiser(metric, [*(parameters or ()), *(bounds or ())])
    if chosen not in get_args(Optimiser):
        known = ", ".join(get_args(Optimiser))
        raise ParameterError(f"optimiser must be one of {known}, not {chosen!r}")
    check_cost(cost)
    if chosen != "svm":
        check_search(chosen, restarts)
        return CubeSearch(space(metric, parameters, bounds), average, chosen, restarts, seed)
    if not isinstance(metric, Linear):
        raise ParameterError(f"{metric.name} is no weighted sum of features: a ranking SVM cannot fit it")
    if parameters is not None or bounds:
        raise ParameterError("a ranking SVM learns the weights and nothing else: name no parameters")
    return RankingSearch(average, cost)
