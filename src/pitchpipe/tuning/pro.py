"""Pairwise ranked optimisation with any metric (Hopkins and May 2011).

Pairs of candidates are drawn from every segment; those that differ most in sentence score are kept, and
weights are learnt that order them likewise: logistic regression on differences of features.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.tuning.gains import segment_gains
from pitchpipe.tuning.mert import sensitivities
from pitchpipe.tuning.problem import Problem
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
    l2: float = 1.0,
    drawn: int = 5000,
    kept: int = 50,
    least: float = 0.05,
    interpolate: float = 1.0,
    loss: float = 0.1,
) -> Tuned:
    """Weights that order the candidates of every segment as the metric does.

    Parameters
    ----------
    start, fixed, bounds, normalise, loss
        As for :func:`pitchpipe.tuning.mert.optimise`. The result may score worse than ``start``: pairs are
        learnt from, not the score of the whole set.
    l2
        The price of the squared distance from ``start``, against the sum of logistic losses.
    drawn, kept, least
        Pairs drawn from each segment, and how many of those are kept that differ most; they must differ by
        more than this share of the metric's scale.
    interpolate
        The share of the new weights in the result; the rest is ``start``. In a loop with a decoder 0.1
        keeps it from jumping about.

    Results depend on the seed, and on nothing else.
    """
    _require_shares(least=least, interpolate=interpolate)
    require_amounts(l2=l2)
    if min(drawn, kept) < 1 or seed < 0:
        raise ParameterError("pairs to draw and to keep must be at least 1, and the seed at least 0")
    given = as_vector(problem.names, start)
    space = Space.of(problem.names, given, bounds, fixed)
    how = space.normalisation(normalise, given)
    began = time.perf_counter()
    differences = _pairs(problem, seed, drawn, kept, least)
    anchor = normalised(given, how)
    found = normalised(_regression(differences, anchor, space, l2), how)
    weights = normalised(interpolate * found + (1.0 - interpolate) * anchor, how)
    return Tuned(
        as_mapping(problem.names, weights),
        problem.metric.spec,
        problem.score(weights),
        problem.score(given),
        sensitivity=sensitivities(problem, space, weights, loss),
        seconds=time.perf_counter() - began,
    )


def _pairs(problem: Problem, seed: int, drawn: int, kept: int, least: float) -> Array:
    """Features of the better candidate minus those of the worse one, for every pair that is kept."""
    gains = segment_gains(problem)
    found = []
    for segment, (begin, end) in enumerate(zip(problem.offsets[:-1], problem.offsets[1:], strict=True)):
        random = np.random.default_rng([seed, segment])
        pairs = begin + random.integers(0, end - begin, (drawn, 2))
        found.append(_differing(problem, gains, pairs, kept, least))
    differences = np.concatenate(found)
    if not len(differences):
        raise DataError(
            f"no two candidates of a segment differ by more than {100 * least:g} % in {problem.metric.name}: "
            "there is nothing to learn from"
        )
    return differences


def _differing(problem: Problem, gains: Array, pairs: NDArray[np.int64], kept: int, least: float) -> Array:
    """Those of one segment's pairs that differ most."""
    first, second = pairs.T
    apart = gains[first] - gains[second]
    # Where a candidate has no score, nothing is known of the pair.
    size = np.where(np.isfinite(apart), np.abs(apart), 0.0)
    order = np.argsort(-size, kind="stable")[:kept]
    order = order[size[order] > least]
    differences: Array = problem.features[first[order]] - problem.features[second[order]]
    differences *= np.sign(apart[order])[:, np.newaxis]
    return differences


def _regression(differences: Array, anchor: Array, space: Space, l2: float) -> Array:
    """Minimises Σ log(1 + exp(-w·d)) + l2/2·|w - anchor|² within the bounds."""
    from scipy.optimize import minimize

    def objective(weights: Array) -> tuple[float, Array]:
        margins = differences @ weights
        away = weights - anchor
        value = np.logaddexp(0.0, -margins).sum() + 0.5 * l2 * (away @ away)
        wrong = np.exp(-np.logaddexp(0.0, margins))
        return float(value), l2 * away - wrong @ differences

    low = np.where(space.free, space.low, anchor)
    high = np.where(space.free, space.high, anchor)
    # Of features near the largest there may be, a step that is tried can lead beyond all numbers.
    with np.errstate(over="ignore", invalid="ignore"):
        found = minimize(
            objective,
            anchor,
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(low, high, strict=True)),
            options={"maxiter": 1000},
        )
    return np.asarray(found.x, dtype=np.float64)


def _require_shares(**shares: float) -> None:
    for name, share in shares.items():
        if not 0.0 <= share <= 1.0:
            raise ParameterError(f"{name} must be between 0 and 1, not {share!r}")
