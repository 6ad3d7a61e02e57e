"""Ctrl-C in the command line: one line and exit code 130, whenever it comes.

Python raises ``KeyboardInterrupt`` wherever it is. Half way through an import, other packages turn that into
errors of their own, print it, or swallow it; so while the command is loaded nothing is raised, and later it
is remembered that Ctrl-C was pressed.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

#: What shells call a process that was ended by Ctrl-C.
CODE = 130
MESSAGE = "interrupted"

_pressed = False


def pressed() -> bool:
    """Whether Ctrl-C was pressed."""
    return _pressed


def end_at_once() -> None:
    """From now on Ctrl-C ends the process, for as long as there is nothing to clear up.

    Not where the process ignores it, as in the background, or somebody else takes care of it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_it() -> None:
    """From now on Ctrl-C raises ``KeyboardInterrupt``, so that everybody clears up; no traceback is shown."""
    if signal.getsignal(signal.SIGINT) is _end:
        sys.excepthook = _no_traceback
        sys.unraisablehook = _once_more
        signal.signal(signal.SIGINT, _raise)


def ignore() -> None:
    """From now on Ctrl-C does nothing: the process is about to end."""
    if signal.getsignal(signal.SIGINT) is _raise:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    os.write(2, f"error: {MESSAGE}\n".encode())
    os._exit(CODE)


def _raise(_number: int, _frame: FrameType | None) -> NoReturn:
    global _pressed
    _pressed = True
    raise KeyboardInterrupt


def _no_traceback(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    """Extensions print what an import of theirs raises, and raise something else."""
    if not (_pressed and issubclass(kind, KeyboardInterrupt)):
        sys.__excepthook__(kind, error, where)


def _once_more(unraisable: UnraisableHookArgs) -> None:
    """What is raised in a destructor or a callback is lost: Ctrl-C is pressed again, when that is over."""
    if not (_pressed and issubclass(unraisable.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(unraisable)
        return
    from threading import Timer

    again = Timer(0.02, _press)
    again.daemon = True
    again.start()


def _press() -> None:
    """Presses Ctrl-C in the main thread."""
    if sys.platform == "win32":
        from _thread import interrupt_main

        interrupt_main()
    else:
        from threading import main_thread

        # A sleeping thread wakes up, as it does not if the signal is only noted.
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
