"""Which segments of a test set are asked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.protocols.base import Protocol

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet


@dataclass(frozen=True)
class Unit:
    """A segment with the systems whose outputs are shown, and how probable it was to be taken."""

    segment: int
    systems: tuple[str, ...]
    probability: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Sample:
    """How segments are chosen."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"method": "random"}


@dataclass(frozen=True)
class Drawn:
    """Units in random order, those that stay together in blocks, and how many segments were left out and why."""

    blocks: tuple[tuple[Unit, ...], ...]
    left_out: dict[str, int]


def draw(test_set: TestSet, protocol: Protocol, sample: Sample, wanted: int, rng: random.Random) -> Drawn:
    """Draws so many units."""
    systems = tuple(test_set.systems)
    if len(systems) < protocol.fewest:
        raise ParameterError(f"protocol {protocol.name} shows {protocol.fewest} outputs: give more systems")
    size = min(protocol.shown, len(systems))
    groups = list(combinations(systems, size))
    order = list(range(len(test_set)))
    rng.shuffle(order)
    found: list[tuple[Unit, ...]] = []
    identical = 0
    for segment in order:
        group = groups[len(found) % len(groups)]
        if size > 1 and len({test_set.systems[name][segment] for name in group}) == 1:
            identical += 1
            continue
        found.append((Unit(segment, group),))
    if len(found) < wanted:
        raise DataError(f"{wanted} items are wanted, and there are {len(found)}")
    return Drawn(tuple(found[:wanted]), {"identical": identical})


__all__ = ["Drawn", "Sample", "Sequence", "Unit", "draw"]
