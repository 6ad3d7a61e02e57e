"""One search for better weights: the best exact step along any of several lines, again and again.

As in Powell's method as Moses uses it (Bertoldi, Haddow and Fouet 2009): every weight is a direction, and
the step that gains most over all of them is taken, until none gains anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.tuning.lines import Step
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.weights import Normalise, Space, normalised

#: Beyond the last breakpoint of a line a step goes further by this share of the weights' size.
BEYOND = 0.1
#: Lines are searched together until they pass so many candidates, to bound the memory that takes.
TOGETHER = 1 << 25


@dataclass(frozen=True, eq=False)
class Point:
    """Weights, the model scores they give, and their worth: the gain without the penalty."""

    weights: Array
    totals: Array
    gain: float
    worth: float


@dataclass(frozen=True, eq=False)
class Climb:
    """From where to where, in how many iterations and searches."""

    start: Point
    end: Point
    iterations: int
    searches: int


@dataclass(frozen=True, eq=False)
class Climber:
    """A problem with everything that says how to search.

    With ``l2``, a point's worth is its gain minus ``l2`` times its squared distance from ``anchor``.
    """

    problem: Problem
    space: Space
    anchor: Array
    normalise: Normalise
    l2: float
    random_directions: int
    max_iterations: int
    tolerance: float

    def climb(self, weights: Array, random: np.random.Generator) -> Climb:
        """Goes uphill until no step gains more than the tolerance."""
        start = here = self.at(weights)
        searches, last = 0, None
        for iteration in range(1, self.max_iterations + 1):
            for directions in self.directions(random, last):
                searches += len(directions)
                stepped = self.stepped(here, directions)
                if stepped is not None:
                    break
            else:
                return Climb(start, here, iteration, searches)
            here, last = stepped
        return Climb(start, here, self.max_iterations, searches)

    def stepped(self, here: Point, directions: Array) -> tuple[Point, Array] | None:
        """After the best step along any direction, and that direction; ``None`` where it gains nothing."""
        step = self.best_step(here, directions)
        if not step.gain - here.gain > self.tolerance:
            return None
        direction = directions[step.line]
        there = self.at(here.weights + step.by * direction)
        # What a narrow interval promised may lie beyond what rounding lets weights express.
        return (there, direction) if there.worth - here.worth > self.tolerance else None

    def at(self, weights: Array) -> Point:
        """The point of these weights, normalised unless the penalty holds them in place."""
        weights = self.space.clipped(weights)
        if not self.l2:
            weights = normalised(weights, self.normalise)
        totals = self.problem.totals(weights)
        gain = self.problem.gain_of(totals)
        penalty = self.l2 * float(((weights - self.anchor) ** 2).sum())
        return Point(weights, totals, gain, gain - penalty)

    def directions(self, random: np.random.Generator, last: Array | None) -> Iterator[Array]:
        """Along every free weight; where that leads nowhere, random ones.

        But not along the ``last`` one: the best point of that line is where its step led.
        """
        coordinates = self.space.coordinates()
        if last is not None:
            coordinates = coordinates[(coordinates != last).any(axis=1)]
        if len(coordinates):
            yield coordinates
        if self.random_directions:
            drawn = random.standard_normal((self.random_directions, len(self.space.names)))
            yield np.where(self.space.free, drawn, 0.0)

    def best_step(self, here: Point, directions: Array) -> Step:
        """The step that gains most, the first one in a tie."""
        block = max(2, TOGETHER // len(here.totals))
        steps = [
            self._best_of(here, directions[at : at + block], at) for at in range(0, len(directions), block)
        ]
        return max(steps, key=lambda step: step.gain)

    def _best_of(self, here: Point, directions: Array, first: int) -> Step:
        low, high = self.space.limits(here.weights, directions)
        lines = self.problem.lines(here.weights, here.totals, directions, low, high)
        reach = BEYOND * (np.abs(here.weights).sum() or 1.0) / np.abs(directions).sum(axis=1)
        if self.l2:
            squares = (directions**2).sum(axis=1)
            ideal = directions @ (self.anchor - here.weights) / squares
            step = lines.nearest(reach, ideal, self.l2 * squares)
        else:
            step = lines.widest(reach)
        return step._replace(line=step.line + first)
