"""What objects remember is theirs alone."""

from __future__ import annotations

import threading

from pitchpipe.pickling import WithoutCaches, cached_property

#: Seconds that nothing here takes, unless it waits for ever.
LIMIT = 60


class Slow(WithoutCaches):
    """Its value is there once somebody lets it go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.free = threading.Event()
        self.times = 0

    @cached_property
    def value(self) -> int:
        """How often it was worked out."""
        self.begun.set()
        assert self.free.wait(LIMIT)
        self.times += 1
        return self.times


def test_it_is_worked_out_once() -> None:
    slow = Slow()
    slow.free.set()
    assert [slow.value, slow.value] == [1, 1]
    assert isinstance(Slow.value, cached_property)


def test_no_object_waits_for_another() -> None:
    """A lock of the class would be held by the first, and by nobody in a process forked meanwhile."""
    first, second = Slow(), Slow()
    second.free.set()
    working = threading.Thread(target=lambda: first.value)
    working.start()
    assert first.begun.wait(LIMIT)
    other = threading.Thread(target=lambda: second.value, daemon=True)
    other.start()
    other.join(LIMIT / 6)
    waits = other.is_alive()
    first.free.set()
    working.join(LIMIT)
    assert not waits


def test_it_is_left_behind() -> None:
    slow = Slow()
    slow.free.set()
    assert slow.value == 1
    assert sorted(slow.__getstate__()) == ["begun", "free", "times"]
