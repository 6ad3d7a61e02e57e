"""Edit distance with jumps along the hypothesis (Leusch, Ueffing and Ney 2006), as a shortest path."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence


def errors(hyp: Sequence[str], ref: Sequence[str]) -> int:
    """Least cost of covering every reference word once, from hypothesis position 0 to the last."""

    def edges(r: int, h: int) -> Iterator[tuple[int, int, int]]:
        """Cost and end of every edge from ``r`` covered words at hypothesis position ``h``."""
        for anywhere in range(len(hyp) + 1):
            yield 1, r, anywhere
        if h < len(hyp):
            yield 1, r, h + 1
        if r < len(ref):
            yield 1, r + 1, h
        if r < len(ref) and h < len(hyp):
            yield int(hyp[h] != ref[r]), r + 1, h + 1

    queue = [(0, 0, 0)]
    done: set[tuple[int, int]] = set()
    while True:
        cost, r, h = heapq.heappop(queue)
        if (r, h) == (len(ref), len(hyp)):
            return cost
        if (r, h) not in done:
            done.add((r, h))
            for price, to_r, to_h in edges(r, h):
                heapq.heappush(queue, (cost + price, to_r, to_h))
