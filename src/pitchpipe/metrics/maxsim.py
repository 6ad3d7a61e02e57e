"""MAXSIM: n-grams matched one to one so that their similarity is largest.

Chan and Ng (2008), "MAXSIM: A Maximum Similarity Metric for Machine Translation Evaluation", ACL; the
similarity s_ms and α are those that TESLA took over (:mod:`pitchpipe.metrics.tesla_m`). For n = 1..3 the
n-grams of hypothesis and reference are assigned to each other, each at most once::

    P = S/|Y|,   R = S/|X|,   F = P·R/(α·P + (1 − α)·R),   MAXSIM = mean of F over n

This is TESLA's program with every n-gram weighing 1: whole weights have a whole optimum. A system's score
is the mean of its segments'; of several references the best counts (ours).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.metrics.registry import register
from pitchpipe.metrics.tesla_m import MS, NgramMatching


@register()
@dataclass(frozen=True, kw_only=True)
class MaxSim(NgramMatching):
    """MAXSIM over n-grams, without its dependency relations."""

    name: ClassVar[str] = "maxsim"
    title: ClassVar[str] = "MAXSIM"
    paper: ClassVar[str] = "Chan and Ng 2008"
    similarities: ClassVar[dict[str, int]] = {"ms": MS}
