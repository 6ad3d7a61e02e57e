"""What finished cells of a system translated, scored by all metrics and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean

from benchmarks.experiments.tuning.building import Built
from benchmarks.experiments.tuning.cells import Result
from benchmarks.experiments.tuning.metrics import METRICS, ORDER, VARIANTS, specs
from benchmarks.experiments.tuning.systems import SYSTEMS
from pitchpipe import TestSet, compare
from pitchpipe.comparing.results import ComparisonTable
from pitchpipe.metrics.lookup import get

#: Systems are compared with the one that was tuned to this.
BASELINE = "BLEU"
SAMPLES = 2000
#: Measures of the order of words: the metric and its part that tell them, and what makes them per cent.
ORDERS = {
    "ρ": (VARIANTS["PORT-rho"], "v", 100.0),
    "τ": (VARIANTS["PORT-tau"], "v", 100.0),
    "v": (METRICS["PORT"], "v", 100.0),
    "Hamming": (f"lr-hb1:theta=1,{ORDER}", "R", 1.0),
    "Kendall": (f"lr-kb1:theta=1,{ORDER}", "R", 1.0),
}


@dataclass(frozen=True)
class Outcome:
    """One system: its finished cells by what they were tuned to, those of the papers first."""

    built: Built
    results: Mapping[str, Sequence[Result]]

    @cached_property
    def test_set(self) -> TestSet:
        """All tests one after the other, with the output of every run."""
        tests = self.built.texts.tests.values()
        system = self.built.system
        return TestSet(
            systems={
                result.cell.name: [line for lines in result.outputs.values() for line in lines]
                for results in self.results.values()
                for result in results
            },
            references={"reference": [line for part in tests for line in part.target]},
            source=[line for part in tests for line in part.source],
            source_language=system.source,
            target_language=system.target,
            name=system.name,
            aligner=self.built.aligner,
        )

    @cached_property
    def compared(self) -> ComparisonTable | None:
        """The means over runs by all metrics, beside the baseline, where there are two to compare."""
        if len(self.results) < 2:
            return None
        runs = {label: [result.cell.name for result in results] for label, results in self.results.items()}
        metrics = self.specs.values()
        return compare(self.test_set, BASELINE, metrics, runs=runs, test="randomisation", samples=SAMPLES)

    @property
    def specs(self) -> dict[str, str]:
        """The metrics that it is tested with."""
        return specs(self.built.system.target)

    def orders(self, label: str) -> dict[str, float]:
        """How alike the words' order is to that of the references, in per cent, means over runs."""
        return {
            name: mean(scale * self._part(run, spec, part) for run in self._runs(label))
            for name, (spec, part, scale) in ORDERS.items()
        }

    def _part(self, run: str, spec: str, part: str) -> float:
        texts = self.test_set
        scored = get(spec).corpus_score(
            texts.systems[run],
            [texts.references["reference"]],
            sources=texts.source,
            aligner=self.built.aligner,
        )
        return float(scored.parts[part])

    def length(self, label: str) -> float:
        """Words of the output per word of the references, the mean over runs."""
        words = sum(len((line or "").split()) for line in self.test_set.references["reference"])
        return mean(
            sum(len(line.split()) for line in self.test_set.systems[run]) / words for run in self._runs(label)
        )

    def shares(self, label: str, feature: str) -> list[float]:
        """A weight's share of all, by size, in each run that there is."""
        runs = self.results.get(label, ())
        return [result.weights[feature] / sum(map(abs, result.weights.values())) for result in runs]

    def outputs(self, label: str) -> list[list[str]]:
        """What each run made of all tests."""
        return [list(self.test_set.systems[run]) for run in self._runs(label)]

    def seconds(self, label: str, of: str) -> float | None:
        """Processor time of an iteration, the mean over runs in which it was measured."""
        times = [
            result.facts[f"seconds of {of}"] / result.facts["iterations"]
            for result in self.results[label]
            if result.facts[f"seconds of {of}"] is not None
        ]
        return mean(times) if times else None

    def _runs(self, label: str) -> list[str]:
        return [result.cell.name for result in self.results[label]]


def outcomes(results: Sequence[Result], work: Path) -> list[Outcome]:
    """Finished cells by system, and by what they were tuned to."""
    return [
        Outcome(Built(SYSTEMS[name], work / name), grouped)
        for name in SYSTEMS
        if (grouped := by_metric([result for result in results if result.cell.system == name]))
    ]


def by_metric(results: Sequence[Result]) -> dict[str, list[Result]]:
    """Results by what they were tuned to; another optimiser than MERT is named."""
    groups: dict[str, list[Result]] = {}
    for label in (*METRICS, *VARIANTS):
        for result in results:
            if result.cell.metric == label:
                how = "" if result.cell.optimiser == "mert" else f", {result.cell.optimiser.upper()}"
                groups.setdefault(f"{label}{how}", []).append(result)
    return groups
