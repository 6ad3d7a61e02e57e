"""Minimum Bayes risk with chrF: all pairs beside fastChrF, and expected counts beside all pairs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from benchmarks import nbest, peers
from benchmarks.cases import THREADS, Case, Peer, Settings, run, use_threads
from benchmarks.data import Lines, fresh
from benchmarks.results import Comparison, Results, merged
from benchmarks.timing import Contender, interleave
from pitchpipe.choosing import mbr

CANDIDATES = 100
#: Segments with that many candidates: few for the peer, which takes seconds, more for ourselves.
BESIDE_PEER, BESIDE_OURSELVES = 10, 100
TARGETS = {1: 2.0, 2: 2.0}
AGGREGATED_TARGET = 8.0

Groups = list[list[str]]


def measure(settings: Settings) -> Results:
    """Expected scores of full lists."""
    lists = _full_lists(nbest.load())
    few, many = (2, 10) if settings.quick else (BESIDE_PEER, BESIDE_OURSELVES)
    make = _maker(lists[:few])
    note = "uses all cores whatever ours uses"
    ways = {
        "all pairs": (False, _pairwise),
        "expected counts": (True, _aggregate),
    }
    cases = [
        Case(
            f"MBR with chrF, {way}, {min(few, len(lists))} lists of {CANDIDATES}",
            make,
            _ours(aggregate),
            [Peer("fastchrf", call, TARGETS, note)],
        )
        for way, (aggregate, call) in ways.items()
    ]
    return merged([*(run(case, settings) for case in cases), _aggregated(lists[:many], settings)])


def _full_lists(lists: nbest.NBest) -> list[Lines]:
    """Those segments' candidates that are as many as they can be, so that pairs are easily counted."""
    begins = np.searchsorted(lists.owner, np.arange(len(lists.references) + 1)).tolist()
    groups = [lists.candidates[begin:end] for begin, end in pairwise(begins)]
    return [group for group in groups if len(group) == CANDIDATES]


def _aggregated(lists: list[Lines], settings: Settings) -> Results:
    """Expected counts beside all pairs, and how often the choice is another one."""
    subject = f"MBR with chrF, expected counts, {len(lists)} lists of {CANDIDATES}"
    settings.progress(subject)
    make = _maker(lists)
    exact, quick = mbr(make(), "chrf"), mbr(make(), "chrf", aggregate=True)
    others = float(np.mean(exact.chosen != quick.chosen))
    loss = float(np.mean(exact.expected[exact.chosen] - exact.expected[quick.chosen]))
    times = interleave(
        [
            Contender(f"{aggregate} on {count}", _ours(aggregate), _with_threads(count))
            for aggregate in (False, True)
            for count in THREADS
        ],
        make,
        settings.repetitions,
    )
    return Results(
        comparisons=[
            Comparison(
                subject,
                "our all pairs",
                count,
                times[f"True on {count}"],
                times[f"False on {count}"],
                AGGREGATED_TARGET,
                f"an approximation: another choice in {others:.0%} of the segments, "
                f"which costs {loss:.2f} of the expected chrF on average",
            )
            for count in THREADS
        ]
    )


def _maker(lists: list[Lines]) -> Callable[[], Groups]:
    return lambda: [fresh(group) for group in lists]


def _with_threads(count: int) -> Callable[[], None]:
    return lambda: use_threads(count)


def _ours(aggregate: bool) -> Callable[[Groups], list[float]]:
    def call(groups: Groups) -> list[float]:
        expected: list[float] = mbr(groups, "chrf", aggregate=aggregate).expected.tolist()
        return expected

    return call


def _pairwise(groups: Groups) -> list[float]:
    fastchrf = peers.find("fastchrf")
    assert fastchrf is not None
    matrices = fastchrf.pairwise_chrf(groups, groups)
    return [float(np.mean(row)) for matrix in matrices for row in matrix]


def _aggregate(groups: Groups) -> list[float]:
    fastchrf = peers.find("fastchrf")
    assert fastchrf is not None
    return [score for scores in fastchrf.aggregate_chrf(groups, groups) for score in scores]
