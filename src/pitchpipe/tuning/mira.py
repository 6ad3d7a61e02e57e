"""Batch k-best MIRA with any metric (Cherry and Foster 2012).

Segment by segment, weights are moved just so far that the candidate to hope for (good by model and metric)
beats the one to fear (good by the model, bad by the metric) by as much as it is better. How much better a
candidate is, a corpus score cannot say for one sentence: it is asked within a pseudo-corpus of the
candidates hoped for lately (Chiang et al. 2008), by ``combine`` of its row and theirs.

A step has one length for all features, so they are brought to one scale before: candidates of a segment then
differ by 1 (standard deviation) in every feature, in what they are worth, and in the model score that weights
begin with. What is learnt is given back for the features as they are.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.tuning.mert import sensitivities
from pitchpipe.tuning.problem import RESOLUTION, Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.weights import (
    Bounds,
    Normalise,
    Space,
    Weights,
    as_mapping,
    as_vector,
    normalised,
    require_amounts,
)


def optimise(
    problem: Problem,
    start: Weights,
    *,
    seed: int = 12345,
    fixed: Iterable[str] = (),
    bounds: Bounds | None = None,
    normalise: Normalise | None = None,
    l2: float = 0.0,
    step: float = 0.01,
    epochs: int = 60,
    decay: float = 0.999,
    loss: float = 0.1,
) -> Tuned:
    """The averaged weights of the epoch after which they score best; never worse than the start.

    Parameters
    ----------
    start, fixed, bounds, normalise, loss
        As for :func:`pitchpipe.tuning.mert.optimise`.
    l2
        Pulls weights towards ``start`` at every segment, by this share of ``step``.
    step
        The longest step, C in the paper.
    decay
        What is left of the pseudo-corpus after each segment: it is 1 / (1 - decay) segments large.

    Results depend on the seed, and on nothing else.
    """
    _require(l2, step, epochs, decay, seed)
    given = as_vector(problem.names, start)
    space = Space.of(problem.names, given, bounds, fixed)
    how = space.normalisation(normalise, given)
    began = time.perf_counter()
    learner = Learner.of(problem, space, given, l2, step, decay)
    weights = normalised(learner.learn(epochs, seed), how)
    return Tuned(
        as_mapping(problem.names, weights),
        problem.metric.spec,
        problem.score(weights),
        problem.score(given),
        sensitivity=sensitivities(problem, space, weights, loss),
        seconds=time.perf_counter() - began,
    )


@dataclass(frozen=True, eq=False)
class Learner:
    """A problem and how to learn from it.

    ``features`` are at the scale of learning, ``space`` and weights likewise: those of the problem times
    ``units``. Only ``given`` and what is learnt are for the problem itself.
    """

    problem: Problem
    features: Array
    units: Array
    space: Space
    given: Array
    l2: float
    step: float
    decay: float

    @classmethod
    def of(
        cls, problem: Problem, space: Space, given: Array, l2: float, step: float, decay: float
    ) -> Learner:
        """Features, weights and bounds at one scale."""
        apart = _spread(problem, problem.features)
        units = apart / _spread(problem, problem.totals(given)[:, np.newaxis])
        scaled = replace(space, low=space.low * units, high=space.high * units)
        return cls(problem, problem.features / apart, units, scaled, given, l2, step, decay)

    @property
    def start(self) -> Array:
        """Where weights begin, at the scale of learning."""
        return self.given * self.units

    def learn(self, epochs: int, seed: int) -> Array:
        """Goes through all segments in random order, so many times."""
        problem = self.problem
        size = 1.0 / (1.0 - self.decay)
        background = problem.rows[problem.best(self.given)].mean(axis=0) * size
        unit = 1.0 / float(_spread(problem, self.worth(background, problem.rows)[:, np.newaxis])[0])
        weights, total, count = self.start, np.zeros(len(self.start)), 0
        best, highest = self.given, problem.gain(self.given)
        random = np.random.default_rng(seed)
        for _ in range(epochs):
            for segment in random.permutation(problem.segments):
                weights, hoped = self.moved(weights, int(segment), background, unit)
                background = self.decay * background + hoped
                total, count = total + weights, count + 1
            average = np.where(self.space.free, total / count / self.units, self.given)
            gain = problem.gain(average)
            if gain > highest:
                best, highest = average, gain
        return best

    def worth(self, background: Array, rows: Array) -> Array:
        """The gain of the pseudo-corpus with each row; what has none is worth as little as the worst."""
        gains = self.problem.gains(background + rows)
        known = np.isfinite(gains)
        return np.where(known, gains, gains.min(where=known, initial=np.inf) if known.any() else 0.0)

    def moved(self, weights: Array, segment: int, background: Array, unit: float) -> tuple[Array, Array]:
        """The weights after a segment, and the row of the candidate hoped for."""
        own = slice(self.problem.offsets[segment], self.problem.offsets[segment + 1])
        features, rows = self.features[own], self.problem.rows[own]
        worth = self.worth(background, rows) * unit
        model = features @ weights
        hope, fear = int(np.argmax(model + worth)), int(np.argmax(model - worth))
        towards = np.where(self.space.free, features[hope] - features[fear], 0.0)
        wrong = (worth[hope] - worth[fear]) - float(features[hope] @ weights - features[fear] @ weights)
        square = float(towards @ towards)
        if wrong > 0.0 and square > 0.0:
            # Not the smaller of two: of features that hardly differ, the quotient may be no number.
            step = self.step if wrong >= self.step * square else wrong / square
            weights = weights + step * towards
        weights = weights + self.l2 * self.step * (self.start - weights)
        return self.space.clipped(weights), rows[hope]


def _spread(problem: Problem, values: Array) -> Array:
    """How far candidates of a segment are apart in each column (standard deviation); 1 where they are not."""
    begins = problem.offsets[:-1]
    sizes = np.diff(problem.offsets)
    means = np.add.reduceat(values, begins) / sizes[:, np.newaxis]
    spread = np.sqrt(((values - np.repeat(means, sizes, axis=0)) ** 2).mean(axis=0))
    # What is the same for all candidates of a segment differs by rounding at most.
    return np.where(spread > RESOLUTION * np.abs(values).max(axis=0), spread, 1.0)


def _require(l2: float, step: float, epochs: int, decay: float, seed: int) -> None:
    require_amounts(l2=l2, step=step)
    if not 0.0 <= decay < 1.0:
        raise ParameterError(f"decay must be at least 0 and less than 1, not {decay!r}")
    if epochs < 1 or seed < 0:
        raise ParameterError("there must be at least 1 epoch, and the seed must be at least 0")
