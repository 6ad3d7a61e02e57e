"""PORT over n-best lists beside our own BLEU: the paper's takes 1.5 to 2.5 times as long (Table 6)."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import pitchpipe as pp
from benchmarks.cases import THREADS, Settings
from benchmarks.data import Lines, fresh, read_lines, shared
from benchmarks.nbest import NBest, contender, contender_name
from benchmarks.results import Comparison, Results
from benchmarks.timing import interleave
from pitchpipe import _core
from pitchpipe.align import WordAlignments
from pitchpipe.align.providers import Request

PORT = "port:tokenize=none,source_tokenize=none"
BLEU = "bleu:tokenize=none,lowercase=true"
#: BLEU's time divided by PORT's.
TARGET = 1 / 1.5
WHY = "word order is counted on top of what BLEU counts"


@dataclass(frozen=True)
class AlignedLists:
    """N-best lists with their source, and the decoder's word alignments."""

    lists: NBest
    sources: Lines
    alignments: WordAlignments

    def align(self, request: Request) -> WordAlignments:
        """The alignments, as a batch asks for them."""
        return self.alignments

    def batch(self) -> pp.metrics.Batch:
        """The lists on new strings."""
        offsets = np.arange(len(self.lists.references) + 1, dtype=np.uint32)
        return pp.metrics.Batch(
            fresh(self.lists.candidates),
            fresh(self.lists.references),
            offsets,
            owner=self.lists.owner,
            sources=fresh(self.sources),
            aligner=self,
        )


def measure(settings: Settings) -> Results:
    """The score of every candidate, each metric on a batch of its own."""
    folder = shared("nbest")
    if folder is None:
        return Results(skipped=["PORT over n-best lists: there are none with word alignments"])
    aligned = read("Moses de-en", folder / "de-en", 100 if settings.quick else None)
    subject = f"PORT, {len(aligned.lists.candidates):,} candidates in n-best lists"
    settings.progress(subject)
    contenders = [contender(spec, count) for spec in (PORT, BLEU) for count in THREADS]
    times = interleave(contenders, aligned.batch, settings.repetitions)
    return Results(
        comparisons=[
            Comparison(
                subject,
                "our BLEU",
                count,
                times[contender_name(PORT, count)],
                times[contender_name(BLEU, count)],
                TARGET,
                f"{aligned.lists.name}; other numbers, so nothing is compared; links were read before",
                WHY,
            )
            for count in THREADS
        ]
    )


def read(name: str, folder: Path, segments: int | None = None) -> AlignedLists:
    """Lists as Moses writes them: ``segment ||| text ||| features ||| total ||| links``."""
    lines = gzip.decompress((folder / "dev.nbest.gz").read_bytes()).splitlines()
    fields = [[field.strip() for field in line.split(b"|||")] for line in lines]
    if segments is not None:
        fields = [entry for entry in fields if int(entry[0]) < segments]
    owner = np.array([int(entry[0]) for entry in fields], dtype=np.uint32)
    candidates = tuple(entry[1] for entry in fields)
    sources = read_lines(folder / "dev.src")[:segments]
    references = read_lines(folder / "dev.ref0")[:segments]
    source_lengths = _lengths(sources)
    alignments = WordAlignments(
        source_lengths,
        _parsed(tuple(entry[4] for entry in fields), source_lengths[owner], candidates),
        _parsed(read_lines(folder / "dev.ref0.gdfa")[:segments], source_lengths, references),
        "given",
    )
    return AlignedLists(NBest(name, candidates, owner, references), sources, alignments)


def _parsed(links: Lines, source_lengths: np.typing.NDArray[np.uint32], targets: Lines) -> _core.Alignments:
    return _core.Alignments.parse(fresh(links), source_lengths, _lengths(targets))


def _lengths(lines: Lines) -> np.typing.NDArray[np.uint32]:
    return np.array([len(line.split()) for line in lines], dtype=np.uint32)
