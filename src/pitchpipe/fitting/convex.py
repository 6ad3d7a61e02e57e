"""Weights that put the better translation first: a convex problem, solved exactly.

Every pair of translations of a segment of which people prefer one is an instance d, the features of the
better minus those of the worse, with an importance c. Weights w, none of them negative where ``signed`` is
false, minimise ::

    P(w) = Σ c·loss(w·d) + penalty(w)

with one of two losses, logistic log(1 + exp(−z)) or squared hinge max(0, 1 − z)², and one of two penalties,
ridge ½·|w|² or L1 Σ|w|. How far w is from the optimum is known: with the derivatives u = −loss'(w·d) as a
point of the dual problem, P(w) less the dual's value (Fenchel) is never less than what is still to gain.

The method is Newton's on the weights that are free: those above 0, and those whose slope leads there
(Bertsekas 1982, "Projected Newton Methods for Optimization Problems with Simple Constraints").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.pickling import cached_property

Loss = Literal["logistic", "squared-hinge"]
Penalty = Literal["ridge", "l1"]

#: The gap, in parts of P(0), at which weights are those of the optimum for every purpose.
TOLERANCE = 1e-9
#: Where P falls no more because of rounding, a gap up to this part of it is as good.
ROUNDED = 1e-6
#: Newton's method needs a dozen steps; this many mean that there is no optimum within reach of rounding.
MOST_STEPS = 200
#: So many features are tried at each turn of a selection.
TRIED = 5
#: A step is halved at most so often.
MOST_HALVINGS = 12
#: By what the curvature is raised in turn, in parts of the most there can be.
RAISED = (0.0, 1e-8, 1e-4, 1.0, 1e4)
#: The part of what the slope promises by which P must fall (Armijo).
ENOUGH = 1e-4


@dataclass(frozen=True)
class Solved:
    """Weights, the value of P there, how much lower it could be at most, and what it took.

    ``steps`` are Newton's, ``evaluations`` how often P was computed.
    """

    weights: Array
    value: float
    gap: float
    steps: int
    evaluations: int


@dataclass(frozen=True)
class Problem:
    """P and its dual for given instances, ``[instances, features]``."""

    differences: Array
    importance: Array
    loss: Loss = "logistic"
    penalty: Penalty = "ridge"
    signed: bool = False

    def __post_init__(self) -> None:
        # Where a weight changes its sign, L1 has no slope.
        assert self.penalty == "ridge" or not self.signed

    def value(self, w: Array) -> float:
        """P(w)."""
        return Point(self, w).value

    def gap(self, w: Array) -> float:
        """How much lower P can be at most."""
        return Point(self, w).gap

    @cached_property
    def steepest(self) -> float:
        """The mean over weights of the most that P can bend."""
        squares = self.importance @ self.differences**2
        return float(_LOSSES[self.loss].most_bent * squares.mean() + 1.0)


@dataclass(frozen=True, eq=False)
class Point:
    """Weights, and what there is to know of P there, each worked out once: it takes all instances."""

    problem: Problem
    weights: Array

    @cached_property
    def value(self) -> float:
        """P."""
        problem, w = self.problem, self.weights
        penalty = 0.5 * w @ w if problem.penalty == "ridge" else np.abs(w).sum()
        return float(problem.importance @ self._loss.value(self._margins) + penalty)

    @cached_property
    def gradient(self) -> Array:
        """The slope of P's smooth part; of L1 where no weight is negative, of all of it."""
        return (self.weights if self.problem.penalty == "ridge" else 1.0) - self._total

    @cached_property
    def hessian(self) -> Array:
        """How the slope changes."""
        problem = self.problem
        bend = problem.importance * self._loss.bend(self._margins)
        found: Array = (problem.differences * bend[:, None]).T @ problem.differences
        return found + np.eye(len(self.weights)) if problem.penalty == "ridge" else found

    @cached_property
    def gap(self) -> float:
        """How much lower P can be at most."""
        problem, total = self.problem, self._total
        if not problem.signed:
            total = np.maximum(total, 0.0)
        if problem.penalty == "ridge":
            dual = problem.importance @ self._loss.conjugate(self._pull) - 0.5 * total @ total
        else:
            # Of L1 only points count whose total pull is at most 1.
            scale = 1.0 / max(1.0, float(np.abs(total).max(initial=0.0)))
            dual = problem.importance @ self._loss.conjugate(scale * self._pull)
        return max(0.0, self.value - float(dual))

    @property
    def _loss(self) -> _Loss:
        return _LOSSES[self.problem.loss]

    @cached_property
    def _margins(self) -> Array:
        return np.asarray(self.problem.differences @ self.weights, dtype=np.float64)

    @cached_property
    def _pull(self) -> Array:
        return self._loss.pull(self._margins)

    @cached_property
    def _total(self) -> Array:
        """The pull of all instances together, by feature."""
        return np.asarray(
            self.problem.differences.T @ (self.problem.importance * self._pull), dtype=np.float64
        )


