"""Targets that do what must not happen, to see that it is noticed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from pitchpipe.errors import DataError
from tests.fuzz.cases import Input, Target, require


def _hang() -> None:
    time.sleep(600)


def _abort() -> None:
    os.abort()


def _memory() -> None:
    bytearray(b"x") * (1100 << 20)


def _no_memory() -> None:
    bytearray(64 << 30)


def _traceback() -> None:
    raise KeyError("x")


def _wrong() -> None:
    require(False, "the score is nan")


def _wordless() -> None:
    raise DataError("")


def _panic() -> None:
    # A panic of the core is no Exception, and must be caught all the same.
    class PanicException(BaseException):
        pass

    raise PanicException("index out of bounds")


def _refuse() -> None:
    raise DataError("line 1: no")


def _target(name: str, act: Callable[[], None], *, always: bool = False) -> Target:
    def run(given: Input, folder: Path) -> None:
        # Every third input is the bad one; those beside it must be counted.
        if always or given.asked == 2:
            act()

    return Target(
        f"misbehaving:{name}", "files", lambda: [Input({}, 0)], lambda rng: Input({}, rng.randrange(3)), run
    )


MISBEHAVING = {
    "hang": _target("hang", _hang),
    "abort": _target("abort", _abort),
    "memory": _target("memory", _memory),
    "no-memory": _target("no-memory", _no_memory),
    "traceback": _target("traceback", _traceback),
    "wrong": _target("wrong", _wrong),
    "wordless": _target("wordless", _wordless),
    "panic": _target("panic", _panic),
    "refused": _target("refused", _refuse),
    "deaf": _target("deaf", _refuse, always=True),
}
