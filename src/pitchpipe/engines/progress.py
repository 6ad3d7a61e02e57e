"""How far a run is: parts that are done, what they counted, and how long the rest will take."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitchpipe.engines.engine import Done
from pitchpipe.wording import counted


@dataclass(frozen=True)
class Progress:
    """So many parts are done, with so many units, after so many seconds.

    ``workers`` are the seconds that each worker has worked.
    """

    done: int
    parts: int
    units: int
    seconds: float
    workers: dict[str, float]

    @property
    def rate(self) -> float:
        """Units in a second."""
        return self.units / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds that the other parts will take, if they are like those that are done."""
        return None if not self.done else self.seconds / self.done * (self.parts - self.done)

    def line(self, units: str) -> str:
        """For people.

        >>> Progress(3, 12, 51_234, 2.0, {}).line("segments")
        '3 of 12 parts, 25,617 segments/s, 6 s left'
        """
        left = "" if self.left is None else f", {self.left:.0f} s left"
        return f"{self.done} of {counted(self.parts, 'parts')}, {self.rate:,.0f} {units}/s{left}"

    def to_dict(self, units: str) -> dict[str, Any]:
        """For programs, as a line of JSON; with the seconds of workers when all is done."""
        told: dict[str, Any] = {
            "done": self.done,
            "parts": self.parts,
            units: self.units,
            "seconds": round(self.seconds, 3),
            f"{units}_per_second": round(self.rate, 1),
            "seconds_left": None if self.left is None else round(self.left, 1),
        }
        if self.done == self.parts:
            told["workers"] = {name: round(seconds, 3) for name, seconds in sorted(self.workers.items())}
        return told


class Tally:
    """Counts parts as they are done, and tells whoever shows it; ``size`` says how many units a part had."""

    def __init__(
        self,
        parts: int,
        size: Callable[[Any], int],
        show: Callable[[Progress], None],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._parts, self._size, self._show, self._clock = parts, size, show, clock
        self._begun = clock()
        self._done = self._units = 0
        self._workers: dict[str, float] = defaultdict(float)

    def __call__(self, done: Done[Any]) -> None:
        """A part is done."""
        self._done += 1
        self._units += self._size(done.result)
        self._workers[done.worker] += done.seconds
        passed = self._clock() - self._begun
        self._show(Progress(self._done, self._parts, self._units, passed, dict(self._workers)))
