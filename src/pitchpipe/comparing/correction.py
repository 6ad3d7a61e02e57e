"""Many comparisons at once: corrected p-values, and clusters of systems that can be told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def holm(ps: Sequence[float | None]) -> list[float | None]:
    """Holm's (1979) step-down correction; what is n/a stays so and is not counted.

    >>> holm([0.01, 0.04, None, 0.03])
    [0.03, 0.06, None, 0.06]
    """
    ranked = sorted((p, i) for i, p in enumerate(ps) if p is not None)
    corrected: list[float | None] = [None] * len(ps)
    least = 0.0
    for rank, (p, i) in enumerate(ranked):
        least = max(least, min(1.0, p * (len(ranked) - rank)))
        corrected[i] = least
    return corrected


def clusters(ranked: Sequence[str], better: Callable[[str, str], bool]) -> tuple[tuple[str, ...], ...]:
    """Systems, best first, cut wherever *all* above are significantly better than *all* below.

    That is how WMT draws its lines. ``better(a, b)`` says whether a is significantly better than b. Within a
    cluster some systems may still be better than others.

    >>> clusters("abc", lambda a, b: (a, b) in {("a", "c"), ("b", "c")})
    (('a', 'b'), ('c',))
    """
    found = []
    begin = 0
    for cut in range(1, len(ranked) + 1):
        if all(better(above, below) for above in ranked[:cut] for below in ranked[cut:]):
            found.append(tuple(ranked[begin:cut]))
            begin = cut
    return tuple(found)
