"""Whether fitted parameters help on data they were not fitted on: a paired bootstrap over segments.

The held-out segments of every fold are sampled with replacement, for the fitted and for the default
parameters alike, and the agreement with people is computed anew. The p-value is two-sided and that of the
difference centred on what was observed, with the observation counted among the samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.agreement.significance import estimate, p_value, resampled, stream
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.batch.values import Array
from pitchpipe.fitting.objective import Average, weights
from pitchpipe.fitting.results import HeldOut
from pitchpipe.fitting.samples import Sample
from pitchpipe.fitting.space import Values
from pitchpipe.resampling.sampling import Sampling


@dataclass(frozen=True)
class Tested:
    """The held-out samples of one fold, and the parameters fitted without them."""

    samples: tuple[Sample, ...]
    values: Values


def held_out(
    tested: Sequence[Tested],
    statistic: Statistic,
    *,
    average: Average = "pairs",
    samples: int = 1000,
    confidence: float = 95,
    seed: int = 12345,
) -> HeldOut:
    """The mean agreement over all folds, with intervals, and whether the gain is more than chance."""
    check_test(samples, confidence, seed)
    observed, drawn = np.zeros(2), np.zeros((2, samples))
    for number, fold in enumerate(tested):
        for k, (sample, weight) in enumerate(zip(fold.samples, weights(fold.samples, average), strict=True)):
            for which, values in enumerate((fold.values, {})):
                value, by_sample = agreement(sample, values, statistic, samples, stream(seed, number, k))
                observed[which] += weight / len(tested) * value
                drawn[which] += weight / len(tested) * by_sample
    # A sample in which the statistic is undefined says nothing.
    drawn = drawn[:, ~np.isnan(drawn).any(axis=0)]
    gain, gains = observed[0] - observed[1], drawn[0] - drawn[1]
    return HeldOut(
        fitted=estimate(observed[0], drawn[0], confidence),
        default=estimate(observed[1], drawn[1], confidence),
        gain=estimate(gain, gains, confidence),
        p=p_value(gain, gains),
        samples=drawn.shape[1],
        confidence=confidence,
    )


def check_test(samples: int, confidence: float, seed: int) -> None:
    """Refuses numbers that make no test, before anything is searched; 0 samples mean that none is wanted."""
    none = samples == 0 and not isinstance(samples, bool)
    Sampling(1 if none else samples, seed, confidence)


def agreement(
    sample: Sample, values: Values, statistic: Statistic, samples: int, seed: int
) -> tuple[float, Array]:
    """The agreement on a sample, and on so many samples of its segments; NaN where there is none."""
    scored = sample.scored(values)
    value = statistic.bind(sample.human)(scored.gains)
    if not samples or np.isnan(value):
        return value, np.full(samples, np.nan)
    systems_of = scored.systems_of if statistic.level == "system" else None
    drawn = resampled(
        statistic, sample.human, scored.gains, samples=samples, seed=seed, systems_of=systems_of
    )
    return value, drawn
