"""How ``pitchpipe`` ends: the version, and one line for whatever went wrong."""

from __future__ import annotations

import signal

import click
import pytest

import pitchpipe as pp
from pitchpipe.cli import cli
from pitchpipe.cli.signals import Ended, ending_signals
from tests.commands import Run


def test_the_version(run: Run) -> None:
    done = run("--version")
    assert (done.code, done.out, done.err) == (0, f"pitchpipe {pp.__version__}\n", "")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (pp.DataError("nothing there"), 2, "nothing there"),
        (click.UsageError("not so"), 2, "not so"),
        (click.Abort(), 130, "interrupted"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (Ended(signal.SIGTERM), 143, "terminated"),
        (Ended(signal.SIGHUP), 129, "the terminal was closed"),
        (PermissionError(13, "Permission denied", "some.file"), 2, "some.file: Permission denied"),
        (OSError(28, "No space left"), 2, "standard output cannot be written (No space left)"),
        (OSError("odd"), 2, "standard output cannot be written (odd)"),
        (MemoryError(), 2, "out of memory"),
    ],
    ids=repr,
)
def test_what_goes_wrong_is_one_line(
    error: BaseException, code: int, said: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "main", _raising(error))
    done = run("score")
    assert (done.code, done.out, done.err) == (code, "", f"error: {said}\n")


def test_a_reader_that_went_away_is_no_mistake(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "main", _raising(BrokenPipeError()))
    done = run("score")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_our_own_mistakes_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "main", _raising(ZeroDivisionError("ours")))
    with pytest.raises(ZeroDivisionError, match="ours"):
        pp.cli.main(["score"])


def _raising(error: BaseException) -> object:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_signals_end_a_command_and_are_given_back() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with pytest.raises(Ended, match=r"^terminated$") as ended, ending_signals():
            signal.raise_signal(signal.SIGTERM)
        assert ended.value.code == 128 + signal.SIGTERM
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with ending_signals():
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
