"""What workers do with the blocks of a part: read, score, sum."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError
from pitchpipe.measuring.block_sums import BlockSums, Sums
from pitchpipe.measuring.kept_blocks import SegmentScores, keep_scores
from pitchpipe.measuring.measured import Missing, as_batch
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.text.shards.kept import KeptFolder
from pitchpipe.text.shards.running import UnreadableError, left_out, readable
from pitchpipe.text.shards.shards import Shards
from pitchpipe.text.shards.stretches import Block, Stretch
from pitchpipe.text.testset import TestSet

#: Batches of a block have numbers below this, so that each draws random numbers of its own.
_MOST_BATCHES = 1 << 32


@dataclass(frozen=True)
class Texts:
    """Where the text of blocks comes from, and which of it is taken."""

    shards: Shards
    resources: Resources
    missing: Missing
    #: Whether a metric wants references.
    referenced: bool

    def batches(self, stretch: Stretch) -> Iterator[tuple[TestSet, int]]:
        """The segments that are scored, batch by batch, and how many of each batch are not."""
        for test_set in readable(self.shards.batches(stretch)):
            if self.referenced and not test_set.references:
                raise DataError("there is no reference to score against")
            kept, skipped = test_set.drop_unreferenced() if self.referenced else (test_set, 0)
            if skipped and self.missing == "error":
                raise DataError(
                    f"{stretch} has segments without a reference ({skipped} of a batch of {len(test_set)}): "
                    "leave them out with --missing skip (missing='skip' in Python)"
                )
            known = self.resources
            yield (
                replace(
                    kept,
                    source_language=known.source_language,
                    target_language=known.target_language,
                    aligner=known.aligner,
                    annotator=known.annotator,
                ),
                skipped,
            )

    def read(self, stretch: Stretch) -> Iterator[Batch]:
        """The segments that are scored, as metrics see them."""
        return (as_batch(test_set) for test_set, _ in self.batches(stretch) if len(test_set))

    def first(self, stretches: Iterator[Stretch], *, skip_corrupt: bool) -> Batch:
        """The first batch that has a segment to be scored: what the texts are like."""
        for stretch in stretches:
            with suppress(*((UnreadableError,) if skip_corrupt else ())):
                for batch in self.read(stretch):
                    return batch
        raise DataError("there are no segments to score")


@dataclass(frozen=True)
class Scoring:
    """The pass that scores; finished blocks are kept where there is a folder for them."""

    texts: Texts
    metrics: tuple[Metric, ...]
    #: The metrics as they were asked for.
    names: tuple[str, ...]
    by: str | None
    sampling: Sampling | None
    skip_corrupt: bool
    kept: KeptFolder | None

    @property
    def width(self) -> int:
        """Columns of all metrics."""
        return sum(len(metric.columns) for metric in self.metrics)

    def zero(self) -> Sums:
        """Sums of nothing."""
        samples = None if self.sampling is None else self.sampling.samples
        return Sums.zero(len(self.texts.shards.systems), self.width, samples)

    def is_done(self, number: int) -> bool:
        """Whether a block was finished by a run before."""
        return self.kept is not None and self.kept.is_done(number)

    def again(self, number: int) -> BlockSums:
        """The sums of such a block."""
        assert self.kept is not None
        return BlockSums.load(self.kept.mark(number))

    def __call__(self, part: tuple[Block, ...]) -> list[BlockSums]:
        return [self._block(block) for block in part]

    def _block(self, block: Block) -> BlockSums:
        total, scores = self.zero(), SegmentScores(self.texts.shards.systems, self.names)
        batches = 0
        for stretch in block.stretches:
            sums, of_stretch = self.zero(), scores.empty()
            try:
                for test_set, skipped in self.texts.batches(stretch):
                    sums.skipped += skipped
                    if len(test_set):
                        number = block.number * _MOST_BATCHES + batches
                        sums.add(self._batch(test_set, number, of_stretch))
                    batches += 1
            except UnreadableError as error:
                if not self.skip_corrupt:
                    raise
                # Nothing of it is taken: what was read before it broke would depend on where that was.
                sums, of_stretch = self.zero(), scores.empty()
                sums.corrupt.append(left_out(error, stretch))
            total.add(sums)
            scores.extend(of_stretch)
        if self.kept is None:
            return BlockSums(block.number, total)
        return keep_scores(self.kept, block.number, total, scores)

    def _batch(self, test_set: TestSet, number: int, scores: SegmentScores) -> Sums:
        batch = as_batch(test_set)
        systems, segments = len(test_set.systems), len(test_set)
        every = []
        for metric in self.metrics:
            rows = metric.weigh(metric.measure(batch))
            if self.kept is not None:
                scores.add(metric.segment(rows).reshape(systems, segments))
            every.append(rows.reshape(systems, segments, -1))
        scores.named(test_set.segment_ids, segments)
        rows = np.concatenate(every, axis=-1)
        sums = Sums(rows.sum(axis=1), segments=segments)
        counts = batch.references_per_segment
        sums.references = (int(counts.min()), int(counts.max())) if len(counts) else (0, 0)
        if self.sampling is not None:
            beside = np.ascontiguousarray(rows.transpose(1, 0, 2)).reshape(segments, -1)
            sampling = self.sampling
            sums.samples = _core.poisson_sums(beside, 0, sampling.samples, sampling.seed, number)
        if self.by is not None:
            groups = test_set.groups("domain" if self.by == "domain" else "document")
            sums.groups = {
                name: (len(members), rows[:, members].sum(axis=1)) for name, members in groups.items()
            }
        return sums
