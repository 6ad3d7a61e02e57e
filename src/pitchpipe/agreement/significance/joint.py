"""Metrics over several test sets: the mean of these, and all judgments pooled, tested against each other.

The segments of every test set are drawn with replacement, for all metrics alike: a paired bootstrap over
segments within test sets. The p-value is two-sided and that of the difference centred on what was observed,
with the observation counted among the samples.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.significance.bootstrap import Entrant, middle, redrawn
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief

#: Agreement takes few values, and ties are common: what is equal up to rounding counts as extreme.
_SAME = 1e-12


@dataclass(frozen=True, repr=False)
class Estimate(Brief):
    """A number and its confidence interval, where there is one."""

    value: float
    ci: tuple[float, float] | None

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers."""
        value = None if math.isnan(self.value) else self.value
        return {"value": value, "ci": None if self.ci is None else list(self.ci)}


@dataclass(frozen=True, eq=False)
class Spread:
    """Values of metrics as they are, ``[metrics]``, and in samples of segments, ``[metrics, samples]``."""

    values: Array
    drawn: Array

    def estimate(self, which: int, confidence: float) -> Estimate:
        """A metric's value with its interval."""
        return estimate(self.values[which], self.drawn[which], confidence)

    def difference(self, first: int, second: int, confidence: float) -> tuple[Estimate, float | None]:
        """By how much the first metric is better, and the p-value."""
        gain, gains = self.values[first] - self.values[second], self.drawn[first] - self.drawn[second]
        return estimate(gain, gains, confidence), p_value(gain, gains)


@dataclass(frozen=True, eq=False)
class Drawn(Spread):
    """The same on the judgments of one test set, with the parts that add up over test sets.

    ``parts`` are those of the values, ``[k, metrics]``, and ``drawn_parts`` those of samples.
    """

    statistic: Statistic
    parts: Array
    drawn_parts: Array

    @classmethod
    def without_samples(cls, statistic: Statistic, parts: Array) -> Drawn:
        """Only what was observed, in parts ``[k, metrics]``."""
        drawn = np.zeros((*parts.shape, 0))
        return cls(statistic.of_parts(parts), statistic.of_parts(drawn), statistic, parts, drawn)

    @classmethod
    def of(
        cls, statistic: Statistic, human: Human, entrants: Sequence[Entrant], *, samples: int, seed: int
    ) -> Drawn:
        """Metrics on one test set, all with the same draws; 0 samples for none."""
        bound = statistic.bind(human)
        parts = np.stack([bound.parts(one.gains) for one in entrants], axis=1)
        drawn = np.zeros((*parts.shape, samples))
        values = statistic.of_parts(parts)
        # Of whom nothing is counted, nothing is in a sample either.
        there = np.flatnonzero(parts.any(axis=0))
        if samples and len(there) and entrants[0].gains.segment.shape[1]:
            chosen = [entrants[int(which)] for which in there]
            drawn[:, there] = np.stack(redrawn(bound, human, chosen, samples=samples, seed=seed), axis=1)
        return cls(values, statistic.of_parts(drawn), statistic, parts, drawn)

    def select(self, metrics: Sequence[int]) -> Drawn:
        """Some of the metrics, by their places."""
        which = list(metrics)
        parts, drawn = self.parts[:, which], self.drawn_parts[:, which]
        return Drawn(self.values[which], self.drawn[which], self.statistic, parts, drawn)


def pooled(several: Sequence[Drawn]) -> Drawn:
    """All judgments together: what adds up is summed over test sets."""
    if len(several) == 1:
        return several[0]
    statistic = several[0].statistic
    parts = _summed([one.parts for one in several])
    drawn = _summed([one.drawn_parts for one in several])
    return Drawn(statistic.of_parts(parts), statistic.of_parts(drawn), statistic, parts, drawn)


def mean(several: Sequence[Spread]) -> Spread:
    """Test sets count the same.

    One on which no metric has a value is left out; a metric that lacks one on another has no mean, which
    would be over less than the others' are.
    """
    there = [one for one in several if not np.isnan(one.values).all()] or several[:1]
    values, drawn = (_summed([getattr(one, name) for one in there]) for name in ("values", "drawn"))
    return Spread(values / len(there), drawn / len(there))


def _summed(arrays: Sequence[Array]) -> Array:
    """Term by term, in order."""
    total = arrays[0]
    for one in arrays[1:]:
        total = total + one
    return total


def stream(seed: int, part: int, test_set: int) -> int:
    """Where a test set's random numbers begin: each has its own, or equal lengths would be drawn alike."""
    return int(np.random.SeedSequence([seed, part, test_set]).generate_state(1)[0])


def estimate(value: float, drawn: Array, confidence: float) -> Estimate:
    """A number with the interval of its samples; one in which it is undefined says nothing."""
    drawn = drawn[~np.isnan(drawn)]
    return Estimate(float(value), middle(drawn, confidence) if len(drawn) else None)


def p_value(observed: float, drawn: Array) -> float | None:
    """Two-sided, of a difference from its bootstrap distribution; none without samples."""
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn) or math.isnan(observed):
        return None
    extreme = np.abs(drawn - observed) >= abs(observed) - _SAME
    return float((1 + extreme.sum()) / (1 + len(drawn)))
