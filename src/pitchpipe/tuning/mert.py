"""Minimum error rate training with any metric (Och 2003), by exact line search.

The score of the chosen candidates is piecewise constant along any line in the space of weights, so the
best point of a line is found exactly (Macherey et al. 2008), not by sampling. What is searched again and
again is a landscape with many hilltops: the first searches begin at the given weights and at random
points, as Moses' do; the others around the best point found so far, which finds higher ones than random
points alone (iterated local search).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.threads import current_threads
from pitchpipe.threads import threads as thread_count
from pitchpipe.tuning.climbing import Climb, Climber
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Restart, Sensitivity, Tuned
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

#: So many restarts begin at random points, and so many each around the best point so far. Rounds do not
#: depend on the number of threads, so neither does what they find.
ROUND = 5
#: Noise on the best point, in mean absolute weights: each restart draws its own, as often small as large.
SPREADS = 0.1, 1.0


def optimise(
    problem: Problem,
    start: Weights,
    *,
    seed: int = 12345,
    restarts: int = 20,
    fixed: Iterable[str] = (),
    bounds: Bounds | None = None,
    ranges: Bounds | None = None,
    normalise: Normalise | None = None,
    l2: float = 0.0,
    random_directions: int = 0,
    max_iterations: int = 100,
    tolerance: float = 1e-6,
    patience: int | None = None,
    loss: float = 0.1,
    threads: int | None = None,
    progress: Callable[[int, float], None] | None = None,
) -> Tuned:
    """The weights whose choice among the candidates scores best.

    Parameters
    ----------
    start
        Weights by name, or in the order of the features. The result is never worse than they are.
    restarts
        Searches beside the one from ``start``.
    fixed
        Names of weights that are not moved, or of groups of them (``TM0`` for ``TM0_0`` and ``TM0_1``).
    bounds
        Lowest and highest value of a weight by its name, ``None`` where there is none.
    ranges
        Where random starts lie, likewise; by default within the bounds, or around ``start``.
    normalise
        The length of the result: ``"l1"``, ``"l2"`` or ``"none"``. By default L1, unless bounds or fixed
        weights forbid it.
    l2
        Points lost for the squared distance from ``start`` (normalised); above 0 for small sets, where
        the best weights fit chance.
    random_directions
        Lines searched where no weight alone can be improved.
    tolerance
        A step that gains less is not taken.
    patience
        Stop when so many restarts in a row found nothing better.
    loss
        For the report: how much worse the score may get within the range given for each weight.
    progress
        Is told the number of finished searches and the best score after each.

    Results depend on the seed, and on nothing else: not on the number of threads.
    """
    _require_counts(seed=(seed, 0), restarts=(restarts, 0), max_iterations=(max_iterations, 1))
    _require_counts(
        random_directions=(random_directions, 0), patience=(1 if patience is None else patience, 1)
    )
    require_amounts(l2=l2, tolerance=tolerance, loss=loss)
    given = as_vector(problem.names, start)
    space = Space.of(problem.names, given, bounds, fixed)
    space.require_ranges(ranges)
    how = space.normalisation(normalise, given)
    anchor = normalised(given, how)
    climber = Climber(problem, space, anchor, how, l2, random_directions, max_iterations, tolerance)
    began = time.perf_counter()
    with nullcontext() if threads is None else thread_count(threads):
        climbs, stopped = _restarted(climber, ranges, seed, restarts, patience, progress)
    seconds = time.perf_counter() - began
    best = _best(climbs)
    weights = normalised(best.end.weights, how)
    return Tuned(
        as_mapping(problem.names, weights),
        problem.metric.spec,
        problem.score(weights),
        problem.score(given),
        tuple(_restart(problem, climb) for climb in climbs),
        sensitivities(problem, space, weights, loss),
        stopped,
        seconds,
    )


def sensitivities(problem: Problem, space: Space, weights: Array, loss: float) -> tuple[Sensitivity, ...]:
    """How far each free weight alone can be moved before the score gets worse by more than ``loss``."""
    totals = problem.totals(weights)
    found = []
    for direction in space.coordinates():
        at = int(np.argmax(direction))
        low, high = space.limits(weights, direction[np.newaxis])
        back, forth = problem.lines(weights, totals, direction[np.newaxis], low, high).around(loss)
        weight = float(weights[at]) + 0.0
        found.append(Sensitivity(problem.names[at], weight, weight + back, weight + forth, loss))
    return tuple(found)


def _restarted(
    climber: Climber,
    ranges: Bounds | None,
    seed: int,
    restarts: int,
    patience: int | None,
    progress: Callable[[int, float], None] | None,
) -> tuple[list[Climb], bool]:
    """All climbs in order, and whether they were stopped before all restarts were made."""
    climbs: list[Climb] = []
    for numbers in _rounds(restarts):
        centre = _best(climbs).end.weights if climbs else climber.anchor

        def climb(number: int, centre: Array = centre) -> Climb:
            random = np.random.default_rng([seed, number])
            return climber.climb(_beginning(climber, number, centre, ranges, random), random)

        for done in _in_order(climb, numbers):
            climbs.append(done)
            best = _best(climbs)
            if progress is not None:
                progress(len(climbs), climber.problem.score(best.end.weights))
            since = len(climbs) - 1 - climbs.index(best)
            if patience is not None and since >= patience and len(climbs) <= restarts:
                return climbs, True
    return climbs, False


def _beginning(
    climber: Climber, number: int, centre: Array, ranges: Bounds | None, random: np.random.Generator
) -> Array:
    """Where a climb begins: at the given weights, at a random point, or around the best point so far."""
    if number == 0:
        return climber.anchor
    if number <= ROUND:
        return climber.space.anywhere(climber.anchor, ranges, random)
    smallest, largest = SPREADS
    spread = smallest * (largest / smallest) ** random.random()
    return climber.space.scattered(centre, spread, random)


def _rounds(restarts: int) -> Iterator[range]:
    """The first climb together with those from random points, then round after round."""
    begin = 0
    while begin <= restarts:
        end = min(restarts + 1, begin + ROUND + (begin == 0))
        yield range(begin, end)
        begin = end


def _in_order(climb: Callable[[int], Climb], numbers: range) -> Iterator[Climb]:
    """Climbs on all threads, given back in order; those still waiting are dropped with the iterator."""
    workers = min(current_threads(), len(numbers))
    if workers == 1:
        yield from map(climb, numbers)
        return
    executor = ThreadPoolExecutor(workers)
    try:
        yield from executor.map(climb, numbers)
    finally:
        executor.shutdown(cancel_futures=True)


def _best(climbs: list[Climb]) -> Climb:
    """The one that is worth most, the earliest in a tie."""
    return max(climbs, key=lambda climb: climb.end.worth)


def _restart(problem: Problem, climb: Climb) -> Restart:
    start, end = (problem.score(point.weights) for point in (climb.start, climb.end))
    return Restart(start, end, climb.iterations, climb.searches)


def _require_counts(**counts: tuple[int, int]) -> None:
    for name, (count, least) in counts.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < least:
            raise ParameterError(f"{name} must be a whole number of at least {least}, not {count!r}")
