"""A case: one piece of work, ours and that of its peers, compared and then timed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

import pitchpipe as pp
from benchmarks import peers
from benchmarks.data import Corpus
from benchmarks.results import Comparison, Results
from benchmarks.timing import TOLERANCE, Contender, Inputs, forget, interleave, largest_difference

THREADS = (1, 2)


@dataclass(frozen=True)
class Settings:
    """What every subject is given."""

    corpus: Corpus
    repetitions: int = 7
    #: Fewer segments and no million; to see that everything runs.
    quick: bool = False
    progress: Callable[[str], None] = print


@dataclass(frozen=True)
class Peer(Generic[Inputs]):
    """A peer's way of doing the work, and the ratio wanted for each number of our threads."""

    package: str
    call: Callable[[Inputs], Sequence[float]]
    targets: Mapping[int, float] = field(default_factory=dict)
    note: str = ""
    #: What stands in the way of the target, by our number of threads.
    why: Mapping[int, str] = field(default_factory=dict)
    #: How far its numbers are from ours, which come first; ``None`` where they are not meant to be equal.
    difference: Callable[[Sequence[float], Sequence[float]], float] | None = largest_difference


@dataclass(frozen=True)
class Case(Generic[Inputs]):
    """``make`` gives new inputs; ``ours`` and the peers turn them into the same numbers."""

    subject: str
    make: Callable[[], Inputs]
    ours: Callable[[Inputs], Sequence[float]]
    peers: Sequence[Peer[Inputs]]


def run(case: Case[Inputs], settings: Settings) -> Results:
    """Compares the results of all contenders, then times those that agree."""
    settings.progress(case.subject)
    present = [peer for peer in case.peers if peers.find(peer.package) is not None]
    skipped = [f"{peer.package} is not installed" for peer in case.peers if peer not in present]
    wanted = case.ours(case.make())
    agreeing, wrong = [], []
    for peer in present:
        try:
            found = peer.call(case.make())
        except Exception as error:
            skipped.append(f"{case.subject}: {peer.package} fails with {error!r}")
            continue
        difference = 0.0 if peer.difference is None else peer.difference(wanted, found)
        if difference <= TOLERANCE:
            agreeing.append(peer)
        else:
            wrong.append(f"{case.subject}: {peer.package} differs from ours by {difference:.2g}")
    contenders = [_theirs(peer) for peer in agreeing] + [_ours(case, count) for count in THREADS]
    times = interleave(contenders, case.make, settings.repetitions) if agreeing else {}
    comparisons = [
        Comparison(
            case.subject,
            peer.package,
            count,
            times[_name(count)],
            times[peer.package],
            peer.targets.get(count),
            peer.note,
            peer.why.get(count, ""),
        )
        for peer in agreeing
        for count in THREADS
    ]
    return Results(comparisons=comparisons, skipped=skipped, wrong=wrong)


def use_threads(count: int) -> None:
    """Ours on this many threads, which are started here: a process starts them once, not with every call."""
    pp.set_threads(count)
    lines = ["a"] * 512
    pp.metrics.get("bleu").corpus_score(lines, [lines])


def _name(count: int) -> str:
    return f"pitchpipe on {count}"


def _ours(case: Case[Inputs], count: int) -> Contender[Inputs]:
    return Contender(_name(count), case.ours, lambda: use_threads(count))


def _theirs(peer: Peer[Inputs]) -> Contender[Inputs]:
    return Contender(peer.package, peer.call, lambda: forget(peer.package))
