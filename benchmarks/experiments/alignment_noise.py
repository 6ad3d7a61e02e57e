"""How wrong word alignments may be before metrics of word order rank systems differently.

The PORT paper (Chen, Kuhn and Larkin 2012, section 3.2.5) compares tuning with human and with automatic
alignments. Here the systems of WMT22 German to English are scored while a growing share of all links, those
of references and systems alike, is moved to another target word at random. Their ranking is compared by
Kendall's tau with the ranking by the alignments as they were.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path
from scipy.stats import kendalltau

import pitchpipe as pp
from benchmarks import peers
from benchmarks.data import PAIR, fresh, load, read_lines, shared
from benchmarks.report import table
from pitchpipe import _core
from pitchpipe.aligning import TestSetAligner, WordAlignments
from pitchpipe.aligning.requests import Request
from pitchpipe.measuring.measured import as_batch
from pitchpipe.text.tokenizers import View

METRICS = ("port", "lr-kb4", "v", "kendall")
TOKENIZE = "13a"
SHARES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4)
SEEDS = range(10)
PICTURE = Path(__file__).parents[2] / "docs" / "_static" / "alignment-noise.svg"

#: The scores of all systems, by metric.
Scores = Mapping[str, Sequence[float]]
#: Mean tau by metric and share.
Taus = Mapping[str, Mapping[float, float]]


@dataclass(frozen=True)
class Links:
    """The links of many sentence pairs, as arrays."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    #: Links of each pair, and the number of target words it has.
    counts: NDArray[np.int64]
    target_lengths: NDArray[np.int64]

    @classmethod
    def of(cls, alignments: _core.Alignments, targets: _core.Tokens) -> Links:
        """Taken apart."""
        lines = [alignments.line(i) for i in range(len(alignments))]
        pairs = np.array([link for line in lines for link in line], dtype=np.int64).reshape(-1, 2)
        counts = np.array([len(line) for line in lines], dtype=np.int64)
        return cls(pairs[:, 0], pairs[:, 1], counts, targets.lengths.astype(np.int64))

    def moved(self, share: float, random: np.random.Generator) -> _core.Alignments:
        """Put together again, each link moved to another target word with this probability."""
        lengths = np.repeat(self.target_lengths, self.counts)
        steps = 1 + np.floor(random.random(len(lengths)) * (lengths - 1)).astype(np.int64)
        chosen = random.random(len(lengths)) < share
        target = np.where(chosen, (self.target + steps) % lengths, self.target)
        links = list(zip(self.source.tolist(), target.tolist(), strict=True))
        ends = np.cumsum(self.counts)
        begins = ends - self.counts
        return _core.Alignments([links[b:e] for b, e in zip(begins.tolist(), ends.tolist(), strict=True)])


@dataclass(frozen=True)
class Fixed:
    """A provider of alignments that are there already."""

    alignments: WordAlignments

    def align_batch(self, request: Request) -> WordAlignments:
        """Those, whatever is asked."""
        return self.alignments


def main() -> int:
    """Prints a table and draws it."""
    test_set = read()
    if test_set is None:
        print("this experiment needs the data of WMT22 and their sources", file=sys.stderr)
        return 1
    taus = measure(test_set)
    rows = [[f"{share:.0%}", *(f"{taus[metric][share]:.3f}" for metric in METRICS)] for share in SHARES]
    print(table(("links moved", *(f"`{metric}`" for metric in METRICS)), rows), end="")
    draw(taus, PICTURE)
    return 0


def read() -> pp.TestSet | None:
    """The systems, the reference and the source of the benchmarks' test set."""
    folder = shared("wmt22")
    if folder is None:
        return None
    corpus = load()
    return pp.TestSet(
        systems={name: fresh(lines) for name, lines in corpus.systems.items()},
        references={"ref": list(fresh(corpus.reference))},
        source=fresh(read_lines(folder / "sources" / f"{PAIR}.txt")),
    )


def measure(test_set: pp.TestSet) -> Taus:
    """Mean tau with the ranking of unmoved links, over seeds."""
    aligner = TestSetAligner(cache=user_cache_path("pitchpipe") / "align")
    batch = as_batch(test_set.with_aligner(aligner))
    aligned = batch.alignments(TOKENIZE, TOKENIZE)
    hyps, refs = batch.tokens(View(TOKENIZE))
    links = Links.of(aligned.hypotheses, hyps), Links.of(aligned.references, refs)
    wanted = scores(test_set, aligned)
    found: dict[str, dict[float, float]] = {metric: {} for metric in METRICS}
    for share in SHARES:
        by_seed = []
        for seed in SEEDS:
            random = np.random.default_rng([seed, round(1000 * share)])
            hypotheses, references = (each.moved(share, random) for each in links)
            moved = WordAlignments(aligned.source_lengths, hypotheses, references, "moved")
            by_seed.append(scores(test_set, moved))
        for metric in METRICS:
            found[metric][share] = fmean(tau(wanted[metric], each[metric]) for each in by_seed)
    return found


def scores(test_set: pp.TestSet, alignments: WordAlignments) -> Scores:
    """The scores of all systems by all metrics."""
    specs = {metric: f"{metric}:source_tokenize={TOKENIZE}" for metric in METRICS}
    scored = pp.score(test_set, list(specs.values()), aligner=Fixed(alignments))
    return {
        metric: [scored[system, spec].score for system in test_set.systems] for metric, spec in specs.items()
    }


def tau(a: Sequence[float], b: Sequence[float]) -> float:
    """Kendall's tau of two rankings."""
    return float(kendalltau(a, b).statistic)


def draw(taus: Taus, path: Path) -> None:
    """Draws the lines into an SVG file, where matplotlib is installed."""
    matplotlib: Any = peers.find("matplotlib")
    if matplotlib is None:
        print("matplotlib is not installed: nothing was drawn", file=sys.stderr)
        return
    matplotlib.use("svg")
    # Text stays text, and the file does not change when the numbers do not.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pitchpipe"})
    pyplot: Any = peers.find("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(6, 3.5), layout="constrained")
    for metric, by_share in taus.items():
        axes.plot([100 * share for share in by_share], list(by_share.values()), marker="o", label=metric)
    axes.set(xlabel="links moved, %", ylabel="Kendall's tau of the rankings", ylim=(None, 1.02))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


if __name__ == "__main__":
    sys.exit(main())
