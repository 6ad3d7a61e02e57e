"""Where the time of a corpus score goes: the steps from Python's lists to a number, one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pitchpipe as pp
from benchmarks.cases import Settings, use_threads
from benchmarks.data import fresh
from benchmarks.results import Results, Share
from pitchpipe.batch.lines import batch_of
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.scored import score_of

METRICS = ("bleu", "wer", "hlepor", "chrf")
#: The least of so many, since each step is short.
TIMES = 30


def measure(settings: Settings) -> Results:
    """The least time of each step on one thread."""
    use_threads(1)
    settings.progress("shares of the steps")
    corpus = settings.corpus
    least: dict[tuple[str, str], float] = {}
    for _ in range(TIMES):
        for spec in METRICS:
            lists = fresh(corpus.first), fresh(corpus.reference)
            for step, seconds in _steps(pp.metrics.get(spec), *lists):
                least[spec, step] = min(seconds, least.get((spec, step), seconds))
    return Results(
        shares=[Share(spec, step, seconds / len(corpus.reference)) for (spec, step), seconds in least.items()]
    )


def _steps(metric: Metric, hyps: list[str], refs: list[str]) -> Iterator[tuple[str, float]]:
    """Each step and its seconds."""

    def took(work: Callable[[], Any]) -> tuple[Any, float]:
        begin = time.perf_counter()
        made = work()
        return made, time.perf_counter() - begin

    batch, seconds = took(lambda: batch_of(hyps, [refs], None))
    yield "checking the lists", seconds
    _, seconds = took(lambda: batch.texts)
    yield "copying the text", seconds
    prepared, seconds = took(lambda: metric.prepare(batch))
    yield "choosing a tokenizer", seconds
    measured, altogether = took(lambda: prepared.measure(batch))
    seconds = 0.0
    if batch._tokens:
        # Words are there the second time.
        _, again = took(lambda: prepared.measure(batch))
        seconds = altogether - again
        yield "cutting and numbering words", seconds
    yield "counting", altogether - seconds
    _, seconds = took(lambda: score_of(prepared, prepared.weigh(measured), nrefs=batch.nrefs, asked=metric))
    yield "the formula and the score", seconds
