"""Signals that end a command: it closes what is open, ends the decoder it started, and says one line."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

#: Those that a system has; Windows lacks the last two. Ctrl-C (SIGINT) is Python's own.
_ENDING = {"SIGTERM": "terminated", "SIGHUP": "the terminal was closed", "SIGQUIT": "quit"}


class Ended(BaseException):
    """A signal came; like ``KeyboardInterrupt``, only who started the command may catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(_ENDING[signal.Signals(number).name])
        self.code = 128 + number


@contextmanager
def ending_signals() -> Iterator[None]:
    """Turns signals that would end the process at once into :class:`Ended`.

    Those that are ignored (``nohup``) or handled by somebody else stay as they are.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in ours:
            signal.signal(number, _end)
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    raise Ended(number)
