"""chrF, straight from its definition, with sacreBLEU's rules for words and for several references."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Sequence

EPSILON = 1e-16
#: Hypothesis n-grams, reference n-grams and matches, for every order.
Statistics = list[tuple[int, int, int]]


def characters(text: str, whitespace: bool) -> str:
    return text if whitespace else "".join(text.split())


def words(text: str) -> list[str]:
    """One punctuation mark at the end of a word, or else at its beginning, is a word of its own."""
    found: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            found += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            found += [word[0], word[1:]]
        else:
            found.append(word)
    return found


def _ngrams(items: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(items[i : i + n]) for i in range(len(items) - n + 1))


def statistics(
    hyp: str, ref: str, char_order: int = 6, word_order: int = 0, whitespace: bool = False
) -> Statistics:
    sides: list[tuple[Sequence[str], Sequence[str], int]] = [
        (characters(hyp, whitespace), characters(ref, whitespace), char_order),
        (words(hyp), words(ref), word_order),
    ]
    rows = []
    for ours, theirs, order in sides:
        for n in range(1, order + 1):
            a, b = _ngrams(ours, n), _ngrams(theirs, n)
            # sacreBLEU does not count the hypothesis where the reference has no n-grams of an order.
            rows.append((a.total() if b else 0, b.total(), (a & b).total()))
    return rows


def score(rows: Statistics, beta: float = 2.0, eps_smoothing: bool = False) -> float:
    """From 0 to 100."""
    factor = beta**2
    if eps_smoothing:
        total = 0.0
        for hyp, ref, match in rows:
            p = match / hyp if hyp else EPSILON
            r = match / ref if ref else EPSILON
            weighted = factor * p + r
            total += (1 + factor) * p * r / weighted if weighted > 0 else EPSILON
        return 100 * total / len(rows)
    present = [row for row in rows if row[0] and row[1]]
    if not present:
        return 0.0
    p = sum(match / hyp for hyp, _, match in present) / len(present)
    r = sum(match / ref for _, ref, match in present) / len(present)
    return 100 * (1 + factor) * p * r / (factor * p + r) if p + r else 0.0


def best(several: Sequence[Statistics], beta: float = 2.0, eps_smoothing: bool = False) -> Statistics:
    """Of several references the first with the highest score."""
    return max(several, key=lambda rows: score(rows, beta, eps_smoothing))
