"""Candidate lists larger than memory beside their references, and the rows of all their candidates.

What a search needs of a candidate is numbers: its features, and the row of a metric. Workers measure, and
these come back; the texts do not.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array
from pitchpipe.engines.engine import Engine
from pitchpipe.errors import DataError, MissingError, warn
from pitchpipe.measuring.estimating import dividable, prepared
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest
from pitchpipe.nbest.shards import ListShards, ListStretch, shaped
from pitchpipe.text.files import StrPath, display_name, read_bytes, write_bytes
from pitchpipe.text.shards.kept import KeptFolder
from pitchpipe.text.shards.line_sequence import LineSequence
from pitchpipe.text.shards.running import Running, UnreadableError, left_out, readable
from pitchpipe.text.shards.stretches import Block, blocks_of
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.problem import Problem
from pitchpipe.wording import counted


@dataclass(frozen=True)
class ListsBeside:
    """Lists in files, and what stands beside the segments of all of them: references, and the source."""

    lists: ListShards
    references: tuple[LineSequence, ...] = ()
    source: LineSequence | None = None
    resources: Resources = NO_RESOURCES
    #: The features of the first list, in their order.
    names: tuple[str, ...] | None = None

    @classmethod
    def find(
        cls,
        lists: ListShards,
        references: Sequence[str],
        source: str | None,
        resources: Resources,
        engine: Engine,
    ) -> tuple[ListsBeside, list[Block]]:
        """The files that are meant, and the blocks of lists; there must be a line for every segment."""
        stretches = lists.stretches(engine)
        found = cls(
            lists,
            tuple(LineSequence.find(name, engine) for name in references),
            None if source is None else LineSequence.find(source, engine),
            resources,
        )
        segments = stretches[-1].first + stretches[-1].segments
        beside = [*found.references, *(() if found.source is None else (found.source,))]
        for lines in beside:
            if len(lines) != segments:
                name = display_name(lines.files[0])
                files = name if len(lines.files) == 1 else f"{name} and those that follow"
                raise DataError(
                    f"the lists have {counted(segments, 'segments')}, but {files} "
                    f"{counted(len(lines), 'lines')}"
                )
        blocks = blocks_of(stretches)
        return replace(found, names=found.first_list(blocks)[1].names), blocks

    @property
    def files(self) -> tuple[str, ...]:
        """All files."""
        beside = [*self.references, *(() if self.source is None else (self.source,))]
        return (*self.lists.files, *(file for lines in beside for file in lines.files))

    def first_list(self, blocks: Sequence[Block]) -> tuple[int, NBest]:
        """The first that can be read, with the place of its segment; where none can, the first says why."""
        stretches = cast("list[ListStretch]", [one for block in blocks for one in block.stretches])
        for stretch in stretches:
            with suppress(UnreadableError):
                for found in self.batches(stretch):
                    return found
        next(self.batches(stretches[0]), None)
        raise DataError("there are no candidates")

    def batches(self, stretch: ListStretch) -> Iterator[tuple[int, NBest]]:
        """The lists of a stretch, batch by batch, each with the place of its first segment."""
        first = stretch.first
        for nbest in readable(self._shaped(stretch)):
            yield first, nbest
            first += nbest.segments

    def _shaped(self, stretch: ListStretch) -> Iterator[NBest]:
        fill = self.lists.missing_features == "zero"
        for nbest in self.lists.batches(stretch):
            yield nbest if self.names is None else shaped(nbest, self.names, stretch, fill=fill)

    def sources(self, first: int, segments: int) -> list[str] | None:
        """The source of segments."""
        return None if self.source is None else self.source.read(first, segments)

    def held_against(self, first: int, nbest: NBest) -> Batch:
        """A list beside the references of its segments."""
        references = [lines.read(first, nbest.segments) for lines in self.references]
        return DevSet(references, self.sources(first, nbest.segments), None, self.resources).batch(nbest)

    def read(self, stretch: ListStretch) -> Iterator[Batch]:
        """The lists of a stretch beside their references, as metrics see them."""
        return (self.held_against(first, nbest) for first, nbest in self.batches(stretch))

    def first_batch(self, blocks: Sequence[Block]) -> Batch:
        """The first list beside its references: what the texts are like."""
        return self.held_against(*self.first_list(blocks))


@dataclass(frozen=True, eq=False)
class BlockRows:
    """The rows of all candidates of a block, ``[candidates, k]``, and how many each segment has."""

    number: int
    rows: Array
    sizes: NDArray[np.int64]
    #: The fewest and the most references of a segment.
    references: tuple[int, int] | None = None
    #: What could not be read and was left out, in words.
    corrupt: tuple[str, ...] = ()
    #: The features of candidates, where they are asked for.
    features: Array | None = None

    def save(self, path: StrPath) -> None:
        """Writes an archive, complete or not at all."""
        import json

        header = {"number": self.number, "references": self.references, "corrupt": self.corrupt}
        content = io.BytesIO()
        np.savez(content, header=np.array(json.dumps(header)), rows=self.rows, sizes=self.sizes)
        write_bytes(path, content.getvalue())

    @classmethod
    def load(cls, path: StrPath) -> BlockRows:
        """Reads an archive; a file that is not one is refused in a sentence."""
        import json

        try:
            with np.load(io.BytesIO(read_bytes(path)), allow_pickle=False) as archive:
                header: dict[str, Any] = json.loads(str(archive["header"]))
                rows, sizes = archive["rows"], archive["sizes"]
            references = None if header["references"] is None else tuple(header["references"])
            return cls(header["number"], rows, sizes, references, tuple(header["corrupt"]))
        except DataError:
            raise
        except Exception:
            raise DataError(f"{path} does not hold the rows of a block: remove it, and go on") from None


@dataclass(frozen=True)
class Measuring:
    """What workers do with lists: every candidate is measured by a metric, which is prepared."""

    beside: ListsBeside
    metric: Metric
    skip_corrupt: bool
    kept: KeptFolder | None = None
    with_features: bool = False

    def is_done(self, number: int) -> bool:
        """Whether a block was measured by a run before."""
        return self.kept is not None and self.kept.mark(number).exists()

    def again(self, number: int) -> BlockRows:
        """The rows of such a block."""
        assert self.kept is not None
        return BlockRows.load(self.kept.mark(number))

    def __call__(self, part: tuple[Block, ...]) -> list[BlockRows]:
        return [self._block(block) for block in part]

    def _block(self, block: Block) -> BlockRows:
        found: list[_Measured] = []
        corrupt: list[str] = []
        for stretch in cast("tuple[ListStretch, ...]", block.stretches):
            found += self._stretch(stretch, corrupt)
        done = self._together(block.number, found, corrupt)
        if self.kept is not None:
            done.save(self.kept.mark(block.number))
        return done

    def _stretch(self, stretch: ListStretch, corrupt: list[str]) -> list[_Measured]:
        try:
            return [self._batch(first, nbest) for first, nbest in self.beside.batches(stretch)]
        except UnreadableError as error:
            if not self.skip_corrupt:
                raise
            corrupt.append(left_out(error, stretch))
            return []

    def _batch(self, first: int, nbest: NBest) -> _Measured:
        batch = self.beside.held_against(first, nbest)
        rows = self.metric.weigh(self.metric.measure(batch))
        return _Measured(rows, nbest.features, np.diff(nbest.offsets), batch.references_per_segment)

    def _together(self, number: int, found: Sequence[_Measured], corrupt: Sequence[str]) -> BlockRows:
        if not found:
            nothing = np.zeros((0, len(self.metric.columns)))
            features = np.zeros((0, len(self.beside.names or ()))) if self.with_features else None
            return BlockRows(number, nothing, np.zeros(0, dtype=np.int64), None, tuple(corrupt), features)
        counts = np.concatenate([one.counts for one in found])
        return BlockRows(
            number,
            np.concatenate([one.rows for one in found]),
            np.concatenate([one.sizes for one in found]),
            (int(counts.min()), int(counts.max())),
            tuple(corrupt),
            np.concatenate([one.features for one in found]) if self.with_features else None,
        )


class _Measured(NamedTuple):
    """A batch of lists."""

    rows: Array
    features: Array
    sizes: NDArray[np.int64]
    counts: NDArray[np.integer]


def problem_in_parts(
    lists: ListShards,
    references: Sequence[str],
    metric: Metric,
    how: Running,
    *,
    source: str | None = None,
    resources: Resources = NO_RESOURCES,
    named: Callable[[NBest], NBest] = lambda nbest: nbest,
) -> Problem:
    """What is to be tuned, measured by workers; ``named`` may give names to features that have none."""
    if not references:
        raise DataError("there is no reference to tune to")
    asked = dividable([metric], resources)
    if metric.wants("source") and source is None:
        raise MissingError(f"{metric.spec} needs the source: say where it is, -s FILE")
    with how.opened() as engine:
        beside, blocks = ListsBeside.find(lists, references, source, resources, engine)
        first = beside.first_list(blocks)
        (ready,) = prepared(asked, beside.held_against(*first), beside.read, engine, blocks, how).values()
        job = Measuring(beside, ready, how.skip_corrupt, with_features=True)
        found = list(how.results(engine, job, blocks, lambda one: len(one.sizes)))
    for what in (what for one in found for what in one.corrupt):
        warn(f"left out, since it could not be read: {what}")
    features = [one.features for one in found if one.features is not None]
    if len({part.shape[1] for part in features}) > 1:
        raise DataError("lists have different features: those that some lack must be 0 in them")
    sizes = np.concatenate([one.sizes for one in found])
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    rows = np.concatenate([one.rows for one in found])
    return Problem(named(first[1]).names, np.concatenate(features), offsets, ready, rows)
