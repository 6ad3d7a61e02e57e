"""A worker of the local engine: reads a job and then parts from standard input, and answers each.

It ends when its input does, so that none outlives whoever started it.
"""

from __future__ import annotations

import os
import pickle
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitchpipe.errors import PitchpipeError, PitchpipeWarning
from pitchpipe.threads import set_threads


@dataclass(frozen=True)
class Answer:
    """What a part gave, or what it raised and where."""

    result: Any = None
    error: Exception | None = None
    where: str = ""
    seconds: float = 0.0

    def given(self) -> Any:
        """The result; what was raised there is raised here."""
        if self.error is not None:
            raise self.error from (RemoteError(self.where) if self.where else None)
        return self.result


class RemoteError(Exception):
    """The traceback of what was raised in another process."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def main() -> None:
    """Answers until there is nothing more to read."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a metric or its programs print or read must not get among requests and answers.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    # Every part would say the same again.
    warnings.simplefilter("ignore", PitchpipeWarning)
    set_threads(1)
    job: Callable[[Any], Any] | None = None
    while True:
        try:
            job = job or pickle.load(requests)
            part = pickle.load(requests)
        except EOFError:
            return
        except Exception as error:
            answer = _refusal(error)
        else:
            answer = answered(job, part)
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


def answered(job: Callable[[Any], Any], part: Any) -> Answer:
    """What a job gives for a part, and in how many seconds; or what it raises."""
    begun = time.perf_counter()
    try:
        result = job(part)
    except Exception as error:
        return _refusal(error)
    return Answer(result, seconds=time.perf_counter() - begun)


def _refusal(error: Exception) -> Answer:
    """An error as another process can read it; mistakes of ours come with their traceback."""
    if isinstance(error, PitchpipeError):
        return Answer(error=error.with_traceback(None))
    where = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return Answer(error=RemoteError(where))
    return Answer(error=error, where=where)
