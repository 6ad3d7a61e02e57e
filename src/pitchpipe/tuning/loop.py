"""Decoding and tuning in turns (Och 2003, section 6): new weights bring new candidates, until none come.

All lists so far are tuned to together, so that weights which worked on old candidates keep doing so.
Every list, every file of weights and the state are kept in one folder. A run that was killed goes on from
its last finished step when it is started again, and ends as if nothing had happened.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest, accumulate
from pitchpipe.nbest.reading import read_nbest
from pitchpipe.text.files import read_bytes, write_bytes
from pitchpipe.tuning.decoder import Decoder, clean
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.identity import identity, of_weights
from pitchpipe.tuning.locking import locked
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.state import Iteration, Loop, State
from pitchpipe.tuning.weight_files import WeightFile, write_weights
from pitchpipe.tuning.weight_formats import WeightFormat
from pitchpipe.tuning.weights import as_vector, normalised
from pitchpipe.wording import counted

#: From a problem, the weights to begin with and the number of the iteration to better weights.
Optimise = Callable[[Problem, Mapping[str, float], int], Tuned]

_ENDINGS: Mapping[WeightFormat, str] = {"json": "json", "moses": "ini", "joshua": "config", "zmert": "params"}
#: What a run keeps in its folder.
_OWN = re.compile(r"lock|state\.json|run[0-9]+\..*")


def is_of_run(path: Path, work: Path) -> bool:
    """Whether a run in the folder ``work`` keeps a file of its own there; links are followed."""
    file = Path(os.path.realpath(path))
    return _OWN.fullmatch(file.name) is not None and file.parent == Path(os.path.realpath(work))


@dataclass(frozen=True)
class Run:
    """Everything that a loop needs.

    ``settings`` tell what ``optimise`` is; a folder that holds a run with other settings, or of other
    texts, is refused. The loop ends after so many ``iterations``, when a list brings no new candidate, when
    no weight changes by more than ``tolerance`` (of weights at length 1), or when tuning gains less than
    ``least``. ``reading`` are options of :func:`pitchpipe.nbest.read_nbest` for the decoder's lists.
    """

    decoder: Decoder
    work: Path
    dev: DevSet
    metric: Metric
    optimise: Optimise
    start: WeightFile
    weights_format: WeightFormat | None = None
    iterations: int = 25
    tolerance: float = 1e-5
    least: float = 1e-3
    settings: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.iterations, bool) or self.iterations < 1:
            raise ParameterError(f"there must be at least 1 iteration, not {self.iterations}")

    @property
    def format(self) -> WeightFormat:
        """The format of weights that the decoder reads."""
        return self.weights_format or self.start.format

    def list_at(self, number: int) -> Path:
        """The list of an iteration."""
        return self.work / f"run{number}.nbest.gz"

    def weights_at(self, number: int) -> Path:
        """The weights that an iteration decodes with."""
        return self.work / f"run{number}.weights.{_ENDINGS[self.format]}"

    def run(self, progress: Callable[[Iteration], None] | None = None) -> Loop:
        """Goes on until the end, from wherever the folder stands. ``progress`` is told every iteration."""
        self._make_folder()
        with locked(self.work):
            clean(self.work)
            return self._run(progress)

    def _run(self, progress: Callable[[Iteration], None] | None) -> Loop:
        path = self.work / "state.json"
        state = State.load(path, self._all_settings(), self._content())
        resumed = bool(state.decoded)
        if self._goes_on(state):
            state = replace(state, finished=None)
        lists: list[NBest] = []
        while state.finished is None:
            number = len(state.iterations) + 1
            if state.decoded < number:
                self._decode(number, state)
                state = state.with_list(number)
                state.save(path)
            lists += [self._read(self.list_at(done)) for done in range(len(lists) + 1, number + 1)]
            iteration = self._tune(number, lists, state)
            state = state.with_iteration(iteration)
            state = replace(state, finished=self._reason(state))
            state.save(path)
            if progress is not None:
                progress(iteration)
        return self._result(state, resumed)

    def _make_folder(self) -> None:
        try:
            self.work.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(f"{self.work} cannot be made a folder ({error.strerror})") from None

    def _all_settings(self) -> dict[str, Any]:
        return {
            "decoder": self.decoder.command,
            "metric": self.metric.spec,
            "weights format": self.format,
            "tolerance": self.tolerance,
            "least gain": self.least,
            **{f"list's {name}": value for name, value in self.reading.items()},
            **self.settings,
        }

    def _content(self) -> dict[str, str]:
        """What the run rests on, by content."""
        start = of_weights(self.start, with_text=self.format == self.start.format)
        return {"file of weights to begin with": start, **identity(self.dev, self.metric)}

    def _goes_on(self, state: State) -> bool:
        """Whether a run that ended at its last allowed iteration is now allowed more."""
        done = len(state.iterations)
        return state.finished is not None and _limit(done) == state.finished and done < self.iterations

    def _current(self, state: State) -> Mapping[str, float]:
        """The weights to decode with next: those of the start, with what was tuned so far."""
        tuned = state.iterations[-1].weights if state.iterations else {}
        return {**self.start.weights, **tuned}

    def _decode(self, number: int, state: State) -> None:
        weights = self.weights_at(number)
        write_weights(weights, self._current(state), format=self.format, like=self.start)
        # A list that cannot be read must not be taken for a finished step, but can be looked at.
        unread = self.work / f"run{number}.nbest.rejected"
        unread.unlink(missing_ok=True)
        try:
            self.decoder.decode(weights, unread, self.work / f"run{number}.decoder.log")
            self._read(unread)
        except DataError as error:
            kept = f"; the list is kept as {unread}" if unread.exists() else ""
            raise DataError(f"iteration {number}: {error}{kept}") from None
        write_bytes(self.list_at(number), read_bytes(unread))
        unread.unlink()

    def _read(self, path: Path) -> NBest:
        return self.start.named(read_nbest(path, segments=self.dev.segments, **self.reading))

    def _tune(self, number: int, lists: list[NBest], state: State) -> Iteration:
        together, before = accumulate(lists), accumulate(lists[:-1]) if lists[:-1] else None
        names = together.names
        start = replace(self.start, weights=self._current(state)).start(names)
        problem = self.dev.problem(together, self.metric)
        tuned = self.optimise(problem, start, number)
        old, new = (normalised(as_vector(names, weights), "l1") for weights in (start, tuned.weights))
        return Iteration(
            number,
            len(together),
            len(together) - (0 if before is None else len(before)),
            self.dev.problem(lists[-1], self.metric).score(as_vector(lists[-1].names, start)),
            tuned.start,
            tuned.score,
            float(np.abs(new - old).max()),
            dict(tuned.weights),
        )

    def _reason(self, state: State) -> str | None:
        """Why the loop ends here, or ``None``."""
        last = state.iterations[-1]
        if not last.new and self._ignores_weights(last.number):
            return (
                "stopped: the decoder wrote the same list as before, although the weights moved; "
                "see that it reads {weights}"
            )
        if not last.new:
            return "converged: the decoder found no new candidates"
        if last.moved < self.tolerance:
            return f"converged: no weight moved by {self.tolerance:g}"
        if abs(last.tuned - last.before) < self.least:
            return f"converged: tuning gained less than {self.least:g}"
        return _limit(last.number) if last.number >= self.iterations else None

    def _ignores_weights(self, number: int) -> bool:
        """Whether two lists are the same to the last digit: other weights at least give other totals."""
        return number > 1 and read_bytes(self.list_at(number)) == read_bytes(self.list_at(number - 1))

    def _result(self, state: State, resumed: bool) -> Loop:
        """The best of all weights: those decoded with, and the last ones by their score on all lists."""
        assert state.finished is not None
        weights: list[Mapping[str, float]] = [
            self.start.weights,
            *(one.weights for one in state.iterations),
        ]
        scores = [one.decoded for one in state.iterations]
        # Weights that did not move are those of the last list, and no others to choose from.
        if state.iterations[-1].moved >= self.tolerance:
            scores.append(state.iterations[-1].tuned)
        # The latest of equals: it has seen most candidates.
        best = max(range(len(scores)), key=lambda k: (self.metric.oriented(scores[k]), k))
        full = {**self.start.weights, **weights[best]}
        decoded = best < len(state.iterations)
        return Loop(full, self.metric.spec, scores[best], decoded, state.iterations, state.finished, resumed)


def _limit(iterations: int) -> str:
    return f"stopped after {counted(iterations, 'iterations')}"
