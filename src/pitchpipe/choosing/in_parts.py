"""Choices from candidate lists larger than memory: blocks of whole segments, chosen from by workers.

The same bytes come out whatever the engine, the number of workers or of parts. What is chosen for a segment
depends on its own candidates alone, but for an oracle of the whole corpus, which is searched for among the
rows of all candidates: these come back, the texts do not.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.batch.scores import Score
from pitchpipe.choosing.candidates import Lists
from pitchpipe.choosing.list_jobs import SUFFIXES, ByRisk, ByWeights, Choosing, ChosenBlock, Style, Writing
from pitchpipe.choosing.list_oracles import Choices, Rows, require_search, searched
from pitchpipe.choosing.minimum_risk import require_utility
from pitchpipe.engines.engine import Engine
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.measuring.block_sums import Sums
from pitchpipe.measuring.estimating import dividable, prepared
from pitchpipe.measuring.kept_blocks import segments_of
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.scored import score_of
from pitchpipe.nbest.lists import NBest
from pitchpipe.nbest.shards import ListShards, ListStretch
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.text.files import StrPath, read_bytes
from pitchpipe.text.languages import word_tokenizer
from pitchpipe.text.shards.kept import KeptFolder
from pitchpipe.text.shards.running import Running, changed, described
from pitchpipe.text.shards.stretches import Block
from pitchpipe.tuning.list_parts import BlockRows, ListsBeside, Measuring
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitchpipe.showing.pages import Page
    from pitchpipe.tuning.weight_files import WeightFile


@dataclass(frozen=True, eq=False, repr=False)
class ChosenInParts(Shown):
    """A choice from lists in files, which is in the folder: how many segments there are.

    ``scores`` are those of the first candidates and of the chosen ones, by each metric that was asked for;
    ``signature`` says by which utility was chosen, if by any. What could not be read and was left out is
    ``corrupt``, in words.
    """

    folder: str
    segments: int
    scores: tuple[tuple[Score, Score], ...] = ()
    signature: str | None = None
    corrupt: tuple[str, ...] = ()
    #: The features of lists.
    features: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "segments": self.segments,
            "signature": self.signature,
            "scores": [{"before": before.score, "after": after.to_dict()} for before, after in self.scores],
            "corrupt": list(self.corrupt),
        }

    def page(self, decimals: int = 2) -> Page:
        """How many were chosen, and the scores."""
        from pitchpipe.choosing.pages import chosen_page

        return chosen_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of metrics."""
        from pitchpipe.choosing.machine_rows import before_after_rows

        return {"scores": lambda: before_after_rows(self.scores)}

    def _brief(self) -> str:
        return f"{counted(self.segments, 'segments')} in {self.folder}"


@dataclass(frozen=True, eq=False, repr=False)
class OraclesInParts(Choices):
    """What lists in files could have scored; ``corrupt`` is what could not be read and was left out."""

    corrupt: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {**super().to_dict(), "corrupt": list(self.corrupt)}

    def page(self, decimals: int = 2) -> Page:
        """The table of ``pitchpipe oracle``."""
        from pitchpipe.choosing.pages import left_out_notes

        page = super().page(decimals)
        return replace(page, notes=(*page.notes, *left_out_notes(self.corrupt)))


def mbr_in_parts(
    lists: ListShards,
    metric: str | Metric,
    how: Running,
    to: StrPath,
    *,
    posterior: str | Mapping[str, float] | WeightFile | None,
    temperature: float,
    aggregate: bool,
    source: str | None,
    resources: Resources,
    style: Style,
) -> ChosenInParts:
    """The candidates with the best expected score, see :func:`pitchpipe.mbr`."""
    utility = get(metric)
    require_utility(utility)
    dividable([utility], resources)
    with how.opened() as engine:
        beside, blocks = ListsBeside.find(lists, (), source, resources, engine)
        pooled = _Pooled(beside)
        fixed = utility.with_tokenizer(word_tokenizer(resources.target_language))
        first = pooled.batch(beside.first_list(blocks)[1])
        (ready,) = prepared({utility.spec: fixed}, first, pooled.read, engine, blocks, how).values()
        choose = ByRisk(ready, posterior, temperature, aggregate, resources)
        told = {
            "utility": ready.for_sentences().signature,
            "posterior": _told(posterior),
            "temperature": temperature,
            "aggregate": aggregate,
        }
        job = Choosing(beside, choose, (), style, how.skip_corrupt, _folder(to, style))
        return _chosen(job, engine, blocks, how, told, signature=ready.for_sentences().signature)


