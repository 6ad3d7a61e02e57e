"""Peak memory of scoring a million segments, each metric in a process of its own.

What counts is the peak of resident memory minus what the interpreter occupies after its imports, divided by the
UTF-8 bytes of all hypotheses and references. The Python strings and lists that hold the text are included.

Run as ``python -m benchmarks.memory METRIC SEGMENTS``, this module is that process.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pitchpipe as pp
from benchmarks.cases import Settings
from benchmarks.data import fresh, many_pairs
from benchmarks.results import Limit, Results

METRICS = ("bleu", "chrf", "ter", "wer")
TARGET = 6.0


def measure(settings: Settings) -> Results:
    """A number for each metric."""
    segments = 100_000 if settings.quick else 1_000_000
    limits = []
    for metric in METRICS:
        settings.progress(f"memory, {metric}, {segments:,} segments")
        command = [sys.executable, "-m", "benchmarks.memory", metric, str(segments)]
        done = subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[1])
        found = json.loads(done.stdout)
        limits.append(
            Limit(
                f"peak memory, {metric}, {segments:,} segments",
                found["peak"] / found["text"],
                TARGET,
                "bytes per byte of text",
                f"{found['peak'] / 2**20:.0f} MiB for {found['text'] / 2**20:.0f} MiB of text; "
                f"the strings alone take {found['strings'] / found['text']:.2f}",
            )
        )
    return Results(limits=limits)


def probe(metric: str, segments: int) -> dict[str, int]:
    """Bytes of text, peak growth, and growth by the strings alone."""
    hyps, refs = many_pairs(segments)
    # The lines repeat few distinct ones, so the bytes objects weigh next to nothing.
    text = sum(map(len, hyps)) + sum(map(len, refs))
    pp.metrics.get(metric).corpus_score(["a"], [["a"]])
    before = peak()
    hypotheses, references = fresh(hyps), fresh(refs)
    strings = peak() - before
    pp.metrics.get(metric).corpus_score(hypotheses, [references])
    return {"text": text, "peak": peak() - before, "strings": strings}


def peak() -> int:
    """The most resident memory this process has had, in bytes.

    Linux hands ``ru_maxrss`` down from the process that started this one; the value in /proc begins anew.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    print(json.dumps(probe(sys.argv[1], int(sys.argv[2]))))
