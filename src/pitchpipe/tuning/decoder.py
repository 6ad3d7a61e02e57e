"""A decoder as tuning sees it: a command that is given weights and writes an n-best list.

It runs in a session of its own, and does not outlive the tuner: whatever ends that, except SIGKILL, ends the
command and all that it started.
"""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from pitchpipe.errors import DataError, ParameterError

#: So many last lines of what a failed decoder said are shown.
LAST_LINES = 5
#: So many seconds a decoder that is told to end may take, before it is killed; Ctrl-C is not to take long.
GRACE = 0.8


@dataclass(frozen=True)
class Decoder:
    """A shell command with ``{weights}`` and perhaps ``{nbest}`` in place of file names.

    Without ``{nbest}``, what it prints is the list.
    """

    command: str

    def __post_init__(self) -> None:
        if "{weights}" not in self.command:
            raise ParameterError(
                "the decoder is not given its weights: put {weights} where its command takes their file"
            )

    def decode(self, weights: Path, nbest: Path, log: Path) -> None:
        """Runs the command; the list appears under its name when it is complete, as the decoder wrote it.

        What the decoder says on stderr is kept in the log.
        """
        # A decoder that outlived a killed run may still write: the name is one that nobody else uses.
        raw = nbest.with_name(f".{nbest.name}.{secrets.token_hex(4)}.tmp")
        line = self.command.replace("{weights}", shlex.quote(str(weights)))
        line = line.replace("{nbest}", shlex.quote(str(raw)))
        try:
            self._run(line, raw, log)
            raw.replace(nbest)
        finally:
            raw.unlink(missing_ok=True)

    def _run(self, line: str, raw: Path, log: Path) -> None:
        prints_list = "{nbest}" not in self.command
        try:
            with log.open("wb") as said, (raw if prints_list else log).open("ab") as printed:
                code = _call(line, printed, said)
        except OSError as error:
            raise DataError(f"the decoder cannot be run ({error.strerror})") from None
        if code:
            how = f"exit code {code}" if code > 0 else f"signal {-code}"
            raise DataError(f"the decoder failed with {how}; {_last_words(log)}")
        if not raw.exists() or not raw.stat().st_size:
            raise DataError(f"the decoder wrote no n-best list; {_last_words(log)}")


def clean(folder: Path) -> None:
    """Removes what decoders of killed runs left behind."""
    for left in folder.glob(".run*.nbest*.tmp"):
        left.unlink(missing_ok=True)


def _call(line: str, printed: BinaryIO, said: BinaryIO) -> int:
    """Runs a line of the shell, and ends what it started if anything happens here."""
    process: subprocess.Popen[bytes] | None = None
    try:
        # No signal comes between starting a process and knowing it.
        with _signals_wait():
            process = subprocess.Popen(
                line,
                shell=True,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=said,
                start_new_session=True,
            )
        return process.wait()
    except BaseException:
        if process is not None:
            _end(process)
        raise


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
    """Ends a decoder and all that it started: first they are told, then killed."""
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


def _last_words(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    last = [line.strip() for line in lines if line.strip()][-LAST_LINES:]
    return f"it said ({log}): {' / '.join(last)}" if last else f"it said nothing ({log} is empty)"
