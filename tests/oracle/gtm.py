"""General text matching (Turian, Shen and Melamed 2003): greedy matching by the longest run."""

from __future__ import annotations

from collections.abc import Sequence


def runs(hyp: Sequence[str], ref: Sequence[str]) -> list[int]:
    """Lengths of the runs taken: longest first, then leftmost in the hypothesis, then in the reference."""
    free_hyp, free_ref = set(range(len(hyp))), set(range(len(ref)))

    def length(h: int, r: int) -> int:
        n = 0
        while h + n in free_hyp and r + n in free_ref and hyp[h + n] == ref[r + n]:
            n += 1
        return n

    taken: list[int] = []
    while True:
        candidates = [(-length(h, r), h, r) for h in free_hyp for r in free_ref]
        negative, h, r = min(candidates, default=(0, 0, 0))
        if negative == 0:
            return taken
        n = -negative
        taken.append(n)
        free_hyp -= set(range(h, h + n))
        free_ref -= set(range(r, r + n))


def match_size(hyp: Sequence[str], ref: Sequence[str], exponent: float) -> float:
    """MMS, the e-norm of the lengths of the runs."""
    return float(sum(n**exponent for n in runs(hyp, ref)) ** (1 / exponent))
