"""Metrics of meaning over the 100-best lists of a phrase-based system: tuning to them, and choosing by them.

Tuning to TESLA-M is timed whole, from the list to the weights, first with nothing in the cache folder and
then with the analyses that the first run left there. Minimum Bayes risk with METEOR and TESLA-M scores all
pairs of a list's candidates, with analyses from the cache.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.cases import Settings, use_threads
from benchmarks.data import fresh, read_lines, shared
from benchmarks.results import Limit, Results
from pitchpipe.batch.resources import Resources
from pitchpipe.caches import VARIABLE
from pitchpipe.choosing import mbr
from pitchpipe.errors import MissingError
from pitchpipe.nbest import NBest, read_nbest
from pitchpipe.tuning import mert
from pitchpipe.tuning.problem import Problem

THREADS = 2
RESTARTS = 20
TUNED_TO = "tesla-m"
#: Seconds that tuning may take, the first time and from the cache.
FIRST, AGAIN = 30.0, 5.0
#: A third of what choosing took before analyses were kept and pairs shared their work.
CHOICES = {"meteor": 62.0 / 3, "tesla-m": 94.0 / 3}


def measure(settings: Settings) -> Results:
    """Seconds on two threads."""
    folder = shared("nbest")
    if folder is None:
        return Results(skipped=["metrics of meaning over n-best lists: there are none"])
    settings.progress("metrics of meaning over n-best lists")
    segments = 20 if settings.quick else 1000
    use_threads(THREADS)
    try:
        with TemporaryDirectory() as cache, _kept_in(cache):
            return Results(
                limits=[*_tuning(folder / "de-en", segments), *_choosing(folder / "de-en", segments)]
            )
    except MissingError as error:
        return Results(skipped=[f"metrics of meaning over n-best lists: {error}"])


@contextmanager
def _kept_in(folder: str) -> Iterator[None]:
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def _tuning(folder: Path, segments: int) -> Iterator[Limit]:
    for when, limit in (("the first time", FIRST), ("from the cache", AGAIN)):
        nbest = _read(folder, segments)
        subject = f"tuning to TESLA-M, {len(nbest):,} candidates, {THREADS} threads, {when}"
        yield _limit(subject, partial(_tune, folder, segments), limit)


def _tune(folder: Path, segments: int) -> str:
    nbest = _read(folder, segments)
    references = fresh(read_lines(folder / "dev.ref0"))[:segments]
    batch = nbest.batch([references], resources=Resources(target_language="en"))
    lines = fresh(read_lines(folder / "weights.init.txt"))
    start = [float(value) for line in lines if "Unknown" not in line for value in line.split()[1:]]
    tuned = mert.optimise(Problem.of(nbest, batch, TUNED_TO), start, restarts=RESTARTS)
    return f"{RESTARTS} restarts, {tuned.start:.2f} to {tuned.score:.2f}"


def _choosing(folder: Path, segments: int) -> Iterator[Limit]:
    nbest = _read(folder, segments)
    pairs = int((np.diff(nbest.offsets) ** 2).sum())
    for metric, limit in CHOICES.items():
        subject = f"MBR with {metric}, {pairs:,} pairs, {THREADS} threads"
        yield _limit(subject, partial(_choose, nbest, metric), limit)


def _choose(nbest: NBest, metric: str) -> str:
    return f"{mbr(nbest, metric, language='en').expected.mean():.2f} expected"


def _read(folder: Path, segments: int) -> NBest:
    return read_nbest(folder / "dev.nbest.gz").head(segments)


def _limit(subject: str, call: Callable[[], str], limit: float) -> Limit:
    begin, worked = time.perf_counter(), time.process_time()
    detail = call()
    worked, taken = time.process_time() - worked, time.perf_counter() - begin
    return Limit(subject, taken, limit, "s", f"{detail}; {worked:.1f} s of the processor")
