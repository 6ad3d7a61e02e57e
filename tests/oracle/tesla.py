"""Bags of weighted n-grams and their best match, by linear programming (Dahlmeier et al. 2011, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment, linprog


class Word(NamedTuple):
    """What similarities look at, and whether it is a function word."""

    lemma: str
    tag: str
    senses: frozenset[str]
    function: bool


Likeness = Callable[[Word, Word], float]


def s_ms(x: Word, y: Word) -> float:
    if x.lemma == y.lemma:
        return 1.0
    return (bool(x.senses & y.senses) + (x.tag == y.tag)) / 2


def s_pos(x: Word, y: Word) -> float:
    return float(x.tag == y.tag)


def best_transport(
    supplies: NDArray[np.float64], demands: NDArray[np.float64], gains: NDArray[np.float64]
) -> float:
    """Σ gain·flow at its largest, with rows and columns of at most their weights."""
    n, m = gains.shape
    if not n or not m:
        return 0.0
    rows = np.kron(np.eye(n), np.ones(m))
    columns = np.kron(np.ones(n), np.eye(m))
    found = linprog(
        -gains.ravel(), np.concatenate([rows, columns]), np.concatenate([supplies, demands]), method="highs"
    )
    assert found.status == 0
    assert found.fun is not None
    return -float(found.fun)


def ngrams(words: Sequence[Word], n: int) -> list[Sequence[Word]]:
    return [words[i : i + n] for i in range(len(words) - n + 1)]


def gains(xs: list[Sequence[Word]], ys: list[Sequence[Word]], s: Likeness) -> NDArray[np.float64]:
    """The similarity of every n-gram of one list with every one of the other."""

    def similarity(x: Sequence[Word], y: Sequence[Word]) -> float:
        each = [s(a, b) for a, b in zip(x, y, strict=True)]
        return 0.0 if 0.0 in each else sum(each) / len(each)

    return np.array([[similarity(x, y) for y in ys] for x in xs]).reshape(len(xs), len(ys))


def f_measure(S: float, x: float, y: float, alpha: float) -> float:
    """F of precision S/y and recall S/x."""
    if S <= 0.0:
        return 0.0
    P, R = S / y, S / x
    return P * R / (alpha * P + (1 - alpha) * R)


def mean(measures: list[float], empty: str, present: list[bool]) -> float:
    """The mean over measures, of those present or of all; 1 where nothing is present."""
    if not any(present):
        return 1.0
    counted = [F for F, there in zip(measures, present, strict=True) if there or empty == "zero"]
    return sum(counted) / len(counted)


def tesla_m(
    hyp: Sequence[Word], ref: Sequence[Word], *, order: int, weight: float, alpha: float, empty: str
) -> float:
    """The sentence score with one reference."""
    measures, present = [], []
    for n in range(1, order + 1):
        xs, ys = ngrams(ref, n), ngrams(hyp, n)
        x, y = (np.array([weight ** sum(w.function for w in g) for g in bag]) for bag in (xs, ys))
        for s in (s_ms, s_pos):
            S = best_transport(x, y, gains(xs, ys, s))
            measures.append(f_measure(S, x.sum(), y.sum(), alpha))
            present.append(bool(xs or ys))
    return mean(measures, empty, present)


def maxsim(hyp: Sequence[Word], ref: Sequence[Word], *, order: int, alpha: float, empty: str) -> float:
    """The sentence score with one reference, by assignment."""
    measures, present = [], []
    for n in range(1, order + 1):
        xs, ys = ngrams(ref, n), ngrams(hyp, n)
        similarity = gains(xs, ys, s_ms)
        S = float(similarity[linear_sum_assignment(similarity, maximize=True)].sum())
        measures.append(f_measure(S, len(xs), len(ys), alpha))
        present.append(bool(xs or ys))
    return mean(measures, empty, present)
