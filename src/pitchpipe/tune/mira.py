"""Batch k-best MIRA with any metric (Cherry and Foster 2012).

Segment by segment, weights are moved just so far that the candidate to hope for (good by model and metric)
beats the one to fear (good by the model, bad by the metric) by as much as it is better. How much better a
candidate is, a corpus score cannot say for one sentence: it is asked within a pseudo-corpus of the
candidates hoped for lately (Chiang et al. 2008), by ``combine`` of its row and theirs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Array
from pitchpipe.tune.gains import scale
from pitchpipe.tune.mert import sensitivities
from pitchpipe.tune.problem import Problem
from pitchpipe.tune.report import Tuned
from pitchpipe.tune.weights import Bounds, Normalise, Space, Weights, as_mapping, as_vector, normalised


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
        As for :func:`pitchpipe.tune.mert.optimise`.
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
    learner = Learner(problem, space, given, l2, step, decay)
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
    """A problem and how to learn from it."""

    problem: Problem
    space: Space
    start: Array
    l2: float
    step: float
    decay: float

    def learn(self, epochs: int, seed: int) -> Array:
        """Goes through all segments in random order, so many times."""
        problem = self.problem
        size = 1.0 / (1.0 - self.decay)
        background = problem.rows[problem.best(self.start)].mean(axis=0) * size
        # The size of the pseudo-corpus undoes how little one segment weighs in it.
        unit = size / scale(problem)
        weights, total, count = self.start, np.zeros(len(self.start)), 0
        best, highest = self.start, problem.gain(self.start)
        random = np.random.default_rng(seed)
        for _ in range(epochs):
            for segment in random.permutation(problem.segments):
                weights, hoped = self.moved(weights, int(segment), background, unit)
                background = self.decay * background + hoped
                total, count = total + weights, count + 1
            average = np.where(self.space.free, total / count, self.start)
            gain = problem.gain(average)
            if gain > highest:
                best, highest = average, gain
        return best

    def moved(self, weights: Array, segment: int, background: Array, unit: float) -> tuple[Array, Array]:
        """The weights after a segment, and the row of the candidate hoped for."""
        own = slice(self.problem.offsets[segment], self.problem.offsets[segment + 1])
        features, rows = self.problem.features[own], self.problem.rows[own]
        worth = self.problem.gains(background + rows) * unit
        worth = np.where(np.isfinite(worth), worth, np.nanmin(worth, where=np.isfinite(worth), initial=0.0))
        model = features @ weights
        hope, fear = int(np.argmax(model + worth)), int(np.argmax(model - worth))
        towards = np.where(self.space.free, features[hope] - features[fear], 0.0)
        wrong = (worth[hope] - worth[fear]) - float(features[hope] @ weights - features[fear] @ weights)
        square = float(towards @ towards)
        if wrong > 0.0 and square > 0.0:
            weights = weights + min(self.step, wrong / square) * towards
        weights = weights + self.l2 * self.step * (self.start - weights)
        return self.space.clipped(weights), rows[hope]


def _require(l2: float, step: float, epochs: int, decay: float, seed: int) -> None:
    for name, amount in (("l2", l2), ("step", step)):
        if not math.isfinite(amount) or amount < 0.0:
            raise ParameterError(f"{name} must be a number of at least 0, not {amount!r}")
    if not 0.0 <= decay < 1.0:
        raise ParameterError(f"decay must be at least 0 and less than 1, not {decay!r}")
    if epochs < 1 or seed < 0:
        raise ParameterError("there must be at least 1 epoch, and the seed must be at least 0")
