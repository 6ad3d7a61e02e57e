"""Inputs tried in processes of their own, so that an abort, a hang or too much memory is seen and blamed."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, Literal

from tests.fuzz.cases import Input, Target

Outcome = Literal["right", "refused", "failed"]

#: Seconds that an input may take.
HANG = 20.0
#: Mebibytes by which an input may raise the peak of memory; its address space ends at four times as much.
MEMORY = 1024
#: Inputs of a worker, and the seconds after which it takes no more: nothing piles up in it.
BATCH = 500
BATCH_SECONDS = 15.0


@dataclass(frozen=True)
class Failure:
    """An input that got neither a right result nor a refusal."""

    target: str
    #: Its number, or -1 - k for the k-th input that should have been taken as it is.
    number: int
    what: str
    detail: str
    input: Input


@dataclass
class Batch:
    """What became of some inputs of a target."""

    right: int = 0
    refused: int = 0
    failures: list[Failure] = field(default_factory=list)
    #: The number after the last that was tried.
    end: int = 0

    @property
    def tried(self) -> int:
        """How many inputs there were."""
        return self.right + self.refused + len(self.failures)


def attempt(target: Target, given: Input) -> tuple[Outcome, str, str]:
    """Runs one input in this process: the outcome, what is wrong in a line, and the traceback."""
    from pitchpipe.errors import PitchpipeError, PitchpipeWarning

    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="pitchpipe-fuzz-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        given.write(folder)
        os.chdir(folder)
        try:
            with warnings.catch_warnings():
                # A warning is for whoever wrote the code; a user can do nothing with it.
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", PitchpipeWarning)
                target.run(given, folder)
        except PitchpipeError as error:
            return _told(error)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return "failed", _line(error), traceback.format_exc()
        finally:
            os.chdir(here)
    return "right", "", ""


def _told(error: Exception) -> tuple[Outcome, str, str]:
    """A refusal must say something, and not repeat a whole file."""
    message = str(error)
    if not message.strip():
        return "failed", "a refusal without a word", traceback.format_exc()
    if len(message) > 4000:
        return "failed", f"a refusal of {len(message)} characters", traceback.format_exc()[:8000]
    return "refused", "", ""


def _line(error: BaseException) -> str:
    """The error in a line, with the place where it came from, by which failures are told apart."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "pitchpipe" in Path(frame.filename).parts]
    place = own[-1] if own else frames[-1] if frames else None
    where = "" if place is None else f" at {Path(place.filename).name}:{place.lineno}"
    return f"{type(error).__name__}: {str(error)[:200]}{where}"


# -- in the worker ---------------------------------------------------------------------------------


def work(target: str, seed: int, begin: int, end: int, shared: Any, pipe: Connection, folder: str) -> None:
    """Tries the inputs of these numbers.

    ``shared`` always has the number of the one that is tried, when that began, and how many before it got a
    right result and a refusal: it outlives a worker that is killed.
    """
    _settle(folder)
    from tests.fuzz.targets import find

    chosen = find(target)
    plain = list(chosen.plain()) if begin < 0 else []
    started = time.monotonic()
    for number in range(begin, end):
        shared[1] = time.time()
        shared[0] = float(number)
        if number < 0:
            if -1 - number >= len(plain):
                continue
            given = plain[-1 - number]
        else:
            given = chosen.made(seed, number)
        before = _peak()
        outcome, what, detail = attempt(chosen, given)
        if number < 0 and outcome == "refused":
            outcome, what = "failed", "an input that is all right was refused"
            detail = _refusal(chosen, given)
        if outcome != "failed" and _peak() - before > MEMORY:
            outcome, what = "failed", f"memory grew by {_peak() - before} MiB"
        if outcome == "failed":
            pipe.send(("failed", number, what, detail))
        else:
            shared[2 if outcome == "right" else 3] += 1
        if time.monotonic() - started > BATCH_SECONDS:
            end = number + 1
            break
    pipe.send(("done", end))


def _refusal(target: Target, given: Input) -> str:
    with tempfile.TemporaryDirectory() as name:
        given.write(Path(name))
        os.chdir(name)
        try:
            target.run(given, Path(name))
        except Exception:
            return traceback.format_exc()
        finally:
            os.chdir("/")
    return ""


def _settle(folder: str) -> None:
    """A home of its own, two threads, no terminal, and an end to memory."""
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "NLTK_DATA"):
        os.environ[name] = folder
    os.environ["PITCHPIPE_THREADS"] = "2"
    sys.stdin = Path(os.devnull).open()  # noqa: SIM115
    stderr = os.open(f"{folder}/stderr", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(stderr, 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY << 20, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Hundreds of thousands of small files are faster in memory.
    if os.access("/dev/shm", os.W_OK):
        tempfile.tempdir = "/dev/shm"
    gc.freeze()


def _peak() -> int:
    """The most memory this process has had, in mebibytes; 0 where that is not known."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


# -- outside ---------------------------------------------------------------------------------------


def context() -> BaseContext:
    """Processes that begin without our threads: the counting core's do not survive a plain fork."""
    methods = multiprocessing.get_all_start_methods()
    chosen = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        chosen.set_forkserver_preload(["tests.fuzz.targets", "tests.fuzz.preload"])
    return chosen


def tried(target: Target, seed: int, begin: int, end: int, *, hang: float = HANG) -> Batch:
    """Tries inputs in a worker; where one ends it, that one has failed, and another worker goes on."""
    batch = Batch(end=begin)
    while batch.end < end:
        _one_worker(target, seed, batch, end, hang)
        if batch.end > begin and batch.tried >= BATCH:
            break
    return batch


def _one_worker(target: Target, seed: int, batch: Batch, end: int, hang: float) -> None:
    ctx = context()
    receiving, sending = ctx.Pipe(duplex=False)
    shared = ctx.Array("d", [float(batch.end), time.time() + 60.0, 0.0, 0.0], lock=False)
    with _folder() as folder:
        first = batch.end
        process = ctx.Process(  # type: ignore[attr-defined]
            target=work, args=(target.name, seed, first, end, shared, sending, str(folder)), daemon=False
        )
        process.start()
        sending.close()
        hung = False
        failed: dict[int, tuple[str, str]] = {}
        done: int | None = None
        while done is None:
            try:
                if receiving.poll(0.2):
                    message = receiving.recv()
                    if message[0] == "done":
                        done = message[1]
                    else:
                        failed[message[1]] = message[2:]
                    continue
            except EOFError:
                break
            if time.time() - shared[1] > hang:
                hung = True
                process.kill()
                break
        process.join()
        said = (folder / "stderr").read_text(errors="replace")[-4000:] if (folder / "stderr").exists() else ""
    last = int(shared[0])
    if done is None:
        what = f"no answer after {hang:g} s" if hung else f"the process ended with {process.exitcode}"
        failed[last] = (what, said)
    batch.end = last + 1 if done is None else done
    batch.right += int(shared[2])
    batch.refused += int(shared[3])
    for number, (what, detail) in sorted(failed.items()):
        batch.failures.append(Failure(target.name, number, what, detail, _input(target, seed, number)))


def _input(target: Target, seed: int, number: int) -> Input:
    return target.made(seed, number) if number >= 0 else list(target.plain())[-1 - number]


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="pitchpipe-fuzz-worker-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
