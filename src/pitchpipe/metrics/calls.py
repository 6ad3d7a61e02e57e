"""The calls people know from sacreBLEU, on top of the five steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pitchpipe.errors import DataError
from pitchpipe.metrics import arguments
from pitchpipe.metrics.base import Array, Metric
from pitchpipe.metrics.batch import Batch
from pitchpipe.results import Score, score_of

if TYPE_CHECKING:
    from pitchpipe.align.providers import Provider
    from pitchpipe.metrics.arguments import Lines, ReferencesBy

PAIRS_AT_ONCE = 1 << 18


def batch_of(
    hypotheses: Lines,
    references: Any,
    references_by: ReferencesBy | None,
    sources: Lines | None,
    aligner: Provider | None,
) -> Batch:
    """One system's lines with their references, checked."""
    hyps = arguments.lines(hypotheses, "hypotheses")
    if not hyps:
        raise DataError("there are no hypotheses")
    streams = arguments.streams(references, len(hyps), references_by)
    source = None if sources is None else arguments.lines(sources, "sources")
    if source is not None and len(source) != len(hyps):
        raise DataError(f"there are {len(source)} sources, but {len(hyps)} hypotheses")
    return Batch.from_streams(hyps, streams, sources=source, aligner=aligner)


def rows_of(metric: Metric, batch: Batch) -> tuple[Metric, Array]:
    """The prepared metric and the additive rows of a batch."""
    prepared = metric.prepare(batch)
    return prepared, prepared.weigh(prepared.measure(batch))


def corpus_score(
    metric: Metric,
    hypotheses: Lines,
    references: Any,
    references_by: ReferencesBy | None,
    sources: Lines | None,
    aligner: Provider | None,
) -> Score:
    """See :meth:`Metric.corpus_score`."""
    batch = batch_of(hypotheses, references, references_by, sources, aligner)
    prepared, rows = rows_of(metric, batch)
    return score_of(prepared, rows, nrefs=batch.nrefs, align=batch.alignment_origin, asked=metric)


def sentence_score(
    metric: Metric, hypothesis: str, references: Lines, source: str | None, aligner: Provider | None
) -> Score:
    """See :meth:`Metric.sentence_score`."""
    if not isinstance(hypothesis, str):
        raise DataError(f"the hypothesis must be a text, not {type(hypothesis).__name__}")
    if isinstance(references, str):
        raise DataError("references must be a list of texts: write [reference] around a single one")
    refs = arguments.lines(references, "references")
    if not refs:
        raise DataError("there are no references")
    batch = batch_of(
        [hypothesis], [[r] for r in refs], "stream", None if source is None else [source], aligner
    )
    prepared, rows = rows_of(metric, batch)
    return score_of(
        prepared, rows, nrefs=batch.nrefs, align=batch.alignment_origin, sentence=True, asked=metric
    )


def segment_scores(
    metric: Metric,
    hypotheses: Lines,
    references: Any,
    references_by: ReferencesBy | None,
    sources: Lines | None,
    aligner: Provider | None,
) -> Array:
    """See :meth:`Metric.segment_scores`."""
    prepared, rows = rows_of(metric, batch_of(hypotheses, references, references_by, sources, aligner))
    return prepared.segment(rows)


def matrix(metric: Metric, hypotheses: Lines, references: Lines) -> Array:
    """See :meth:`Metric.matrix`."""
    hyps = arguments.lines(hypotheses, "hypotheses")
    refs = arguments.lines(references, "references")
    if not hyps or not refs:
        return np.zeros((len(hyps), len(refs)))
    scores = np.empty((len(hyps), len(refs)))
    # Statistics are many times larger than scores: they exist for a block of hypotheses at a time.
    block = max(1, PAIRS_AT_ONCE // len(refs))
    for begin in range(0, len(hyps), block):
        some = hyps[begin : begin + block]
        rows = metric.weigh(metric.measure_pairs(some, refs))
        scores[begin : begin + block] = metric.segment(rows).reshape(len(some), len(refs))
    return scores
