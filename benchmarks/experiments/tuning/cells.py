"""One cell: a system tuned once to one metric, and what it then makes of its tests."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.experiments.tuning import joshua
from benchmarks.experiments.tuning.building import Built
from benchmarks.experiments.tuning.metrics import VARIANTS, specs
from benchmarks.experiments.tuning.systems import SYSTEMS, System
from pitchpipe.batch.resources import Resources
from pitchpipe.choosing import rerank
from pitchpipe.metrics.lookup import get
from pitchpipe.nbest import read_nbest
from pitchpipe.text.files import read_lines, write_bytes
from pitchpipe.tuning import DevSet, Loop, Reading, Search, WeightFile, read_weights, tune, write_weights
from pitchpipe.tuning.optimisers import OptimiserName

KEPT = Path(__file__).parent / "cells"
ITERATIONS = 6
#: Copying a word must stay worse than translating it, and neither fluency nor the order of phrases may
#: be turned around: from the first lists alone MERT learns such things, and then nothing of use is found.
FIXED = ("OOVPenalty",)
LARGEST = 10.0
BOUNDS = {name: (-LARGEST, LARGEST) for name in joshua.START if name not in FIXED}
BOUNDS |= dict.fromkeys(("Distortion", "lm_0"), (0.0, LARGEST))


@dataclass(frozen=True)
class Cell:
    """What is tuned, to which metric, how, and for the how-manieth time."""

    system: str
    metric: str
    run: int
    optimiser: OptimiserName = "mert"

    @property
    def name(self) -> str:
        """The name of its files."""
        return f"{self.system}.{self.metric}.{self.optimiser}.{self.run}"

    @property
    def spec(self) -> str:
        """The metric in full."""
        return {**specs(SYSTEMS[self.system].target), **VARIANTS}[self.metric]


@dataclass(frozen=True)
class Result:
    """A finished cell: how the weights were found, and what they translate."""

    cell: Cell
    weights: Mapping[str, float]
    facts: Mapping[str, Any]
    outputs: Mapping[str, Sequence[str]]

    def save(self, folder: Path = KEPT) -> None:
        """Writes the cell; what tells that it is there, last."""
        folder.mkdir(parents=True, exist_ok=True)
        content = {"cell": asdict(self.cell), "weights": self.weights, **self.facts}
        for test, lines in self.outputs.items():
            text = "".join(f"{line}\n" for line in lines)
            write_bytes(folder / f"{self.cell.name}.{test}.txt.gz", text.encode())
        content["tests"] = list(self.outputs)
        write_bytes(folder / f"{self.cell.name}.json", (json.dumps(content, indent=1) + "\n").encode())

    @classmethod
    def load(cls, path: Path) -> Result:
        """A cell that was saved."""
        content = json.loads(path.read_text("utf-8"))
        cell, weights, tests = (content.pop(key) for key in ("cell", "weights", "tests"))
        outputs = {test: read_lines(path.with_name(f"{path.stem}.{test}.txt.gz")) for test in tests}
        return cls(Cell(**cell), weights, content, outputs)


def finished(folder: Path = KEPT) -> list[Result]:
    """All cells that are there, in the order of their names."""
    return [Result.load(path) for path in sorted(folder.glob("*.json"))]


@dataclass(frozen=True)
class Work:
    """Where a cell works: broken off, it goes on from its last finished step."""

    cell: Cell
    folder: Path
    tell: Callable[[str], None]

    @property
    def system(self) -> System:
        """The system that is tuned."""
        return SYSTEMS[self.cell.system]

    @cached_property
    def built(self) -> Built:
        """The files of the system."""
        return Built(self.system, self.folder / self.cell.system)

    @property
    def place(self) -> Path:
        """Lists, weights and state of this cell."""
        return self.folder / "cells" / self.cell.name

    def run(self) -> Result:
        """Tunes, and translates the tests."""
        self.place.mkdir(parents=True, exist_ok=True)
        facts = self._tuned()
        weights = facts.pop("weights")
        tests = self.built.texts.tests
        return Result(self.cell, weights, facts, {test: self._translated(test, weights) for test in tests})

    def _tuned(self) -> dict[str, Any]:
        """The weights, and what they cost. Kept, for a loop that is gone on with cannot tell its time."""
        path = self.place / "tuned.json"
        if path.is_file():
            kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
            return kept
        began, times = time.process_time(), self.place / "decoder.times"
        part = self.built.part("dev")
        resources = Resources(source_language=self.system.source, target_language=self.system.target)
        loop = tune(
            None,
            DevSet([list(part.target)], list(part.source), [self.built.links("dev")], resources),
            self.cell.spec,
            weights=read_weights(self.built.configuration("dev")),
            decoder=joshua.command(self.built.source("dev"), times),
            work=self.place,
            iterations=ITERATIONS,
            search=Search(self.cell.optimiser, 1000 * self.cell.run, fixed=FIXED, bounds=BOUNDS),
            reading=Reading(format="joshua"),
            progress=lambda said: self.tell(f"{self.cell.name}: {said}"),
        )
        weights, score = best_decoded(loop)
        facts = {
            "weights": {**loop.begun, **weights},
            "metric": loop.metric,
            "start": loop.iterations[0].decoded,
            "tuned": score,
            "finished": loop.finished,
            "iterations": len(loop.iterations),
            "candidates": loop.iterations[-1].candidates,
            # Of one sitting only: where decoding was broken off, there are more times than iterations.
            "seconds of tuning": None if loop.resumed else round(time.process_time() - began, 1),
            "seconds of decoding": round(sum(map(float, times.read_text().split())), 1),
            **loop.provenance,
        }
        write_bytes(path, json.dumps(facts).encode())
        return facts

    def _translated(self, test: str, weights: Mapping[str, float]) -> list[str]:
        config, nbest = self.place / f"{test}.config", self.place / f"{test}.nbest"
        if not nbest.is_file():
            start: WeightFile = read_weights(self.built.configuration(test))
            write_weights(config, weights, format="joshua", like=start)
            unfinished = nbest.with_suffix(".unfinished")
            joshua.decode(config, unfinished, self.built.source(test))
            unfinished.rename(nbest)
            self.tell(f"{self.cell.name}: {test} translated")
        lists = read_nbest(nbest, format="joshua", segments=len(self.built.part(test)))
        return rerank(lists, weights).texts


def best_decoded(loop: Loop) -> tuple[Mapping[str, float], float]:
    """The weights whose own list was the best, and its score; the later of equals.

    The last weights were never decoded with. What they choose from all lists is no forecast of that: where
    phrases may move freely, the decoder often fails to find again what it found with other weights.
    """
    metric = get(loop.metric)
    tried = [loop.begun, *(one.weights for one in loop.iterations)]
    best = max(loop.iterations, key=lambda one: (metric.oriented(one.decoded), one.number))
    return tried[best.number - 1], best.decoded
