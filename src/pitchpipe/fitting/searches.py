"""How parameters are looked for: a search of the cube of all values, or weights learnt from pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.batch.values import Array
from pitchpipe.fitting.objective import Average, Objective
from pitchpipe.fitting.optimisers import CubeOptimiser, maximise
from pitchpipe.fitting.ranking import Learning, Learnt, learn, not_of_segments
from pitchpipe.fitting.samples import Sample
from pitchpipe.fitting.space import Space, Values

#: So many times as much as the average a pair may count before people are told.
LOUD = 10


@dataclass(frozen=True)
class Searched:
    """The best values, their agreement with people, and what it took.

    ``evaluations`` are those of what is optimised, agreement or loss, and ``steps`` Newton's, where weights
    are learnt; ``rounds`` say how often weights and the parameters of parts were fitted in turn. ``gap`` is
    how far at most what was minimised is from its optimum, where that is known: as a share of it. ``shares``
    are how much each sample counted, and ``pairs`` the pairs of translations it gave, where these are learnt
    from.
    """

    values: Values
    score: float
    evaluations: int
    shares: tuple[float, ...]
    steps: int = 0
    rounds: int = 0
    gap: float | None = None
    pairs: tuple[int, ...] | None = None

    @classmethod
    def by_pairs(
        cls, values: Values, score: float, learnt: Learnt, *, evaluations: int, steps: int, rounds: int = 0
    ) -> Searched:
        """What ends with weights that were learnt from pairs."""
        return cls(values, score, evaluations, learnt.shares, steps, rounds, learnt.gap, learnt.pairs)


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
        shares = tuple(objective.weights.tolist())
        return Searched(self.space.values(found.point), found.value, found.evaluations, shares)

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
        score = Objective(samples, statistic, self.average)(values)
        solved = learnt.solved
        return Searched.by_pairs(values, score, learnt, evaluations=solved.evaluations, steps=solved.steps)

    def record(self) -> dict[str, Any]:
        learning = self.learning
        if self.optimiser == "svm":
            return {"optimiser": "svm", "cost": learning.cost}
        selection = {} if learning.select is None else {"select": learning.select}
        how = {"loss": learning.loss, "penalty": learning.penalty, "cost": learning.cost}
        return {"optimiser": "rank", **how, **selection}


def loud(samples: Sequence[Sample], found: Searched) -> list[str]:
    """A sentence where the few pairs of some samples count for so much that their noise is learnt."""
    if found.pairs is None:
        return []
    total = sum(found.pairs)
    counted = zip(samples, found.shares, found.pairs, strict=True)
    names = [sample.name for sample, share, count in counted if share * total > LOUD * count]
    if not names:
        return []
    return [
        f"a pair of translations of {', '.join(names)} counts more than {LOUD} times as much as the average "
        "one: leave such sets out, or let all pairs count alike (--average judgments)"
    ]
