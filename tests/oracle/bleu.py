"""BLEU, straight from its definition: one sentence at a time, one order at a time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

Words = Sequence[str]


def ngrams(words: Words, n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


@dataclass
class Counts:
    """M_n, T_n, C and R, of a sentence or summed over several."""

    matches: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    hyp_length: float = 0.0
    ref_length: float = 0.0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            [a + b for a, b in zip(self.matches, other.matches, strict=True)],
            [a + b for a, b in zip(self.totals, other.totals, strict=True)],
            self.hyp_length + other.hyp_length,
            self.ref_length + other.ref_length,
        )


def counts(hyp: Words, refs: Sequence[Words], max_order: int = 4, reflen: str = "closest") -> Counts:
    matches, totals = [], []
    for n in range(1, max_order + 1):
        own = ngrams(hyp, n)
        most: Counter[tuple[str, ...]] = Counter()
        for ref in refs:
            most |= ngrams(ref, n)
        matches.append((own & most).total())
        totals.append(own.total())
    lengths = [len(ref) for ref in refs]
    length = {
        "closest": min(lengths, key=lambda r: (abs(r - len(hyp)), r)),
        "shortest": min(lengths),
        "average": sum(lengths) / len(lengths),
    }[reflen]
    return Counts(matches, totals, len(hyp), length)


def penalty(c: float, r: float) -> float:
    if c == 0:
        return 0.0 if r > 0 else 1.0
    return 1.0 if c >= r else math.exp(1 - r / c)


def score(counts: Counts, smooth: str = "exp", value: float | None = None, effective: bool = False) -> float:
    """sacreBLEU's form, from 0 to 100."""
    if not any(counts.matches):
        return 0.0
    added = (1.0 if value is None else value) if smooth == "add-k" else 0.0
    floor = 0.1 if value is None else value
    logs, zeros = [], 0
    for n, (match, total) in enumerate(zip(counts.matches, counts.totals, strict=True), start=1):
        m, t = (match + added, total + added) if n > 1 else (float(match), float(total))
        if t == 0:
            break
        if m == 0 and smooth == "exp":
            zeros += 1
            m = 1 / 2**zeros
        elif m == 0 and smooth == "floor":
            m = floor
        if m == 0:
            return 0.0
        logs.append(math.log(m / t))
    if len(logs) < len(counts.matches) and not effective:
        return 0.0
    mean = sum(logs) / len(logs)
    return min(100.0, 100.0 * math.exp(mean) * penalty(counts.hyp_length, counts.ref_length))


def lin_och(counts: Counts) -> float:
    """Lin and Och (2004): one more n-gram for n > 1, on both sides; an order without n-grams is perfect."""
    if counts.matches[0] == 0:
        return 0.0
    ratios = [counts.matches[0] / counts.totals[0]]
    ratios += [(m + 1) / (t + 1) for m, t in zip(counts.matches[1:], counts.totals[1:], strict=True)]
    return 100.0 * _geometric_mean(ratios) * penalty(counts.hyp_length, counts.ref_length)


def moses(counts: Counts) -> float:
    """One more n-gram for every n."""
    ratios = [(m + 1) / (t + 1) for m, t in zip(counts.matches, counts.totals, strict=True)]
    return 100.0 * _geometric_mean(ratios) * penalty(counts.hyp_length, counts.ref_length)


def _geometric_mean(ratios: Sequence[float]) -> float:
    return math.prod(ratios) ** (1 / len(ratios))
