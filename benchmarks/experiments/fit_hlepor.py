"""hLEPOR's weights fitted to the rankings of one year, tested on the scores of another.

Han et al. (2013) tuned the weights to system-level correlation of past years. Here they are fitted to the
rankings of WMT12 German to English, by segment, and tested on the direct assessments of WMT17.
"""

from __future__ import annotations

import sys

import pitchpipe as pp
from benchmarks.data import shared
from benchmarks.experiments.agreement import agreements
from benchmarks.report import table
from pitchpipe.agreement.statistics import statistic
from pitchpipe.agreement.tasks import read_tasks
from pitchpipe.fitting import fit
from pitchpipe.fitting.grids import fold_grid

PAIR = "de-en"
STATISTICS = ("pearson:none", "kendall-b:none", "spearman:none")


def main() -> int:
    """Prints a table of folds, and one of agreement before and after."""
    trained_on, tested_on = shared("wmt12"), shared("wmt17")
    if trained_on is None or tested_on is None:
        print("this experiment needs the data of WMT12 and WMT17", file=sys.stderr)
        return 1
    found = fit(read_tasks(trained_on, [PAIR], "ranks", unescape=True), "hlepor")
    grid = fold_grid(found)
    print(table(grid.header, [[cell.text(4) for cell in row] for row in grid.rows]))
    if found.held_out is not None:
        print(f"Gain on what was held out: {found.held_out.gain.value:.4f}, p = {found.held_out.p:.3f}\n")
    tasks = read_tasks(tested_on, [PAIR], "da-z.seg", unescape=True)
    metrics = {"default": [pp.metrics.get("hlepor")], "fitted": [found.metric]}
    rows = []
    for name in STATISTICS:
        compared = agreements(tasks, metrics, statistic(name))
        gain = compared["fitted"] - compared["default"]
        rows.append([f"`{name}`", *(one.text() for one in compared.values()), gain.text("+")])
    print(table(("WMT17, agreement", "default weights", "fitted weights", "gain"), rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
