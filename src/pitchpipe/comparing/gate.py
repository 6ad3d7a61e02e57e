"""A gate for continuous integration: a new system must not be significantly worse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.comparing.grids import p_text
from pitchpipe.comparing.notes import too_little
from pitchpipe.comparing.results import Comparison, ComparisonTable
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.wording import quoted


@dataclass(frozen=True)
class Passed:
    """Whether a comparison passed, and the sentence that says so."""

    passed: bool
    sentence: str

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Gate:
    """What ``--fail-if-worse`` looks at: one metric, by its spec."""

    metric: str

    @classmethod
    def choose(cls, wanted: str, metrics: Sequence[Metric]) -> Gate:
        """The metric wanted, or the first; refuses one that is not compared or says nothing about worse."""
        names = {metric.asked or metric.spec: metric for metric in metrics}
        known = {**{metric.spec: metric for metric in metrics}, **names}
        if wanted and wanted not in known:
            raise ParameterError(
                f"--fail-if-worse: {quoted(wanted)} is none of the metrics ({', '.join(names)}); to "
                "use the first, "
                "put the option at the end"
            )
        metric = known[wanted] if wanted else metrics[0]
        if metric.higher_is_better is None:
            raise ParameterError(
                f"--fail-if-worse: {metric.spec} has no direction, so nothing is worse by it"
            )
        return cls(metric.spec)

    def passed(self, table: ComparisonTable) -> Passed:
        """Whether no system is significantly worse than the baseline.

        Where all pairs were compared, the first system is the baseline. Refuses a comparison in which nothing
        could have been worse.
        """
        compared = table[self.metric]
        baseline = table.baseline or compared.systems[0].name
        found = [c for c in compared.comparisons if c.baseline == baseline]
        for comparison in found:
            if comparison.verdict == "n/a":
                raise DataError(
                    f"--fail-if-worse: {_reason(comparison, self.metric, table.segments)}, "
                    "so nobody knows which is worse"
                )
        powerless = too_little(table)
        if powerless is not None:
            raise ParameterError(f"--fail-if-worse: {powerless}")
        worse = [c for c in found if c.verdict == "worse"]
        if not worse:
            return Passed(True, f"passed: no system is significantly worse than {baseline} by {self.metric}")
        decimals = 2 + compared.further_decimals
        which = ", ".join(f"{c.system} (Δ {c.delta:+.{decimals}f}, p {p_text(c.p_holm)})" for c in worse)
        return Passed(False, f"failed: significantly worse than {baseline} by {self.metric}: {which}")


def _reason(comparison: Comparison, metric: str, segments: int) -> str:
    """Why a comparison has no verdict."""
    if math.isnan(comparison.delta):
        return f"{metric} is undefined for {comparison.system} or {comparison.baseline}"
    if segments == 1:
        return "one segment cannot be resampled"
    return f"{metric} is undefined on samples of the test set"
