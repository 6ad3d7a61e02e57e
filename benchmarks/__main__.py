"""``python -m benchmarks``: runs the subjects and writes the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import (
    align,
    bare_loops,
    bleu,
    chrf,
    fitting,
    gate,
    hlepor,
    hostile,
    judging,
    languages,
    lexical,
    lm,
    machine,
    matrix,
    mbr,
    meaning,
    memory,
    mert,
    nbest,
    nist,
    page,
    port,
    report,
    scaling,
    shares,
    short,
    significance,
    startup,
    ter,
    tesla,
    wer,
)
from benchmarks.cases import Settings
from benchmarks.data import load
from benchmarks.results import Results, merged
from pitchpipe.errors import MissingError

SUBJECTS: dict[str, Callable[[Settings], Results]] = {
    "bleu": bleu.measure,
    "chrf": chrf.measure,
    "bare": bare_loops.measure,
    "ter": ter.measure,
    "wer": wer.measure,
    "languages": languages.measure,
    "short": short.measure,
    "shares": shares.measure,
    "matrix": matrix.measure,
    "mbr": mbr.measure,
    "lexical": lexical.measure,
    "hlepor": hlepor.measure,
    "nist": nist.measure,
    "nbest": nbest.measure,
    "port": port.measure,
    "mert": mert.measure,
    "meaning": meaning.measure,
    "fit": fitting.measure,
    "align": align.measure,
    "tesla": tesla.measure,
    "lm": lm.measure,
    "significance": significance.measure,
    "startup": startup.measure,
    "page": page.measure,
    "judging": judging.measure,
    "memory": memory.measure,
    "scaling": scaling.measure,
}
RESULTS = Path(__file__).with_name("RESULTS.md")
REPETITIONS = 7


def main(arguments: list[str] | None = None) -> int:
    """Runs what was asked for; 1 where a peer's results differ from ours."""
    options = _parser().parse_args(arguments)
    settings = Settings(
        load(),
        repetitions=3 if options.quick else max(REPETITIONS, options.repetitions),
        quick=options.quick,
        progress=lambda text: print(text, file=sys.stderr, flush=True),
    )
    facts = machine.facts()
    names = options.only or (gate.SUBJECTS if options.gate else list(SUBJECTS))
    results = merged([_measured(name, settings) for name in names])
    if options.gate:
        said, code = gate.verdict(results, gate.recorded())
        print(said)
        return code
    page = report.markdown(results, facts, settings.corpus.name, settings.repetitions)
    if (tried := hostile.kept()) is not None and not options.only:
        page = hostile.replaced(page, tried)
    # Part of the results, or quick ones, do not replace the whole.
    output = options.output or (None if options.only or options.quick else RESULTS)
    if output is not None:
        output.write_text(page, encoding="utf-8")
    if output == RESULTS:
        gate.record(results)
    print(page)
    return 1 if results.wrong else 0


def _measured(name: str, settings: Settings) -> Results:
    """What a subject found out; what it lacks must not cost the results of all others."""
    try:
        return SUBJECTS[name](settings)
    except MissingError as error:
        return Results(skipped=[f"{name}: {error}"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=list(SUBJECTS), help="just this subject; repeat for more"
    )
    parser.add_argument(
        "--quick", action="store_true", help="three repetitions of less; only to see that it runs"
    )
    parser.add_argument(
        "--gate",
        action="store_true",
        help="name the rows that lost a fifth of their recorded ratio",
    )
    parser.add_argument(
        "--repetitions", type=int, default=REPETITIONS, help=f"at least {REPETITIONS}, which is the default"
    )
    parser.add_argument(
        "--output", type=Path, help=f"where to write; {RESULTS.name} beside this module for a whole run"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
