"""Scores of the systems of a test set, by any number of metrics."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from pitchpipe.batch.resources import Resources
from pitchpipe.batch.scores import Score
from pitchpipe.errors import ParameterError
from pitchpipe.measuring.measured import Errors, MeasuredSet, Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.scored import score_of, with_groups, with_segments
from pitchpipe.showing.heads import heads
from pitchpipe.text.files import StrPath
from pitchpipe.text.testset import TestSet, language_pair
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.engines.engine import Engine
    from pitchpipe.engines.progress import Progress
    from pitchpipe.measuring.kept_blocks import Style
    from pitchpipe.resampling.sampling import Sampling
    from pitchpipe.text.shards.shards import Shards

By = Literal["domain", "document"]


def score(
    test_set: TestSet | Shards | Any,
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
    engine: str | Engine | None = None,
    address: str | None = None,
    parts: int | None = None,
    segments_to: StrPath | None = None,
    segments_as: Style = "parquet",
    resume: bool = False,
    skip_corrupt: bool = False,
    languages: str | None = None,
    shown: Callable[[Progress], None] | None = None,
) -> ScoreTable:
    """Scores every system of a test set with every metric, or of a corpus in files larger than memory.

    ``segments`` keeps the sentence scores, ``by`` adds the score of each domain or document, ``confidence`` a
    bootstrap interval of this level in per cent to each score, from so many ``samples`` of the test set.
    A segment without any reference is an error, unless ``missing="skip"`` leaves it out; the table
    says how many were. A metric that lacks something (a source, a package, a model) stops the others, unless
    ``errors="keep"`` leaves its column empty and one succeeds. ``aligner`` says where word
    alignments come from, for metrics of word order: a model trained on the test set by default, see
    :mod:`pitchpipe.aligning`. ``progress`` is told the metric before each begins.

    A corpus in files (:class:`pitchpipe.TableShards`, :class:`pitchpipe.LineShards`) is scored in ``parts``
    by an ``engine``, ``"local"`` by default: results are the same for any number of parts and workers, of
    which the local engine has ``threads``. Then scores of segments go to the folder ``segments_to``, as
    Parquet or TSV (``segments_as``), and ``resume`` goes on with a run that was stopped; ``skip_corrupt``
    leaves out what cannot be read, and the table lists it; ``languages`` is a pair, ``de-en``; ``shown`` is
    told how far it is. Intervals come from a Poisson bootstrap there: each segment is drawn by itself, so
    that a sample has about, not exactly, as many segments as the corpus, and they differ from the usual ones
    by no more than chance does.

    So is a dataset of Hugging Face or of Ray, whose columns are called ``hypothesis``, ``reference`` and so
    on; :class:`pitchpipe.DatasetShards` says where they are called otherwise.
    """
    sampling = None
    if confidence is not None:
        from pitchpipe.resampling.sampling import Sampling

        sampling = Sampling(samples, seed, confidence)
    if not isinstance(test_set, TestSet):
        from pitchpipe.measuring.in_parts import score_shards
        from pitchpipe.measuring.kept_blocks import scores_folder
        from pitchpipe.text.shards.datasets import as_shards
        from pitchpipe.text.shards.running import Running

        if segments:
            raise ParameterError("the scores of segments of a corpus in files go to a folder: segments_to=")
        keep = None if segments_to is None else scores_folder(os.fspath(segments_to), segments_as)
        how = Running(engine or "local", threads, address, parts, resume, skip_corrupt, shown)
        source, target = (None, None) if languages is None else language_pair(languages)
        resources = Resources(source, target, aligner)
        with nullcontext() if threads is None else thread_count(threads):
            return score_shards(
                as_shards(test_set),
                metrics,
                how,
                keep=keep,
                by=by,
                sampling=sampling,
                missing=missing,
                resources=resources,
            )
    if engine is not None:
        raise ParameterError(
            "an engine is for a corpus in files, TableShards or LineShards: this is in memory"
        )
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
