"""Which way of choosing links shows word order best: chosen on two hand-aligned sets, tested on the third.

What metrics of word order need of an alignment is the order of the source words, so this, and not the links
themselves, is compared with people's: the Kendall and Hamming similarity to the identity, sentence by
sentence, of our links and of theirs (sure and possible, so that few words are left without). Ours come from
models trained on the hand-aligned sentences with all the text there is, and with as much as a test set has.

Among ways whose alignment error rate stays within the limits of :mod:`benchmarks.align`, the one with the
least mean error of Kendall is sought. Of all that are no worse than it by more than a standard error, the one
with the lowest error rate is taken: many do equally well, and links are looked at, too. It takes two minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchmarks.align import AER, Bitext, read
from benchmarks.data import shared
from benchmarks.report import table
from pitchpipe import _core
from pitchpipe.aligning import Aligner, Decoding, evaluate
from pitchpipe.aligning.links import SYMMETRISATIONS
from pitchpipe.text.tokenizers import View, encode

Array = NDArray[np.float64]

PAIRS = tuple(AER)
#: Training pairs beside the hand-aligned sentences: all, and a test set's worth.
TEXT: Mapping[str, int | None] = {"all text": None, "3,000 pairs": 3000}
BEFORE = Decoding(threshold=0.5)
WAYS = (
    *(Decoding(threshold=threshold / 100) for threshold in range(20, 65, 5)),
    *(
        Decoding("posterior", threshold / 10, symmetrisation)
        for threshold in range(2, 6)
        for symmetrisation in SYMMETRISATIONS
    ),
    *(Decoding("viterbi", symmetrisation=symmetrisation) for symmetrisation in SYMMETRISATIONS),
)
#: Tried on made-up text as well.
SHOWN = (BEFORE, *(Decoding(threshold=threshold) for threshold in (0.4, 0.3)), Decoding("posterior", 0.3))
RESAMPLES = 10_000
SEED = 1


@dataclass(frozen=True)
class Orders:
    """Similarities to the identity, by sentence."""

    kendall: Array
    hamming: Array

    @classmethod
    def of(cls, links: _core.Alignments, lengths: NDArray[np.uint32]) -> Orders:
        """How monotone links are; words without a link stand with their neighbour."""
        rows = np.arange(len(lengths), dtype=np.uint32)
        layout = _core.Layout(rows, rows, np.arange(len(rows) + 1, dtype=np.uint32), len(rows), len(rows))
        # A sentence without any link keeps the source's order: the identity.
        found = _core.orderings(lengths, links, _core.Alignments([[] for _ in rows]), layout)
        return cls(found[:, 2], found[:, 1])


@dataclass(frozen=True)
class Found:
    """What a way finds in a gold set with a model, beside what people found."""

    ours: Orders
    gold: Orders
    aer: float

    @cached_property
    def errors(self) -> Array:
        """How wrong Kendall is, by sentence."""
        return np.abs(self.ours.kendall - self.gold.kendall)

    def row(self) -> list[str]:
        """Mean and error of Kendall, its correlation with people's, error of Hamming, error rate of links."""
        correlation = np.corrcoef(self.ours.kendall, self.gold.kendall)[0, 1]
        hamming = np.abs(self.ours.hamming - self.gold.hamming).mean()
        values = (self.ours.kendall.mean(), self.errors.mean(), correlation, hamming, self.aer)
        return [f"{value:.3f}" for value in values]


#: What was found by pair, text and way.
Everything = Mapping[tuple[str, str, Decoding], Found]


def main() -> int:
    """Prints what was chosen and how it does on what was held out, then all ways, then made-up text."""
    folder = shared("align")
    if folder is None:
        print("this experiment needs the hand-aligned data", file=sys.stderr)
        return 1
    found: dict[tuple[str, str, Decoding], Found] = {}
    for pair in PAIRS:
        found.update(measure(read(folder / pair)))
        print(pair, file=sys.stderr, flush=True)
    measures = ("d_k", "error of d_k", "correlation", "error of d_h", "AER")
    rows = []
    for pair in PAIRS:
        way = choose(found, [other for other in PAIRS if other != pair])
        for text in TEXT:
            before, after = found[pair, text, BEFORE], found[pair, text, way]
            rows.append([pair, text, written(BEFORE), *before.row(), ""])
            rows.append([pair, text, written(way), *after.row(), gain(before, after)])
    print(table(("held out", "text", "links by", *measures, "gain"), rows))
    print(f"chosen on all three: {written(choose(found, PAIRS))}\n")
    ways = sorted(WAYS, key=lambda way: error(found, PAIRS, way))
    head = ("links by", *(f"error of d_k, {text}" for text in TEXT), *(f"AER, {pair}" for pair in PAIRS))
    print(table(head, [[written(way), *overall(found, way)] for way in ways]))
    rows = [[name, f"{dk:.3f}"] for name, dk in made_up().items()]
    print(table(("made-up text, links by", "d_k"), rows), end="")
    return 0


