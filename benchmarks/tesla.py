"""TESLA-M, and its transport problems and dense random ones beside POT's exact solver.

POT solves one problem in a call, ours takes all of them. TESLA's problems are those of real sentences with a
stand-in for annotation (:mod:`benchmarks.tesla_words`). Where neither side need be used up, POT is given a
node more on each side that takes what is left.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import Corpus, fresh
from benchmarks.results import Limit, Results, merged
from benchmarks.tesla_words import StandInAnnotator, Word, word, write_synonyms
from pitchpipe import _core
from pitchpipe.batch.resources import Resources
from pitchpipe.caches import uncached
from pitchpipe.metrics import Batch, TeslaM
from pitchpipe.threads import threads

Array = NDArray[np.float64]
#: Supplies, demands and gains.
Problem = tuple[Array, Array, Array]

SENTENCES = 300
FUNCTION_WEIGHT = 0.1
ORDERS = (1, 2, 3)
DENSE = 200
NODES = 30
NOTE = "a call for every problem"
#: Milliseconds that a thousand segments may take.
SLOWEST = 500.0


def measure(settings: Settings) -> Results:
    """The values of all problems."""
    sentences = 30 if settings.quick else SENTENCES
    own = tesla_problems(settings.corpus, sentences)
    dense = dense_problems(20 if settings.quick else DENSE)
    cases = [
        Case(
            f"transport, {len(own)} problems of TESLA",
            lambda: own,
            _ours,
            [Peer("ot", _pot_partial, {1: 10.0, 2: 10.0}, NOTE)],
        ),
        Case(
            f"transport, {len(dense)} dense random problems of {NODES} × {NODES}",
            lambda: dense,
            _ours,
            [Peer("ot", _pot, {1: 3.0, 2: 3.0}, NOTE)],
        ),
    ]
    return merged([*(run(case, settings) for case in cases), speed(settings)])


def speed(settings: Settings) -> Results:
    """TESLA-M of all systems on one thread, from analysed words to scores."""
    corpus = settings.corpus
    systems = dict(list(corpus.systems.items())[:1]) if settings.quick else corpus.systems
    lines = fresh(line for system in systems.values() for line in system)
    subject = f"TESLA-M without annotation, {len(systems)} systems, one thread"
    settings.progress(subject)
    with TemporaryDirectory() as temporary, uncached(), threads(1):
        synonyms = Path(temporary) / "synonyms.tsv"
        write_synonyms(synonyms, [*lines, *fresh(corpus.reference)])
        metric = TeslaM(language="en", tags="xpos", synonyms=str(synonyms))
        batch = Batch.from_streams(
            lines, [fresh(corpus.reference)], resources=Resources(annotator=StandInAnnotator())
        )
        metric.weigh(metric.measure(batch))
        taken = [_seconds(metric, batch) for _ in range(settings.repetitions)]
    per_thousand = 1e6 * statistics.median(taken) / len(lines)
    detail = f"{1e6 / per_thousand:,.0f} segments per second"
    return Results(limits=[Limit(subject, per_thousand, SLOWEST, "ms per 1,000 segments", detail)])


def _seconds(metric: TeslaM, batch: Batch) -> float:
    begin = time.perf_counter()
    metric.weigh(metric.measure(batch))
    return time.perf_counter() - begin


def tesla_problems(corpus: Corpus, sentences: int) -> list[Problem]:
    """One for each order and sentence, where both sides have n-grams of that order."""
    hyps, refs = fresh(corpus.first[:sentences]), fresh(corpus.reference[:sentences])
    pairs = [
        ([word(w) for w in h.split()], [word(w) for w in r.split()]) for h, r in zip(hyps, refs, strict=True)
    ]
    bags = [(_bag(ref, n), _bag(hyp, n)) for hyp, ref in pairs for n in ORDERS]
    return [
        (
            np.array(list(x.values())),
            np.array(list(y.values())),
            np.array([[_similarity(a, b) for b in y] for a in x]),
        )
        for x, y in bags
        if x and y
    ]


def dense_problems(count: int) -> list[Problem]:
    """Random weights that sum to 1 on both sides, and random gains."""
    rng = np.random.default_rng(0)
    weights = rng.random((count, 2, NODES)) + 0.01
    weights /= weights.sum(axis=-1, keepdims=True)
    return [(x, y, rng.random((NODES, NODES))) for x, y in weights]


def _bag(words: Sequence[Word], n: int) -> dict[tuple[Word, ...], float]:
    bag: dict[tuple[Word, ...], float] = {}
    for i in range(len(words) - n + 1):
        ngram = tuple(words[i : i + n])
        bag[ngram] = bag.get(ngram, 0.0) + FUNCTION_WEIGHT ** sum(word.is_function for word in ngram)
    return bag


def _similarity(x: tuple[Word, ...], y: tuple[Word, ...]) -> float:
    each = [
        1.0 if a.lemma == b.lemma else ((a.sense == b.sense) + (a.tag == b.tag)) / 2
        for a, b in zip(x, y, strict=True)
    ]
    return 0.0 if 0.0 in each else sum(each) / len(each)


def _ours(problems: list[Problem]) -> list[float]:
    values: list[float] = _core.best_transports(problems).tolist()
    return values


def _pot_partial(problems: list[Problem]) -> list[float]:
    ot = peers.find("ot")
    assert ot is not None
    values = []
    for x, y, gains in problems:
        costs = np.zeros((len(x) + 1, len(y) + 1))
        costs[:-1, :-1] = -gains
        values.append(-float(ot.emd2(np.append(x, y.sum()), np.append(y, x.sum()), costs)))
    return values


def _pot(problems: list[Problem]) -> list[float]:
    ot = peers.find("ot")
    assert ot is not None
    return [1.0 - float(ot.emd2(x, y, 1.0 - gains)) for x, y, gains in problems]