def rerank_in_parts(
    lists: ListShards,
    weights: Mapping[str, float] | WeightFile,
    how: Running,
    to: StrPath,
    *,
    references: Sequence[str],
    metrics: Iterable[str | Metric],
    source: str | None,
    resources: Resources,
    style: Style,
) -> ChosenInParts:
    """The candidates that weights like best, see :func:`pitchpipe.rerank`."""
    asked = dividable(metrics, resources) if references else {}
    _require_source(asked, source)
    with how.opened() as engine:
        beside, blocks = ListsBeside.find(lists, references, source, resources, engine)
        ready: dict[str, Metric] = {}
        align = None
        if asked:
            first = beside.first_batch(blocks)
            ready = prepared(asked, first, beside.read, engine, blocks, how)
            align = first.alignment_origin
        metrics_used = tuple(ready.values())
        choose = ByWeights(weights)
        job = Choosing(beside, choose, metrics_used, style, how.skip_corrupt, _folder(to, style))
        told = {"weights": _told(weights), "metrics": [metric.signature for metric in metrics_used]}
        return _chosen(job, engine, blocks, how, told, asked=asked, align=align)


def oracle_in_parts(
    lists: ListShards,
    references: Sequence[str],
    metric: str | Metric,
    how: Running,
    to: StrPath | None,
    *,
    restarts: int,
    seed: int,
    source: str | None,
    resources: Resources,
) -> OraclesInParts:
    """The best and the worst choice, see :func:`pitchpipe.oracle`; with ``to``, its texts are written."""
    if how.resume and to is None:
        raise ParameterError("only a run that keeps what it chooses can be gone on with (-o FOLDER)")
    if not references:
        raise DataError("there is no reference: give one with -r FILE")
    require_search(restarts, seed)
    asked = get(metric)
    every = dividable([asked], resources)
    _require_source(every, source)
    keep = None if to is None else _folder(to, "text")
    with how.opened() as engine:
        beside, blocks = ListsBeside.find(lists, references, source, resources, engine)
        first = beside.first_batch(blocks)
        (ready,) = prepared(every, first, beside.read, engine, blocks, how).values()
        told = {"metric": ready.signature, "restarts": restarts, "seed": seed}
        job = Measuring(beside, ready, how.skip_corrupt, keep)
        about = _about(job.beside, blocks, how, told)
        if keep is not None:
            keep.begin({**about, "changed": changed(beside.files)}, resume=how.resume)
        found = list(how.results(engine, job, blocks, lambda one: len(one.sizes), job.is_done, job.again))
        rows = _together(asked, ready, found, first.alignment_origin)
        choices = searched(rows, restarts, seed)
        corrupt = tuple(what for one in found for what in one.corrupt)
        own = {one.name: getattr(choices, one.name) for one in fields(choices)}
        result = OraclesInParts(**own, corrupt=corrupt)
        if keep is not None:
            files = _written(
                Writing(beside, how.skip_corrupt, keep), found, rows, result, engine, blocks, how
            )
            keep.end(about, files, result.to_dict())
    return result


@dataclass(frozen=True)
class _Pooled:
    """Lists as their own references, without a hypothesis: what a utility is prepared on."""

    beside: ListsBeside

    def read(self, stretch: ListStretch) -> Iterator[Batch]:
        """The lists of a stretch."""
        return (self.batch(nbest) for _, nbest in self.beside.batches(stretch))

    def batch(self, nbest: NBest) -> Batch:
        """A list."""
        own = Lists.of(nbest).distinct()
        return Batch([], own.texts, own.offsets.astype(np.uint32), resources=self.beside.resources)


def _folder(to: StrPath, style: Style) -> KeptFolder:
    if style not in SUFFIXES:
        raise ParameterError(f"choices are kept as {', '.join(SUFFIXES)}, not as {style!r}")
    return KeptFolder(os.fspath(to), "chosen", SUFFIXES[style], "choices")


