"""Searching the cube for the highest value: hill climbing with restarts, and differential evolution.

Agreement with people is a step function of a metric's parameters: it has no slope to follow. Birch and
Osborne (2011, section 3.1) climb greedily from twenty random points and keep the best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError

Function = Callable[[Array], float]
CubeOptimiser = Literal["hill", "de"]
OPTIMISERS = ("hill", "de")

#: Steps of a climb, as shares of a side: from wide, to leave plateaus, to as fine as values are told apart.
STEPS = tuple(0.25 * 0.5**k for k in range(9))
#: Generations of differential evolution, and its population, per side of the cube and at least.
GENERATIONS = 60
POPULATION = 12
SMALLEST_POPULATION = 20


@dataclass(frozen=True)
class Found:
    """The best point, its value, and how many points were tried."""

    point: Array
    value: float
    evaluations: int


def maximise(
    function: Function, start: Array, optimiser: CubeOptimiser, *, restarts: int, seed: int
) -> Found:
    """Looks for the highest value of a function on the cube; never ends below the start.

    ``restarts`` is the number of climbs, the first from ``start``, the others from random points;
    differential evolution does not use it. A value of NaN is lower than any other.
    """
    check_search(optimiser, restarts)
    if optimiser == "hill":
        return hill_climbing(function, start, restarts=restarts, seed=seed)
    return differential_evolution(function, start, seed=seed)


def check_search(optimiser: str, restarts: int) -> None:
    """Refuses a search that is none, before anything is read or counted."""
    if optimiser not in OPTIMISERS:
        raise ParameterError(f"optimiser must be one of {', '.join(OPTIMISERS)}, not {optimiser!r}")
    if isinstance(restarts, bool) or not isinstance(restarts, int) or restarts < 1:
        raise ParameterError(f"restarts must be a whole number of at least 1, not {restarts!r}")


def hill_climbing(function: Function, start: Array, *, restarts: int, seed: int) -> Found:
    """The best of several greedy climbs; the earliest in a tie."""
    best = climb(function, start)
    evaluations = best.evaluations
    for restart in range(1, restarts):
        # A stream of its own for each, so that more restarts only add to fewer.
        random = np.random.default_rng([seed, restart])
        found = climb(function, random.random(len(start)))
        evaluations += found.evaluations
        if found.value > best.value:
            best = found
    return Found(best.point, best.value, evaluations)


def climb(function: Function, start: Array) -> Found:
    """Moves to the best neighbour while it is better, with smaller and smaller steps."""
    at = Found(start, _ordered(function(start)), 1)
    for step in STEPS:
        while True:
            neighbours = _neighbours(at.point, step)
            values = [_ordered(function(neighbour)) for neighbour in neighbours]
            tried = at.evaluations + len(values)
            highest = int(np.argmax(values))
            if values[highest] <= at.value:
                at = Found(at.point, at.value, tried)
                break
            at = _onward(function, at.point, Found(neighbours[highest], values[highest], tried))
    return at


def _onward(function: Function, before: Array, at: Found) -> Found:
    """Goes on by the step just made while that is better: one evaluation a step, not one per neighbour."""
    while True:
        further = np.clip(2.0 * at.point - before, 0.0, 1.0)
        if np.array_equal(further, at.point):
            return at
        value = _ordered(function(further))
        if value <= at.value:
            return Found(at.point, at.value, at.evaluations + 1)
        before, at = at.point, Found(further, value, at.evaluations + 1)


def _neighbours(point: Array, step: float) -> list[Array]:
    """The points a step away along each side, within the cube."""
    neighbours = []
    for side in range(len(point)):
        for moved in (point[side] - step, point[side] + step):
            neighbour = point.copy()
            neighbour[side] = min(max(moved, 0.0), 1.0)
            if neighbour[side] != point[side]:
                neighbours.append(neighbour)
    return neighbours


def differential_evolution(function: Function, start: Array, *, seed: int) -> Found:
    """Storn and Price's differential evolution, by SciPy, with the start in the first generation."""
    from scipy import optimize

    # SciPy may move the start by a rounding error; what the search must not fall below is the start itself.
    best = Found(start, _ordered(function(start)), 1)
    evaluations = 1

    def cost(point: Array) -> float:
        nonlocal evaluations, best
        evaluations += 1
        value = _ordered(function(point))
        if value > best.value:
            best = Found(point.copy(), value, 0)
        return -value if np.isfinite(value) else _WORST

    optimize.differential_evolution(
        cost,
        bounds=optimize.Bounds(np.zeros(len(start)), np.ones(len(start))),
        seed=np.random.default_rng(seed),
        init=_population(start, seed),
        strategy="rand1bin",
        maxiter=GENERATIONS,
        tol=1e-6,
        polish=False,
    )
    return Found(best.point, best.value, evaluations)


#: Finite, since SciPy takes means of what it minimises.
_WORST = 1e100


def _population(start: Array, seed: int) -> Array:
    """The start and a Latin hypercube: every side is covered evenly, however few points there are.

    SciPy's own would take as many lines, since the name of its seed depends on the version, and begin fits
    with the same seed at other points than before.
    """
    random = np.random.default_rng([seed, 1])
    count = max(SMALLEST_POPULATION, POPULATION * len(start))
    strata = np.stack([random.permutation(count) for _ in start], axis=-1)
    return np.vstack([start, (strata + random.random(strata.shape)) / count])


def _ordered(value: float) -> float:
    return -np.inf if np.isnan(value) else float(value)
