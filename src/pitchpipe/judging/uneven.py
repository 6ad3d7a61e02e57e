"""Sampling with unequal probabilities: most where metrics disagree, a little everywhere.

A unit is taken with a probability in proportion to its size, and the probability is kept: whoever weighs by
its inverse (Horvitz and Thompson 1952) estimates what judging everything would have given. Systematic
sampling of a shuffled list (Madow 1949) takes exactly so many units with exactly these probabilities.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.judging.frames import Unit
from pitchpipe.measuring.measured import measure

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric
    from pitchpipe.text.testset import TestSet

#: What every unit has of the mean size, however much metrics agree: so no weight is without bounds.
FLOOR = 0.1


def disagreement(test_set: TestSet, metrics: Sequence[str | Metric], units: Sequence[Unit]) -> Array:
    """How far metrics are from each other on each unit.

    Every metric's differences between two outputs of a segment are brought to one scale, and the standard
    deviation over metrics is taken; of several pairs, the mean. Of one output, it is that of its scores.
    """
    measured = measure(test_set, metrics)
    position = {system: at for at, system in enumerate(measured.systems)}
    scaled = []
    for one in measured:
        scores = np.nan_to_num(one.metric.oriented(one.segment_scores()))
        spread = float(scores.std())
        scaled.append((scores - scores.mean()) / spread if spread > 0 else np.zeros_like(scores))
    stacked = np.stack(scaled)
    return np.array([_of_unit(stacked, unit, position) for unit in units])


def _of_unit(stacked: Array, unit: Unit, position: dict[str, int]) -> float:
    scores = stacked[:, [position[system] for system in unit.systems], unit.segment]
    if len(unit.systems) == 1:
        return float(scores.std())
    pairs = combinations(range(len(unit.systems)), 2)
    return float(np.mean([(scores[:, one] - scores[:, other]).std() for one, other in pairs]))


def inclusion_probabilities(sizes: Array, wanted: int) -> Array:
    """Probabilities in proportion to sizes that add up to ``wanted``; none is more than 1.

    >>> inclusion_probabilities(np.array([1.0, 1.0, 98.0]), 2).round(2).tolist()
    [0.5, 0.5, 1.0]
    """
    if wanted >= len(sizes):
        return np.ones(len(sizes))
    mean = float(sizes.mean())
    raised = sizes + FLOOR * mean if mean > 0 else np.ones(len(sizes))
    certain = np.zeros(len(sizes), dtype=bool)
    while True:
        rest = wanted - int(certain.sum())
        found = np.where(certain, 1.0, rest * raised / raised[~certain].sum())
        beyond = (found > 1) & ~certain
        if not beyond.any():
            return np.minimum(found, 1.0)
        certain |= beyond


def systematic(probabilities: Array, rng: random.Random) -> list[int]:
    """Positions, each taken with its probability, in random order; as many as the probabilities add up to."""
    order = list(range(len(probabilities)))
    rng.shuffle(order)
    ends = np.cumsum(probabilities[order])
    # What rounding took away from the sum must not cost the last unit.
    ends *= round(float(ends[-1])) / ends[-1]
    marks = rng.random() + np.arange(round(float(ends[-1])))
    return [order[at] for at in np.searchsorted(ends, marks, side="right").clip(max=len(order) - 1)]
