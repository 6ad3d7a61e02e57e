"""How far a run is."""

from __future__ import annotations

import json

from pitchpipe.engines.engine import Done
from pitchpipe.engines.progress import Progress, Tally


def test_parts_are_counted_with_their_units_and_workers() -> None:
    shown: list[Progress] = []
    clock = iter([10.0, 12.0, 14.0])
    tally = Tally(2, len, shown.append, lambda: next(clock))
    tally(Done(1, "abcd", "a:1", 1.5))
    tally(Done(0, "ab", "a:2", 2.5))
    assert [one.to_dict("letters") for one in shown] == [
        {
            "done": 1,
            "parts": 2,
            "letters": 4,
            "seconds": 2.0,
            "letters_per_second": 2.0,
            "seconds_left": 2.0,
        },
        {
            "done": 2,
            "parts": 2,
            "letters": 6,
            "seconds": 4.0,
            "letters_per_second": 1.5,
            "seconds_left": 0.0,
            "workers": {"a:1": 1.5, "a:2": 2.5},
        },
    ]
    json.dumps(shown[1].to_dict("letters"))


def test_nothing_is_known_before_the_first_part() -> None:
    begun = Progress(0, 4, 0, 0.0, {})
    assert begun.left is None
    assert begun.rate == 0
    assert begun.line("segments") == "0 of 4 parts, 0 segments/s"
