"""How ``pitch-1`` was made: ``python -m benchmarks.experiments.pitch [FOLDER]``.

The parts were chosen by leaving out one language pair of the rankings of WMT12 after the other, among some
sixty metrics and settings of them that need nothing but text: as few as do what many do. The weights are
learnt from these rankings alone. Whether they carry over is asked of each pair without itself, and of the
direct assessments of WMT17 and WMT22, which neither parts nor weights have seen. Writes the preset into
FOLDER, with what was found, and prints it.
"""

from __future__ import annotations

import json
import math
import sys
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

NAME = "pitch-1"
PARTS = "1*chrf:char_order=4,whitespace=true,beta=3+1*cer"
RIVAL = "chrf"
OBJECTIVE = "tau-wmt14"
TRAINING = ("wmt12", "ranks", True)
OTHER_YEARS = (("wmt17", "da-z", False), ("wmt22", "da-z", False))
SYSTEM_LEVEL = ("pearson", "spa")
SAMPLES, CONFIDENCE, SEED = 1000, 95.0, 12345
#: Samples of the training judgments, for how far weights and gains depend on them.
REDRAWN = 100
CAUTIONS = (
    "the parts were chosen by looking at the rankings of WMT12, so that gains there are a little flattered",
    "out of English it was tested on Czech, French, German and Spanish only",
    "it reads characters: what says the same in other words is as wrong as by chrF",
    "differences between very good systems are smaller than what it sees: ask people, or a neural metric",
)


def main(folder: Path) -> None:
    """Fits, prints and writes."""
    ranked = _tasks(*TRAINING)
    result = _fitted(ranked)
    into, out = (
        _fitted([task for task in ranked if task.name.endswith("-en") == english])
        for english in (True, False)
    )
    print(result, into, out, sep="\n\n")
    metric = result.metric.spec
    years = [_tasks(*year) for year in OTHER_YEARS]
    preset = result.preset()
    record = {
        "name": NAME,
        "date": date.today().isoformat(),
        **preset.record,
        "into_english_alone": _record(into.against),
        "out_of_english_alone": _record(out.against),
        "other_years": [_record(_other_year(tasks, result)) for tasks in years],
        "systems": {tasks[0].name.split()[0]: _systems(tasks, metric) for tasks in (ranked, *years)},
        "not_for": list(CAUTIONS),
    }
    print(json.dumps({key: record[key] for key in ("other_years", "systems")}, indent=1))
    Preset(preset.metric, preset.parameters, record).write(folder / f"{NAME}.json")
    _print_stability(ranked, years[-1])


def _tasks(name: str, human: str, unescape: bool) -> list[Task]:
    folder = shared(name)
    if folder is None:
        sys.exit(f"there is no folder {name}")
    return read_tasks(folder, human=human, unescape=unescape)


def _fitted(tasks: list[Task]) -> FitResult:
    return fit(tasks, PARTS, OBJECTIVE, folds="pairs", against=RIVAL, samples=SAMPLES, seed=SEED)


def _other_year(tasks: list[Task], result: FitResult) -> Against:
    """The fitted metric beside the other one on judgments that nothing was learnt from."""
    stat = statistic(OBJECTIVE)
    own, rival = (_measured(tasks, spec) for spec in (PARTS, RIVAL))
    tested = [Tested(own, result.parameters)]
    return against(tested, [rival], stat, samples=SAMPLES, confidence=CONFIDENCE, seed=SEED)


def _print_stability(training: list[Task], other_year: list[Task]) -> None:
    """How weights, and gains on another year, vary with the judgments that weights are learnt from."""
    stat, random = statistic(OBJECTIVE), np.random.default_rng(SEED)
    judged = _measured(training, PARTS)
    own, rival = Objective(_measured(other_year, PARTS), stat), Objective(_measured(other_year, RIVAL), stat)
    weights, gains = [], []
    for _ in range(REDRAWN):
        drawn = [one.select(random.integers(one.segments, size=one.segments)) for one in judged]
        learnt = learn(drawn, Learning()).weights
        weights.append(learnt[0])
        gains.append(own({"weights": learnt}) - rival({}))
    for name, found in (("weight of chrF", weights), ("mean gain on the other year", gains)):
        low, high = np.percentile(found, [2.5, 97.5])
        print(f"{name} over {REDRAWN} samples of the training segments: {low:.4f} to {high:.4f}")


def _measured(tasks: list[Task], spec: str) -> tuple[Sample, ...]:
    stat = statistic(OBJECTIVE)
    return tuple(sample(task.name, task, measure(task.test_set, [spec]), stat) for task in tasks)


def _systems(tasks: list[Task], metric: str) -> dict[str, dict[str, float | None]]:
    """Agreement about whole systems, the mean over language pairs."""
    suiting = [name for name in SYSTEM_LEVEL if statistic(name).suits(tasks[0].human)]
    table = meta(tasks, [metric, RIVAL], statistics=suiting, test=None)
    return {
        name: {stat: _number(table.mean(spec, stat)) for stat in suiting}
        for name, spec in ((NAME, metric), (RIVAL, RIVAL))
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)


def _record(found: Against | None) -> dict[str, Any]:
    assert found is not None
    return found.to_dict()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path())
