"""What people judged of a test set, and scores of systems on just that.

People's score of a system is the mean of its judged segments. A metric's score of the system is comparable if
it is of the same segments: what nobody judged may be easier or harder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.agreement.drawing import Draws
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.metrics.base import Metric
from pitchpipe.pickling import WithoutCaches, cached_property
from pitchpipe.text.testset import TestSet

Judged = NDArray[np.bool_]


def judged_cells(human: Human, test_set: TestSet) -> Judged:
    """``[systems, segments]``: what people judged; all segments of a system that was judged as a whole."""
    shape = (len(test_set.systems), len(test_set))
    if isinstance(human, SegmentScores | SystemScores | Ranks):
        return cells_of(human, shape)
    cells: Judged = np.zeros(shape, dtype=bool)
    groups = test_set.groups("document")
    for document, judged in zip(human.documents, ~np.isnan(human.values.T), strict=True):
        if document not in groups:
            raise DataError(f'{human.name} judges document "{document}", which the test set lacks')
        cells[np.ix_(judged, groups[document])] = True
    return cells


def cells_of(human: SegmentScores | SystemScores | Ranks, shape: tuple[int, int]) -> Judged:
    """The same of judgments that name no documents."""
    if isinstance(human, SegmentScores):
        return ~np.isnan(human.values)
    cells: Judged = np.zeros(shape, dtype=bool)
    if isinstance(human, Ranks):
        cells[human.first, human.segment] = True
        cells[human.second, human.segment] = True
    else:
        cells[~np.isnan(human.values)] = True
    return cells


def coverage(human: Human, cells: Judged, *, judged_only: bool) -> str:
    """On which segments metrics score whole systems, in words; empty where people judged all of them."""
    if isinstance(human, SystemScores):
        return "metrics on all segments"
    if cells.all():
        return ""
    if judged_only:
        return "metrics on the judged segments only"
    return f"metrics on all segments, people judged {int(cells.sum())} of {cells.size} translations"


def system_scores(metric: Metric, rows: Array, cells: Judged | None = None) -> Array:
    """The scores of systems from additive rows ``[systems, segments, k]``, or from some of them.

    A system of which no segment is left has no score: NaN.
    """
    if cells is None or cells.all():
        return metric.combine(rows.sum(axis=1))
    there = cells.any(axis=1)
    scores = np.full(len(rows), np.nan)
    if there.any():
        scores[there] = metric.combine(rows[there].sum(axis=1, where=cells[there, :, None]))
    return scores


@dataclass(frozen=True, eq=False)
class SystemsOf(WithoutCaches):
    """A metric's scores of systems where segments count more than once or not at all; higher is better.

    ``rows`` are additive, ``[systems, segments, k]``; of ``cells``, where there are any, only the true ones
    count.
    """

    metric: Metric
    rows: Array
    cells: Judged | None = None

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return int(self.rows.shape[1])

    @cached_property
    def _by_segment(self) -> Array:
        """The rows of all systems side by side, each with whether it counts, where some do not."""
        rows = self.rows
        if self.cells is not None:
            counts = self.cells[:, :, None]
            rows = np.concatenate([np.where(counts, rows, 0.0), counts], axis=2)
        return np.ascontiguousarray(rows.swapaxes(0, 1)).reshape(self.segments, -1)

    def __call__(self, times: Array) -> Array:
        """``[samples, systems]``; ``times`` is ``[samples, segments]``. NaN where nothing counts."""
        sums = _core.counted_sums(self._by_segment, times).reshape(len(times), len(self.rows), -1)
        if self.cells is None:
            return self.metric.oriented(self.metric.combine(sums))
        scores = np.where(sums[..., -1] > 0, self.metric.combine(sums[..., :-1]), np.nan)
        return self.metric.oriented(scores)

    @cached_property
    def remembered(self) -> dict[Draws, Array]:
        """The scores in samples, see ``drawn_systems``."""
        return {}


def drawn_systems(metrics: Sequence[SystemsOf], draws: Draws) -> list[Array]:
    """The scores in samples, ``[samples, systems]`` of each metric.

    Several statistics want them, so they are remembered; and drawing takes time, so it is done for all.
    """
    new = [one for one in metrics if draws not in one.remembered]
    found: list[list[Array]] = [[] for _ in new]
    for _, times in draws if new else ():
        for scores, one in zip(found, new, strict=True):
            scores.append(one(times))
    for scores, one in zip(found, new, strict=True):
        one.remembered[draws] = np.concatenate(scores)
    return [one.remembered[draws] for one in metrics]