def measure(bitext: Bitext) -> Everything:
    """What every way finds in the hand-aligned sentences of a pair."""
    first = len(bitext.sources) - len(bitext.sure)
    own = bitext.sources[first:], bitext.targets[first:]
    (tokens,) = encode([own[0]], View("none", "lower"))
    lengths = tokens.lengths
    gold = Orders.of(bitext.possible, lengths)
    found = {}
    for text, count in TEXT.items():
        aligner = Aligner.train(*(bitext.pairs if count is None else some(bitext, first, count)))
        for way in WAYS:
            links = aligner.align(*own, decoding=way)
            aer = evaluate(links, bitext.sure, bitext.possible).aer
            found[bitext.name, text, way] = Found(Orders.of(links, lengths), gold, aer)
    return found


def some(bitext: Bitext, first: int, count: int) -> tuple[list[str], list[str]]:
    """So many training pairs, drawn at random, and the hand-aligned ones."""
    chosen = [*random.Random(SEED).sample(range(first), count), *range(first, len(bitext.sources))]
    return [bitext.sources[i] for i in chosen], [bitext.targets[i] for i in chosen]


def choose(found: Everything, pairs: Sequence[str]) -> Decoding:
    """The way that these gold sets speak for."""
    allowed = [way for way in WAYS if all(found[p, "all text", way].aer <= AER[p] for p in pairs)]
    best = min(allowed, key=lambda way: error(found, pairs, way))
    as_good = [way for way in allowed if not worse(found, pairs, way, best)]
    return min(as_good, key=lambda way: sum(found[p, "all text", way].aer for p in pairs))


def error(found: Everything, pairs: Sequence[str], way: Decoding) -> float:
    """The mean error over gold sets, which count the same, and both amounts of text."""
    return float(np.mean([errors(found, pair, way).mean() for pair in pairs]))


def errors(found: Everything, pair: str, way: Decoding) -> Array:
    """By sentence, the mean over both amounts of text."""
    means: Array = np.mean([found[pair, text, way].errors for text in TEXT], axis=0)
    return means


def worse(found: Everything, pairs: Sequence[str], way: Decoding, best: Decoding) -> bool:
    """Whether a way's error is more than a standard error (of the paired difference) above another's."""
    more = [errors(found, pair, way) - errors(found, pair, best) for pair in pairs]
    deviation = np.sqrt(sum(each.var(ddof=1) / len(each) for each in more)) / len(more)
    return bool(np.mean([each.mean() for each in more]) > deviation)


def gain(before: Found, after: Found) -> str:
    """How much smaller the error of Kendall became, with a 95 % interval (bootstrap over sentences)."""
    less = before.errors - after.errors
    drawn = np.random.default_rng(SEED).choice(less, (RESAMPLES, len(less))).mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    return f"{less.mean():.3f} [{low:+.3f}, {high:+.3f}]"


def overall(found: Everything, way: Decoding) -> Iterable[str]:
    """Errors in the mean of the gold sets, and error rates with all text."""
    for text in TEXT:
        yield f"{np.mean([found[pair, text, way].errors.mean() for pair in PAIRS]):.4f}"
    for pair in PAIRS:
        aer = found[pair, "all text", way].aer
        yield f"{aer:.3f}" + (" (too high)" if aer > AER[pair] else "")


def written(way: Decoding) -> str:
    """As documentation writes it."""
    if way.how == "agreement":
        return f"mean of posteriors > {way.threshold:g}"
    of = f"posteriors > {way.threshold:g}" if way.how == "posterior" else "`viterbi`"
    return f"{of}, `{way.symmetrisation}`"


def made_up(sentences: int = 3000, words: int = 2000) -> Mapping[str, float]:
    """Mean Kendall of made-up text where a quarter of the words move anywhere: true, and as ways find it."""
    drawn = random.Random(SEED)
    weights = [1 / (rank + 3) for rank in range(words)]
    sources, targets, true = [], [], []
    for _ in range(sentences):
        source = drawn.choices(range(words), weights, k=drawn.randint(8, 25))
        order = list(range(len(source)))
        for _ in range(len(order) // 4):
            moved = order.pop(drawn.randrange(len(order)))
            order.insert(drawn.randrange(len(order) + 1), moved)
        sources.append(" ".join(f"s{word}" for word in source))
        targets.append(" ".join(f"{source[i]}t" for i in order))
        true.append(sorted((i, place) for place, i in enumerate(order)))
    lengths = np.array([len(links) for links in true], dtype=np.uint32)
    aligner = Aligner.train(sources, targets)
    links = {"the truth": _core.Alignments(true)} | {
        written(way): aligner.align(sources, targets, decoding=way) for way in SHOWN
    }
    return {name: float(Orders.of(each, lengths).kendall.mean()) for name, each in links.items()}


if __name__ == "__main__":
    sys.exit(main())
