"""How far text larger than memory goes: memory and rate of 10⁵ to 10⁷ segments, and a simulation of 10⁹.

``python -m benchmarks.experiments.scale FOLDER [SEGMENTS ...]`` generates corpora in a folder, scores them
with BLEU and chrF on one worker and on two, and beside that in memory on one thread; then it draws the time
of a billion segments on many workers from the measured times of parts, with stragglers and lost workers.
"""

from __future__ import annotations

import heapq
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SEGMENTS = (100_000, 1_000_000, 10_000_000)
METRICS = ("bleu", "chrf")
WORKERS = (10, 30, 100, 300, 1000)
#: Words of the generated text, the frequent ones more often.
VOCABULARY = 30_000
#: Seconds until a lost worker is noticed and another one stands by.
RECOVERY = 30.0


def generate(path: Path, segments: int) -> None:
    """A table of outputs and references, about 200 bytes a segment."""
    numbers = random.Random(1)
    letters = [chr(97 + k) for k in range(26)]
    words = ["".join(numbers.choices(letters, k=numbers.randint(2, 9))) for _ in range(VOCABULARY)]
    weights = [1 / (rank + 3) for rank in range(VOCABULARY)]
    drawn = numbers.choices(words, weights, k=1 << 20)
    with path.open("w", encoding="utf-8") as stream:
        stream.write("hypothesis\treference\n")
        for _ in range(segments):
            first, length = numbers.randrange(len(drawn) - 40), numbers.randint(8, 24)
            reference = drawn[first : first + length]
            output = list(reference)
            for _ in range(length // 4):
                output[numbers.randrange(length)] = drawn[numbers.randrange(len(drawn))]
            stream.write(f"{' '.join(output)}\t{' '.join(reference)}\n")


@dataclass(frozen=True)
class Run:
    """What a run took: seconds, those of processors and of parts, and the megabytes of its largest process.

    Rates are by the time of processors: those of others' work on a machine that is shared do not count.
    """

    seconds: float
    processor: float
    parts: tuple[float, ...]
    megabytes: float


_IN_PARTS = """
import json, os, resource, sys, time
import pitchpipe as pp
from pitchpipe.engines.engine import Done
from pitchpipe.engines.local import Local
class Timed(Local):
    times = []
    def run(self, job, parts, told):
        def both(done):
            self.times.append(done.seconds)
            told(done)
        yield from super().run(job, parts, both)
path, workers, metrics = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
begun = time.perf_counter()
engine = Timed(workers)
pp.score(pp.TableShards.find([path], None), metrics, engine=engine, threads=workers)
most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps([time.perf_counter() - begun, sum(os.times()[:4]), engine.times[1:], most / 1024]))
"""

_IN_MEMORY = """
import json, os, resource, sys, time
import pitchpipe as pp
path, workers, metrics = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
begun = time.perf_counter()
pp.score(pp.read_test_set(path), metrics, threads=workers)
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([time.perf_counter() - begun, sum(os.times()[:4]), [], most / 1024]))
"""


def run(program: str, path: Path, workers: int) -> Run:
    """Runs a program in a process of its own, so that memory is its own."""
    command = [sys.executable, "-W", "ignore", "-c", program, str(path), str(workers), *METRICS]
    done = subprocess.run(command, check=True, capture_output=True)
    seconds, processor, parts, megabytes = json.loads(done.stdout)
    return Run(seconds, processor, tuple(parts), megabytes)


def simulated(
    times: Sequence[float], parts: int, workers: int, *, failures: float, stragglers: float, seed: int
) -> float:
    """Seconds that so many parts take on so many workers, each part as long as one that was measured.

    A worker is lost with a rate of ``failures`` in an hour, and its part begun anew; so large a share of
    parts are ``stragglers`` and take three times as long. Whoever is free takes the next part.
    """
    numbers = random.Random(seed)
    free = [0.0] * workers
    heapq.heapify(free)
    for _ in range(parts):
        begun = heapq.heappop(free)
        length = numbers.choice(times) * (3 if numbers.random() < stragglers else 1)
        while failures and (lost := numbers.expovariate(failures / 3600)) < length:
            begun += lost + RECOVERY
        heapq.heappush(free, begun + length)
    return max(free)


def overheads() -> None:
    """Prints what a part costs that does nothing, and one that works for a fifth of a second, by engine."""
    from pitchpipe.engines.engine import nobody
    from pitchpipe.engines.named import opened

    print("\n| engine | start | a part of 0 s | a part of 0.2 s |\n| --- | --- | --- | --- |")
    for name in ("local", "ray"):
        before = time.perf_counter()
        with opened(name, workers=2) as engine:
            # The first parts wait for workers to start.
            list(engine.run(time.sleep, [0.0] * 2, nobody))
            cells = [f"{time.perf_counter() - before:.1f} s"]
            for length, parts in ((0.0, 400), (0.2, 20)):
                begun = time.perf_counter()
                list(engine.run(time.sleep, [length] * parts, nobody))
                took = (time.perf_counter() - begun) / parts * 2 - length
                cells.append(f"+{1000 * took:.1f} ms")
        print(f"| {name} | {' | '.join(cells)} |")


def main(folder: Path, sizes: Sequence[int]) -> None:
    """Prints the tables in Markdown."""
    print("| segments | MB of text | in memory: segments per second and core, MB | 1 worker | 2 workers |")
    print("| --- | --- | --- | --- | --- |")
    last = None
    for segments in sizes:
        path = folder / f"{segments}.tsv"
        if not path.exists():
            generate(path, segments)
        # Ten million in memory would take many gigabytes, which is the point.
        whole = run(_IN_MEMORY, path, 1) if segments <= 1_000_000 else None
        one, two = (run(_IN_PARTS, path, workers) for workers in (1, 2))
        cells = [f"{segments / r.processor:,.0f}, {r.megabytes:.0f}" if r else "" for r in (whole, one, two)]
        print(f"| {segments:,} | {path.stat().st_size / 1e6:.0f} | {' | '.join(cells)} |", flush=True)
        last = segments, one, two
    assert last is not None
    segments, one, two = last
    for workers, found in ((1, one), (2, two)):
        expected = simulated(found.parts, len(found.parts), workers, failures=0, stragglers=0, seed=1)
        print(f"\n{workers} worker(s): {found.seconds:.0f} s measured, {expected:.0f} s simulated")
    parts = round(1e9 / segments * len(one.parts))
    print(f"\n10⁹ segments, {parts:,} parts of {statistics.mean(one.parts):.1f} s:\n")
    print("| workers | alone | 2 % stragglers | and a loss per worker and day | linear |")
    print("| --- | --- | --- | --- | --- |")
    for workers in WORKERS:
        ways = ((0.0, 0.0), (0.0, 0.02), (1 / 24, 0.02))
        minutes = [
            simulated(one.parts, parts, workers, failures=lost, stragglers=slow, seed=1) / 60
            for lost, slow in ways
        ]
        linear = statistics.mean(one.parts) * parts / workers / 60
        print(f"| {workers:,} | {' | '.join(f'{m:,.1f} min' for m in minutes)} | {linear:,.1f} min |")
    overheads()


if __name__ == "__main__":
    began = time.perf_counter()
    main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]] or SEGMENTS)
    print(f"\n{time.perf_counter() - began:.0f} s", file=sys.stderr)
