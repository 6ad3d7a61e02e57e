"""What is asked of a search, and the search that does it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.errors import ParameterError
from pitchpipe.fitting.alternating import AlternatingSearch
from pitchpipe.fitting.convex import Loss, Penalty
from pitchpipe.fitting.objective import Average
from pitchpipe.fitting.optimisers import check_search
from pitchpipe.fitting.ranking import Learning
from pitchpipe.fitting.searches import CubeSearch, RankingSearch, Search
from pitchpipe.fitting.space import Bounds, space, space_of_parts
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.ensemble import Ensemble
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.parts import is_of_part

#: Statistics that count pairs of translations in people's order begin so.
_OF_PAIRS = ("tau-", "consistency", "kendall", "darr", "acc-eq")
Optimiser = Literal["hill", "de", "rank", "svm"]


def usual_optimiser(
    metric: Metric, searched: Collection[str], humans: Iterable[Human], objective: Statistic
) -> Optimiser:
    """What fits a metric if nobody says what should; ``searched`` are the parameters that were named.

    Weights that order pairs as people do are what an objective asks for that counts such pairs; beside them,
    parameters of a mixture's parts can be searched.
    """
    if searched and not any(map(is_of_part, searched)):
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
    named = [*(settings.parameters or ()), *(settings.bounds or ())]
    if optimiser == "svm":
        if named:
            raise ParameterError("from pairs weights are learnt and nothing else: name no parameters")
        if not isinstance(metric, Linear):
            raise ParameterError(f"{metric.name} is no weighted sum of features: a ranking SVM cannot fit it")
        learning = Learning("squared-hinge", "ridge", True, settings.cost)
    elif not isinstance(metric, Linear | Ensemble):
        raise ParameterError(
            f"{metric.name} is no mixture and no weighted sum of features: it has no weights to learn from "
            "pairs"
        )
    ranking = RankingSearch(optimiser, settings.average, learning)
    if not named:
        return ranking
    if not isinstance(metric, Ensemble):
        raise ParameterError("from pairs weights are learnt and nothing else: name no parameters")
    parts = space_of_parts(metric, settings.parameters or (), settings.bounds)
    if not parts.size:
        return ranking
    return AlternatingSearch(ranking, parts)
