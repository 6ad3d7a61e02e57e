"""Runs cells, and writes what finished ones show."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.experiments.tuning.cells import KEPT, Cell, Work, finished
from benchmarks.experiments.tuning.metrics import FIRST, METRICS, VARIANTS
from benchmarks.experiments.tuning.page import PAGE, fill
from benchmarks.experiments.tuning.results import outcomes
from benchmarks.experiments.tuning.systems import SYSTEMS


def main() -> int:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run", help="tune, and translate the tests")
    run.add_argument("--work", type=Path, required=True, help="a folder for lists, tables and models")
    run.add_argument("--system", dest="systems", action="append", choices=SYSTEMS)
    run.add_argument("--metric", dest="metrics", action="append", choices=[*METRICS, *VARIANTS])
    run.add_argument("--optimiser", choices=("mert", "pro", "mira"), default="mert")
    run.add_argument(
        "--runs", type=int, default=1, help="how often each is tuned, each time with another seed"
    )
    run.set_defaults(do=run_cells)
    write = commands.add_parser("write", help="score what was translated, and write the page")
    write.add_argument("--work", type=Path, required=True, help="the folder that cells ran in")
    write.set_defaults(do=write_page)
    options = parser.parse_args()
    options.do(options)
    return 0


def run_cells(options: argparse.Namespace) -> None:
    """Every cell that is not finished, all metrics once before any is tuned again."""
    for number in range(1, options.runs + 1):
        for system in options.systems or SYSTEMS:
            for metric in options.metrics or FIRST:
                cell = Cell(system, metric, number, options.optimiser)
                if not (KEPT / f"{cell.name}.json").is_file():
                    Work(
                        cell, options.work, lambda said: print(said, file=sys.stderr, flush=True)
                    ).run().save()


def write_page(options: argparse.Namespace) -> None:
    """The tables of the page in the documentation."""
    PAGE.write_text(fill(PAGE.read_text("utf-8"), outcomes(finished(), options.work)), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
