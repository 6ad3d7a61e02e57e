"""Phrase pairs with the four scores of Koehn, Och and Marcu (2003), as their section 4 defines them.

A word without links counts as linked to NULL. Where a pair was seen with several sets of links, the most
frequent one is taken, and of equally frequent ones the first in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

Links = tuple[tuple[int, int], ...]
NULL = None


class Row(NamedTuple):
    """φ(f|e), lex(f|e), φ(e|f), lex(e|f); links; counts of e, of f and of the pair."""

    scores: tuple[Fraction, Fraction, Fraction, Fraction]
    links: Links
    counts: tuple[int, int, int]


def phrase_table(
    sources: Sequence[Sequence[str]],
    targets: Sequence[Sequence[str]],
    links: Sequence[Links],
    *,
    longest: int,
    min_count: float,
    top: int,
) -> dict[tuple[str, str], Row]:
    """Rows by phrase pair."""
    seen: dict[tuple[str, str], Counter[Links]] = {}
    words: Counter[tuple[str | None, str | None]] = Counter()
    for source, target, here in zip(sources, targets, links, strict=True):
        words.update(_word_pairs(source, target, here))
        for (a, b), (c, d) in product(_spans(len(source), longest), _spans(len(target), longest)):
            within = [(a <= i < b, c <= j < d) for i, j in here]
            if (True, True) in within and all(s == t for s, t in within):
                pair = " ".join(source[a:b]), " ".join(target[c:d])
                moved = tuple(sorted((i - a, j - c) for i, j in here if a <= i < b))
                seen.setdefault(pair, Counter())[moved] += 1
    of_source: Counter[str] = Counter()
    of_target: Counter[str] = Counter()
    for (f, e), alignments in seen.items():
        of_source[f] += alignments.total()
        of_target[e] += alignments.total()
    rows = {}
    for (f, e), alignments in seen.items():
        count = alignments.total()
        usual = min(alignments, key=lambda a: (-alignments[a], a))
        lex_fe, lex_ef = _lexical_weights(words, f.split(" "), e.split(" "), usual)
        scores = (Fraction(count, of_target[e]), lex_fe, Fraction(count, of_source[f]), lex_ef)
        rows[f, e] = Row(scores, usual, (of_target[e], of_source[f], count))
    return _kept(rows, min_count, top)


def _word_pairs(
    source: Sequence[str], target: Sequence[str], links: Links
) -> list[tuple[str | None, str | None]]:
    linked: list[tuple[str | None, str | None]] = [(source[i], target[j]) for i, j in links]
    alone: list[tuple[str | None, str | None]] = [
        (word, NULL) for i, word in enumerate(source) if i not in {link[0] for link in links}
    ]
    alone += [(NULL, word) for j, word in enumerate(target) if j not in {link[1] for link in links}]
    return linked + alone


def _spans(length: int, longest: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(length) for b in range(a + 1, min(length, a + longest) + 1)]


def _lexical_weights(
    words: Counter[tuple[str | None, str | None]], f: list[str], e: list[str], links: Links
) -> tuple[Fraction, Fraction]:
    def given_target(f: str | None, e: str | None) -> Fraction:
        return Fraction(words[f, e], sum(n for (_, other), n in words.items() if other == e))

    def given_source(f: str | None, e: str | None) -> Fraction:
        return Fraction(words[f, e], sum(n for (other, _), n in words.items() if other == f))

    lex_fe = lex_ef = Fraction(1)
    for i, word in enumerate(f):
        there = [given_target(word, e[j]) for k, j in links if k == i] or [given_target(word, NULL)]
        lex_fe *= sum(there, Fraction(0)) / len(there)
    for j, word in enumerate(e):
        there = [given_source(f[i], word) for i, k in links if k == j] or [given_source(NULL, word)]
        lex_ef *= sum(there, Fraction(0)) / len(there)
    return lex_fe, lex_ef


def _kept(rows: dict[tuple[str, str], Row], min_count: float, top: int) -> dict[tuple[str, str], Row]:
    kept = {}
    for phrase in {f for f, _ in rows}:
        options = [pair for pair, row in rows.items() if pair[0] == phrase and row.counts[2] >= min_count]
        options.sort(key=lambda pair: (-rows[pair].scores[2], f"{pair[1]} |||".encode()))
        kept.update({pair: rows[pair] for pair in options[:top]})
    return kept
