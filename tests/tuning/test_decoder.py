"""A decoder does not outlive the tuner, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pitchpipe.tuning.decoder import Decoder
from tests.tuning import decoders

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the decoder is a POSIX shell command")

#: A decoder with a child of its own, which both go on for minutes; {first} comes before.
SLOW = "{first} sleep 300 & echo $$ $! > {pids}.new; mv {pids}.new {pids}; wait; wait; : {{weights}}"


def comes(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and that nobody has waited for does not."""
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(done.stdout.strip()) and not done.stdout.startswith("Z")


@pytest.mark.parametrize(
    ("number", "code", "said", "first"),
    [
        (signal.SIGTERM, 143, "terminated", ""),
        (signal.SIGTERM, 143, "terminated", "trap '' TERM;"),
        (signal.SIGINT, 130, "interrupted", ""),
        (signal.SIGHUP, 129, "the terminal was closed", ""),
        pytest.param(signal.SIGQUIT, 131, "quit", "", marks=pytest.mark.full),
    ],
)
def test_a_signal_to_the_tuner_alone(
    tmp_path: Path, number: signal.Signals, code: int, said: str, first: str
) -> None:
    decoders.make(tmp_path)
    pids = tmp_path / "pids"
    tuner = subprocess.Popen(
        [
            *(sys.executable, "-m", "pitchpipe", "tune", "--decoder", SLOW.format(first=first, pids=pids)),
            *("--work", str(tmp_path / "work"), "-r", str(tmp_path / "reference")),
            *("--weights", str(tmp_path / "start.json"), "-m", "bleu"),
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert comes(pids.exists)
    started = [int(pid) for pid in pids.read_text().split()]
    assert all(map(alive, started))
    tuner.send_signal(number)
    _, errors = tuner.communicate(timeout=30)
    # After Ctrl-C there is an empty line, as the terminal shows a ^C.
    assert (tuner.returncode, errors.strip()) == (code, f"error: {said}")
    assert comes(lambda: not any(map(alive, started)), 5)
    assert not list((tmp_path / "work").glob(".*.tmp"))


def test_whatever_happens_while_it_runs_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = tmp_path / "pids"

    def wait(_process: object) -> int:
        assert comes(pids.exists)
        monkeypatch.undo()
        raise MemoryError

    monkeypatch.setattr(subprocess.Popen, "wait", wait)
    slow = Decoder(SLOW.format(first="", pids=pids))
    with pytest.raises(MemoryError):
        slow.decode(tmp_path / "weights", tmp_path / "list", tmp_path / "log")
    assert comes(lambda: not any(alive(int(pid)) for pid in pids.read_text().split()), 5)


def test_a_signal_while_the_decoder_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that is there by then is known, and ended."""
    started: list[subprocess.Popen[bytes]] = []

    class Interrupted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)  # type: ignore[call-overload]
            started.append(self)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        Decoder("sleep 300; : {weights}").decode(tmp_path / "weights", tmp_path / "list", tmp_path / "log")
    assert [process.returncode for process in started] == [-signal.SIGTERM]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
