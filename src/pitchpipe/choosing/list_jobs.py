"""What workers do with the candidate lists of a part: read, choose, write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from pitchpipe.batch.resources import Resources
from pitchpipe.choosing.machine_rows import tsv_lines
from pitchpipe.choosing.minimum_risk import minimum_risk
from pitchpipe.choosing.reranking import reranked
from pitchpipe.measuring.block_sums import BlockSums, Sums
from pitchpipe.measuring.kept_blocks import keep_sums
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest
from pitchpipe.nbest.shards import ListStretch
from pitchpipe.showing.json_output import json_line
from pitchpipe.text.files import line_bytes
from pitchpipe.text.shards.kept import KeptFolder
from pitchpipe.text.shards.running import UnreadableError, left_out
from pitchpipe.text.shards.stretches import Block
from pitchpipe.tuning.list_parts import ListsBeside

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pitchpipe.tuning.weight_files import WeightFile

Style = Literal["text", "tsv", "json"]
#: What a file of each style is called.
SUFFIXES: dict[Style, str] = {"text": "txt", "tsv": "tsv", "json": "jsonl"}


@dataclass(frozen=True)
class ByRisk:
    """Minimum Bayes risk, see :func:`pitchpipe.mbr`; the metric is prepared."""

    metric: Metric
    posterior: str | Mapping[str, float] | WeightFile | None
    temperature: float
    aggregate: bool
    resources: Resources

    #: What the number of a chosen candidate is called.
    value = "expected"

    def __call__(self, nbest: NBest, sources: Sequence[str] | None) -> Chosen:
        found = minimum_risk(
            nbest,
            self.metric,
            posterior=self.posterior,
            temperature=self.temperature,
            aggregate=self.aggregate,
            sources=sources,
            language=self.resources.target_language,
            annotator=self.resources.annotator,
        )
        return Chosen(found.chosen, list(found.segments()))


@dataclass(frozen=True)
class ByWeights:
    """New weights, see :func:`pitchpipe.rerank`."""

    weights: Mapping[str, float] | WeightFile

    value = "total"

    def __call__(self, nbest: NBest, _: Sequence[str] | None) -> Chosen:
        found = reranked(nbest, self.weights)
        return Chosen(found.chosen, found.to_dict()["segments"])


@dataclass(frozen=True)
class Chosen:
    """One candidate of each segment, as rows of a list, and what is said of it."""

    rows: NDArray[np.intp]
    segments: list[dict[str, Any]]


@dataclass(frozen=True)
class Choosing:
    """Chooses a candidate of each segment; the finished texts of blocks are kept in a folder.

    The sums of ``metrics``, which are prepared, are those of the first candidates and of the chosen ones.
    """

    beside: ListsBeside
    choose: ByRisk | ByWeights
    metrics: tuple[Metric, ...]
    style: Style
    skip_corrupt: bool
    kept: KeptFolder

    def zero(self) -> Sums:
        """Sums of nothing."""
        return Sums.zero(2, sum(len(metric.columns) for metric in self.metrics), None)

    def again(self, number: int) -> BlockSums:
        """The sums of a block that was finished by a run before."""
        return BlockSums.load(self.kept.mark(number))

    def __call__(self, part: tuple[Block, ...]) -> list[BlockSums]:
        return [self._block(block) for block in part]

    def _block(self, block: Block) -> BlockSums:
        total = self.zero()
        segments: list[tuple[int, dict[str, Any]]] = []
        for stretch in cast("tuple[ListStretch, ...]", block.stretches):
            sums = self.zero()
            own: list[tuple[int, dict[str, Any]]] = []
            try:
                for first, nbest in self.beside.batches(stretch):
                    chosen = self.choose(nbest, self.beside.sources(first, nbest.segments))
                    own += enumerate(chosen.segments, first)
                    sums.add(self._sums(first, nbest, chosen))
            except UnreadableError as error:
                if not self.skip_corrupt:
                    raise
                # Nothing of it is taken: what was read before it broke would depend on where that was.
                sums, own = self.zero(), []
                sums.corrupt.append(left_out(error, stretch))
            total.add(sums)
            segments += own
        return keep_sums(self.kept, block.number, total, written(segments, self.style, self.choose.value))

    def _sums(self, first: int, nbest: NBest, chosen: Chosen) -> Sums:
        sums = replace(self.zero(), segments=nbest.segments)
        if not self.metrics:
            return sums
        batch = self.beside.held_against(first, nbest)
        every = np.concatenate([metric.weigh(metric.measure(batch)) for metric in self.metrics], axis=1)
        both = (nbest.offsets[:-1], chosen.rows)
        counts = batch.references_per_segment
        return replace(
            sums,
            rows=np.stack([every[rows].sum(axis=0) for rows in both]),
            references=(int(counts.min()), int(counts.max())),
        )


def written(segments: Sequence[tuple[int, Mapping[str, Any]]], style: Style, value: str) -> bytes:
    """A file of chosen candidates; those of JSON have the number of their segment."""
    if style == "json":
        return line_bytes((json_line({"number": number, **one}) for number, one in segments), "the choice")
    if style == "text":
        return line_bytes((one["text"] for _, one in segments), "the choice")
    rows = ((number, one["chosen"], one[value], one["text"]) for number, one in segments)
    return line_bytes(tsv_lines([("segment", "candidate", value, "text"), *rows]), "the choice")


@dataclass(frozen=True)
class ChosenBlock(Block):
    """A block with the candidate that was chosen for each of its segments, numbered from 0 within it."""

    chosen: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64), compare=False)


@dataclass(frozen=True)
class Writing:
    """Writes the texts of candidates that were chosen before; how many these are, and their digest."""

    beside: ListsBeside
    skip_corrupt: bool
    kept: KeptFolder

    def __call__(self, part: tuple[Block, ...]) -> list[tuple[int, str]]:
        return [self._block(cast("ChosenBlock", block)) for block in part]

    def _block(self, block: ChosenBlock) -> tuple[int, str]:
        texts: list[str] = []
        for stretch in cast("tuple[ListStretch, ...]", block.stretches):
            own: list[str] = []
            # What cannot be read is the same as it was when candidates were measured.
            with suppress(*((UnreadableError,) if self.skip_corrupt else ())):
                own = self._texts(stretch, block.chosen[len(texts) :])
            texts += own
        return len(texts), self.kept.write(block.number, line_bytes(texts, "the choice"))

    def _texts(self, stretch: ListStretch, chosen: NDArray[np.int64]) -> list[str]:
        texts: list[str] = []
        for _, nbest in self.beside.batches(stretch):
            own = chosen[len(texts) : len(texts) + nbest.segments]
            texts += nbest.select((nbest.offsets[:-1] + own).astype(np.intp))
        return texts
