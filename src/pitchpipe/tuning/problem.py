"""What is to be tuned: candidates with features, and the statistics of a metric for each of them.

The statistics are measured once. Whatever weights are tried, the score of what they choose is the
metric's ``combine`` of summed rows (design: additive statistics), so every metric can be tuned to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch.batch import Batch, Streams
from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.tuning.lines import Lines
from pitchpipe.tuning.weights import Weights, as_vector
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.nbest.lists import NBest

#: So many summed rows are combined at a time, to bound the memory that takes.
BLOCK = 1 << 16
#: Breakpoints nearer to each other than this share of the weights' size differ by rounding only.
RESOLUTION = 1e-12


class Problem(Brief):
    """Candidates grouped by segment, the features to be weighed, and additive rows of a metric.

    Candidates of segment ``s`` are the rows ``offsets[s]`` to ``offsets[s + 1]`` of ``features`` and
    ``rows``. The metric is prepared.
    """

    def __init__(
        self,
        names: Sequence[str],
        features: Array,
        offsets: NDArray[np.int64],
        metric: Metric,
        rows: Array,
    ) -> None:
        self.names = tuple(names)
        self.features = np.asarray(features, dtype=np.float64)
        self.offsets = np.asarray(offsets, dtype=np.int64)
        self.metric = metric
        self.rows = np.asarray(rows, dtype=np.float64)
        if not self.names:
            raise DataError("the candidates have no features, so there is no weight to tune")
        if self.features.shape != (len(self.rows), len(self.names)):
            raise DataError(
                f"{len(self.rows)} candidates with {len(self.names)} features need a table of that "
                f"shape, not {self.features.shape}"
            )
        self._require_finite()
        self._search = _core.LineSearch(self.features, self.offsets, self.rows)

    def __reduce__(self) -> tuple[type[Problem], tuple[object, ...]]:
        """Pickled and copied by content."""
        return Problem, (self.names, self.features, self.offsets, self.metric, self.rows)

    def _brief(self) -> str:
        sizes = (
            (len(self.offsets) - 1, "segments"),
            (len(self.rows), "candidates"),
            (len(self.names), "features"),
        )
        return ", ".join([self.metric.spec, *(counted(*size) for size in sizes)])

    @classmethod
    def of(cls, nbest: NBest, against: Batch | Streams, metric: str | Metric) -> Problem:
        """Measures every candidate of a list against references, or as the batch made of it."""
        batch = against if isinstance(against, Batch) else nbest.batch(against)
        if len(batch) != len(nbest):
            raise DataError(f"the batch has {len(batch)} rows, but the n-best list {len(nbest)} candidates")
        prepared = get(metric).prepare(batch)
        rows = prepared.weigh(prepared.measure(batch))
        return cls(nbest.names, nbest.features, nbest.offsets, prepared, rows)

    def _require_finite(self) -> None:
        for values, what in ((self.features, "feature"), (self.rows, f"statistics of {self.metric.name}:")):
            if not np.isfinite(values).all():
                candidate, column = np.argwhere(~np.isfinite(values))[0]
                segment = int(np.searchsorted(self.offsets, candidate, side="right"))
                number = candidate - self.offsets[segment - 1] + 1
                names = self.names if values is self.features else self.metric.columns
                raise DataError(
                    f"candidate {number} of segment {segment}: {what} {names[column]} is no finite number"
                )

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.offsets) - 1

    def totals(self, weights: Weights) -> Array:
        """The model score of every candidate."""
        return self._search.totals(as_vector(self.names, weights))

    def best(self, weights: Weights) -> NDArray[np.intp]:
        """The row of the model-best candidate of every segment, the first one in a tie."""
        return self.best_of(self.totals(weights))

    def best_of(self, totals: Array) -> NDArray[np.intp]:
        """As :meth:`best`, from model scores."""
        return self._search.best(totals).astype(np.intp)

    def score(self, weights: Weights) -> float:
        """The metric's score of the candidates that the weights choose."""
        return float(self.metric.combine(self.rows[self.best(weights)].sum(axis=0)))

    def gain(self, weights: Weights) -> float:
        """As :meth:`score`, where higher is better for every metric."""
        return self.gain_of(self.totals(weights))

    def gain_of(self, totals: Array) -> float:
        """As :meth:`gain`, from model scores."""
        return float(self.gains(self.rows[self.best_of(totals)].sum(axis=0, keepdims=True))[0])

    def gains(self, sums: Array) -> Array:
        """Gains from summed rows ``[n, k]``; what has no score is worse than all that has."""
        blocks = [self.metric.combine(sums[at : at + BLOCK]) for at in range(0, len(sums), BLOCK)]
        scores = np.concatenate(blocks)
        # A single metric needs no scale: that is for mixing it with others.
        gains = scores if self.metric.is_endless else self.metric.gain(scores)
        return np.where(np.isnan(gains), -np.inf, gains)

    def lines(self, point: Array, totals: Array, directions: Array, low: Array, high: Array) -> Lines:
        """Every interval along the directions from a point, and the exact gain within each.

        ``totals`` are those of the point; ``low`` and ``high`` limit the steps along each direction.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            resolution = RESOLUTION * np.abs(point).max() / np.abs(directions).max(axis=1)
        resolution = np.where(np.isfinite(resolution), resolution, 0.0)
        breakpoints, starts, sums = self._search.search(
            totals, np.ascontiguousarray(directions), low, high, resolution
        )
        return Lines.between(breakpoints, starts, low, high, self.gains(sums))