def _require_source(asked: Mapping[str, Metric], source: str | None) -> None:
    for spec, metric in asked.items():
        if metric.wants("source") and source is None:
            raise MissingError(f"{spec} needs the source: say where it is, -s FILE")


def _told(opinion: str | Mapping[str, float] | WeightFile | None) -> Any:
    """Weights, for JSON."""
    if opinion is None or isinstance(opinion, str):
        return opinion
    return dict(opinion) if isinstance(opinion, Mapping) else dict(opinion.weights)


def _about(
    beside: ListsBeside, blocks: Sequence[Block], how: Running, told: Mapping[str, Any]
) -> dict[str, Any]:
    """What decides about the results, for JSON."""
    return {
        **told,
        "blocks": described(blocks),
        "files": list(beside.files),
        "skip_corrupt": how.skip_corrupt,
    }


def _chosen(
    job: Choosing,
    engine: Engine,
    blocks: Sequence[Block],
    how: Running,
    told: Mapping[str, Any],
    *,
    signature: str | None = None,
    asked: Mapping[str, Metric] = MappingProxyType({}),
    align: str | None = None,
) -> ChosenInParts:
    """Runs the job; the folder is complete then."""
    about = _about(job.beside, blocks, how, {**told, "style": job.style})
    job.kept.begin({**about, "changed": changed(job.beside.files)}, resume=how.resume)
    total, files = job.zero(), []
    for one in how.results(engine, job, blocks, segments_of, job.kept.is_done, job.again):
        total.add(one.sums)
        files.append({"number": one.number, "rows": one.sums.segments, "sha256": one.digest})
    scores = _scores(asked, job.metrics, total, align)
    features = job.beside.names or ()
    result = ChosenInParts(job.kept.folder, total.segments, scores, signature, tuple(total.corrupt), features)
    job.kept.end(about, files, result.to_dict())
    return result


def _scores(
    asked: Mapping[str, Metric], metrics: Sequence[Metric], total: Sums, align: str | None
) -> tuple[tuple[Score, Score], ...]:
    """By each metric the score of the first candidates, and of the chosen ones."""
    scores = []
    start = 0
    for metric, name in zip(metrics, asked.values(), strict=True):
        columns = slice(start, start + len(metric.columns))
        start = columns.stop
        before, after = (
            score_of(metric, total.rows[k : k + 1, columns], nrefs=total.nrefs, align=align, asked=name)
            for k in (0, 1)
        )
        scores.append((before, after))
    return tuple(scores)


def _together(asked: Metric, ready: Metric, found: Sequence[BlockRows], align: str | None) -> Rows:
    """The rows of all blocks."""
    sizes = np.concatenate([one.sizes for one in found])
    if not len(sizes):
        raise DataError("there are no candidates")
    counts = [one.references for one in found if one.references is not None]
    low, high = min(one[0] for one in counts), max(one[1] for one in counts)
    return Rows(
        asked,
        ready,
        np.concatenate([one.rows for one in found]),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        str(low) if low == high else "var",
        align,
    )


def _written(
    job: Writing,
    found: Sequence[BlockRows],
    rows: Rows,
    result: Choices,
    engine: Engine,
    blocks: Sequence[Block],
    how: Running,
) -> list[dict[str, Any]]:
    """Writes the texts of the best choice, block by block; what the manifest says of each."""
    chosen = result.best.chosen - rows.offsets[:-1]
    ends = np.cumsum([len(one.sizes) for one in found]).tolist()
    parts = [
        ChosenBlock(block.number, block.stretches, chosen[end - len(one.sizes) : end])
        for block, one, end in zip(blocks, found, ends, strict=True)
    ]

    def again(number: int) -> tuple[int, str]:
        return len(found[number].sizes), sha256(read_bytes(job.kept.file(number))).hexdigest()

    quiet = replace(how, show=None)
    written = quiet.results(
        engine, job, parts, done=lambda number: job.kept.file(number).exists(), again=again
    )
    return [
        {"number": block.number, "rows": count, "sha256": digest}
        for block, (count, digest) in zip(blocks, written, strict=True)
    ]
