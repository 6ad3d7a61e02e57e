"""Minimum error rate training with BLEU beside Moses' published times, and with PORT beside our BLEU.

Moses is not installed here. What its ``mert -n 20`` takes and reaches on the same list, with the same
features and from the same weights, was measured on two cores at low load and is written down with the data
(``shared/data/nbest/README.md``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import pitchpipe as pp
from benchmarks.cases import THREADS, Settings, use_threads
from benchmarks.data import fresh, read_lines, shared
from benchmarks.results import Comparison, Limit, Results
from benchmarks.timing import Contender, Timing, interleave
from pitchpipe.batch.resources import Resources
from pitchpipe.nbest.reading import read_nbest
from pitchpipe.tuning import mert
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned

BLEU = "bleu:tokenize=none"
PORT = "port:tokenize=none,source_tokenize=none"
#: Wall-clock seconds of Moses' tuner by its number of threads, and the BLEU that it reaches.
MOSES_SECONDS = {1: 38.6, 2: 23.1}
MOSES_BLEU = 41.9606
RESTARTS = 20
TARGET = 12.0
#: BLEU's time divided by PORT's.
PORT_TARGET = 1 / 1.5


@dataclass(frozen=True)
class Tuning:
    """A problem for each metric, and the weights to begin with."""

    problems: dict[str, Problem]
    start: list[float]
    restarts: int

    def tune(self, metric: str) -> Tuned:
        """One run from the decoder's own weights."""
        return mert.optimise(self.problems[metric], self.start, restarts=self.restarts)


def measure(settings: Settings) -> Results:
    """Whole runs with restarts; statistics were measured before, as Moses' extractor does."""
    folder = shared("nbest")
    if folder is None:
        return Results(skipped=["minimum error rate training: there are no n-best lists with features"])
    tuning = read(folder / "de-en", 2 if settings.quick else RESTARTS)
    candidates = len(tuning.problems[BLEU].rows)
    subject = f"MERT, {tuning.restarts} restarts, {candidates:,} candidates"
    settings.progress(subject)
    contenders = [contender(metric, count) for metric in (BLEU, PORT) for count in THREADS]
    times = interleave(contenders, lambda: tuning, settings.repetitions)
    tuned = tuning.tune(BLEU)
    return Results(
        comparisons=[
            *(
                Comparison(
                    f"{subject}, BLEU",
                    "Moses, published",
                    count,
                    times[_name(BLEU, count)],
                    Timing(seconds, math.nan),
                    TARGET,
                    _speed(tuned.searches, candidates, times[_name(BLEU, count)].wall),
                )
                for count, seconds in MOSES_SECONDS.items()
                if tuning.restarts == RESTARTS
            ),
            *(
                Comparison(
                    f"{subject}, PORT",
                    "our BLEU",
                    count,
                    times[_name(PORT, count)],
                    times[_name(BLEU, count)],
                    PORT_TARGET,
                    "another landscape, so not as many steps",
                )
                for count in THREADS
            ),
        ],
        limits=[
            Limit(
                f"BLEU short of Moses' {MOSES_BLEU} on the same list",
                max(0.0, MOSES_BLEU - tuned.score),
                0.0,
                "BLEU",
                f"{tuned.score:.4f} after {tuning.restarts} restarts, {tuned.start:.4f} before",
            )
        ],
    )


def read(folder: Path, restarts: int) -> Tuning:
    """The development set of a pair with its lists, their word alignments, and the decoder's weights."""
    nbest = read_nbest(folder / "dev.nbest.gz")
    aligner = nbest.aligner([fresh(read_lines(folder / "dev.ref0.gdfa"))])
    batch = nbest.batch(
        [fresh(read_lines(folder / "dev.ref0"))],
        sources=fresh(read_lines(folder / "dev.src")),
        resources=Resources(aligner=aligner),
    )
    lines = fresh(read_lines(folder / "weights.init.txt"))
    # The penalty of unknown words has a weight, but n-best lists do not show the feature.
    start = [float(value) for line in lines if "Unknown" not in line for value in line.split()[1:]]
    return Tuning({metric: Problem.of(nbest, batch, metric) for metric in (BLEU, PORT)}, start, restarts)


def contender(metric: str, count: int) -> Contender[Tuning]:
    """A run of ours with a metric on so many threads."""

    def call(tuning: Tuning) -> list[float]:
        return [tuning.tune(metric).score]

    return Contender(_name(metric, count), call, lambda: use_threads(count))


def _name(metric: str, count: int) -> str:
    return f"{pp.metrics.get(metric).title} on {count}"


def _speed(searches: int, candidates: int, seconds: float) -> str:
    lines = searches / seconds
    return (
        f"{searches:,} line searches, {lines:,.0f} a second, of {candidates * lines / 1e6:,.0f} M candidates"
    )
