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
    """Weights, the value of P there, how much lower it could be at most, and the steps it took."""

    weights: Array
    value: float
    gap: float
    steps: int


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
        losses = _LOSSES[self.loss].value(self.differences @ w)
        penalty = 0.5 * w @ w if self.penalty == "ridge" else np.abs(w).sum()
        return float(self.importance @ losses + penalty)

    def slope(self, w: Array) -> tuple[Array, Array]:
        """The gradient and the Hessian of P's smooth part; of L1 where no weight is negative, all of it."""
        loss = _LOSSES[self.loss]
        margins = self.differences @ w
        gradient = -self.differences.T @ (self.importance * loss.pull(margins))
        bend = self.importance * loss.bend(margins)
        hessian = (self.differences * bend[:, None]).T @ self.differences
        if self.penalty == "ridge":
            return gradient + w, hessian + np.eye(len(w))
        return gradient + 1.0, hessian

    @cached_property
    def steepest(self) -> float:
        """The mean over weights of the most that P can bend."""
        squares = self.importance @ self.differences**2
        return float(_LOSSES[self.loss].most_bent * squares.mean() + 1.0)

    def gap(self, w: Array) -> float:
        """How much lower P can be at most."""
        loss = _LOSSES[self.loss]
        pull = loss.pull(self.differences @ w)
        total = self.differences.T @ (self.importance * pull)
        if not self.signed:
            total = np.maximum(total, 0.0)
        if self.penalty == "ridge":
            dual = self.importance @ loss.conjugate(pull) - 0.5 * total @ total
        else:
            # Of L1 only points count whose total pull is at most 1.
            scale = 1.0 / max(1.0, float(np.abs(total).max(initial=0.0)))
            dual = self.importance @ loss.conjugate(scale * pull)
        return max(0.0, self.value(w) - float(dual))


def solve(problem: Problem) -> Solved:
    """The weights of least P.

    Raises
    ------
    DataError
        If no optimum is found, which takes features or importances that are out of all proportion.
    """
    w: Array = np.zeros(problem.differences.shape[1])
    value = problem.value(w)
    enough = TOLERANCE * max(value, 1e-300)
    steps, gap = 0, problem.gap(w)
    while gap > enough and steps < MOST_STEPS:
        tried, value = _stepped(problem, w, value)
        if tried is w:
            break
        w, steps, gap = tried, steps + 1, problem.gap(tried)
    if gap > ROUNDED * max(value, 1e-300):
        raise DataError(
            f"no optimum of the weights was found (the gap is {gap:.3g} of {value:.3g}): lower the cost of "
            "errors"
        )
    return Solved(w, value, gap, steps)


def solve_some(problem: Problem, most: int) -> Solved:
    """The same with at most so many weights above 0, chosen one after the other.

    Of the features that pull hardest, the one joins with which P gets least. P falls with every one: whether
    that is a gain, other data must say. The gap is that of the problem with these features alone.
    """
    chosen: list[int] = []
    none: Array = np.zeros(problem.differences.shape[1])
    best = Solved(none, problem.value(none), 0.0, 0)
    while len(chosen) < most:
        gradient, _ = problem.slope(best.weights)
        others = [
            int(k) for k in np.argsort(gradient, kind="stable") if k not in chosen and gradient[k] < 0.0
        ]
        tried = [(_solved_with(problem, [*chosen, k]), k) for k in others[:TRIED]]
        if not tried:
            break
        found, joined = min(tried, key=lambda pair: pair[0].value)
        if found.value >= best.value * (1.0 - TOLERANCE):
            break
        best, chosen = found, [*chosen, joined]
    return best


def _solved_with(problem: Problem, features: list[int]) -> Solved:
    """The optimum where all other weights are 0."""
    found = solve(replace(problem, differences=np.ascontiguousarray(problem.differences[:, features])))
    weights = np.zeros(problem.differences.shape[1])
    weights[features] = found.weights
    return replace(found, weights=weights)


def _stepped(problem: Problem, w: Array, value: float) -> tuple[Array, float]:
    """A step on the free weights after which P is lower by enough; the same w where there is none.

    It is Newton's. Where P does not bend in some direction, as where features say the same, that leads
    nowhere; then the curvature is raised until the step is short and goes down the slope.
    """
    gradient, hessian = problem.slope(w)
    free = np.ones(len(w), dtype=np.bool_) if problem.signed else (w > 0.0) | (gradient < 0.0)
    curved, down = hessian[np.ix_(free, free)], gradient[free]
    for raised in RAISED:
        more = raised * problem.steepest * np.eye(len(down))
        direction = np.zeros(len(w))
        direction[free] = -np.linalg.lstsq(curved + more, down, rcond=None)[0]
        for half in range(MOST_HALVINGS):
            tried = w + 0.5**half * direction
            if not problem.signed:
                tried = np.maximum(tried, 0.0)
            found = problem.value(tried)
            if found < value and value - found >= ENOUGH * (gradient @ (w - tried)):
                return tried, found
    return w, value


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
