"""Scores of corpora larger than memory: their blocks are scored by workers, and only sums come back.

The same bits come out whatever the engine, the number of workers or of parts: sums are taken within blocks,
which the files alone decide, and blocks are added in their order. Intervals come from a Poisson bootstrap,
in which every segment is drawn by itself; see :func:`pitchpipe.score`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.aligning import Aligner
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.scores import Group, Score
from pitchpipe.engines.engine import Engine
from pitchpipe.engines.named import opened
from pitchpipe.engines.progress import Progress, Tally
from pitchpipe.errors import DataError, MissingError, ParameterError, warn
from pitchpipe.measuring.block_jobs import Estimating, Scoring, Texts
from pitchpipe.measuring.block_sums import BlockSums, Sums
from pitchpipe.measuring.kept_blocks import KeptBlocks
from pitchpipe.measuring.measured import Missing
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.scored import score_of
from pitchpipe.resampling.intervals import percentile_intervals
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.heads import heads
from pitchpipe.text.shards.shards import Shards
from pitchpipe.text.shards.stretches import Block, blocks_of, parts_of

#: What a run may tell of itself.
Shown = Callable[[Progress], None]


@dataclass(frozen=True)
class InParts:
    """How a corpus is scored in parts.

    ``parts`` is how many, a block each by default; results do not depend on it. ``keep`` is the folder that
    the scores of segments are written to, as Parquet or TSV, and ``resume`` goes on with one. What cannot be
    read ends the run, unless ``skip_corrupt`` leaves it out and the table lists it.
    """

    engine: str | Engine = "local"
    workers: int | None = None
    address: str | None = None
    parts: int | None = None
    keep: KeptBlocks | None = None
    resume: bool = False
    skip_corrupt: bool = False
    show: Shown | None = None


def score_shards(
    shards: Shards,
    metrics: Iterable[str | Metric],
    how: InParts,
    *,
    by: str | None = None,
    sampling: Sampling | None = None,
    missing: Missing = "error",
    resources: Resources = NO_RESOURCES,
) -> ScoreTable:
    """Scores every system of a corpus in files with every metric."""
    if how.resume and how.keep is None:
        raise ParameterError(
            "only a run that keeps the scores of segments can be gone on with (--segments-to)"
        )
    asked = _asked(metrics, resources)
    referenced = any(metric.wants("references") for metric in asked.values())
    texts = Texts(shards, resources, missing, referenced)
    with opened(how.engine, workers=how.workers, address=how.address) as engine:
        return _run(texts, asked, engine, how, by, sampling)


def _run(
    texts: Texts,
    asked: dict[str, Metric],
    engine: Engine,
    how: InParts,
    by: str | None,
    sampling: Sampling | None,
) -> ScoreTable:
    blocks = blocks_of(texts.shards.stretches(engine))
    first = texts.first(one for block in blocks for one in block.stretches)
    _require_texts(first, list(asked.values()), by)
    prepared = _estimated(
        {spec: metric.prepare(first) for spec, metric in asked.items()}, asked, texts, engine, blocks, how
    )
    job = Scoring(texts, tuple(prepared.values()), tuple(asked), by, sampling, how.skip_corrupt, how.keep)
    total, done = _scored(job, engine, blocks, how)
    if not total.segments:
        raise DataError("there are no segments to score")
    table = _table(job, asked, total, first, sampling)
    if how.keep is not None:
        _end(how.keep, job, blocks, done, table)
    return table


def _asked(metrics: Iterable[str | Metric], resources: Resources) -> dict[str, Metric]:
    """Metrics by spec; those that cannot be measured in parts are refused."""
    if isinstance(metrics, str | Metric):
        metrics = (metrics,)
    asked = {metric.spec: metric for metric in map(get, metrics)}
    if not asked:
        raise ParameterError("there is no metric to score with")
    for spec, metric in asked.items():
        if (reason := metric.undividable()) is not None:
            raise ParameterError(f"{spec} cannot be measured in parts of a corpus: {reason}")
        if metric.wants("alignment") and not isinstance(resources.aligner, Aligner):
            raise MissingError(
                f"{spec} needs word alignments, and of a corpus in parts they come from a trained model: "
                "pitchpipe align --save MODEL, then --align-with MODEL"
            )
    return asked


def _require_texts(first: Batch, metrics: Sequence[Metric], by: str | None) -> None:
    """Says what is missing before anything long begins."""
    for metric in metrics:
        if metric.wants("source") and first.sources is None:
            raise MissingError(f"{metric.spec} needs the source: say where it is, source=NAME or -s")
    if by is not None and by not in {"domain", "document"}:
        raise ParameterError(f"segments cannot be grouped by {by!r}: choose domain or document")


def _estimated(
    prepared: dict[str, Metric],
    asked: dict[str, Metric],
    texts: Texts,
    engine: Engine,
    blocks: Sequence[Block],
    how: InParts,
) -> dict[str, Metric]:
    """The metrics with what all references tell; that takes a pass of its own."""
    wanted = [spec for spec, metric in asked.items() if metric.estimates]
    if not wanted:
        return prepared
    warn(f"{', '.join(wanted)}: the corpus is read twice, first to estimate a fact of all references")
    job = Estimating(texts, tuple(prepared[spec] for spec in wanted), how.skip_corrupt)
    totals: list[Any] = [0.0] * len(wanted)
    parts = parts_of(blocks, how.parts)
    # The blocks of a part have a line each in its result.
    tally = _tally(how, parts, lambda _: 0)
    for found in engine.run(job, parts, tally):
        for facts in found:
            totals = [a + b if len(b) else a for a, b in zip(totals, facts, strict=True)]
    estimated = {
        spec: prepared[spec].with_corpus_facts(total) for spec, total in zip(wanted, totals, strict=True)
    }
    return {**prepared, **estimated}


def _scored(
    job: Scoring, engine: Engine, blocks: Sequence[Block], how: InParts
) -> tuple[Sums, dict[int, dict[str, Any]]]:
    """The sums of all blocks, in their order, and what the manifest says of each."""
    finished: set[int] = set()
    if how.keep is not None:
        how.keep.begin({**_described(job, blocks), "changed": _changed(job)}, resume=how.resume)
        finished = {block.number for block in blocks if how.keep.done(block.number) is not None}
    parts = parts_of([block for block in blocks if block.number not in finished], how.parts)
    tally = _tally(how, parts, lambda found: sum(one.sums.segments for one in found))
    arriving = (one for found in engine.run(job, parts, tally) for one in found)
    total, facts = job.zero(), {}
    for block in blocks:
        one = _again(how.keep, block.number) if block.number in finished else next(arriving)
        total.add(one.sums)
        facts[block.number] = {"rows": one.sums.segments, "sha256": one.digest}
    # The engine ends its workers when it is asked for more than there is.
    next(arriving, None)
    return total, facts


def _again(kept: KeptBlocks | None, number: int) -> BlockSums:
    found = None if kept is None else kept.done(number)
    assert found is not None
    return found


def _tally(how: InParts, parts: Sequence[Any], size: Callable[[Any], int]) -> Tally:
    return Tally(len(parts), size, (lambda _: None) if how.show is None else how.show)


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
        "blocks": [
            {
                "bytes": sum(one.size for one in block.stretches),
                "of": [one.to_dict() for one in block.stretches],
            }
            for block in blocks
        ],
        "by": job.by,
        "confidence": None if sampling is None else sampling.to_dict(),
        "missing": job.texts.missing,
        "skip_corrupt": job.skip_corrupt,
    }


def _changed(job: Scoring) -> dict[str, int | None]:
    """When each file was changed last: scores of what it was before must not be mixed with new ones."""
    paths = (Path(file) for file in job.texts.shards.files)
    return {str(path): path.stat().st_mtime_ns if path.exists() else None for path in paths}


def _end(
    kept: KeptBlocks,
    job: Scoring,
    blocks: Sequence[Block],
    done: dict[int, dict[str, Any]],
    table: ScoreTable,
) -> None:
    files = [{"number": block.number, **done[block.number]} for block in blocks]
    kept.end(_described(job, blocks), files, table.to_dict())
