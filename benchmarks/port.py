"""PORT over n-best lists beside our own BLEU: the paper's takes 1.5 to 2.5 times as long (Table 6)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import pitchpipe as pp
from benchmarks.cases import THREADS, Settings
from benchmarks.data import Lines, fresh, read_lines, shared
from benchmarks.nbest import NBest, contender, contender_name
from benchmarks.results import Comparison, Results
from benchmarks.timing import interleave
from pitchpipe.aligning import WordAlignments
from pitchpipe.aligning.requests import Request
from pitchpipe.batch.resources import Resources
from pitchpipe.nbest import read_nbest

PORT = "port:tokenize=none,source_tokenize=none"
BLEU = "bleu:tokenize=none,lowercase=true"
#: BLEU's time divided by PORT's.
TARGET = 1 / 1.3
WHY = "word order is counted on top of what BLEU counts"


@dataclass(frozen=True)
class AlignedLists:
    """N-best lists with their source, and the decoder's word alignments."""

    lists: NBest
    sources: Lines
    alignments: WordAlignments

    def align_batch(self, request: Request) -> WordAlignments:
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
            resources=Resources(aligner=self),
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
    """Moses' lists with the word alignments that it wrote into them."""
    nbest = read_nbest(folder / "dev.nbest.gz")
    if segments is not None:
        nbest = nbest.head(segments)
    sources, references, links = (
        read_lines(folder / file)[:segments] for file in ("dev.src", "dev.ref0", "dev.ref0.gdfa")
    )
    batch = nbest.batch(
        [fresh(references)],
        sources=fresh(sources),
        resources=Resources(aligner=nbest.aligner([fresh(links)])),
    )
    candidates = tuple(text.encode() for text in nbest.texts.list())
    lists = NBest(name, candidates, nbest.owner, references)
    return AlignedLists(lists, sources, batch.alignments("none", "none"))
