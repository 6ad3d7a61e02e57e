"""How often somebody may ask: buckets that fill again with time, in the memory of the process."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

#: Buckets that are remembered; the one that was used longest ago makes room, and is full again by then.
_MOST = 20_000


@dataclass(frozen=True)
class Rate:
    """So many in a second in the long run, so many at once."""

    per_second: float
    at_once: int


@dataclass(frozen=True)
class Limits:
    """What is allowed.

    A class of 200 people behind one address answers 70 times in a second, and loads a page each at the
    beginning; a person does a few things in a second at most. A wrong token is a mistake once, and a search
    when it goes on.
    """

    address: Rate = Rate(300, 6000)
    token: Rate = Rate(10, 60)
    wrong: Rate = Rate(0.2, 20)
    #: Bytes of a body.
    body: int = 262_144


class Buckets:
    """A bucket for everybody."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Takes one, if there is one left."""
        left = self.left(who)
        taken = left >= 1
        self._left[who] = (left - taken, self._clock())
        self._left.move_to_end(who)
        while len(self._left) > _MOST:
            self._left.popitem(last=False)
        return taken

    def left(self, who: str) -> float:
        """How many there are."""
        now = self._clock()
        left, since = self._left.get(who, (float(self._rate.at_once), now))
        return min(float(self._rate.at_once), left + (now - since) * self._rate.per_second)
