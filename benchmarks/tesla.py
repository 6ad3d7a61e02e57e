"""The transport problems of TESLA and dense random ones beside POT's exact solver.

POT solves one problem in a call, ours takes all of them. TESLA's problems are those of real sentences with a
stand-in for annotation: a word's first letters are its lemma, its last its part of speech, its vowels its
only sense, and short words are function words. Where neither side need be used up, POT is given a node more
on each side that takes what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import Corpus, fresh
from benchmarks.results import Results, merged
from pitchpipe import _core

Array = NDArray[np.float64]
#: Supplies, demands and gains.
Problem = tuple[Array, Array, Array]

SENTENCES = 300
FUNCTION_WEIGHT = 0.1
ORDERS = (1, 2, 3)
DENSE = 200
NODES = 30
NOTE = "a call for every problem"


class Word(NamedTuple):
    """What similarities look at."""

    lemma: str
    tag: str
    sense: str
    weight: float


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
    return merged([run(case, settings) for case in cases])


def tesla_problems(corpus: Corpus, sentences: int) -> list[Problem]:
    """One for each order and sentence, where both sides have n-grams of that order."""
    hyps, refs = fresh(corpus.first[:sentences]), fresh(corpus.reference[:sentences])
    pairs = [
        ([_word(w) for w in h.split()], [_word(w) for w in r.split()])
        for h, r in zip(hyps, refs, strict=True)
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


def _word(text: str) -> Word:
    low = text.lower()
    vowels = "".join(letter for letter in low if letter in "aeiou")
    return Word(low[:5], low[-1:], vowels, FUNCTION_WEIGHT if len(low) <= 3 else 1.0)


def _bag(words: Sequence[Word], n: int) -> dict[tuple[Word, ...], float]:
    bag: dict[tuple[Word, ...], float] = {}
    for i in range(len(words) - n + 1):
        ngram = tuple(words[i : i + n])
        bag[ngram] = bag.get(ngram, 0.0) + float(np.prod([word.weight for word in ngram]))
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