def solve(problem: Problem, start: Array | None = None) -> Solved:
    """The weights of least P, the same from any start; from a near one there are fewer steps.

    Raises
    ------
    DataError
        If no optimum is found, which takes features or importances that are out of all proportion.
    """
    none: Array = np.zeros(problem.differences.shape[1])
    at = Point(problem, none)
    enough = TOLERANCE * max(at.value, 1e-300)
    if start is not None and (near := Point(problem, start)).value < at.value:
        at = near
    steps, evaluations = 0, 1 if start is None else 2
    while at.gap > enough and steps < MOST_STEPS:
        tried, computed = _stepped(at)
        evaluations += computed
        if tried is at:
            break
        at, steps = tried, steps + 1
    if at.gap > ROUNDED * max(at.value, 1e-300):
        raise DataError(
            f"no optimum of the weights was found (the gap is {at.gap:.3g} of {at.value:.3g}): lower the "
            "cost of errors"
        )
    # Near the optimum a step squares the error: with one more the digits that are shown do not depend on how
    # a machine adds.
    last = _moved(at, _direction(at, 0.0))
    if last.gap < at.gap:
        at, steps = last, steps + 1
    return Solved(at.weights, at.value, at.gap, steps, evaluations + 1)


def solve_some(problem: Problem, most: int) -> Solved:
    """The same with at most so many weights above 0, chosen one after the other.

    Of the features that pull hardest, the one joins with which P gets least. P falls with every one: whether
    that is a gain, other data must say. The gap is that of the problem with these features alone.
    """
    chosen: list[int] = []
    none: Array = np.zeros(problem.differences.shape[1])
    best = Solved(none, problem.value(none), 0.0, 0, 1)
    steps, evaluations = 0, 1
    while len(chosen) < most:
        gradient = Point(problem, best.weights).gradient
        others = [
            int(k) for k in np.argsort(gradient, kind="stable") if k not in chosen and gradient[k] < 0.0
        ]
        tried = [(_solved_with(problem, [*chosen, k], best.weights), k) for k in others[:TRIED]]
        if not tried:
            break
        steps += sum(one.steps for one, _ in tried)
        evaluations += sum(one.evaluations for one, _ in tried)
        found, joined = min(tried, key=lambda pair: pair[0].value)
        if found.value >= best.value * (1.0 - TOLERANCE):
            break
        best, chosen = found, [*chosen, joined]
    return replace(best, steps=steps, evaluations=evaluations)


def _solved_with(problem: Problem, features: list[int], start: Array) -> Solved:
    """The optimum where all other weights are 0."""
    some = replace(problem, differences=np.ascontiguousarray(problem.differences[:, features]))
    found = solve(some, start[features])
    weights = np.zeros(problem.differences.shape[1])
    weights[features] = found.weights
    return replace(found, weights=weights)


def _stepped(at: Point) -> tuple[Point, int]:
    """A step on the free weights after which P is lower by enough, and how often P was computed.

    The same point where there is none. The step is Newton's. Where P does not bend in some direction, as
    where features say the same, that leads nowhere; then the curvature is raised until the step is short and
    goes down the slope.
    """
    computed = 0
    for raised in RAISED:
        direction = _direction(at, raised)
        for half in range(MOST_HALVINGS):
            point = _moved(at, 0.5**half * direction)
            computed += 1
            promised = at.gradient @ (at.weights - point.weights)
            if point.value < at.value and at.value - point.value >= ENOUGH * promised:
                return point, computed
    return at, computed


def _direction(at: Point, raised: float) -> Array:
    """Newton's step on the free weights; ``raised`` adds to the curvature."""
    w, gradient, problem = at.weights, at.gradient, at.problem
    free = np.ones(len(w), dtype=np.bool_) if problem.signed else (w > 0.0) | (gradient < 0.0)
    curved = at.hessian[np.ix_(free, free)]
    if raised:
        curved = curved + raised * problem.steepest * np.eye(len(curved))
    direction = np.zeros(len(w))
    direction[free] = -np.linalg.lstsq(curved, gradient[free], rcond=None)[0]
    return direction


def _moved(at: Point, step: Array) -> Point:
    """The point after a step, as far as it leads within what is allowed."""
    tried = at.weights + step
    return Point(at.problem, tried if at.problem.signed else np.maximum(tried, 0.0))


@dataclass(frozen=True)
class _Loss:
    """A loss of margins z: itself, minus its derivative u, its curvature, and −loss*(−u)."""

    value: Callable[[Array], Array]
    pull: Callable[[Array], Array]
    bend: Callable[[Array], Array]
    conjugate: Callable[[Array], Array]
    most_bent: float


def _sigmoid(z: Array) -> Array:
    from scipy.special import expit

    return np.asarray(expit(z), dtype=np.float64)


def _entropy(u: Array) -> Array:
    from scipy.special import entr

    return np.asarray(entr(u) + entr(1.0 - u), dtype=np.float64)


def _wrong(z: Array) -> NDArray[np.float64]:
    return np.maximum(0.0, 1.0 - z)


_LOSSES: dict[Loss, _Loss] = {
    "logistic": _Loss(
        value=lambda z: np.logaddexp(0.0, -z),
        pull=lambda z: _sigmoid(-z),
        bend=lambda z: _sigmoid(z) * _sigmoid(-z),
        conjugate=_entropy,
        most_bent=0.25,
    ),
    "squared-hinge": _Loss(
        value=lambda z: _wrong(z) ** 2,
        pull=lambda z: 2.0 * _wrong(z),
        bend=lambda z: np.where(z < 1.0, 2.0, 0.0),
        conjugate=lambda u: u - 0.25 * u**2,
        most_bent=2.0,
    ),
}
