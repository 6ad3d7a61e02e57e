"""Agreement with people, pair by pair and straight from the definitions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

import numpy as np

from pitchpipe.batch.values import Array

Cells = Sequence[tuple[float, float]]
Orders = tuple[int, int]


def rows(human: Array, scores: Array, average: str) -> list[Cells]:
    """(judgment, score) of cells that have both, in rows of two and more."""
    tables = {"none": (human.reshape(1, -1), scores.reshape(1, -1)), "system": (human, scores)}
    judged, scored = tables.get(average, (human.T, scores.T))
    found = [
        [(h, x) for h, x in zip(*row, strict=True) if not math.isnan(h + x)]
        for row in zip(judged.tolist(), scored.tolist(), strict=True)
    ]
    return [row for row in found if len(row) > 1]


def value(statistic: str, table: list[Cells], *, epsilon: float = 0.0, threshold: float = 0.0) -> float:
    """The mean over rows that have a value, or the value of all rows' pairs."""
    if statistic in POOLED:
        return POOLED[statistic]([count for row in table for count in pairs(row, epsilon, threshold)])
    values = [ROW[statistic](row, epsilon) for row in table]
    defined = [x for x in values if not math.isnan(x)]
    return fmean(defined) if defined else math.nan


def pairs(row: Cells, epsilon: float = 0.0, threshold: float = 0.0) -> Iterator[Orders]:
    """(people's order, the metric's order) of every pair that counts, each -1, 0 or 1."""
    for i, (h, x) in enumerate(row):
        for g, y in row[:i]:
            if abs(h - g) >= threshold:
                yield _sign(h - g), 0 if abs(x - y) <= epsilon else _sign(x - y)


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _pearson(row: Cells, epsilon: float) -> float:
    people, scores = zip(*row, strict=True)
    if len(set(people)) < 2 or len(set(scores)) < 2:
        return math.nan
    h, x = (np.array(column) - fmean(column) for column in (people, scores))
    return float(h @ x / math.sqrt((h @ h) * (x @ x)))


def _spearman(row: Cells, epsilon: float) -> float:
    ranks = [
        [sum(b < a for b in column) + (sum(b == a for b in column) + 1) / 2 for a in column]
        for column in zip(*row, strict=True)
    ]
    return _pearson(list(zip(*ranks, strict=True)), epsilon)


def _kendall_b(row: Cells, epsilon: float) -> float:
    orders = list(pairs(row, epsilon))
    people, metric = sum(h != 0 for h, _ in orders), sum(x != 0 for _, x in orders)
    return _ratio(sum(h * x for h, x in orders), math.sqrt(people * metric))


def _kendall_c(row: Cells, epsilon: float) -> float:
    m = min(len(set(column)) for column in zip(*row, strict=True))
    return _ratio(2 * m * sum(h * x for h, x in pairs(row)), len(row) ** 2 * (m - 1))


def _accuracy(row: Cells, epsilon: float) -> float:
    orders = list(pairs(row, epsilon))
    return _ratio(sum(h == x for h, x in orders), len(orders))


ROW: dict[str, Callable[[Cells, float], float]] = {
    "pearson": _pearson,
    "spearman": _spearman,
    "kendall-b": _kendall_b,
    "kendall-c": _kendall_c,
    "acc-eq": _accuracy,
    "tau23": lambda row, epsilon: 2 * _accuracy(row, epsilon) - 1,
}


def _preferences(orders: list[Orders]) -> tuple[int, int, int]:
    """Concordant and discordant pairs, and the metric's ties."""
    decided = [(h, x) for h, x in orders if h]
    products = [h * x for h, x in decided]
    return products.count(1), products.count(-1), products.count(0)


def _of(formula: str) -> Callable[[list[Orders]], float]:
    def pooled(orders: list[Orders]) -> float:
        c, d, t = _preferences(orders)
        part, whole = {
            "consistency": (c, c + d + t),
            "consistency-ignore-ties": (c, c + d),
            "consistency-half": (c + t / 2, c + d + t),
            "tau-wmt12": (c - d - t, c + d + t),
            "tau-wmt13": (c - d, c + d),
            "tau-wmt14": (c - d, c + d + t),
        }[formula]
        return _ratio(part, whole)

    return pooled


def _darr(orders: list[Orders]) -> float:
    right = sum(h * x == 1 for h, x in orders)
    return _ratio(2 * right - len(orders), len(orders))


PREFERENCES = (
    "consistency",
    "consistency-ignore-ties",
    "consistency-half",
    "tau-wmt12",
    "tau-wmt13",
    "tau-wmt14",
)
POOLED: dict[str, Callable[[list[Orders]], float]] = {name: _of(name) for name in PREFERENCES} | {
    "darr": _darr
}
