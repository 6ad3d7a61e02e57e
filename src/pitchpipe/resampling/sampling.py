"""Scores of systems on random samples of a test set.

Rows of statistics are additive, so a sample of the test set is a sum of rows, and its score is ``combine`` of
that sum. Every sample has its own stream of random numbers, keyed by the seed and the number of the sample:
the same samples are drawn for all systems and metrics, and with any number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import index
from typing import Protocol

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric

MOST_SAMPLES = 1_000_000
#: Sums that are held at a time; memory stays bounded, whatever the number of samples.
BLOCK = 1 << 21


@dataclass(frozen=True)
class Sampling:
    """How many samples are drawn, from which random numbers, and the level of intervals in per cent."""

    samples: int = 10_000
    seed: int = 12345
    confidence: float = 95

    def __post_init__(self) -> None:
        samples = _whole("the number of samples", self.samples, 1, MOST_SAMPLES)
        seed = _whole("the seed", self.seed, 0, 2**64 - 1)
        confidence = self.confidence
        if isinstance(confidence, bool) or not isinstance(confidence, int | float | np.number):
            raise ParameterError(f"confidence must be a number of per cent, not {confidence!r}")
        if 0 < confidence < 1:
            raise ParameterError(
                f"confidence is in per cent, not {confidence}: did you mean {100 * confidence:g}?"
            )
        if not (math.isfinite(confidence) and 0 < confidence < 100):
            raise ParameterError(
                f"confidence must be between 0 and 100 per cent, both excluded, not {confidence}"
            )
        object.__setattr__(self, "samples", samples)
        object.__setattr__(self, "seed", seed)

    @property
    def alpha(self) -> float:
        """The level of significance, 0.05 at a confidence of 95."""
        return (100 - self.confidence) / 100

    def to_dict(self) -> dict[str, float | int]:
        """How an interval was drawn, for JSON."""
        return {"level": float(self.confidence), "samples": self.samples, "seed": self.seed}


class Combining(Protocol):
    """A metric, or whatever else makes scores of summed rows."""

    def combine(self, sums: Array) -> Array:
        """Scores ``[...]`` from sums ``[..., k]``."""


def bootstrap_scores(metric: Combining, rows: Array, sampling: Sampling) -> Array:
    """Scores of systems on test sets drawn with replacement, ``[samples, systems]``.

    ``rows`` is ``[systems, segments, k]``; a sample has the same segments for every system.
    """
    systems, segments, k = rows.shape
    beside = np.ascontiguousarray(rows.transpose(1, 0, 2), dtype=np.float64).reshape(segments, systems * k)

    def draw(first: int, samples: int) -> Array:
        sums = _core.bootstrap_sums(beside, first, samples, sampling.seed)
        return metric.combine(sums.reshape(samples, systems, k))

    return _in_blocks(draw, sampling.samples, systems * k)


def permuted_scores(metric: Metric, rows: Array, sampling: Sampling) -> Array:
    """Scores of outputs dealt anew to the systems, segment by segment, ``[samples, systems]``.

    ``rows`` is ``[systems, segments, k]``; with two systems, a coin decides for every segment whether they
    swap their outputs.
    """
    systems, _, k = rows.shape
    rows = np.ascontiguousarray(rows, dtype=np.float64)

    def draw(first: int, samples: int) -> Array:
        return metric.combine(_core.permuted_sums(rows, first, samples, sampling.seed))

    return _in_blocks(draw, sampling.samples, systems * k)


def _in_blocks(draw: Callable[[int, int], Array], samples: int, numbers: int) -> Array:
    """What ``draw`` gives for blocks of samples, each of so many numbers."""
    return np.concatenate([draw(first, count) for first, count in _blocks(samples, numbers)])


def _blocks(samples: int, numbers: int) -> Iterator[tuple[int, int]]:
    size = max(1, BLOCK // max(1, numbers))
    for first in range(0, samples, size):
        yield first, min(size, samples - first)


def _whole(what: str, value: object, least: int, most: int) -> int:
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if isinstance(value, bool) or not least <= number <= most:
        raise ParameterError(f"{what} must be a whole number from {least} to {most}, not {value!r}")
    return number
