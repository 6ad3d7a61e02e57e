"""From the rows of a batch to scores with their signatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.scores import Group, Score
from pitchpipe.batch.values import Array
from pitchpipe.metrics.signatures import signature

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric

#: Rows that are measured together: of a large text, the numbers of its words are never all there.
ROWS_AT_ONCE = 1 << 15


def rows_of(metric: Metric, batch: Batch) -> tuple[Metric, Array]:
    """The prepared metric and the additive rows of a batch."""
    prepared = metric.prepare(batch)
    if len(batch) <= ROWS_AT_ONCE or not metric.by_segment:
        return prepared, prepared.weigh(prepared.measure(batch))
    rows = np.empty((len(batch), len(prepared.columns)))
    end = 0
    for part in batch.parts(ROWS_AT_ONCE):
        begin, end = end, end + len(part)
        rows[begin:end] = prepared.weigh(prepared.measure(part))
    return prepared, rows


def score_of(
    metric: Metric,
    rows: Array,
    *,
    nrefs: str,
    align: str | None = None,
    sentence: bool = False,
    asked: Metric | None = None,
) -> Score:
    """The score of a prepared metric on additive rows, of a corpus or of a single sentence.

    ``asked`` is the metric before it was prepared; the score bears its name, while the signature
    shows the prepared values.
    """
    sums = rows.sum(axis=0)
    align = align if metric.wants("alignment") else None
    shown = metric.for_sentences() if sentence else metric
    value = metric.segment(rows)[0] if sentence else metric.combine(sums)
    return Score(
        metric=(asked or metric).spec,
        title=metric.label or metric.title,
        score=float(value),
        signature=signature(shown, nrefs=nrefs, align=align),
        short_signature=signature(shown, nrefs=nrefs, align=align, short=True),
        higher_is_better=metric.higher_is_better,
        parts=metric.parts(sums),
        further_decimals=metric.further_decimals(np.array([value])),
        say=partial(metric.verbose, sums),
    )


def with_segments(score: Score, metric: Metric, rows: Array) -> Score:
    """The score with the sentence scores behind it."""
    return replace(score, segments=metric.segment(rows))


def with_groups(score: Score, metric: Metric, rows: Array, groups: Mapping[str, NDArray[np.intp]]) -> Score:
    """The score with those of groups of segments."""
    scored = tuple(
        Group(name, float(metric.combine(rows[members].sum(axis=0))), len(members))
        for name, members in groups.items()
    )
    return replace(score, groups=scored)
