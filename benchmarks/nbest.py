"""CDER and 4-GRR of n-best lists beside TER; all three are our own."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import pitchpipe as pp
from benchmarks.cases import THREADS, Settings, use_threads
from benchmarks.data import Lines, fresh, read_lines, shared, synthetic
from benchmarks.results import Comparison, Results
from benchmarks.timing import Contender, interleave

METRICS = {"CDER": "cder:tokenize=none", "4-GRR": "4-grr:tokenize=none"}
#: The words as they are, like the others.
TER = "ter:case_sensitive=true"
TARGET = 1.0


@dataclass(frozen=True)
class NBest:
    """Candidate translations, the segment each belongs to, and a reference for every segment."""

    name: str
    candidates: Lines
    owner: NDArray[np.uint32]
    references: Lines

    def head(self, segments: int) -> NBest:
        """The lists of the first segments."""
        count = int(np.searchsorted(self.owner, segments))
        return NBest(self.name, self.candidates[:count], self.owner[:count], self.references[:segments])

    def batch(self) -> pp.metrics.Batch:
        """The lists on new strings."""
        offsets = np.arange(len(self.references) + 1, dtype=np.uint32)
        return pp.metrics.Batch(fresh(self.candidates), fresh(self.references), offsets, owner=self.owner)


def measure(settings: Settings) -> Results:
    """The score of every candidate, each metric on a batch of its own."""
    nbest = load()
    if settings.quick:
        nbest = nbest.head(100)
    settings.progress(f"n-best lists, {len(nbest.candidates):,} candidates")
    specs = (TER, *METRICS.values())
    times = interleave(
        [contender(spec, count) for spec in specs for count in THREADS], nbest.batch, settings.repetitions
    )
    return Results(
        comparisons=[
            Comparison(
                f"{title}, {len(nbest.candidates):,} candidates in n-best lists",
                "our TER",
                count,
                times[contender_name(spec, count)],
                times[contender_name(TER, count)],
                TARGET,
                f"{nbest.name}; TER on as many threads; other numbers, so nothing is compared",
            )
            for title, spec in METRICS.items()
            for count in THREADS
        ]
    )


def load() -> NBest:
    """The 100-best lists of a phrase-based system where they are at hand, otherwise synthetic ones."""
    folder = shared("nbest")
    if folder is None:
        return _synthetic()
    return read("Moses de-en", folder / "de-en" / "dev.nbest.gz", folder / "de-en" / "dev.ref0")


def read(name: str, candidates: Path, references: Path) -> NBest:
    """Lists as Moses writes them: ``segment ||| text ||| features ||| total``, compressed."""
    fields = [line.split(b" ||| ", 2) for line in gzip.decompress(candidates.read_bytes()).splitlines()]
    owner = np.array([int(segment) for segment, *_ in fields], dtype=np.uint32)
    return NBest(name, tuple(text for _, text, *_ in fields), owner, read_lines(references))


def _synthetic(segments: int = 500, size: int = 100) -> NBest:
    corpus = synthetic(segments=segments, systems=size, worse=0.002)
    by_segment = zip(*corpus.systems.values(), strict=True)
    return NBest(
        corpus.name,
        tuple(line for lines in by_segment for line in lines),
        np.repeat(np.arange(segments, dtype=np.uint32), size),
        corpus.reference,
    )


def contender_name(spec: str, count: int) -> str:
    """What a metric on so many threads is called."""
    return f"{spec} on {count}"


def contender(spec: str, count: int) -> Contender[pp.metrics.Batch]:
    """A metric of ours that scores every candidate of a batch."""

    def call(batch: pp.metrics.Batch) -> list[float]:
        metric = pp.metrics.get(spec)
        scores: list[float] = metric.segment(metric.weigh(metric.measure(batch))).tolist()
        return scores

    return Contender(contender_name(spec, count), call, lambda: use_threads(count))
