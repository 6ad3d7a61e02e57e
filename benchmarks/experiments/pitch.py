"""How our own metrics were made: ``python -m benchmarks.experiments.pitch pitch-1|pitch-en-1 [FOLDER]``.

The parts were chosen by leaving out one language pair of the rankings of WMT12 after the other: those of
``pitch-1`` among some sixty metrics and settings of them that need nothing but text, as few as do what many
do; what ``pitch-en-1`` has beside them among nine settings of METEOR, MAXSIM, TESLA-M and hLEPOR with lemmas,
parts of speech or synonyms. The weights are learnt from these rankings alone. Whether they carry over is
asked of each pair without itself, and of the direct assessments of WMT17 and WMT22, which neither parts nor
weights have seen. Writes the preset into FOLDER, with what was found, and prints it.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.data import shared
from pitchpipe.agreement import Task, meta, read_tasks
from pitchpipe.agreement.statistics import statistic
from pitchpipe.fitting import Against, FitResult, fit
from pitchpipe.fitting.against import against
from pitchpipe.fitting.held_out import Tested
from pitchpipe.fitting.objective import Objective
from pitchpipe.fitting.ranking import Learning, learn
from pitchpipe.fitting.samples import Sample, sample
from pitchpipe.measuring.measured import measure
from pitchpipe.metrics.presets import Preset

RIVAL = "chrf"
OBJECTIVE = "tau-wmt14"
TRAINING = ("wmt12", "ranks", True)
OTHER_YEARS = (("wmt17", "da-z", False), ("wmt22", "da-z", False))
SYSTEM_LEVEL = ("pearson", "spa")
SAMPLES, CONFIDENCE, SEED = 1000, 95.0, 12345
#: Samples of the training judgments, for how far weights and gains depend on them.
REDRAWN = 100
_CHOSEN = (
    "the parts were chosen by looking at the rankings of WMT12, so that gains there are a little flattered"
)
_GOOD = "differences between very good systems are smaller than what it sees: ask people, or a neural metric"


@dataclass(frozen=True)
class Design:
    """What a metric consists of, which pairs it is for, and where not to use it."""

    parts: str
    english_only: bool
    cautions: tuple[str, ...]


TEXT = "1*chrf:char_order=4,whitespace=true,beta=3+1*cer"
ENGLISH = "tesla-m:language=en,annotation=hanta-1.2.1-en,synonyms=wordnet-3.0#50e9fe9e"
DESIGNS = {
    "pitch-1": Design(
        TEXT,
        False,
        (
            _CHOSEN,
            "out of English it was tested on Czech, French, German and Spanish only",
            "it reads characters: what says the same in other words is as wrong as by chrF",
            _GOOD,
        ),
    ),
    "pitch-en-1": Design(
        f"{TEXT}+1*{ENGLISH}",
        True,
        (
            _CHOSEN,
            "it is for English alone, analysed by HanTa 1.2.1 with the synonyms of WordNet 3.0",
            "analysing words takes far longer than counting: pitch is for training loops and long lists",
            _GOOD,
        ),
    ),
}


def main(name: str, folder: Path) -> None:
    """Fits, prints and writes."""
    design = DESIGNS[name]
    ranked = [task for task in _tasks(*TRAINING) if _into_english(task) or not design.english_only]
    result = _fitted(ranked, design)
    print(result)
    metric = result.metric.spec
    years = [_tasks(*year) for year in OTHER_YEARS]
    preset = result.preset()
    record = {
        "name": name,
        "date": date.today().isoformat(),
        **preset.record,
        **({} if design.english_only else _directions(ranked, design)),
        "other_years": [_record(_other_year(tasks, design, result)) for tasks in years],
        "systems": {tasks[0].name.split()[0]: _systems(tasks, name, metric) for tasks in (ranked, *years)},
        "not_for": list(design.cautions),
    }
    print(json.dumps({key: record[key] for key in ("other_years", "systems")}, indent=1))
    Preset(preset.metric, preset.parameters, record).write(folder / f"{name}.json")
    _print_stability(ranked, years[-1], design)


def _directions(ranked: list[Task], design: Design) -> dict[str, dict[str, Any]]:
    """What is gained where weights are learnt from one direction alone."""
    return {
        key: _record(_fitted([task for task in ranked if _into_english(task) == english], design).against)
        for key, english in (("into_english_alone", True), ("out_of_english_alone", False))
    }


def _into_english(task: Task) -> bool:
    return task.name.endswith("-en")


def _tasks(name: str, human: str, unescape: bool) -> list[Task]:
    folder = shared(name)
    if folder is None:
        sys.exit(f"there is no folder {name}")
    return read_tasks(folder, human=human, unescape=unescape)


def _fitted(tasks: list[Task], design: Design) -> FitResult:
    return fit(tasks, design.parts, OBJECTIVE, folds="pairs", against=RIVAL, samples=SAMPLES, seed=SEED)


def _other_year(tasks: list[Task], design: Design, result: FitResult) -> Against:
    """The fitted metric beside the other one on judgments that nothing was learnt from."""
    stat = statistic(OBJECTIVE)
    own, rival = (_measured(tasks, spec) for spec in (design.parts, RIVAL))
    tested = [Tested(own, result.parameters)]
    return against(tested, [rival], stat, samples=SAMPLES, confidence=CONFIDENCE, seed=SEED)


def _print_stability(training: list[Task], other_year: list[Task], design: Design) -> None:
    """How weights, and gains on another year, vary with the judgments that weights are learnt from."""
    stat, random = statistic(OBJECTIVE), np.random.default_rng(SEED)
    judged = _measured(training, design.parts)
    own, rival = (Objective(_measured(other_year, spec), stat) for spec in (design.parts, RIVAL))
    weights, gains = [], []
    for _ in range(REDRAWN):
        drawn = [one.select(random.integers(one.segments, size=one.segments)) for one in judged]
        learnt = learn(drawn, Learning()).weights
        weights.append(learnt)
        gains.append(own({"weights": learnt}) - rival({}))
    shares = np.array(weights) / np.sum(weights, axis=1, keepdims=True)
    shown = [(f"weight of part {k + 1}", share) for k, share in enumerate(shares.T)]
    for what, found in (*shown, ("mean gain on the other year", gains)):
        low, high = np.percentile(found, [2.5, 97.5])
        print(f"{what} over {REDRAWN} samples of the training segments: {low:.4f} to {high:.4f}")


def _measured(tasks: list[Task], spec: str) -> tuple[Sample, ...]:
    stat = statistic(OBJECTIVE)
    return tuple(sample(task.name, task, measure(task.test_set, [spec]), stat) for task in tasks)


def _systems(tasks: list[Task], name: str, metric: str) -> dict[str, dict[str, float | None]]:
    """Agreement about whole systems, the mean over language pairs."""
    suiting = [name for name in SYSTEM_LEVEL if statistic(name).suits(tasks[0].human)]
    table = meta(tasks, [metric, RIVAL], statistics=suiting, test=None)
    return {
        shown: {stat: _number(table.mean(spec, stat)) for stat in suiting}
        for shown, spec in ((name, metric), (RIVAL, RIVAL))
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)


def _record(found: Against | None) -> dict[str, Any]:
    assert found is not None
    return found.to_dict()


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in DESIGNS:
        sys.exit(f"which one: {', '.join(DESIGNS)}?")
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else Path())
