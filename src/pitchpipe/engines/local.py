"""The engine of one machine: a process for every core.

Processes, not threads: reading and splitting text holds Python's lock, which would leave cores idle, and a
process that is killed for want of memory takes only its own part with it. They are programs of their own
rather than ``multiprocessing``'s, so that a script needs no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from pitchpipe.engines.engine import AHEAD, TRIES, Done, InOrder, Part, Result, Told, lost
from pitchpipe.engines.worker import Answer
from pitchpipe.errors import EngineError
from pitchpipe.programs import how_it_failed
from pitchpipe.threads import current_threads

#: A worker finds its modules where we do.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from pitchpipe.engines.worker import main; main()"


class Local:
    """Runs parts on this machine: in this very process where there is one worker or one part."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = current_threads() if workers is None else max(1, workers)

    @property
    def workers(self) -> int:
        return self._workers

    def run(self, job: Callable[[Part], Result], parts: Sequence[Part], told: Told) -> Iterator[Result]:
        if min(self._workers, len(parts)) < 2:
            yield from _run_here(job, parts, told)
            return
        sent = _pickled(job)
        hands = [_Hand(sent) for _ in range(min(self._workers, len(parts)))]
        try:
            yield from _run(hands, parts, told)
        finally:
            for hand in hands:
                hand.end()


def _run_here(job: Callable[[Part], Result], parts: Sequence[Part], told: Told) -> Iterator[Result]:
    me = f"{socket.gethostname()}:{os.getpid()}"
    for number, part in enumerate(parts):
        begun = time.perf_counter()
        result = job(part)
        told(Done(number, result, me, time.perf_counter() - begun))
        yield result


def _run(hands: Sequence[_Hand], parts: Sequence[Any], told: Told) -> Iterator[Any]:
    results = InOrder[Any](len(parts))
    waiting = deque(range(len(parts)))
    tries = Counter[int]()
    arrived: SimpleQueue[tuple[_Hand, int, Answer | None]] = SimpleQueue()
    idle = list(hands)
    while not results.is_complete:
        while idle and waiting and waiting[0] < results.next + AHEAD * len(hands):
            number = waiting.popleft()
            idle.pop().take(number, parts[number], arrived)
        hand, number, answer = arrived.get()
        idle.append(hand)
        if answer is None:
            tries[number] += 1
            how = hand.end(patience=1.0)
            if tries[number] == TRIES:
                raise lost(number, len(parts), how)
            waiting.appendleft(number)
        else:
            done = Done(number, answer.given(), hand.name, answer.seconds)
            told(done)
            yield from results.add(done)


@dataclass
class _Hand:
    """A worker: a process that is started when a part comes, and again where it was lost."""

    job: bytes
    process: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        """What summaries call it."""
        return f"{socket.gethostname()}:{'' if self.process is None else self.process.pid}"

    def take(self, number: int, part: Any, arrived: SimpleQueue[tuple[_Hand, int, Answer | None]]) -> None:
        """Works on a part; the answer arrives later, or ``None`` where the worker was lost."""
        first = self.process is None
        if self.process is None:
            self.process = _started()
        request = (self.job if first else b"") + _pickled(part)
        Thread(target=self._ask, args=(self.process, request, number, arrived), daemon=True).start()

    def _ask(
        self,
        process: subprocess.Popen[bytes],
        request: bytes,
        number: int,
        arrived: SimpleQueue[tuple[_Hand, int, Answer | None]],
    ) -> None:
        try:
            requests, answers = _pipes(process)
            requests.write(request)
            requests.flush()
            answer = pickle.load(answers)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            answer = None
        arrived.put((self, number, answer))

    def end(self, patience: float = 0.0) -> str:
        """Ends the process, if there is one; how it ended, in words.

        One that was lost is about to end by itself, and says how: that is waited for.
        """
        if self.process is None:
            return "not started"
        process, self.process = self.process, None
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        process.kill()
        process.wait()
        for pipe in _pipes(process):
            with suppress(OSError):
                pipe.close()
        return how_it_failed(process.returncode) if process.returncode else "it ended"


def _started() -> subprocess.Popen[bytes]:
    # In a session of its own: Ctrl-C is for us, and we end it.
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _pickled(what: object) -> bytes:
    try:
        return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise EngineError(
            f"this cannot be sent to other processes ({error}): use one thread, which needs none"
        ) from None
