"""Jobs that workers can import."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import DataError


def square(number: int) -> int:
    """Later parts are done first."""
    time.sleep(0.02 / (number + 1))
    return number * number


def chatter(number: int) -> int:
    """Prints among the answers, and reads what it must not."""
    print("hello")
    os.write(1, b"hello")
    assert os.read(0, 1) == b""
    return number


def refuse(number: int) -> int:
    if number == 2:
        raise DataError("part.txt, line 3: bad")
    return number


def stumble(number: int) -> int:
    if number == 1:
        raise ZeroDivisionError("a mistake of ours")
    return number


def die_once(part: tuple[int, str]) -> int:
    """Kills its own process the first time that it sees part 1."""
    number, folder = part
    mark = Path(folder) / "dead"
    if number == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def leave(number: int) -> int:
    if number == 1:
        os._exit(7)
    return number


def note(part: tuple[int, str]) -> int:
    """Leaves a file, so that it can be seen which parts were begun; part 0 takes its time."""
    number, folder = part
    (Path(folder) / str(number)).touch()
    if number == 0:
        time.sleep(0.6)
    return number


@dataclass(frozen=True)
class Killed:
    """A job whose process is killed the first time that it has done a part, before it says so."""

    job: Callable[[Any], Any]
    folder: str

    def __call__(self, part: Any) -> Any:
        result = self.job(part)
        mark = Path(self.folder) / "dead"
        # Planning has files for parts, and is not meant.
        if not isinstance(part, str) and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return result
