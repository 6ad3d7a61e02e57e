"""Scores of corpora larger than memory: their blocks are scored by workers, and only sums come back.

The same bits come out whatever the engine, the number of workers or of parts: sums are taken within blocks,
which the files alone decide, and blocks are added in their order. Intervals come from a Poisson bootstrap,
in which every segment is drawn by itself; see :func:`pitchpipe.score`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.scores import Group, Score
from pitchpipe.engines.engine import Engine
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.measuring.block_jobs import Scoring, Texts
from pitchpipe.measuring.block_sums import Sums
from pitchpipe.measuring.estimating import dividable, prepared
from pitchpipe.measuring.kept_blocks import segments_of
from pitchpipe.measuring.measured import Missing
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.scored import score_of
from pitchpipe.resampling.intervals import percentile_intervals
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.heads import heads
from pitchpipe.text.shards.kept import KeptFolder
from pitchpipe.text.shards.running import Running, changed, described
from pitchpipe.text.shards.shards import Shards
from pitchpipe.text.shards.stretches import Block, blocks_of


def score_shards(
    shards: Shards,
    metrics: Iterable[str | Metric],
    how: Running,
    *,
    keep: KeptFolder | None = None,
    by: str | None = None,
    sampling: Sampling | None = None,
    missing: Missing = "error",
    resources: Resources = NO_RESOURCES,
) -> ScoreTable:
    """Scores every system of a corpus in files with every metric.

    ``keep`` is the folder that the scores of segments go to.
    """
    if how.resume and keep is None:
        raise ParameterError(
            "only a run that keeps the scores of segments can be gone on with (--segments-to)"
        )
    asked = dividable(metrics, resources)
    if not asked:
        raise ParameterError("there is no metric to score with")
    referenced = any(metric.wants("references") for metric in asked.values())
    texts = Texts(shards, resources, missing, referenced)
    with how.opened() as engine:
        return _run(texts, asked, engine, how, keep, by, sampling)


def _run(
    texts: Texts,
    asked: dict[str, Metric],
    engine: Engine,
    how: Running,
    keep: KeptFolder | None,
    by: str | None,
    sampling: Sampling | None,
) -> ScoreTable:
    blocks = blocks_of(texts.shards.stretches(engine))
    each = (one for block in blocks for one in block.stretches)
    first = texts.first(each, skip_corrupt=how.skip_corrupt)
    _require_texts(first, list(asked.values()), by)
    ready = prepared(asked, first, texts.read, engine, blocks, how)
    job = Scoring(texts, tuple(ready.values()), tuple(asked), by, sampling, how.skip_corrupt, keep)
    total, done = _scored(job, engine, blocks, how)
    if not total.segments:
        raise DataError("there are no segments to score")
    table = _table(job, asked, total, first, sampling)
    if keep is not None:
        _end(keep, job, blocks, done, table)
    return table


def _require_texts(first: Batch, metrics: Sequence[Metric], by: str | None) -> None:
    """Says what is missing before anything long begins."""
    for metric in metrics:
        if metric.wants("source") and first.sources is None:
            raise MissingError(f"{metric.spec} needs the source: say where it is, source=NAME or -s")
    if by is not None and by not in {"domain", "document"}:
        raise ParameterError(f"segments cannot be grouped by {by!r}: choose domain or document")


def _scored(
    job: Scoring, engine: Engine, blocks: Sequence[Block], how: Running
) -> tuple[Sums, dict[int, dict[str, Any]]]:
    """The sums of all blocks, in their order, and what the manifest says of each."""
    if job.kept is not None:
        started = {**_described(job, blocks), "changed": changed(job.texts.shards.files)}
        job.kept.begin(started, resume=how.resume)
    total, facts = job.zero(), {}
    for one in how.results(engine, job, blocks, segments_of, job.is_done, job.again):
        total.add(one.sums)
        facts[one.number] = {"rows": one.sums.segments, "sha256": one.digest}
    return total, facts


def _table(
    job: Scoring, asked: dict[str, Metric], total: Sums, first: Batch, sampling: Sampling | None
) -> ScoreTable:
    systems = job.texts.shards.systems
    scores: dict[tuple[str, str], Score] = {}
    start = 0
    for spec, metric in zip(asked, job.metrics, strict=True):
        columns = slice(start, start + len(metric.columns))
        start = columns.stop
        align = first.alignment_origin if metric.wants("alignment") else None
        intervals = _intervals(metric, total, columns, len(systems), sampling)
        for s, system in enumerate(systems):
            rows = total.rows[s : s + 1, columns]
            score = score_of(metric, rows, nrefs=total.nrefs, align=align, asked=asked[spec])
            groups = tuple(
                Group(name, float(metric.combine(sums[s, columns])), count)
                for name, (count, sums) in total.groups.items()
            )
            scores[system, spec] = replace(score, ci=intervals[s], groups=groups)
    return ScoreTable(
        systems,
        {metric.asked or spec: spec for spec, metric in asked.items()},
        scores,
        total.segments,
        skipped=total.skipped,
        sampling=sampling,
        heads=heads(list(asked), list(asked.values())),
        in_parts=True,
        corrupt=tuple(total.corrupt),
    )


def _intervals(
    metric: Metric, total: Sums, columns: slice, systems: int, sampling: Sampling | None
) -> list[tuple[float, float] | None]:
    if sampling is None or total.samples is None or total.segments < 2:
        return [None] * systems
    drawn = total.samples.reshape(sampling.samples, systems, -1)[..., columns]
    return percentile_intervals(np.asarray(metric.combine(drawn)), sampling.confidence)


def _described(job: Scoring, blocks: Sequence[Block]) -> dict[str, Any]:
    """What decides about the results, for JSON."""
    sampling = job.sampling
    return {
        "metrics": [metric.signature for metric in job.metrics],
        "systems": list(job.texts.shards.systems),
        "blocks": described(blocks),
        "by": job.by,
        "confidence": None if sampling is None else sampling.to_dict(),
        "missing": job.texts.missing,
        "skip_corrupt": job.skip_corrupt,
    }


def _end(
    kept: KeptFolder,
    job: Scoring,
    blocks: Sequence[Block],
    done: dict[int, dict[str, Any]],
    table: ScoreTable,
) -> None:
    files = [{"number": block.number, **done[block.number]} for block in blocks]
    kept.end(_described(job, blocks), files, table.to_dict())
