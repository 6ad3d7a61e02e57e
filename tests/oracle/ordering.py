"""From links to permutations, and how alike two are (Birch and Osborne 2011; Chen et al. 2012)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise

Links = Sequence[tuple[int, int]]


def order(links: Links, length: int) -> list[int]:
    """Source words in the order they are said: by smallest link, those without after the word before them."""
    keys: list[int] = []
    for i in range(length):
        linked = [j for source, j in links if source == i]
        inherited = keys[-1] if keys else 0
        keys.append(min(linked, default=inherited))
    return sorted(range(length), key=lambda i: (keys[i], i))


def ranks(links: Links, length: int) -> list[int]:
    """The place of every source word."""
    places = order(links, length)
    return [places.index(i) for i in range(length)]


def discordant(p: Sequence[int], q: Sequence[int]) -> float:
    """The share of pairs that the two put in different orders."""
    pairs = list(combinations(range(len(p)), 2))
    wrong = [(i, j) for i, j in pairs if (p[i] < p[j]) != (q[i] < q[j])]
    return len(wrong) / len(pairs) if pairs else 0.0


def hamming(p: Sequence[int], q: Sequence[int]) -> float:
    return sum(a == b for a, b in zip(p, q, strict=True)) / len(p) if p else 0.0


def kendall(p: Sequence[int], q: Sequence[int]) -> float:
    return 1.0 - math.sqrt(discordant(p, q)) if p else 0.0


def rho(p: Sequence[int], q: Sequence[int]) -> float:
    n = len(p)
    if n < 2:
        return float(n)
    return max(0.0, 1 - 6 * sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) / (n * (n**2 - 1)))


def tau(p: Sequence[int], q: Sequence[int]) -> float:
    return 1.0 - discordant(p, q) if p else 0.0


def steps(p: Sequence[int]) -> list[int]:
    """From each position to the next, the first one from before the sentence; positions count from 1."""
    positions = [0, *(a + 1 for a in p)]
    return [b - a for a, b in pairwise(positions)]


def v1(p: Sequence[int], q: Sequence[int]) -> float:
    n = len(p)
    return 1 - sum(abs(a - b) for a, b in zip(p, q, strict=True)) / (n * (n + 1) / 2)


def v2(p: Sequence[int], q: Sequence[int]) -> float:
    n = len(p)
    distance = sum(abs(a - b) for a, b in zip(steps(p), steps(q), strict=True))
    return 1 - distance / (n**2 - 1) if n > 1 else 1.0


def v(p: Sequence[int], q: Sequence[int]) -> float:
    """The harmonic mean of v1 and v2."""
    if not p or v1(p, q) <= 0 or v2(p, q) <= 0:
        return 0.0
    return 2 / (1 / v1(p, q) + 1 / v2(p, q))


def measures(hyp: Links, ref: Links, length: int) -> list[float]:
    """Hamming and Kendall of the ranks; rho, tau and v of the orders."""
    by_rank = ranks(hyp, length), ranks(ref, length)
    by_order = order(hyp, length), order(ref, length)
    return [hamming(*by_rank), kendall(*by_rank), rho(*by_order), tau(*by_order), v(*by_order)]
