"""The benchmarks' helpers; nothing here depends on how fast anything is."""

from __future__ import annotations

import functools
import sys
from types import ModuleType

import pytest
from benchmarks.data import fresh, synthetic
from benchmarks.report import markdown, seconds
from benchmarks.results import Comparison, Growth, Limit, Results, Share, merged
from benchmarks.timing import (
    Contender,
    Sample,
    Timing,
    forget,
    interleave,
    largest_difference,
    rotated,
)


def compared(theirs: float, ours: float, target: float | None) -> Comparison:
    return Comparison("work", "peer", 1, Timing(ours, ours), Timing(theirs, theirs), target)


def test_timing_is_the_median_of_each_clock() -> None:
    samples = [Sample(1.0, 9.0), Sample(5.0, 7.0), Sample(2.0, 8.0)]
    assert Timing.of(samples) == Timing(2.0, 8.0)


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ([], [], 0.0),
        ([1.0, 2.0], [1.0, 2.5], 0.5),
        ([1.0], [1.0, 2.0], float("inf")),
        ([float("nan")], [1.0], float("inf")),
    ],
)
def test_largest_difference(ours: list[float], theirs: list[float], expected: float) -> None:
    assert largest_difference(ours, theirs) == expected


def test_contenders_take_turns_on_new_inputs() -> None:
    log: list[tuple[str, int]] = []
    made: list[list[int]] = []

    def make() -> list[int]:
        made.append([len(made)])
        return made[-1]

    def contender(name: str) -> Contender[list[int]]:
        def call(inputs: list[int]) -> list[float]:
            log.append((name, inputs[0]))
            return [0.0]

        return Contender(name, call, lambda: log.append((f"ready {name}", -1)))

    times = interleave([contender("a"), contender("b")], make, 2)
    assert [entry for entry in log if entry[1] >= 0] == [("a", 0), ("b", 1), ("b", 2), ("a", 3)]
    assert log[0] == ("ready a", -1)
    assert set(times) == {"a", "b"}


def test_rotation_keeps_everyone() -> None:
    contenders: list[Contender[None]] = [Contender(name, lambda _: [0.0], lambda: None) for name in "abc"]
    assert [c.name for c in rotated(contenders, 4)] == ["b", "c", "a"]


def test_forgetting_empties_caches_of_functions_and_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tokenizer:
        @functools.lru_cache(maxsize=None)  # noqa: B019, UP033 - as the peers do it
        def __call__(self, line: str) -> str:
            return line

    @functools.lru_cache(maxsize=4)
    def function(line: str) -> str:
        return line

    module = ModuleType("peer.tokenizers")
    vars(module).update(Tokenizer=Tokenizer, function=function)
    monkeypatch.setitem(sys.modules, "peer.tokenizers", module)
    Tokenizer()("a")
    function("a")
    forget("peer")
    assert Tokenizer.__call__.cache_info().currsize == 0
    assert function.cache_info().currsize == 0


def test_forgetting_does_not_wake_what_loads_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lazy:
        def __getattr__(self, name: str) -> object:
            raise LookupError(f"loads a file for {name}")

    module = ModuleType("peer")
    vars(module).update(corpus=Lazy())
    monkeypatch.setitem(sys.modules, "peer", module)
    forget("peer")


def test_fresh_strings_are_new_and_equal() -> None:
    lines = (b"two words", "größer".encode())
    first, second = fresh(lines), fresh(lines)
    assert first == second == ["two words", "größer"]
    assert all(a is not b for a, b in zip(first, second, strict=True))


def test_synthetic_text_depends_on_the_seed_alone() -> None:
    assert synthetic(segments=20) == synthetic(segments=20)
    assert synthetic(segments=20) != synthetic(segments=20, seed=1)
    assert len(synthetic(segments=20, systems=3).systems) == 3


@pytest.mark.parametrize(
    ("comparison", "reached", "verdict"),
    [
        (compared(30.0, 1.0, 30.0), True, "reached"),
        (compared(20.0, 1.0, 30.0), False, "missed: needs 1.50x the speed"),
        (compared(20.0, 1.0, None), None, "for information"),
    ],
)
def test_verdict_of_a_ratio(comparison: Comparison, reached: bool | None, verdict: str) -> None:
    assert comparison.reached is reached
    assert comparison.verdict == verdict


def test_verdict_of_a_limit() -> None:
    assert Limit("memory", 6.0, 6.0, "x").verdict == "reached"
    assert Limit("memory", 6.5, 6.0, "x", why="it grows").verdict == "missed by 0.50 x (it grows)"


def test_growth_relates_the_largest_to_the_smallest() -> None:
    assert Growth("bleu", 1, {1000: 2.0, 10: 1.0, 100: 5.0}).factor == 2.0


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0 µs"), (1.5e-6, "1.50 µs"), (0.0123, "12.3 ms"), (0.9996, "1000 ms"), (123.4, "123 s")],
)
def test_seconds(value: float, text: str) -> None:
    assert seconds(value) == text


def test_the_page_names_what_is_missing_and_what_differs() -> None:
    parts = [
        Results(comparisons=[compared(20.0, 1.0, 30.0)], skipped=["x is not installed"]),
        Results(skipped=["x is not installed"], wrong=["BLEU: y differs from ours by 1"]),
    ]
    page = markdown(merged(parts), {"Python": "3"}, "some text", 7)
    assert page.count("x is not installed") == 1
    assert "y differs from ours" in page
    assert "missed: needs 1.50x the speed" in page


def test_shares_are_of_the_whole_of_their_metric() -> None:
    shares = [Share("bleu", "words", 3e-6), Share("bleu", "counting", 1e-6), Share("chrf", "counting", 2e-6)]
    page = markdown(Results(shares=shares), {}, "some text", 7)
    assert "| words | 3.00 (75%) |  |\n" in page
    assert "| counting | 1.00 (25%) | 2.00 (100%) |\n| all | 4.00 | 2.00 |\n" in page
