"""Word and n-gram recognition rates (Chiang et al. 2008, equations 5 and 6), by recursion over paths."""

from __future__ import annotations

import functools
from collections.abc import Sequence


def numerator(hyp: Sequence[str], ref: Sequence[str], order: int, insertion: float, deletion: float) -> float:
    """Largest value of n-gram matches minus insertion and deletion costs, over all monotone alignments."""

    @functools.cache
    def best(h: int, r: int, streak: int) -> float:
        """Best value of what is left after ``h`` and ``r`` words, the last ``streak`` of them matched."""
        if h == len(hyp) and r == len(ref):
            return 0.0
        values = []
        if h < len(hyp) and r < len(ref):
            values.append(best(h + 1, r + 1, 0))
            if hyp[h] == ref[r]:
                # One n-gram of each order up to the streak ends here.
                values.append(min(streak + 1, order) + best(h + 1, r + 1, streak + 1))
        if h < len(hyp):
            values.append(best(h + 1, r, 0) - insertion)
        if r < len(ref):
            values.append(best(h, r + 1, 0) - deletion)
        return max(values)

    return best(0, 0, 0)


def denominator(ref: Sequence[str], order: int) -> int:
    """N-grams of the reference, of all orders."""
    return sum(max(0, len(ref) - n + 1) for n in range(1, order + 1))


def recognition(
    hyp: Sequence[str], ref: Sequence[str], order: int = 4, insertion: float = 1.0, deletion: float = 0.0
) -> tuple[float, int]:
    """Numerator and denominator of n-GRR; with ``order=1`` those of WRR."""
    return numerator(hyp, ref, order, insertion, deletion), denominator(ref, order)
