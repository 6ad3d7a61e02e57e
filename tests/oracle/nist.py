"""NIST (Doddington 2002): n-gram matches weighted by their information."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

Ngram = tuple[str, ...]


def ngrams(words: Sequence[str], n: int) -> Counter[Ngram]:
    """The n-grams of a sentence, counted."""
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def information(
    references: Iterable[Sequence[str]], order: int = 5, mteval_zero: bool = True
) -> dict[Ngram, float]:
    """Bits of every n-gram of all references of all segments."""
    counts: Counter[Ngram] = Counter()
    tokens = 0
    for ref in references:
        tokens += len(ref)
        for n in range(1, order + 1):
            counts.update(ngrams(ref, n))

    def bits(ngram: Ngram) -> float:
        prefix = ngram[:-1]
        empty = prefix == () or (mteval_zero and prefix == ("0",))
        return math.log2((tokens if empty else counts[prefix]) / counts[ngram])

    return {ngram: bits(ngram) for ngram in counts}


def row(
    hyp: Sequence[str], refs: Sequence[Sequence[str]], bits: Mapping[Ngram, float], order: int = 5
) -> list[float]:
    """Bits of the clipped matches and n-grams of each order, hypothesis length, mean reference length."""
    matches, totals = [], []
    for n in range(1, order + 1):
        clip: Counter[Ngram] = Counter()
        for ref in refs:
            clip |= ngrams(ref, n)
        matched = ngrams(hyp, n) & clip
        matches.append(sum(bits.get(ngram, 0.0) * count for ngram, count in matched.items()))
        totals.append(float(ngrams(hyp, n).total()))
    return [*matches, *totals, float(len(hyp)), sum(map(len, refs)) / len(refs)]


def score(row: Sequence[float], order: int = 5) -> float:
    """Equation 3 on a row or on a sum of rows."""
    matches, totals = row[:order], row[order : 2 * order]
    hyp_length, ref_length = row[2 * order :]
    if hyp_length == 0:
        return 0.0
    ratio = min(1.0, hyp_length / ref_length) if ref_length else 1.0
    beta = math.log(0.5) / math.log(1.5) ** 2
    precision = sum(m / max(t, 1.0) for m, t in zip(matches, totals, strict=True))
    return precision * math.exp(beta * math.log(ratio) ** 2)
