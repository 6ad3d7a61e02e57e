"""What must not happen is noticed, whatever it is, and blamed on the input that did it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz.cases import KINDS, Input
from tests.fuzz.misbehaving import MISBEHAVING
from tests.fuzz.mutating import mutated, one_mutated
from tests.fuzz.running import run
from tests.fuzz.targets import TARGETS
from tests.fuzz.workers import attempt, tried

SEED = 2
INPUTS = 12


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("abort", "the process ended with -6"),
        ("memory", "memory grew by"),
        ("no-memory", "MemoryError"),
        ("traceback", "KeyError: 'x'"),
        ("wrong", "WrongResultError: the score is nan"),
        ("wordless", "a refusal without a word"),
        ("panic", "PanicException: index out of bounds"),
    ],
)
def test_misbehaviour_is_blamed_on_its_input(name: str, what: str) -> None:
    target = MISBEHAVING[name]
    # So much memory takes its time.
    inputs = 2 if name == "memory" else INPUTS
    batch = tried(target, SEED, 0, inputs)
    bad = [number for number in range(inputs) if target.made(SEED, number).asked == 2]
    assert bad
    # The peak of memory rises once in a worker.
    expected = bad[:1] if name == "memory" else bad
    assert [failure.number for failure in batch.failures] == expected
    assert all(what in failure.what for failure in batch.failures)
    assert all(failure.input.asked == 2 for failure in batch.failures)
    assert (batch.right, batch.refused, batch.end) == (inputs - len(expected), 0, inputs)


def test_a_hang_is_ended() -> None:
    target = MISBEHAVING["hang"]
    first = next(number for number in range(100) if target.made(SEED, number).asked == 2)
    batch = tried(target, SEED, 0, first + 1, hang=1.0)
    assert [failure.number for failure in batch.failures] == [first]
    assert batch.failures[0].what == "no answer after 1 s"


def test_refusals_are_counted() -> None:
    target = MISBEHAVING["refused"]
    batch = tried(target, SEED, 0, INPUTS)
    bad = sum(target.made(SEED, number).asked == 2 for number in range(INPUTS))
    assert (batch.right, batch.refused, batch.failures) == (INPUTS - bad, bad, [])


def test_a_target_that_takes_nothing_is_a_failure() -> None:
    (tally,) = run([MISBEHAVING["deaf"]], seed=SEED, seconds=60, inputs=0)
    assert [failure.what for failure in tally.failures] == ["an input that is all right was refused"]
    assert "line 1: no" in tally.failures[0].detail


@pytest.mark.parametrize("kind", KINDS)
def test_inputs_repeat_and_can_be_saved(kind: str) -> None:
    for target in TARGETS.values():
        if target.kind == kind:
            first, again = (target.made(SEED, 3).to_json(target.name) for _ in range(2))
            assert first == again
            name, read = Input.from_json(first)
            assert (name, read.to_json(name)) == (target.name, first)
            # A metric without parameters can be asked few things.
            assert any(target.made(SEED, number) != read for number in range(4, 20))


def test_files_are_mutated_one_or_two_at_a_time() -> None:
    import random

    sample = Input(dict.fromkeys("abc", b"1 2 3\nthe cat\n"))
    changed = [one_mutated([sample], random.Random(seed)) for seed in range(200)]
    counts = {sum(one.files[name] != sample.files[name] for name in "abc") for one in changed}
    assert counts <= {0, 1, 2}
    assert 1 in counts
    assert mutated(b"", random.Random(1)) == mutated(b"", random.Random(1))


def test_failures_are_saved_and_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "FAILURES", tmp_path / "failures")
    monkeypatch.setattr(command, "RECORD", tmp_path / "fuzz.json")
    monkeypatch.setattr(command, "TARGETS", {"misbehaving:wrong": MISBEHAVING["wrong"]})
    assert command.main(["--seed", "1", "--inputs", "12", "--record"]) == 1
    shown = capsys.readouterr().out
    assert "seed 1, 1 targets" in shown
    (saved,) = (tmp_path / "failures").glob("*.json")
    assert str(saved) in shown
    name, given = Input.from_json(saved.read_text())
    assert attempt(MISBEHAVING[name.partition(":")[2]], given)[0] == "failed"
    kept = json.loads((tmp_path / "fuzz.json").read_text())
    assert kept["files"]["inputs"] == 12
    assert kept["files"]["failed"] == shown.count("misbehaving:wrong, input")
    assert command.main(["--target", "nothing"]) == 2


def test_every_command_is_tried() -> None:
    from pitchpipe.cli import COMMANDS

    tried_ones = {name.split(".")[1].split("-")[0] for name in TARGETS if name.startswith("commands.")}
    assert tried_ones == set(COMMANDS)
