"""Scores of the systems of a test set, by any number of metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Literal

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.batch import Batch
from pitchpipe.metrics.registry import get
from pitchpipe.results import ScoreTable, score_of, with_groups, with_segments
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.align.providers import Provider

Missing = Literal["error", "skip"]
By = Literal["domain", "document"]


def score(
    test_set: TestSet,
    metrics: Iterable[str | Metric] = ("bleu", "chrf", "ter"),
    *,
    segments: bool = False,
    by: By | None = None,
    missing: Missing = "error",
    aligner: Provider | None = None,
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> ScoreTable:
    """Scores every system of a test set with every metric.

    ``segments`` keeps the sentence scores, ``by`` adds the score of each domain or document.
    A segment without any reference is an error, unless ``missing="skip"`` leaves it out; the table
    says how many were. ``aligner`` says where word alignments come from, for metrics of word order: a
    model trained on the test set by default, see :mod:`pitchpipe.align`. ``progress`` is told the
    metric before each begins.
    """
    if isinstance(metrics, str | Metric):
        metrics = (metrics,)
    asked = {m if isinstance(m, str) else m.spec: get(m) for m in metrics}
    if not asked:
        raise ParameterError("there is no metric to score with")
    whole = len(test_set)
    test_set, numbers = _scorable(test_set, missing)
    groups = None if by is None else test_set.groups(by)
    batch = as_batch(test_set, aligner)
    n = len(test_set)
    scores = {}
    with nullcontext() if threads is None else thread_count(threads):
        for name, metric in {m.spec: m for m in asked.values()}.items():
            if progress is not None:
                progress(name)
            prepared = metric.prepare(batch)
            rows = prepared.weigh(prepared.measure(batch))
            for k, system in enumerate(test_set.systems):
                own = rows[k * n : (k + 1) * n]
                result = score_of(
                    prepared, own, nrefs=batch.nrefs, align=batch.alignment_origin, asked=metric
                )
                if segments:
                    result = with_segments(result, prepared, own)
                if groups is not None:
                    result = with_groups(result, prepared, own, groups)
                scores[system, name] = result
    specs = {written: metric.spec for written, metric in asked.items()}
    return ScoreTable(tuple(test_set.systems), specs, scores, n, numbers, whole - n)


def as_batch(test_set: TestSet, aligner: Provider | None = None) -> Batch:
    """All systems of a test set, one after the other, against all its references."""
    hypotheses = [line for lines in test_set.systems.values() for line in lines]
    return Batch.from_streams(
        hypotheses,
        list(test_set.references.values()),
        systems=tuple(test_set.systems),
        sources=test_set.source,
        source_language=test_set.source_language,
        aligner=aligner,
    )


def _scorable(test_set: TestSet, missing: Missing) -> tuple[TestSet, tuple[int, ...] | None]:
    """The segments that have a reference, and their numbers where others were left out."""
    if not test_set.systems:
        raise DataError("there is no system to score")
    if not test_set.references:
        raise DataError("there is no reference to score against")
    if missing not in {"error", "skip"}:
        raise ParameterError(f"missing must be 'error' or 'skip', not {missing!r}")
    kept, skipped = test_set.drop_unreferenced()
    lacking = set(test_set.unreferenced())
    if skipped and missing == "error":
        raise DataError(
            f"segment {min(lacking) + 1} has no reference ({skipped} such in all): "
            "leave them out with --missing skip (missing='skip' in Python)"
        )
    if not len(kept):
        raise DataError("there are no segments to score")
    numbers = tuple(i + 1 for i in range(len(test_set)) if i not in lacking)
    return kept, numbers if skipped else None
