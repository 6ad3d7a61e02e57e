"""The amount of reordering d_k that LRscore weighs word order by, from human and automatic alignments.

Hand-aligned sentences are read with their sure and their possible links, and aligned automatically by a
model trained on them and more text. Sparse alignments look more monotone, since words without a link take
their neighbour's place; so the share of source words with a link stands beside each number.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pitchpipe as pp
from benchmarks.align import Bitext, read
from benchmarks.data import shared
from benchmarks.report import table
from pitchpipe.aligning import Aligner, Decoding, GivenLinks
from pitchpipe.aligning.links import format_links
from pitchpipe.batch.resources import Resources
from pitchpipe.metrics import Batch

PAIRS = ("en-fr", "de-en", "ja-en")
AUTOMATIC = {
    "automatic": Decoding(),
    "automatic, mean of posteriors > 0.5": Decoding(threshold=0.5),
    "automatic, `viterbi`, `intersect`": Decoding("viterbi", symmetrisation="intersect"),
    "automatic, `viterbi`, `union`": Decoding("viterbi", symmetrisation="union"),
}
SCORE = "lr-kb4:tokenize=none"


@dataclass(frozen=True)
class Amount:
    """The reordering that alignments show, and the share of source words they link."""

    dk: float
    linked: float


def main() -> int:
    """Prints a table, a row for each kind of alignment."""
    folder = shared("align")
    if folder is None:
        print("this experiment needs the hand-aligned data", file=sys.stderr)
        return 1
    found = {pair: measure(read(folder / pair)) for pair in PAIRS}
    rows = []
    for kind in found[PAIRS[0]]:
        amounts = [found[pair][kind] for pair in PAIRS]
        rows.append([kind, *(f"{amount.dk:.3f} ({amount.linked:.0%})" for amount in amounts)])
    print(table(("links", *PAIRS), rows), end="")
    return 0


def measure(bitext: Bitext) -> Mapping[str, Amount]:
    """The amounts of the hand-aligned sentences, by kind of alignment."""
    first = len(bitext.sources) - len(bitext.sure)
    sources, targets = bitext.sources[first:], bitext.targets[first:]
    aligner = Aligner.train(*bitext.pairs)
    automatic = {
        kind: aligner.align(sources, targets, decoding=decoding) for kind, decoding in AUTOMATIC.items()
    }
    kinds = {"human, sure": bitext.sure, "human, sure and possible": bitext.possible, **automatic}
    return {
        kind: amount(sources, targets, [format_links(links.line(i)) for i in range(len(links))])
        for kind, links in kinds.items()
    }


def amount(sources: list[str], targets: list[str], links: Sequence[str]) -> Amount:
    """The amount of reordering as LRscore fixes it before scoring."""
    given = GivenLinks(references=[links], systems={"": links})
    batch = Batch.from_streams(targets, [targets], sources=sources, resources=Resources(aligner=given))
    prepared = pp.metrics.get(SCORE).prepare(batch)
    assert isinstance(prepared, pp.metrics.LRscore)
    assert prepared.dk is not None
    linked = sum(len({link.partition("-")[0] for link in line.split()}) for line in links)
    words = int(batch.alignments("none", "none").source_lengths.sum())
    return Amount(prepared.dk, linked / words)


if __name__ == "__main__":
    sys.exit(main())
