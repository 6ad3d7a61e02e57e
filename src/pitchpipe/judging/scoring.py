"""Systems by the scores that people gave them: raw, and as z-scores by annotator."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.judging.protocols.base import Protocol
from pitchpipe.judging.ratings import rated, z_scale
from pitchpipe.judging.store.records import Judgment
from pitchpipe.resampling.intervals import Interval, percentile_intervals
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores


@dataclass(frozen=True)
class SystemMean:
    """A system's mean of scores and of z-scores, weighed by the inverse of items' probabilities."""

    system: str
    judgments: int
    mean: float
    interval: Interval | None
    z: float
    z_interval: Interval | None

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "system": self.system,
            "judgments": self.judgments,
            "mean": self.mean,
            "interval": None if self.interval is None else list(self.interval),
            "z": self.z,
            "z_interval": None if self.z_interval is None else list(self.z_interval),
        }


class _Mean:
    """A weighed mean of sums of (weight, weight x value)."""

    def combine(self, sums: Array) -> Array:
        found: Array = np.full(sums.shape[:-1], np.nan)
        np.divide(sums[..., 1], sums[..., 0], out=found, where=sums[..., 0] > 0)
        return found


def system_means(
    protocol: Protocol, judgments: Sequence[Judgment], systems: Sequence[str], sampling: Sampling
) -> tuple[SystemMean, ...]:
    """Every judged system's means, the best first, with bootstrap intervals over segments."""
    scale = z_scale(protocol, judgments)
    rows: dict[str, dict[int, list[tuple[float, float, float]]]] = defaultdict(lambda: defaultdict(list))
    for judgment in judgments:
        weight = 1 / judgment.item.probability
        for (at,), score in rated(protocol, judgment):
            own = rows[judgment.item.systems[at]][judgment.item.segment]
            own.append((weight, score, scale(judgment.annotator, score)))
    found = [_mean(system, rows[system], sampling) for system in systems if system in rows]
    return tuple(sorted(found, key=lambda one: -one.z))


def _mean(
    system: str, segments: dict[int, list[tuple[float, float, float]]], sampling: Sampling
) -> SystemMean:
    means = []
    for column in (1, 2):
        summed = np.array(
            [
                [sum(one[0] for one in own), sum(one[0] * one[column] for one in own)]
                for own in segments.values()
            ]
        )
        interval = None
        if len(segments) > 1:
            (interval,) = percentile_intervals(
                bootstrap_scores(_Mean(), summed[None], sampling), sampling.confidence
            )
        means.append((float(_Mean().combine(summed.sum(axis=0))), interval))
    (mean, interval), (z, z_interval) = means
    return SystemMean(system, sum(map(len, segments.values())), mean, interval, z, z_interval)
