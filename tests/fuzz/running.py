"""A run over targets: each unmutated first, then batches of hostile inputs in turn, while there is time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.fuzz.cases import KINDS, Kind, Target
from tests.fuzz.workers import Batch, Failure, tried

#: More unmutated inputs no target has.
_PLAIN = 512


@dataclass
class Tally:
    """The counts of a target."""

    target: Target
    plain: int = 0
    right: int = 0
    refused: int = 0
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0
    next: int = 0

    @property
    def hostile(self) -> int:
        """How many hostile inputs were tried."""
        return self.next

    def add(self, batch: Batch) -> None:
        """Counts a batch."""
        self.right += batch.right
        self.refused += batch.refused
        self.failures += batch.failures
        self.next = batch.end


def run(
    targets: Sequence[Target],
    *,
    seed: int,
    seconds: float,
    inputs: int | None = None,
    goals: dict[Kind, int] | None = None,
    tell: Callable[[str], None] = lambda _: None,
    batch: int = 200,
) -> list[Tally]:
    """Tries every target; each gets the same time, or as many inputs as it is told.

    ``goals`` are numbers of inputs by kind, shared by the targets of the kind: a target that has its share
    gets no more.
    """
    tallies = [Tally(target) for target in targets]
    for tally in tallies:
        _unmutated(tally, seed)
        for failure in tally.failures:
            tell(f"{failure.target}: {failure.what}")
    shares = _shares(targets, inputs, goals)
    end = time.monotonic() + seconds
    left = list(tallies)
    while left and time.monotonic() < end:
        # The one that had the least time is next, so that slow targets do not starve the others.
        tally = min(left, key=lambda one: one.seconds)
        most = tally.next + batch
        share = shares.get(tally.target.name)
        if share is not None:
            most = min(most, share)
        if most > tally.next:
            before, known = time.monotonic(), len(tally.failures)
            tally.add(tried(tally.target, seed, tally.next, most))
            tally.seconds += time.monotonic() - before
            for failure in tally.failures[known:]:
                tell(f"{failure.target}, input {failure.number}: {failure.what}")
        if share is not None and tally.next >= share:
            left.remove(tally)
    return tallies


def _unmutated(tally: Tally, seed: int) -> None:
    """A target that takes nothing would refuse everything, and its counts would say nothing."""
    before = time.monotonic()
    batch = tried(tally.target, seed, -_PLAIN, 0)
    tally.plain = batch.right
    tally.failures += batch.failures
    tally.seconds = time.monotonic() - before
    if not batch.right and not batch.failures:
        raise AssertionError(f"{tally.target.name} has no input that it should take")


def _shares(targets: Sequence[Target], inputs: int | None, goals: dict[Kind, int] | None) -> dict[str, int]:
    if inputs is not None:
        return {target.name: inputs for target in targets}
    if goals is None:
        return {}
    counts = {kind: sum(target.kind == kind for target in targets) for kind in KINDS}
    return {t.name: -(-goals[t.kind] // counts[t.kind]) for t in targets if t.kind in goals}
