"""How often somebody may ask."""

from __future__ import annotations

from pitchpipe.judging.server import limits
from pitchpipe.judging.server.limits import Buckets, Rate


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_is_emptied_and_fills_again() -> None:
    clock = Clock()
    buckets = Buckets(Rate(per_second=0.5, at_once=3), clock)
    assert [buckets.take("a") for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("b")
    clock.now = 1.9
    assert not buckets.take("a")
    clock.now = 4.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    clock.now = 1000.0
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]


def test_looking_takes_nothing() -> None:
    buckets = Buckets(Rate(1, 1), Clock())
    assert [buckets.left("a") for _ in range(3)] == [1, 1, 1]
    assert buckets.take("a")
    assert buckets.left("a") == 0


def test_nobody_fills_the_memory() -> None:
    buckets = Buckets(Rate(1, 1), Clock())
    for who in range(limits._MOST + 10):
        buckets.take(str(who))
    assert len(buckets._left) == limits._MOST
