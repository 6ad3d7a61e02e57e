"""A ranking SVM: weights that order translations of a segment as people do.

Dahlmeier, Liu and Ng (2011, section 4) train TESLA-F with SVM^rank (Joachims 2006). Here every two
translations of a segment of which people prefer one are an instance d, the features of the better minus
those of the worse, and w minimises ::

    ½·|w|² + C·Σ max(0, 1 − w·d)²

The hinge is squared, so that there is one optimum and Newton's method finds it. Features are divided by
their standard deviation first, and weights by the same afterwards, so that they fit the plain features.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.objective import Average, weights
from pitchpipe.fitting.samples import Sample
from pitchpipe.metrics.linear import Linear

#: Significant digits of the weights that are reported, and used.
DIGITS = 6
HIGHEST_COST = 1e6


def check_cost(cost: float) -> None:
    """Refuses a price of errors that is none, or with which rounding would decide."""
    if isinstance(cost, bool) or not 0.0 < cost <= HIGHEST_COST:
        raise ParameterError(
            f"the cost of errors must be a number above 0 and at most {HIGHEST_COST:g}, not {cost!r}"
        )


def learn(samples: Sequence[Sample], *, cost: float = 1.0, average: Average = "pairs") -> tuple[float, ...]:
    """The weights of the features of a metric.

    ``cost`` is C, of instances that weigh 1 on average: all the same where language pairs count by their
    judgments, less in a pair with many where all pairs count alike.
    """
    check_cost(cost)
    features = [_features(sample) for sample in samples]
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
    share = weights(tuple(samples), average) if average == "pairs" else counts / counts.sum()
    importance = np.repeat(share * counts.sum() / np.maximum(counts, 1), counts)
    plain = svm(np.concatenate(differences) / scale, cost * importance) / scale
    if not plain.any():
        raise DataError("the features of preferred and other translations do not differ: nothing is learnt")
    return tuple(float(f"{weight:.{DIGITS}g}") for weight in plain)


def svm(differences: Array, cost: Array) -> Array:
    """The w that minimises ½·|w|² + Σ cost·max(0, 1 − w·d)²."""
    from scipy.optimize import minimize

    def objective(w: Array) -> tuple[float, Array]:
        slack = np.maximum(0.0, 1.0 - differences @ w)
        value = 0.5 * w @ w + cost @ slack**2
        return float(value), w - 2.0 * differences.T @ (cost * slack)

    def hessian(w: Array) -> Array:
        wrong = differences @ w < 1.0
        d = differences[wrong]
        curvature: Array = np.eye(len(w)) + 2.0 * (d * cost[wrong, None]).T @ d
        return curvature

    start = np.zeros(differences.shape[1])
    # The gradient is a sum over all instances: as precise as the sum of their costs lets it be.
    tolerance = 1e-10 * max(1.0, float(cost.sum()))
    found = minimize(
        objective,
        start,
        jac=True,
        hess=hessian,
        method="trust-exact",
        options={"gtol": tolerance, "max_trust_radius": 1e6},
    )
    if not found.success:
        raise DataError(
            f"the ranking SVM found no optimum ({str(found.message).rstrip('.')}): lower the cost of errors"
        )
    return np.asarray(found.x, dtype=np.float64)


def _features(sample: Sample) -> Array:
    """``[systems, segments, features]``."""
    metric = sample.measurement.metric
    table = cast(Linear, metric).features(sample.measurement.measured)
    return metric.oriented(table.reshape(*sample.shape, -1))


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
        f"a ranking SVM learns from rankings or from scores of segments, not from {human.name}, which judges "
        "whole systems or documents"
    )
