"""Soft pairwise accuracy: whether a metric is as sure as people of which of two systems is better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.scores import DocumentScores, SegmentScores
from pitchpipe.agreement.statistics.base import Bound, Statistic
from pitchpipe.agreement.statistics.gains import Gains, Outcome
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.parameters import formula as parameter

#: Sums closer than this, relative to what was summed, differ by rounding only.
_SAME = 1e-12


@dataclass(frozen=True, kw_only=True)
class SoftPairwiseAccuracy(Statistic):
    """1 − mean |p_h − p_m| over pairs of systems.

    p is the one-sided p-value of a paired permutation test that the first system is better, by people's
    segment scores and by the metric's (Thompson, Mathur, Deutsch and Khayrallah 2024). All pairs share
    their random signs.
    """

    name = "spa"
    doc = "soft pairwise accuracy: how alike the p-values of pairs of systems are (Thompson et al. 2024)"
    averages = (None,)
    policy = "a system's score is the mean of its segments' here; systems that tie have p = 1"

    samples: int = parameter(1000, "random signs", low=1, high=100_000)
    seed: int = parameter(12345, "where random signs begin", low=0)

    @property
    def of_systems(self) -> bool:
        """Systems are compared by their segments."""
        return False

    def suits(self, human: Human) -> bool:
        """It takes scores of segments or documents."""
        return isinstance(human, SegmentScores | DocumentScores)

    def require(self, human: Human) -> None:
        """See ``Statistic.require``."""
        if not self.suits(human):
            raise ParameterError(
                f"{self.spec} needs scores of segments or documents, and {human.name} has none"
            )

    def bind(self, human: Human) -> Bound:
        """See ``Statistic.bind``."""
        self.require(human)
        assert isinstance(human, SegmentScores | DocumentScores)
        return SoftBound(self, human.values)

    def signs(self, segments: int) -> NDArray[np.int8]:
        """Random signs, ``[samples, segments]``."""
        coins = np.random.default_rng(self.seed).integers(0, 2, (self.samples, segments), dtype=np.int8)
        return 2 * coins - 1


class SoftBound(Bound):
    """Only segments count that people judged for every system; mixing others up would compare segments."""

    statistic: SoftPairwiseAccuracy

    def __init__(self, statistic: SoftPairwiseAccuracy, values: Array) -> None:
        self.statistic = statistic
        self.values = values
        judged = ~np.isnan(values)
        self.systems = judged.any(axis=1)
        self.segments = judged[self.systems].all(axis=0)
        self._signs = statistic.signs(int(self.segments.sum()))
        self._human = self._p_values(values)

    def _p_values(self, values: Array) -> Array:
        """For each pair of systems, the share of sign flips with a difference as large as without."""
        scores = self.chosen(values)
        sums, size = scores.sum(axis=1), np.abs(scores).sum(axis=1)
        first, second = np.triu_indices(len(scores), 1)
        least = sums[first] - sums[second] - _SAME * (size[first] + size[second])
        as_large = np.zeros(len(first), dtype=np.int64)
        # Signs become numbers a thousand at a time: all of them would take eight times the room.
        for block in np.array_split(self._signs, -(-len(self._signs) // 1000)):
            flipped = scores @ block.T.astype(np.float64)
            as_large += np.sum(flipped[first] - flipped[second] >= least[:, None], axis=1)
        p: Array = as_large / len(self._signs)
        return p

    def exchanged(
        self, first: Gains, second: Gains, *, samples: int, seed: int, at_once: int
    ) -> tuple[float, Iterator[Array]]:
        """How much higher the second metric's value is, and how much in samples of random exchanges.

        The p-values are those of the normal distribution with the exact variance of a difference under
        random signs: a thousand signs for each of a thousand exchanges would take minutes, for p-values
        no closer to the truth.
        """
        bound = self._without(first, second)
        one, other = (_standardised(bound.chosen(gains.segment)) for gains in (first, second))
        if len(one) < 2 or not one.shape[1]:
            return float("nan"), iter(())
        human = _normal_p_values(bound.chosen(self.values))

        def values(p: Array) -> Array:
            soft: Array = 1.0 - np.abs(human - p).mean(axis=-1)
            return soft

        def differences(begin: int) -> Array:
            table = _core.exchanged_products(one, other, seed, begin, min(at_once, samples - begin))
            sides = values(_p_values_of(table[..., 0, :], table[..., 1:, :]))
            return sides[:, 1] - sides[:, 0]

        delta = float(values(_normal_p_values(other)) - values(_normal_p_values(one)))
        return delta, map(differences, range(0, samples, at_once))

    def redrawn(self, gains: Gains, times: Array) -> Array:
        """The values where each segment counts so many times, ``times`` is ``[samples, segments]``.

        The p-values are those of the normal distribution, as in ``exchanged``.
        """
        bound = self._without(gains)
        counts = np.ascontiguousarray(times[:, bound.segments])
        people, metric = (_drawn_p_values(bound.chosen(one), counts) for one in (self.values, gains.segment))
        values: Array = np.where(counts.any(axis=1), 1.0 - np.abs(people - metric).mean(axis=-1), np.nan)
        return values

    def chosen(self, values: Array) -> Array:
        """What counts of a table of all systems and segments."""
        return values[self.systems][:, self.segments]

    def _without(self, *metrics: Gains) -> SoftBound:
        """This without the segments that one of the metrics does not score for every system."""
        for gains in metrics:
            if gains.segment.shape != self.values.shape:
                raise DataError(
                    f"people judged {self.values.shape[0]} systems and {self.values.shape[1]} segments, "
                    f"and the metric's scores are of {gains.segment.shape[0]} and {gains.segment.shape[1]}"
                )
        missing = np.logical_or.reduce([np.isnan(gains.segment) for gains in metrics])
        if not missing[self.systems][:, self.segments].any():
            return self
        return SoftBound(self.statistic, np.where(missing, np.nan, self.values))

    def outcome(self, gains: Gains) -> Outcome:
        """See ``Bound.outcome``."""
        return self._without(gains)._explained(gains)

    def _explained(self, gains: Gains) -> Outcome:
        systems, segments = int(self.systems.sum()), int(self.segments.sum())
        unused = self.values.shape[1] - segments
        left_out = (f"{unused} segment{'' if unused == 1 else 's'} not judged for every system",)
        pairs = systems * (systems - 1) // 2
        value, note = float("nan"), self.statistic.policy
        if systems < 2 or not segments:
            note = f"n/a: no segment was judged for two systems and more, and for all of them; {note}"
        else:
            value = float(1.0 - np.abs(self._human - self._p_values(gains.segment)).mean())
        extra = {"segments": segments}
        return Outcome(value, pairs, "pairs", note, extra, left_out if unused else ())


def _standardised(scores: Array) -> Array:
    deviation = scores.std() if scores.size else 0.0
    return (scores - scores.mean()) / deviation if deviation > 0 else np.zeros_like(scores)


def _normal_p_values(scores: Array) -> Array:
    """As by random signs, from scores ``[systems, segments]``, for each pair of systems."""
    return _p_values_of(scores.sum(axis=-1), scores @ scores.T)


def _drawn_p_values(scores: Array, counts: Array) -> Array:
    """The same where each segment counts so many times, ``[samples, pairs]``."""
    systems = len(scores)
    first, second = np.triu_indices(systems)
    rows = np.concatenate([scores, scores[first] * scores[second]])
    sums = _core.counted_sums(np.ascontiguousarray(rows.T), counts)
    products = np.zeros((len(counts), systems, systems))
    products[:, first, second] = sums[:, systems:]
    return _p_values_of(sums[:, :systems], products)


def _p_values_of(sums: Array, products: Array) -> Array:
    """The same from the systems' sums ``[..., systems]`` and sums of products ``[..., systems, systems]``."""
    from scipy.special import ndtr

    first, second = np.triu_indices(sums.shape[-1], 1)
    difference = sums[..., first] - sums[..., second]
    variance = (
        products[..., first, first] + products[..., second, second] - 2.0 * products[..., first, second]
    )
    size = products[..., first, first] + products[..., second, second]
    # Systems that tie everywhere have no variance: their difference is always as large as it is.
    ties = variance <= _SAME * size
    z = difference / np.sqrt(np.where(ties, 1.0, variance))
    p: Array = np.where(ties, 1.0, ndtr(-z))
    return p
