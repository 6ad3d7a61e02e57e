"""METEOR's staged alignment by trying all, from Banerjee and Lavie (2005), section 2.1: slow and obvious.

Module after module links words that are still free: as many as possible, with the fewest crossings, then in
the fewest chunks, then with the least distance between positions. Of equals the one is taken that links the
first reference word in which they differ to the word furthest left, or at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

Link = tuple[int, int]
Matches = Callable[[str, str], bool]


def staged(hyp: Sequence[str], ref: Sequence[str], modules: Sequence[Matches]) -> list[list[Link]]:
    """The links of every module, as positions in hypothesis and reference, in order of the reference."""
    found: list[list[Link]] = []
    for matches in modules:
        before = [link for links in found for link in links]
        ways = list(_alignments(hyp, ref, matches, before, 0))
        most = max(map(len, ways))
        found.append(min((way for way in ways if len(way) == most), key=lambda way: _cost(before, way)))
    return found


def _alignments(
    hyp: Sequence[str], ref: Sequence[str], matches: Matches, taken: list[Link], j: int
) -> Iterator[list[Link]]:
    """Every way to link the words from reference word ``j`` on: first to each word that is free, then not."""
    if j == len(ref):
        yield []
        return
    if all(reference != j for _, reference in taken):
        for i in range(len(hyp)):
            if matches(hyp[i], ref[j]) and all(other != i for other, _ in taken):
                for rest in _alignments(hyp, ref, matches, [*taken, (i, j)], j + 1):
                    yield [(i, j), *rest]
    yield from _alignments(hyp, ref, matches, taken, j + 1)


def _cost(before: list[Link], way: list[Link]) -> tuple[int, int, int]:
    links = [*before, *way]
    return crossings(links), chunks(links), sum(abs(i - j) for i, j in way)


def crossings(links: Sequence[Link]) -> int:
    """How many pairs of links cross."""
    return sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in combinations(links, 2))


def chunks(links: Sequence[Link]) -> int:
    """How many runs of links are adjacent on both sides."""
    return len(links) - sum((i + 1, j + 1) in links for i, j in links)
