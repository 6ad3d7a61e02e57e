"""A small run with a fixed seed, and every input that failed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.cases import KINDS, Kind
from tests.fuzz.running import run
from tests.fuzz.targets import TARGETS, every, find, unwrapped
from tests.fuzz.workers import tried

SEED = 13
#: Inputs of each kind; two dozen for each of its targets, more or less.
INPUTS: dict[Kind, int] = {
    "files": 1000,
    "texts": 600,
    "parameters": 1000,
    "commands": 300,
    "dialogues": 100,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_run(kind: Kind) -> None:
    (tally,) = run([every(kind)], seed=SEED, seconds=600, inputs=INPUTS[kind])
    failures = [(*unwrapped(failure.input), failure) for failure in tally.failures]
    assert not failures, "\n\n".join(
        f"{name}: {failure.what}\n{failure.detail}\n{given.to_json(name)[:2000]}"
        for name, given, failure in failures[:5]
    )
    assert tally.hostile == INPUTS[kind]
    # Hostile input that is never taken, or always, tries half of the code at most.
    assert tally.right > tally.hostile // 20
    assert tally.refused > tally.hostile // 50
    assert tally.plain >= sum(target.kind == kind for target in TARGETS.values())


def test_saved_inputs(saved_input: Path) -> None:
    batch = tried(find(f"replay:{saved_input.resolve()}"), SEED, 0, 1)
    assert not batch.failures, f"{batch.failures[0].what}\n{batch.failures[0].detail}"
    assert batch.tried == 1
