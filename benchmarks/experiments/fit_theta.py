"""LRscore's θ fitted to rankings, one language pair held out at a time.

As Birch and Osborne (2011, section 3.1) did on other data: θ is fitted by hill climbing with twenty restarts
to the mean consistency over language pairs. Here each pair of WMT12 into English is held out in turn, and
the score with the θ of the others is compared with that of its words alone.
"""

from __future__ import annotations

import sys

from platformdirs import user_cache_path

import pitchpipe as pp
from benchmarks.data import shared
from benchmarks.experiments.agreement import agreements
from benchmarks.report import table
from pitchpipe.agreement.statistics import statistic
from pitchpipe.agreement.tasks import read_tasks
from pitchpipe.aligning import TestSetAligner
from pitchpipe.fitting import fit
from pitchpipe.fitting.grids import fold_grid

PAIRS = ("de-en", "fr-en", "es-en", "cs-en")
WORDS = {
    "BLEU4": "bleu:smooth=none,sentence=lin-och",
    "BLEU1": "bleu:max_order=1,smooth=none,sentence=lin-och",
}
#: Two outputs that a metric ties are ordered wrongly, or half right.
STATISTICS = ("consistency", "consistency-half")


def main() -> int:
    """Prints a table of folds, and of metrics on what was held out."""
    folder = shared("wmt12")
    if folder is None:
        print("this experiment needs the data of WMT12", file=sys.stderr)
        return 1
    tasks = read_tasks(folder, PAIRS, "ranks", unescape=True)
    aligner = TestSetAligner(cache=user_cache_path("pitchpipe") / "align")
    metrics = {name: [pp.metrics.get(spec)] * len(tasks) for name, spec in WORDS.items()}
    for name in ("lr-kb4", "lr-kb1"):
        found = fit(tasks, name, folds="pairs", aligner=aligner)
        grid = fold_grid(found)
        rows = [[cell.text(4) for cell in row] for row in grid.rows]
        print(table((f"`{name}`, {grid.header[0]}", *grid.header[1:]), rows))
        metrics[f"`{name}`, θ of the other pairs"] = [
            pp.metrics.get(name, **fold.parameters) for fold in found.folds
        ]
        metrics[f"`{name}`, default θ"] = [pp.metrics.get(name)] * len(tasks)
    for name in STATISTICS:
        compared = agreements(tasks, metrics, statistic(name), aligner)
        rows = []
        for label, one in compared.items():
            less = ["" if label == words else (one - compared[words]).text("+") for words in WORDS]
            rows.append([label, one.text(), *less])
        print(table(("metric", f"`{name}`", *(f"less {words}" for words in WORDS)), rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
