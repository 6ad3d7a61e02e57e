"""Segments drawn with replacement, the same for whoever draws so many from so many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array

#: Segments that are drawn at a time, over samples: memory stays bounded.
_BATCH = 1 << 20


@dataclass(frozen=True)
class Draws:
    """So many samples of so many segments; a sample depends on the seed and its number alone."""

    segments: int
    samples: int
    seed: int

    def __iter__(self) -> Iterator[tuple[NDArray[np.int64], Array]]:
        """Some samples at a time: what is drawn, and how often each segment is, ``[some, segments]``."""
        step = max(_BATCH // self.segments, 1)
        for begin in range(0, self.samples, step):
            drawn = np.stack([self._drawn(k) for k in range(begin, min(begin + step, self.samples))])
            of_sample = drawn + self.segments * np.arange(len(drawn))[:, None]
            times = np.bincount(of_sample.ravel(), minlength=drawn.size).astype(np.float64)
            yield drawn, times.reshape(drawn.shape)

    def _drawn(self, sample: int) -> NDArray[np.int64]:
        stream = np.random.default_rng([self.seed, sample])
        return stream.integers(0, self.segments, self.segments, dtype=np.int64)
