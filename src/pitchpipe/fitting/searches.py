"""How parameters are looked for: a search of the cube of all values, or weights learnt from pairs."""

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
from pitchpipe.fitting.convex import Loss, Penalty
from pitchpipe.fitting.objective import Average, Objective
from pitchpipe.fitting.optimisers import CubeOptimiser, check_search, maximise
from pitchpipe.fitting.ranking import Learning, learn, not_of_segments
from pitchpipe.fitting.samples import Sample
from pitchpipe.fitting.space import Bounds, Space, Values, space
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.ensemble import Ensemble
from pitchpipe.metrics.linear import Linear

#: Statistics that count pairs of translations in people's order begin so.
_OF_PAIRS = ("tau-", "consistency", "kendall", "darr", "acc-eq")
Optimiser = Literal["hill", "de", "rank", "svm"]


@dataclass(frozen=True)
class Searched:
    """The best values, their agreement with people, and how many were tried.

    ``gap`` is how far at most what was minimised is from its optimum, where that is known: as a share of it.
    """

    values: Values
    score: float
    evaluations: int
    gap: float | None = None


class Search(Protocol):
    """A way to find parameters, the same for all data and for each fold."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that are looked for."""

    def check(self, human: Human) -> None:
        """Refuses judgments it cannot use, before anything is counted."""

    def run(self, samples: Sequence[Sample], statistic: Statistic) -> Searched:
        """The best values."""

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

    def run(self, samples: Sequence[Sample], statistic: Statistic) -> Searched:
        objective = Objective(samples, statistic, self.average)

        def at(point: Array) -> float:
            return objective(self.space.values(point))

        origin = self.space.origin()
        found = maximise(at, origin, self.optimiser, restarts=self.restarts, seed=self.seed)
        return Searched(self.space.values(found.point), found.value, found.evaluations)

    def record(self) -> dict[str, Any]:
        restarts = {"restarts": self.restarts} if self.optimiser == "hill" else {}
        return {"optimiser": self.optimiser, **restarts, "seed": self.seed}


@dataclass(frozen=True)
class RankingSearch:
    """Learns the weights of features from pairs; agreement is only looked at afterwards."""

    optimiser: Literal["rank", "svm"]
    average: Average
    learning: Learning

    @property
    def names(self) -> tuple[str, ...]:
        return ("weights",)

    def check(self, human: Human) -> None:
        if not isinstance(human, Ranks | SegmentScores):
            raise not_of_segments(human)

    def run(self, samples: Sequence[Sample], statistic: Statistic) -> Searched:
        learnt = learn(samples, self.learning, self.average)
        values: Values = {"weights": learnt.weights}
        return Searched(values, Objective(samples, statistic, self.average)(values), 1, learnt.gap)

    def record(self) -> dict[str, Any]:
        learning = self.learning
        if self.optimiser == "svm":
            return {"optimiser": "svm", "cost": learning.cost}
        selection = {} if learning.select is None else {"select": learning.select}
        how = {"loss": learning.loss, "penalty": learning.penalty, "cost": learning.cost}
        return {"optimiser": "rank", **how, **selection}


def usual_optimiser(
    metric: Metric, searched: Collection[str], humans: Iterable[Human], objective: Statistic
) -> Optimiser:
    """What fits a metric if nobody says what should; ``searched`` are the parameters that were named.

    Weights that order pairs as people do are what an objective asks for that counts such pairs.
    """
    if searched:
        return "hill"
    if isinstance(metric, Linear):
        return "svm"
    of_pairs = objective.level == "segment" and objective.name.startswith(_OF_PAIRS)
    of_segments = all(isinstance(human, Ranks | SegmentScores) for human in humans)
    return "rank" if isinstance(metric, Ensemble) and of_pairs and of_segments else "hill"


@dataclass(frozen=True)
class Settings:
    """What was asked for of a search."""

    parameters: Iterable[str] | None
    bounds: Bounds | None
    average: Average
    restarts: int
    seed: int
    cost: float
    loss: Loss
    penalty: Penalty
    select: int | None


def search_for(metric: Metric, optimiser: Optimiser, settings: Settings) -> Search:
    """The search that was asked for, checked before anything is counted."""
    if optimiser not in get_args(Optimiser):
        known = ", ".join(get_args(Optimiser))
        raise ParameterError(f"optimiser must be one of {known}, not {optimiser!r}")
    learning = Learning(settings.loss, settings.penalty, False, settings.cost, settings.select)
    if optimiser == "hill" or optimiser == "de":
        check_search(optimiser, settings.restarts)
        cube = space(metric, settings.parameters, settings.bounds)
        return CubeSearch(cube, settings.average, optimiser, settings.restarts, settings.seed)
    if settings.parameters is not None or settings.bounds:
        raise ParameterError("from pairs weights are learnt and nothing else: name no parameters")
    if optimiser == "svm":
        if not isinstance(metric, Linear):
            raise ParameterError(f"{metric.name} is no weighted sum of features: a ranking SVM cannot fit it")
        learning = Learning("squared-hinge", "ridge", True, settings.cost)
    elif not isinstance(metric, Linear | Ensemble):
        raise ParameterError(
            f"{metric.name} is no mixture and no weighted sum of features: it has no weights to learn from "
            "pairs"
        )
    return RankingSearch(optimiser, settings.average, learning)
