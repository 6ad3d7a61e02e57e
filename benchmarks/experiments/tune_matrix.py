"""Tuned to each metric, tested with each, on the n-best lists of a phrase-based decoder.

As in table 4 of Chen, Kuhn and Larkin (2012) and table 5 of Birch and Osborne (2011): weights are tuned by
MERT to one metric after the other on the development list, choose from the test list, and are scored there by
all metrics. By default the test lists are those that the decoder wrote with its initial weights. Nothing is
decoded again: gains are those of reranking 100 candidates, smaller than those of a whole loop. Word
alignments are the decoder's own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.data import shared
from benchmarks.report import table
from pitchpipe.batch.resources import Resources
from pitchpipe.nbest import NBest, read_nbest
from pitchpipe.text.files import read_lines
from pitchpipe.tuning import DevSet, Problem, Tuned, mert, read_weights
from pitchpipe.tuning.matrix import Matrix, Row, matrix

METRICS = {
    "BLEU": "bleu:tokenize=none",
    "PORT": "port:tokenize=none,source_tokenize=none",
    "LR-KB4": "lr-kb4:tokenize=none,source_tokenize=none",
    "hLEPOR": "hlepor:tokenize=none",
    "BLEU-SBP": "bleu-sbp:tokenize=none",
    "4-GRR": "4-grr:tokenize=none",
}
#: Lists to tune on; the accumulated one has the candidates of four iterations.
LISTS = {"de-en": "dev.nbest.gz", "ja-en": "dev.accum4.nbest.gz", "ur-en": "dev.nbest.gz"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a table for each language pair."""
    options = _options(arguments)
    folder = shared("nbest")
    if folder is None:
        print("this experiment needs the n-best lists", file=sys.stderr)
        return 1
    for pair in options.pairs or LISTS:
        found = tune_and_test(folder / pair, LISTS[pair], options)
        print(f"\n{pair}: tuned on `{LISTS[pair]}`, tested on `{options.test}`\n")
        print(as_markdown(found))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pair", dest="pairs", action="append", choices=list(LISTS))
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--samples", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", default="test.nbest.gz", help="the list to test on, or test.tuned.nbest.gz")
    return parser.parse_args(arguments)


def tune_and_test(folder: Path, dev_list: str, options: argparse.Namespace) -> Matrix:
    """The matrix of one language pair."""
    dev, test = read(folder, "dev", dev_list), read(folder, "test", options.test)
    start = read_weights(folder / "weights.init.txt").start(dev[0].names)

    def optimise(problem: Problem, weights: object) -> Tuned:
        return mert.optimise(problem, start, restarts=options.restarts, seed=options.seed)

    return matrix(
        dev,
        test,
        list(METRICS.values()),
        start,
        optimise,
        samples=options.samples,
        progress=lambda spec: print(f"{folder.name}: tuning to {spec}", file=sys.stderr),
    )


def read(folder: Path, part: str, name: str) -> tuple[NBest, DevSet]:
    """A list with all references of its part, and the links of both."""
    count = len(list(folder.glob(f"{part}.ref[0-9]")))
    dev = DevSet(
        [read_lines(folder / f"{part}.ref{k}") for k in range(count)],
        read_lines(folder / f"{part}.src"),
        [read_lines(folder / f"{part}.ref{k}.gdfa") for k in range(count)],
        Resources(source_language=folder.name.partition("-")[0]),
    )
    return read_nbest(folder / name), dev


def as_markdown(found: Matrix) -> str:
    """Scores on the test list; stars where the difference from tuning to BLEU is significant."""
    labels = {spec: label for label, spec in METRICS.items()}
    specs = dict(zip(METRICS, found.metrics, strict=True))
    header = ("tuned to", *METRICS, "length", "own metric on dev")
    rows = [_row(row, labels, specs) for row in found.rows]
    return table(header, rows)


def _row(row: Row, labels: dict[str, str], specs: dict[str, str]) -> list[str]:
    name = labels.get(row.tuned_to, row.tuned_to)
    tested = [row.scores[spec] for spec in specs.values()]
    scores = [f"{one.score:.2f}{'*' if one.p is not None and one.p < 0.05 else ''}" for one in tested]
    own = "" if row.tuned is None else f"{row.tuned.start:.2f} → {row.tuned.score:.2f}"
    return [name, *scores, f"{row.length_ratio:.1f}", own]


if __name__ == "__main__":
    sys.exit(main())
