"""Scores of the systems of a test set, by any number of metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pitchpipe.batch.scores import Score
from pitchpipe.measuring.measured import Errors, MeasuredSet, Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.scored import score_of, with_groups, with_segments
from pitchpipe.showing.heads import heads
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.resampling.sampling import Sampling

By = Literal["domain", "document"]


def score(
    test_set: TestSet,
    metrics: Iterable[str | Metric] = ("bleu", "chrf", "ter"),
    *,
    segments: bool = False,
    by: By | None = None,
    confidence: float | None = None,
    samples: int = 10_000,
    seed: int = 12345,
    missing: Missing = "error",
    errors: Errors = "raise",
    aligner: Aligning | None = None,
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> ScoreTable:
    """Scores every system of a test set with every metric.

    ``segments`` keeps the sentence scores, ``by`` adds the score of each domain or document, ``confidence`` a
    bootstrap interval of this level in per cent to each score, from so many ``samples`` of the test set.
    A segment without any reference is an error, unless ``missing="skip"`` leaves it out; the table
    says how many were. A metric that lacks something (a source, a package, a model) stops the others, unless
    ``errors="keep"`` leaves its column empty and one succeeds. ``aligner`` says where word
    alignments come from, for metrics of word order: a model trained on the test set by default, see
    :mod:`pitchpipe.aligning`. ``progress`` is told the metric before each begins.
    """
    sampling = None
    if confidence is not None:
        from pitchpipe.resampling.sampling import Sampling

        sampling = Sampling(samples, seed, confidence)
    if by is not None:
        test_set.groups(by)  # what the test set does not say is told before anything is counted
    test_set = test_set.with_aligner(aligner)
    warn_of_oddities(test_set)
    measured = measure(test_set, metrics, missing=missing, errors=errors, threads=threads, progress=progress)
    groups = None if by is None else measured.test_set.groups(by)
    scores: dict[tuple[str, str], Score] = {}
    for one in measured:
        for system, rows in zip(one.systems, one.rows(), strict=True):
            result = score_of(one.metric, rows, nrefs=one.nrefs, align=one.align, asked=one.asked)
            if segments:
                result = with_segments(result, one.metric, rows)
            if groups is not None:
                result = with_groups(result, one.metric, rows, groups)
            scores[system, one.spec] = result
    if sampling is not None:
        with nullcontext() if threads is None else thread_count(threads):
            scores = _with_intervals(scores, measured, sampling)
    kept = measured.test_set
    return ScoreTable(
        measured.systems,
        measured.names,
        scores,
        len(kept),
        measured.numbers,
        measured.skipped,
        sampling,
        heads(list(measured.measurements), [one.asked for one in measured]),
        measured.errors,
    )


def _with_intervals(
    scores: Mapping[tuple[str, str], Score], measured: MeasuredSet, sampling: Sampling
) -> dict[tuple[str, str], Score]:
    """Scores by system and metric, each with its interval; the same samples are drawn for all."""
    from pitchpipe.resampling.intervals import score_intervals

    found = dict(scores)
    for one in measured:
        intervals = score_intervals(one.metric, one.rows(), sampling)
        for system, interval in zip(one.systems, intervals, strict=True):
            found[system, one.spec] = replace(scores[system, one.spec], ci=interval)
    return found
