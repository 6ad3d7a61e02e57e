"""How soon a new process is ready: the import beside numpy's, the command beside sacreBLEU's."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import peers
from benchmarks.cases import Settings
from benchmarks.results import Comparison, Limit, Results, merged
from benchmarks.timing import TOLERANCE, Timing, largest_difference

ROOT = Path(__file__).parents[1]
HYPOTHESES = ROOT / "examples" / "systems" / "good.en"
REFERENCE = ROOT / "examples" / "reference.a.en"
COMMANDS = Path(sys.executable).parent
AT_LEAST = 9
IMPORT_TARGET = 20.0


def measure(settings: Settings) -> Results:
    """Both, each in fresh processes that take turns."""
    repetitions = max(AT_LEAST, settings.repetitions)
    settings.progress("import")
    results = [_imports(repetitions)]
    for metrics in (("bleu",), ("bleu", "chrf", "ter")):
        settings.progress(f"command line, {' '.join(metrics)}")
        results.append(_commands(metrics, repetitions))
    return merged(results)


def _imports(repetitions: int) -> Results:
    modules = ("numpy", "pitchpipe")
    times = _processes({m: [sys.executable, "-c", f"import {m}"] for m in modules}, repetitions)
    numpy, ours = (1000.0 * times[module] for module in modules)
    detail = f"numpy {numpy:.0f} ms, pitchpipe {ours:.0f} ms"
    limit = Limit("import pitchpipe, over import numpy", ours - numpy, IMPORT_TARGET, "ms", detail)
    return Results(limits=[limit])


def _commands(metrics: Sequence[str], repetitions: int) -> Results:
    if peers.find("sacrebleu") is None:
        return Results(skipped=["sacrebleu is not installed"])
    ours = [str(COMMANDS / "pitchpipe"), "score", str(HYPOTHESES), "-r", str(REFERENCE), "--format", "json"]
    ours += [word for metric in metrics for word in ("-m", metric)]
    theirs = [str(COMMANDS / "sacrebleu"), str(REFERENCE), "-i", str(HYPOTHESES), "-w", "12", "-m", *metrics]
    subject = f"command line, {' '.join(metrics)}, {len(HYPOTHESES.read_text().splitlines())} segments"
    difference = largest_difference(_our_scores(ours), _their_scores(theirs))
    if difference > TOLERANCE:
        return Results(wrong=[f"{subject}: sacrebleu differs from ours by {difference:.2g}"])
    times = _processes({"ours": ours, "theirs": theirs}, repetitions)
    comparison = Comparison(
        subject,
        "sacrebleu",
        # As it comes: on all cores.
        0,
        Timing(times["ours"], float("nan")),
        Timing(times["theirs"], float("nan")),
        1.0,
        "whole process, as installed",
    )
    return Results(comparisons=[comparison])


def _our_scores(command: Sequence[str]) -> list[float]:
    (system,) = json.loads(_output(command))["systems"]
    return [score["score"] for score in system["scores"]]


def _their_scores(command: Sequence[str]) -> list[float]:
    found = json.loads(_output(command))
    return [score["score"] for score in (found if isinstance(found, list) else [found])]


def _output(command: Sequence[str]) -> bytes:
    return subprocess.run(command, check=True, capture_output=True).stdout


def _processes(commands: dict[str, list[str]], repetitions: int) -> dict[str, float]:
    """Median seconds of each command, one process of each in turn."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        # Byte code and the file cache are there afterwards.
        _output(command)
    for _ in range(repetitions):
        for name, command in commands.items():
            start = time.perf_counter()
            _output(command)
            taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}
