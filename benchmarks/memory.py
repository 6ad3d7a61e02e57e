"""Peak memory of scoring a million segments, each metric in a process of its own.

What counts is the peak of resident memory minus what the interpreter occupies after its imports, divided by
the UTF-8 bytes of all hypotheses and references. Python's strings and lists of that text are included.

Run as ``python -m benchmarks.memory METRIC HYPOTHESES REFERENCES``, this module is that process.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pitchpipe as pp
from benchmarks.cases import Settings
from benchmarks.data import many_pairs
from benchmarks.results import Limit, Results

METRICS = ("bleu", "chrf", "ter", "wer")
TARGET = 3.0
WHY = "beside Python's strings there are the numbers of its words, statistics, and what says which is where"


def measure(settings: Settings) -> Results:
    """A number for each metric."""
    segments = 100_000 if settings.quick else 1_000_000
    with TemporaryDirectory() as folder:
        files = [Path(folder) / "hypotheses", Path(folder) / "references"]
        for file, lines in zip(files, many_pairs(segments), strict=True):
            file.write_bytes(b"".join(line + b"\n" for line in lines))
        text = sum(file.stat().st_size - segments for file in files)
        limits = []
        for metric in METRICS:
            subject = f"peak memory, {metric}, {segments:,} segments"
            settings.progress(subject)
            limits.append(_limit(subject, text, _probed(metric, files)))
    return Results(limits=limits)


def _probed(metric: str, files: list[Path]) -> dict[str, int]:
    command = [sys.executable, "-m", "benchmarks.memory", metric, *map(str, files)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
    found: dict[str, int] = json.loads(done.stdout)
    return found


def _limit(subject: str, text: int, found: dict[str, int]) -> Limit:
    detail = (
        f"{found['peak'] / 2**20:.0f} MiB for {text / 2**20:.0f} MiB of text; "
        f"the strings alone take {found['strings'] / text:.2f}"
    )
    return Limit(subject, found["peak"] / text, TARGET, "bytes per byte of text", detail, WHY)


def probe(metric: str, hypotheses: str, references: str) -> dict[str, int]:
    """Growth of the peak by the strings alone, and altogether, in bytes."""
    # Imports what scoring imports on first use.
    pp.metrics.get(metric).corpus_score(["a"], [["a"]])
    before = peak()
    hyps, refs = _lines(hypotheses), _lines(references)
    strings = peak() - before
    pp.metrics.get(metric).corpus_score(hyps, [refs])
    return {"strings": strings, "peak": peak() - before}


def _lines(path: str) -> list[str]:
    with Path(path).open(encoding="utf-8", newline="\n") as file:
        return [line[:-1] for line in file]


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
    print(json.dumps(probe(*sys.argv[1:])))
