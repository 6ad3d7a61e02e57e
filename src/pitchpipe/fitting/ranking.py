"""Weights that order translations of a segment as people do, learnt from pairs.

Dahlmeier, Liu and Ng (2011, section 4) train TESLA-F with SVM^rank (Joachims 2006). Here every two
translations of a segment of which people prefer one are an instance d, the features of the better minus
those of the worse. The features of a mixture are the gains of its parts. What is minimised, and how, is
said in :mod:`pitchpipe.fitting.convex`; TESLA-F's ranking SVM is the squared hinge with ridge and weights of
either sign. Features are divided by their standard deviation first, and weights by the same afterwards, so
that they fit the plain features.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.convex import Loss, Penalty, Problem, Solved, solve, solve_some
from pitchpipe.fitting.objective import Average, weights
from pitchpipe.fitting.samples import Sample
from pitchpipe.fitting.space import Values
from pitchpipe.metrics.ensemble import Ensemble
from pitchpipe.metrics.linear import Linear

#: Significant digits of the weights that are reported, and used.
DIGITS = 6
HIGHEST_COST = 1e6


@dataclass(frozen=True)
class Learning:
    """How weights are learnt.

    ``cost`` is what an error costs against large weights, of instances that weigh 1 on average: all the same
    where language pairs count by their judgments, less in a pair with many where all pairs count alike.
    ``select`` is how many weights may be above 0; any number by default.
    """

    loss: Loss = "logistic"
    penalty: Penalty = "ridge"
    signed: bool = False
    cost: float = 1.0
    select: int | None = None

    def __post_init__(self) -> None:
        if self.loss not in get_args(Loss):
            raise ParameterError(f"loss must be one of {', '.join(get_args(Loss))}, not {self.loss!r}")
        if self.penalty not in get_args(Penalty):
            raise ParameterError(
                f"penalty must be one of {', '.join(get_args(Penalty))}, not {self.penalty!r}"
            )
        if isinstance(self.cost, bool) or not 0.0 < self.cost <= HIGHEST_COST:
            raise ParameterError(
                f"the cost of errors must be a number above 0 and at most {HIGHEST_COST:g}, not {self.cost!r}"
            )
        if self.select is not None and (isinstance(self.select, bool) or self.select < 1):
            raise ParameterError(f"select must be a number of parts, 1 or more, not {self.select!r}")


@dataclass(frozen=True)
class Learnt:
    """The weights of features, and how far at most they are from the best: as a share of the loss.

    ``pairs`` are the pairs of translations that each sample gave, ``shares`` how much of the loss they are
    together, and ``solved`` the optimum as it was found, of features that are divided by their deviation.
    """

    weights: tuple[float, ...]
    gap: float
    pairs: tuple[int, ...]
    shares: tuple[float, ...]
    solved: Solved


def learn(
    samples: Sequence[Sample],
    learning: Learning,
    average: Average = "pairs",
    values: Values | None = None,
    start: Solved | None = None,
) -> Learnt:
    """The weights of the features of a metric with these ``values`` of its other parameters.

    From the optimum for similar values there are fewer steps.
    """
    features = [_features(sample, values or {}) for sample in samples]
    differences = [_differences(sample, table) for sample, table in zip(samples, features, strict=True)]
    counts = np.array([len(found) for found in differences])
    if not counts.sum():
        raise DataError("people prefer no translation of a segment to another: there is nothing to rank")
    judged = np.concatenate(
        [table[sample.judged_cells] for sample, table in zip(samples, features, strict=True)]
    )
    deviation = judged.std(axis=0)
    # A feature that never changes says nothing; its weight is 0.
    scale = np.where(deviation > 1e-12, deviation, np.inf)
    share = counts / counts.sum() if average == "judgments" else weights(tuple(samples), average)
    # Those that prefer nothing leave their share to the others.
    share = np.where(counts > 0, share, 0.0) / share[counts > 0].sum()
    importance = np.repeat(share * counts.sum() / np.maximum(counts, 1), counts)
    problem = Problem(
        np.concatenate(differences) / scale,
        learning.cost * importance,
        learning.loss,
        learning.penalty,
        learning.signed,
    )
    near = None if start is None else start.weights
    found = solve(problem, near) if learning.select is None else solve_some(problem, learning.select)
    plain = found.weights / scale
    if not problem.differences.any():
        raise DataError("the features of preferred and other translations do not differ: nothing is learnt")
    if not plain.any():
        raise DataError("no part agrees with people more often than not: all weights would be 0")
    if isinstance(samples[0].measurement.metric, Ensemble):
        plain = plain / plain.sum()
    rounded = tuple(float(f"{weight:.{DIGITS}g}") for weight in plain)
    return Learnt(rounded, found.gap / found.value, tuple(counts.tolist()), tuple(share.tolist()), found)


def _features(sample: Sample, values: Values) -> Array:
    """``[systems, segments, features]``: those of the metric, or the gains of a mixture's parts.

    Of a mixture only what people judged has any; there are no preferences beside.
    """
    metric = sample.metric(values)
    if isinstance(metric, Linear):
        measured = sample.measurement.measured
        return metric.oriented(metric.features(measured).reshape(*sample.shape, -1))
    assert isinstance(metric, Ensemble)
    gains = sample.part_gains(metric)
    table = np.full((*sample.shape, len(gains)), np.nan)
    table.reshape(-1, len(gains))[sample.cells] = np.stack(gains, axis=-1)
    return table


def _differences(sample: Sample, features: Array) -> Array:
    """The features of the better minus those of the worse, for every pair that people do not find equal."""
    better, worse, segment = _preferences(sample)
    found: Array = features[better, segment] - features[worse, segment]
    return found


def _preferences(sample: Sample) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Systems that are better and worse, and in which segment."""
    human = sample.human
    if isinstance(human, Ranks):
        decided = human.preference != 0
        first, second, segment = human.first[decided], human.second[decided], human.segment[decided]
        prefers_first = human.preference[decided] > 0
        return np.where(prefers_first, first, second), np.where(prefers_first, second, first), segment
    if isinstance(human, SegmentScores):
        higher = human.values[:, None, :] > human.values[None, :, :]
        better, worse, segment = np.nonzero(higher)
        return better, worse, segment
    raise not_of_segments(human)


def not_of_segments(human: Human) -> DataError:
    """What to say of judgments that put no translation of a segment before another."""
    return DataError(
        f"weights are learnt from rankings or from scores of segments, not from {human.name}, which judges "
        "whole systems or documents: --optimiser hill"
    )
