"""How soon a new process is ready: the import beside numpy's, the command beside sacreBLEU's."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import peers
from benchmarks.cases import Settings
from benchmarks.results import ALL_THREADS, Comparison, Limit, Results, merged
from benchmarks.timing import TOLERANCE, Sample, Timing, largest_difference

ROOT = Path(__file__).parents[1]
HYPOTHESES = ROOT / "examples" / "systems" / "good.en"
REFERENCE = ROOT / "examples" / "reference.a.en"
COMMANDS = Path(sys.executable).parent
AT_LEAST = 9
IMPORT_TARGET = 20.0
#: Milliseconds that scoring two small files may take beyond importing what it cannot do without.
SCORE_TARGET = 25.0
#: The time of the help, in imports of what prints it.
HELP_TARGET = 1.3
WHY_SCORE = "a third of it goes to dataclasses, whose methods Python compiles when their modules load"
WHY_COMMAND = "importing numpy takes most of our time, and sacreBLEU does without it here"


def measure(settings: Settings) -> Results:
    """Both, each in fresh processes that take turns."""
    repetitions = max(AT_LEAST, settings.repetitions)
    settings.progress("import")
    results = [_imports(repetitions)]
    settings.progress("command line, help and score")
    results += [_help(repetitions), _score(repetitions)]
    for metrics in (("bleu",), ("bleu", "chrf", "ter")):
        settings.progress(f"command line, {' '.join(metrics)}")
        results.append(_commands(metrics, repetitions))
    return merged(results)


def _imports(repetitions: int) -> Results:
    modules = ("numpy", "pitchpipe")
    times = _processes({m: [sys.executable, "-c", f"import {m}"] for m in modules}, repetitions)
    numpy, ours = (times[module] for module in modules)
    detail = (
        f"numpy {1000 * numpy.wall:.0f} ms, pitchpipe {1000 * ours.wall:.0f} ms; "
        f"of the processor {1000 * numpy.cpu:.0f} and {1000 * ours.cpu:.0f} ms"
    )
    over = 1000.0 * (ours.wall - numpy.wall)
    limit = Limit("import pitchpipe, over import numpy", over, IMPORT_TARGET, "ms", detail)
    return Results(limits=[limit])


def _help(repetitions: int) -> Results:
    commands = {
        "click": [sys.executable, "-c", "import click"],
        "help": [str(COMMANDS / "pitchpipe"), "--help"],
    }
    times = _processes(commands, repetitions)
    click, ours = times["click"], times["help"]
    detail = f"import click {1000 * click.wall:.0f} ms, help {1000 * ours.wall:.0f} ms"
    return Results(
        limits=[Limit("pitchpipe --help", ours.wall / click.wall, HELP_TARGET, "imports of click", detail)]
    )


def _score(repetitions: int) -> Results:
    needed = "import numpy, click"
    ours = [str(COMMANDS / "pitchpipe"), "score", str(HYPOTHESES), "-r", str(REFERENCE), "-m", "bleu"]
    times = _processes({"needed": [sys.executable, "-c", needed], "score": ours}, repetitions)
    least, score = times["needed"], times["score"]
    detail = (
        f"{needed} {1000 * least.wall:.0f} ms, score {1000 * score.wall:.0f} ms; "
        f"of the processor {1000 * least.cpu:.0f} and {1000 * score.cpu:.0f} ms"
    )
    over = 1000.0 * (score.wall - least.wall)
    limit = Limit(f"pitchpipe score, over {needed}", over, SCORE_TARGET, "ms", detail, WHY_SCORE)
    return Results(limits=[limit])


def _commands(metrics: Sequence[str], repetitions: int) -> Results:
    if peers.find("sacrebleu") is None:
        return Results(skipped=["sacrebleu is not installed"])
    ours = [str(COMMANDS / "pitchpipe"), "score", str(HYPOTHESES), "-r", str(REFERENCE)]
    ours += [word for metric in metrics for word in ("-m", metric)]
    theirs = [str(COMMANDS / "sacrebleu"), str(REFERENCE), "-i", str(HYPOTHESES), "-m", *metrics]
    subject = f"command line, {' '.join(metrics)}, {len(HYPOTHESES.read_text().splitlines())} segments"
    # What is timed prints two decimals; what is compared prints all.
    difference = largest_difference(
        _our_scores([*ours, "--format", "json"]), _their_scores([*theirs, "-w", "12"])
    )
    if difference > TOLERANCE:
        return Results(wrong=[f"{subject}: sacrebleu differs from ours by {difference:.2g}"])
    times = _processes({"ours": ours, "theirs": theirs}, repetitions)
    comparison = Comparison(
        subject,
        "sacrebleu",
        ALL_THREADS,
        times["ours"],
        times["theirs"],
        1.0,
        "whole process, as installed",
        WHY_COMMAND,
    )
    return Results(comparisons=[comparison])


def _our_scores(command: Sequence[str]) -> list[float]:
    (system,) = json.loads(_output(command))["systems"]
    return [score["score"] for score in system["scores"]]


def _their_scores(command: Sequence[str]) -> list[float]:
    found = json.loads(_output(command))
    return [score["score"] for score in (found if isinstance(found, list) else [found])]


def _output(command: Sequence[str]) -> bytes:
    # As installed, with byte code, whatever is set where the benchmarks run.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, check=True, capture_output=True, env=environment).stdout


def _processes(commands: dict[str, list[str]], repetitions: int) -> dict[str, Timing]:
    """Median times of each command, one process of each in turn."""
    taken: dict[str, list[Sample]] = {name: [] for name in commands}
    for command in commands.values():
        # Byte code and the file cache are there afterwards.
        _output(command)
    for _ in range(repetitions):
        for name, command in commands.items():
            cpu, wall = _children(), time.perf_counter()
            _output(command)
            taken[name].append(Sample(time.perf_counter() - wall, _children() - cpu))
    return {name: Timing.of(samples) for name, samples in taken.items()}


def _children() -> float:
    """Processor time of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
