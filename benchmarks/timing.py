"""Interleaved timing of contenders that do the same work."""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Inputs = TypeVar("Inputs")

#: Scores are on a scale of 0 to 100.
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Contender(Generic[Inputs]):
    """Something that computes scores; ``ready`` brings about its state before each timed call."""

    name: str
    call: Callable[[Inputs], Sequence[float]]
    ready: Callable[[], None]


@dataclass(frozen=True)
class Sample:
    """One timed call, in seconds: on the wall clock, and of the processor on all threads together."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Timing:
    """Median of the repetitions, in seconds."""

    wall: float
    cpu: float

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> Timing:
        """The medians of the two clocks, each by itself."""
        return cls(
            statistics.median(sample.wall for sample in samples),
            statistics.median(sample.cpu for sample in samples),
        )


def largest_difference(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The largest absolute difference; infinite where there are not as many numbers, or one is NaN."""
    if len(ours) != len(theirs):
        return float("inf")
    differences = [abs(a - b) for a, b in zip(ours, theirs, strict=True)]
    if any(d != d for d in differences):
        return float("inf")
    return max(differences, default=0.0)


def interleave(
    contenders: Sequence[Contender[Inputs]], make: Callable[[], Inputs], repetitions: int
) -> dict[str, Timing]:
    """Times every contender ``repetitions`` times, each time on new inputs from ``make``."""
    samples: dict[str, list[Sample]] = {contender.name: [] for contender in contenders}
    for repetition in range(repetitions):
        for contender in rotated(contenders, repetition):
            inputs = make()
            contender.ready()
            samples[contender.name].append(timed(contender.call, inputs))
    return {name: Timing.of(taken) for name, taken in samples.items()}


def rotated(items: Sequence[Contender[Inputs]], by: int) -> list[Contender[Inputs]]:
    """The items in turn, beginning with another one each time."""
    start = by % len(items) if items else 0
    return [*items[start:], *items[:start]]


def timed(call: Callable[[Inputs], Sequence[float]], inputs: Inputs) -> Sample:
    """One call, its results read. The garbage of earlier calls is collected first."""
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    sum(call(inputs))
    return Sample(time.perf_counter() - wall, time.process_time() - cpu)


def forget(package: str) -> None:
    """Empties every ``functools`` cache of a package's functions and methods."""
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            for cached in _caches(vars(module)):
                cached.cache_clear()


def _caches(namespace: Mapping[str, Any]) -> Iterator[Any]:
    for value in list(namespace.values()):
        members = vars(value).values() if isinstance(value, type) else (value,)
        # The type is asked: some objects, such as NLTK's corpora, load files when they are asked themselves.
        yield from (member for member in members if hasattr(type(member), "cache_clear"))
