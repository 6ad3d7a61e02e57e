"""What all engines have in common: parts go in, results come out in the order of parts.

A job is a function of one part that can be pickled; nothing passes through whoever runs an engine but parts
and results. A part whose worker is lost is given to another one, a few times. What a job raises ends the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pitchpipe.errors import EngineError

Part = TypeVar("Part")
Result = TypeVar("Result")

#: So many times a part is tried whose workers are lost: what kills three workers will kill the fourth.
TRIES = 3
#: Finished parts that wait for an earlier one, for each worker; more are not begun.
AHEAD = 4


@dataclass(frozen=True)
class Done(Generic[Result]):
    """A part that is done: its number, what it gave, who did it, and in how many seconds."""

    number: int
    result: Result
    worker: str
    seconds: float


#: Whoever wants to know of a part as soon as it is done, in any order.
Told = Callable[[Done[Any]], None]


class Engine(Protocol):
    """Anything that runs the parts of a job."""

    @property
    def workers(self) -> int:
        """How many parts are worked on at a time."""
        ...  # pragma: no cover

    def run(self, job: Callable[[Part], Result], parts: Sequence[Part], told: Told) -> Iterator[Result]:
        """What the job gives for every part, in the order of parts; ``told`` hears of each as it is done."""
        ...  # pragma: no cover


class InOrder(Generic[Result]):
    """Results that arrive in any order, and are given on in the order of parts."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        #: The first part that was not given on.
        self.next = 0
        self._waiting: dict[int, Result] = {}

    def add(self, done: Done[Result]) -> Iterator[Result]:
        """Takes a result, and gives on those whose turn it is."""
        self._waiting[done.number] = done.result
        while self.next in self._waiting:
            self.next += 1
            yield self._waiting.pop(self.next - 1)

    @property
    def is_complete(self) -> bool:
        """Whether all were given on."""
        return self.next == self.parts


def lost(number: int, parts: int, how: str) -> EngineError:
    """What is said of a part whose workers were lost as often as it was tried."""
    return EngineError(
        f"part {number + 1} of {parts} was lost {TRIES} times with its worker ({how}): does a worker have "
        "enough memory?"
    )


def nobody(_done: Done[Any]) -> None:
    """Hears of parts, and does nothing."""
