"""Programs of other people that are run, and do not outlive us.

Each runs in a session of its own: whatever ends the caller, except SIGKILL, ends the program and all that it
started.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO

#: So many seconds a program that is told to end may take, before it is killed; Ctrl-C is not to take long.
GRACE = 0.8


@contextmanager
def started(
    command: str | Sequence[str],
    *,
    stdin: int | IO[bytes],
    stdout: int | IO[bytes],
    stderr: int | IO[bytes],
) -> Iterator[subprocess.Popen[bytes]]:
    """Starts a program, or a line of the shell if the command is a text, for the time of the block.

    It is ended, with all that it started, if anything is raised in the block.
    """
    process: subprocess.Popen[bytes] | None = None
    try:
        # No signal comes between starting a process and knowing it.
        with _signals_wait():
            process = subprocess.Popen(
                command,
                shell=isinstance(command, str),
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
        yield process
    except BaseException:
        if process is not None:
            _end(process)
        raise


def how_it_failed(code: int) -> str:
    """The words for an exit code that is not 0."""
    return f"exit code {code}" if code > 0 else f"signal {-code}"


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Signals that Python handles are handled after the block. The system's own mask would be inherited."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    ours = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in ours:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        for one in came:
            signal.raise_signal(one)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and all that it started: first they are told, then killed."""
    if sys.platform == "win32":
        process.kill()
        process.wait()
        return
    try:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGTERM)
            until = time.monotonic() + GRACE
            while time.monotonic() < until:
                process.poll()
                os.killpg(process.pid, 0)
                time.sleep(0.02)
    finally:
        # Also when a second signal came meanwhile.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
