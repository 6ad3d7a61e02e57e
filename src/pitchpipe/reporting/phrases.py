"""N-grams that one system gets right and another does not (Neubig et al. 2019)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.reporting.ngram_counts import (
    Counted,
    Ints,
    Tokenized,
    counted,
    matched,
    orders,
    totals,
    words_at,
)

LONGEST = 4
#: How many are shown for each side of a pair, and links to segments for each.
SHOWN, LINKED = 12, 5


@dataclass(frozen=True)
class Phrase:
    """An n-gram of references: how often each of two systems has it where it belongs, and where they differ.

    ``segments`` are places from 0.
    """

    words: str
    first: int
    second: int
    references: int
    segments: tuple[int, ...]


@dataclass(frozen=True)
class _Order:
    """N-grams of one length: how often systems are right about them, and where."""

    n: int
    right: Ints
    references: Ints
    found: tuple[Counted, ...]
    #: Where in the reference each stands first.
    place: Ints


class Phrases:
    """N-grams of all lengths, with what every system gets right of them."""

    def __init__(self, texts: Tokenized) -> None:
        self._texts = texts
        self._orders = [_order(n, each) for n, each in enumerate(orders(texts, LONGEST), start=1)]

    def of_pair(
        self, first: int, second: int, shown: int = SHOWN
    ) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
        """What the first gets right more often than the second, and the reverse, most telling first."""
        return self._ahead(first, second, shown), self._ahead(second, first, shown)

    def _ahead(self, ahead: int, behind: int, shown: int) -> tuple[Phrase, ...]:
        candidates: list[tuple[float, int, int, int]] = []
        for k, order in enumerate(self._orders):
            own, other = order.right[ahead], order.right[behind]
            better = np.flatnonzero(own > other + 1)
            # Add-one smoothing, so that once against never is no certainty.
            surprise = (own[better] + 1.0) / (own[better] + other[better] + 2.0)
            best = np.argsort(-surprise, kind="stable")[: 4 * shown]
            candidates += [
                (-value, -order.n, k, gram)
                for value, gram in zip(surprise[best].tolist(), better[best].tolist(), strict=True)
            ]
        return tuple(
            self._phrase(k, gram, ahead, behind)
            for _, _, k, gram in self._distinct(sorted(candidates), shown)
        )

    def _distinct(
        self, candidates: Sequence[tuple[float, int, int, int]], shown: int
    ) -> list[tuple[float, int, int, int]]:
        """The first ones; a part of a longer one that is there already says nothing new."""
        kept: list[tuple[float, int, int, int]] = []
        texts: list[str] = []
        for one in candidates:
            words = self._words(one[2], one[3])
            if not any(f" {words} " in f" {text} " for text in texts):
                kept.append(one)
                texts.append(words)
            if len(kept) == shown:
                break
        return kept

    def _words(self, k: int, gram: int) -> str:
        order = self._orders[k]
        return words_at(self._texts.tokens[0], int(order.place[gram]), order.n)

    def _phrase(self, k: int, gram: int, ahead: int, behind: int) -> Phrase:
        order = self._orders[k]
        own, other = (
            {
                int(s): int(c)
                for s, c in zip(one.segments[one.grams == gram], one.counts[one.grams == gram], strict=True)
            }
            for one in (order.found[ahead], order.found[behind])
        )
        places = [segment for segment, count in own.items() if count > other.get(segment, 0)]
        return Phrase(
            self._words(k, gram),
            int(order.right[ahead, gram]),
            int(order.right[behind, gram]),
            int(order.references[gram]),
            tuple(places[:LINKED]),
        )


def _order(n: int, sides: list[tuple[Ints, Ints, Ints]]) -> _Order:
    (grams, segments, places), *others = sides
    reference = counted(grams, segments)
    count = 1 + max((int(one.max(initial=0)) for one, _, _ in sides), default=0)
    found = tuple(matched(counted(own, where), reference) for own, where, _ in others)
    first = np.zeros(count, dtype=np.int64)
    # From behind, so that the first place is what stays.
    first[grams[::-1]] = places[::-1]
    return _Order(n, totals(found, count), totals([reference], count)[0], found, first)
