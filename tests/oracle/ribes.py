"""RIBES (Isozaki et al. 2010): rank correlation of words aligned by unique contexts."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence


def places(ngram: Sequence[str], words: Sequence[str]) -> list[int]:
    """Where an n-gram begins, overlapping occurrences included."""
    n = len(ngram)
    return [i for i in range(len(words) - n + 1) if list(words[i : i + n]) == list(ngram)]


def ranks(hyp: Sequence[str], ref: Sequence[str]) -> list[int]:
    """Reference position of every hypothesis word that can be aligned.

    A context grows by one word at a time, to the left before to the right, until the n-gram occurs once on
    both sides; a word alone is the context of no neighbours.
    """

    def rank(i: int) -> int | None:
        for window in range(len(hyp)):
            left = hyp[i - window : i + 1] if window <= i else []
            right = hyp[i : i + window + 1] if i + window < len(hyp) else []
            for ngram, offset in ((left, window), (right, 0)):
                if ngram and len(places(ngram, hyp)) == len(places(ngram, ref)) == 1:
                    return places(ngram, ref)[0] + offset
        return None

    return [found for found in map(rank, range(len(hyp))) if found is not None]


def row(hyp: Sequence[str], ref: Sequence[str]) -> tuple[float, float, int, int]:
    """Normalised Kendall's tau, aligned words per hypothesis word, and both lengths."""
    aligned = ranks(hyp, ref)
    pairs = list(itertools.combinations(aligned, 2))
    tau = sum(a < b for a, b in pairs) / len(pairs) if pairs else 0.0
    precision = len(aligned) / len(hyp) if hyp else 0.0
    return tau, precision, len(hyp), len(ref)


def score(hyp: Sequence[str], ref: Sequence[str], alpha: float = 0.25, beta: float = 0.10) -> float:
    """RIBES of one pair."""
    tau, precision, h, r = row(hyp, ref)
    penalty = min(1.0, math.exp(1 - r / h)) if h else 0.0
    return float(tau * precision**alpha * penalty**beta)
