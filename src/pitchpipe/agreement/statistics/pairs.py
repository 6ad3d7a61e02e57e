"""Pairs of systems: how many a metric puts in people's order."""

from __future__ import annotations

from dataclasses import dataclass

from pitchpipe.agreement.statistics.parts import quotient
from pitchpipe.agreement.statistics.tallied import Tallied
from pitchpipe.batch.values import Array


@dataclass(frozen=True, kw_only=True)
class PairwiseAccuracy(Tallied):
    """The share of pairs of systems whose difference has people's sign."""

    name = "pairwise-accuracy"
    doc = "pairs of systems in people's order, as a share (Kocmi et al. 2021)"
    averages = (None,)
    policy = "a pair tied by both sides is right, by one side is wrong"
    what = "pairs"
    undefined = "there is no pair of judged systems"

    def formula(self, columns: Array, fixed: Array) -> Array:
        """(C + T_both) / all pairs."""
        concordant, _, both = columns
        return quotient(concordant + both, fixed.sum(axis=0))

    def extra(self, columns: Array, fixed: Array, epsilon: float) -> dict[str, float]:
        """Right pairs, and all, so that accuracies of several test sets can be pooled."""
        return {"right": float((columns[0] + columns[2]).sum()), "pairs": float(fixed.sum())}
