"""The engine of many machines: Ray, on a cluster that is there, or on one started on the spot.

Ray finds workers, sends them parts and tries those again whose workers are lost; the extra ``[ray]`` installs
it. On a cluster pitchpipe must be installed on every machine, and files must be found under the same names.
"""

from __future__ import annotations

import os
import secrets
import socket
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from pitchpipe.engines.engine import AHEAD, TRIES, Done, InOrder, Part, Result, Told, lost
from pitchpipe.engines.worker import Answer, answered
from pitchpipe.errors import EngineError, MissingError, PitchpipeWarning
from pitchpipe.threads import current_threads, threads

#: What Ray is told before it is loaded: it need not tell anybody that it is used, nor hide what it may not.
_SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


class Ray:
    """Runs parts on the Ray cluster that this process is connected to; see :func:`connected`."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    @property
    def workers(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, job: Callable[[Part], Result], parts: Sequence[Part], told: Told) -> Iterator[Result]:
        ray, results = self._ray, InOrder[Any](len(parts))
        work = ray.remote(num_cpus=1, max_retries=TRIES - 1)(_work)
        sent = ray.put(job)
        begun: dict[Any, int] = {}
        following = 0
        try:
            while not results.is_complete:
                # A cluster may grow meanwhile.
                while following < min(len(parts), results.next + AHEAD * self.workers):
                    begun[work.remote(sent, parts[following])] = following
                    following += 1
                (ready,), _ = ray.wait(list(begun), num_returns=1)
                number = begun.pop(ready)
                who, answer = self._answer(ready, number, len(parts))
                done = Done(number, answer.given(), who, answer.seconds)
                told(done)
                yield from results.add(done)
        finally:
            for left in begun:
                ray.cancel(left, force=True)

    def _answer(self, ready: Any, number: int, parts: int) -> tuple[str, Answer]:
        from ray import exceptions

        try:
            found: tuple[str, Answer] = self._ray.get(ready)
        except (
            exceptions.WorkerCrashedError,
            exceptions.NodeDiedError,
            exceptions.OutOfMemoryError,
        ) as error:
            raise lost(number, parts, _first_line(error)) from None
        except exceptions.RayError as error:
            # What a job raises is in its answer: this is a worker that cannot even read it.
            why = _first_line(getattr(error, "cause", None) or error)
            raise EngineError(f"part {number + 1} of {parts} failed on the cluster ({why})") from None
        return found


def _work(job: Callable[[Any], Any], part: Any) -> tuple[str, Answer]:
    """What a worker of the cluster does."""
    with threads(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", PitchpipeWarning)
        return f"{socket.gethostname()}:{os.getpid()}", answered(job, part)


@contextmanager
def connected(address: str | None = None, workers: int | None = None) -> Iterator[Ray]:
    """An engine on the cluster at an address (``auto``, ``HOST:PORT``), or on one started on the spot.

    A cluster that this process is connected to already is used where no address is given, and left alone.
    One on the spot has token authentication, with a token of its own, unless ``RAY_AUTH_MODE`` says otherwise
    or Ray was imported before; how to be let in by another is said in the environment, as Ray wants it.
    """
    with _settings(started=address is None):
        ray = _module()
        if address is None and ray.is_initialized():
            yield Ray(ray)
            return
        try:
            ray.init(**_arguments(address, workers))
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            where = "can be started here" if address is None else f"can be reached at {address}"
            raise EngineError(f"no Ray cluster {where} ({_first_line(error)})") from None
        try:
            yield Ray(ray)
        finally:
            ray.shutdown()


def _arguments(address: str | None, workers: int | None) -> dict[str, Any]:
    quiet = {"logging_level": "error", "log_to_driver": False}
    if address is not None:
        return {"address": address, **quiet}
    return {"num_cpus": workers or current_threads(), "include_dashboard": False, **quiet}


@contextmanager
def _settings(*, started: bool) -> Iterator[None]:
    """Settings of the environment for Ray, which has no others; those that are there stay as they are."""
    wanted = {**_SETTINGS, **(_authentication() if started else {})}
    ours = {name: value for name, value in wanted.items() if name not in os.environ}
    if started:
        # Workers find their modules where we do.
        ours["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@lru_cache
def _authentication() -> dict[str, str]:
    """Only who has the token may send work to a cluster on the spot.

    Ray reads this once in a process, when it is loaded, so that it is decided once; whoever loads Ray before
    us has decided.
    """
    if "ray" in sys.modules:
        return {}
    given = any(name in os.environ for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"))
    return {"RAY_AUTH_MODE": "token", **({} if given else {"RAY_AUTH_TOKEN": secrets.token_hex(32)})}


def _module() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise MissingError("the engine ray needs Ray: pip install 'pitchpipe[ray]'") from None
    return ray


def _first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
