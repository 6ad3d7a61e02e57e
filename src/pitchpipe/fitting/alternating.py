"""The weights of a mixture and the parameters of its parts, fitted in turn.

A round is a climb and an optimum: with the weights as they are, the parameters of the parts climb from where
they are to the highest agreement with people; with these parameters the weights are learnt anew from pairs,
which has one optimum. So the weights are always the best there are for the parameters beside them.
A round is kept where agreement is higher after both steps than before; the first that is not ends the fit,
and so do :data:`MOST_ROUNDS`. Agreement on the data fitted to is therefore never less than with the weights
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.fitting.objective import Objective
from pitchpipe.fitting.optimisers import Found, climb
from pitchpipe.fitting.ranking import Learnt, learn
from pitchpipe.fitting.samples import Sample
from pitchpipe.fitting.searches import RankingSearch, Searched
from pitchpipe.fitting.space import Space, Values

#: Rounds at most; what is still gained after a few is in the last digits.
MOST_ROUNDS = 10


@dataclass(frozen=True)
class _State:
    """Parameters of parts, the weights learnt with them, and their agreement with people."""

    parameters: Values
    learnt: Learnt
    score: float

    @property
    def values(self) -> Values:
        return {"weights": self.learnt.weights, **self.parameters}


@dataclass(frozen=True)
class AlternatingSearch:
    """Learns weights as ``ranking`` does, and searches the ``space`` of the parts' parameters, in turn."""

    ranking: RankingSearch
    space: Space

    @property
    def names(self) -> tuple[str, ...]:
        return ("weights", *self.space.names)

    def check(self, human: Human) -> None:
        self.ranking.check(human)

    def run(self, samples: Sequence[Sample], statistic: Statistic) -> Searched:
        objective = Objective(samples, statistic, self.ranking.average)
        point = self.space.origin()
        at = self._learnt(samples, objective, point, None)
        steps, evaluations, rounds = at.learnt.solved.steps, at.learnt.solved.evaluations, 0
        while rounds < MOST_ROUNDS:
            rounds += 1
            found = self._climbed(objective, at.learnt.weights, point)
            evaluations += found.evaluations
            try:
                then = self._learnt(samples, objective, found.point, at.learnt)
            except DataError:  # with these parameters there are no weights: those before stay
                break
            steps += then.learnt.solved.steps
            evaluations += then.learnt.solved.evaluations
            if not then.score > at.score:
                break
            point, at = found.point, then
        return Searched.by_pairs(
            at.values, at.score, at.learnt, evaluations=evaluations, steps=steps, rounds=rounds
        )

    def _climbed(self, objective: Objective, weights: tuple[float, ...], point: Array) -> Found:
        """The parameters of highest agreement with these weights, climbing from a point."""

        def agreement(tried: Array) -> float:
            return objective({"weights": weights, **self.space.values(tried)})

        return climb(agreement, point)

    def _learnt(
        self, samples: Sequence[Sample], objective: Objective, point: Array, before: Learnt | None
    ) -> _State:
        """The weights for the parameters of a point; those before are where Newton's steps begin."""
        parameters = self.space.values(point)
        start = None if before is None else before.solved
        learnt = learn(samples, self.ranking.learning, self.ranking.average, parameters, start)
        return _State(parameters, learnt, objective({"weights": learnt.weights, **parameters}))

    def record(self) -> dict[str, Any]:
        return {**self.ranking.record(), "parts": "hill", "rounds": MOST_ROUNDS}
