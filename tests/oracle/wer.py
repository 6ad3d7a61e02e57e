"""Levenshtein distance, by its recursive definition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def distance(hyp: Sequence[str], ref: Sequence[str]) -> int:
    """Fewest insertions, deletions and substitutions between two sequences of words."""

    @cache
    def between(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        substitution = between(i - 1, j - 1) + (hyp[i - 1] != ref[j - 1])
        return min(substitution, between(i - 1, j) + 1, between(i, j - 1) + 1)

    return between(len(hyp), len(ref))


def errors(hyp: Sequence[str], refs: Sequence[Sequence[str]]) -> tuple[int, float]:
    """The distance to the nearest reference, and the mean length of all."""
    return min(distance(hyp, ref) for ref in refs), sum(map(len, refs)) / len(refs)


def rate(errors: float, length: float) -> float:
    """In percent; without reference words 0 or, with errors, 100."""
    if length == 0:
        return 100.0 if errors else 0.0
    return 100.0 * errors / length
