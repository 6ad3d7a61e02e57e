"""Metrics for texts in parts: prepared on their beginning, or in a pass over all references."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pitchpipe.aligning import Aligner
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.engines.engine import Engine
from pitchpipe.errors import MissingError, ParameterError, warn
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.corpus_facts import Facts, summed
from pitchpipe.metrics.lookup import get
from pitchpipe.text.shards.running import Running, UnreadableError
from pitchpipe.text.shards.stretches import Block

#: Blocks whose facts are added at a time: one by one, long tables would be gone through too often.
_AT_ONCE = 16
#: The references of a stretch, batch by batch, as a metric sees them; it travels to workers.
Read = Callable[[Any], Iterator[Batch]]


def dividable(metrics: Iterable[str | Metric], resources: Resources) -> dict[str, Metric]:
    """Metrics by spec; those that cannot be measured in parts are refused."""
    if isinstance(metrics, str | Metric):
        metrics = (metrics,)
    asked = {metric.spec: metric for metric in map(get, metrics)}
    for spec, metric in asked.items():
        if (reason := metric.undividable()) is not None:
            raise ParameterError(f"{spec} cannot be measured in parts of a corpus: {reason}")
        if metric.wants("alignment") and not isinstance(resources.aligner, Aligner):
            raise MissingError(
                f"{spec} needs word alignments, and of a corpus in parts they come from a trained model: "
                "pitchpipe align --save MODEL, then --align-with MODEL"
            )
    return asked


def prepared(
    asked: dict[str, Metric], first: Batch, read: Read, engine: Engine, blocks: Sequence[Block], how: Running
) -> dict[str, Metric]:
    """The metrics prepared on a first batch; with what all references tell, which takes a pass of its own."""
    settled = {spec: m.settle(first) if m.estimates else m.prepare(first) for spec, m in asked.items()}
    for metric in settled.values():
        if metric.wants("alignment"):
            # The batch learns what aligned its words, for signatures.
            metric.measure(first)
    wanted = [spec for spec, metric in settled.items() if metric.estimates]
    if not wanted:
        return settled
    warn(f"{', '.join(wanted)}: the corpus is read twice, first to learn what only all references tell")
    job = Estimating(read, tuple(settled[spec] for spec in wanted), how.skip_corrupt)
    arriving = how.results(engine, job, blocks)
    totals: list[Facts] = [None] * len(wanted)
    while lot := list(islice(arriving, _AT_ONCE)):
        totals = [summed(own) for own in zip(totals, *lot, strict=True)]
    estimated = {spec: settled[spec].with_corpus_facts(own) for spec, own in zip(wanted, totals, strict=True)}
    return {**settled, **estimated}


@dataclass(frozen=True)
class Estimating:
    """The first pass: sums over references, from which metrics estimate facts of the corpus."""

    read: Read
    metrics: tuple[Metric, ...]
    skip_corrupt: bool

    def __call__(self, part: tuple[Block, ...]) -> list[list[Facts]]:
        return [self._block(block) for block in part]

    def _block(self, block: Block) -> list[Facts]:
        found: list[list[Facts]] = [[None] * len(self.metrics)]
        for stretch in block.stretches:
            with suppress(*((UnreadableError,) if self.skip_corrupt else ())):
                found += [self._facts(batch) for batch in self.read(stretch)]
        return [summed(own) for own in zip(*found, strict=True)]

    def _facts(self, batch: Batch) -> list[Facts]:
        return [metric.corpus_facts(batch) for metric in self.metrics]
