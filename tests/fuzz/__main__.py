"""``python -m tests.fuzz``: hostile input for as long as one likes."""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import re
import secrets
import sys
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from benchmarks.hostile import RECORD

from benchmarks import hostile
from tests.fuzz.cases import KINDS, Kind
from tests.fuzz.running import Tally, run
from tests.fuzz.targets import TARGETS
from tests.fuzz.workers import Failure

FAILURES = Path(__file__).with_name("failures")
#: What a full run tries.
FULL: dict[Kind, int] = {
    "files": 100_000,
    "texts": 50_000,
    "parameters": 300_000,
    "commands": 20_000,
    "dialogues": 5_000,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what is asked for; 1 where something failed."""
    options = _parser().parse_args(arguments)
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    chosen = [
        target
        for target in TARGETS.values()
        if any(fnmatch.fnmatch(target.name, p) or target.kind == p for p in options.target or ["*"])
    ]
    if not chosen:
        print(f"no target is called so: there are {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    print(f"seed {seed}, {len(chosen)} targets, {options.seconds:g} s", flush=True)
    begun = time.monotonic()
    tallies = run(
        chosen,
        seed=seed,
        seconds=options.seconds,
        inputs=options.inputs,
        goals=FULL if options.full else None,
        tell=lambda text: print(text, flush=True),
        batch=options.batch,
    )
    took = time.monotonic() - begun
    for tally in tallies:
        print(_line(tally))
    print(json.dumps(counts(tallies), indent=1))
    failures = [failure for tally in tallies for failure in tally.failures]
    for path, failure in _saved(failures, seed):
        print(f"{path}: {failure.what}")
    print(f"seed {seed}: {len(failures)} failures in {took:.0f} s")
    if options.record:
        _record(tallies, seed)
    return 1 if failures else 0


def _line(tally: Tally) -> str:
    name = f"{tally.target.kind:10} {tally.target.name:24}"
    outcomes = f"{tally.right:8} right {tally.refused:8} refused {len(tally.failures):6} failed"
    return f"{name} {tally.plain:4} plain {tally.hostile:8} hostile {outcomes} {tally.seconds:7.1f} s"


def counts(tallies: Sequence[Tally]) -> dict[Kind, dict[str, int]]:
    """Inputs by kind and outcome."""
    found: dict[Kind, dict[str, int]] = {}
    for kind in KINDS:
        own = [tally for tally in tallies if tally.target.kind == kind]
        if own:
            found[kind] = {
                "targets": len(own),
                "inputs": sum(t.hostile for t in own),
                "right": sum(t.right for t in own),
                "refused": sum(t.refused for t in own),
                "failed": sum(len(t.failures) for t in own),
            }
    return found


def _saved(failures: Sequence[Failure], seed: int) -> list[tuple[Path, Failure]]:
    """One file for each different failure of a target: the shortest input."""
    kept: dict[tuple[str, str], tuple[str, Failure]] = {}
    for failure in failures:
        key = (
            failure.target,
            re.sub(r"[0-9]+|'[^']*'", "", failure.what.partition(":")[0] + failure.what[-40:]),
        )
        text = failure.input.to_json(failure.target)
        if key not in kept or len(text) < len(kept[key][0]):
            kept[key] = text, failure
    if kept:
        FAILURES.mkdir(exist_ok=True)
    saved = []
    for text, failure in kept.values():
        path = FAILURES / f"{failure.target}-{seed}-{failure.number}.json"
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".txt").write_text(
            f"{failure.what}\n{failure.detail}", encoding="utf-8", errors="replace"
        )
        saved.append((path, failure))
    return saved


def _record(tallies: Sequence[Tally], seed: int) -> None:
    """Keeps the counts of these kinds, and shows them in ``benchmarks/RESULTS.md``; those of others stay."""
    import platform

    import pitchpipe as pp

    content = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    for kind, found in counts(tallies).items():
        content[kind] = {
            **found,
            "goal": FULL[kind],
            "seconds": round(sum(t.seconds for t in tallies if t.target.kind == kind)),
            "seed": seed,
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
            "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            "python": platform.python_version(),
            "pitchpipe": pp.__version__,
        }
    RECORD.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    page = RECORD.with_name("RESULTS.md")
    if page.exists():
        page.write_text(hostile.replaced(page.read_text("utf-8"), hostile.section(content)), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="how long, after the unmutated inputs")
    parser.add_argument("--seed", type=int, help="where random numbers begin; by default another each time")
    parser.add_argument("--target", action="append", help="only these targets (nbest.*), or a kind; repeat")
    parser.add_argument("--inputs", type=int, help="no more than so many inputs of each target")
    parser.add_argument("--full", action="store_true", help="stop where a full run has all its inputs")
    parser.add_argument("--record", action="store_true", help=f"keep the counts in {RECORD.name}")
    parser.add_argument("--batch", type=int, default=200, help="inputs of a worker")
    return parser


if __name__ == "__main__":
    sys.exit(main())
