"""Progress of a long choice is told per cent by per cent."""

from __future__ import annotations

from typing import Any

from pitchpipe.cli.commands.mbr import _percents


class Steps:
    """What a bar was told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def step(self, what: str) -> None:
        self.told.append(what)


def test_a_step_for_each_per_cent() -> None:
    shown: Any = Steps()
    tell = _percents(shown)
    tell(1, 50)
    assert shown.told == ["1 of 50 candidates"] * 2
    # A half per cent is none yet.
    tell(3, 200)
    assert len(shown.told) == 2
    tell(25, 50)
    assert len(shown.told) == 50
    tell(50, 50)
    assert shown.told[-1] == "50 of 50 candidates"
    assert len(shown.told) == 100
