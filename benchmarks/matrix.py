"""chrF of all pairs, as minimum Bayes risk decoding needs it, beside fastChrF."""

from __future__ import annotations

from dataclasses import dataclass

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import fresh
from benchmarks.results import Results

SIDE = 64
#: fastChrF starts as many threads as there are cores, so only our two threads are an even match.
TARGETS = {1: 2.0, 2: 2.0}


@dataclass(frozen=True)
class Candidates:
    """Hypotheses, and references to hold each of them against."""

    hyps: list[str]
    refs: list[str]


def measure(settings: Settings) -> Results:
    """The scores of all pairs."""
    hyps, refs = settings.corpus.first[:SIDE], settings.corpus.reference[:SIDE]
    case = Case(
        f"chrF matrix, {SIDE} x {SIDE}",
        lambda: Candidates(fresh(hyps), fresh(refs)),
        _ours,
        [Peer("fastchrf", _fastchrf, TARGETS, "uses all cores whatever ours uses")],
    )
    return run(case, settings)


def _ours(candidates: Candidates) -> list[float]:
    scores: list[float] = pp.metrics.get("chrf").matrix(candidates.hyps, candidates.refs).ravel().tolist()
    return scores


def _fastchrf(candidates: Candidates) -> list[float]:
    fastchrf = peers.find("fastchrf")
    assert fastchrf is not None
    (scores,) = fastchrf.pairwise_chrf([candidates.hyps], [candidates.refs])
    return [score for row in scores for score in row]
