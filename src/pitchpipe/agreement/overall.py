"""Metrics over all test sets: the mean of these, and all judgments pooled, with tests and ranks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from pitchpipe.agreement.baselines import ORACLE, RANDOM
from pitchpipe.agreement.results import Agreement
from pitchpipe.agreement.significance import Drawn, Estimate, Spread, clusters, mean, pooled
from pitchpipe.agreement.significance.bootstrap import middle
from pitchpipe.agreement.statistics import Outcome, Statistic
from pitchpipe.brief import Brief
from pitchpipe.comparing.correction import holm
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.wording import counted

#: Test sets count the same, or everything that was compared does.
Over = Literal["mean", "pooled"]
#: A corrected p-value up to this is significant.
ALPHA = 0.05


@dataclass(frozen=True, repr=False)
class Difference(Brief):
    """By how much a metric agrees better than another over all test sets.

    ``p`` is two-sided, ``p_holm`` the same corrected for the number of metrics that are compared.
    """

    better: str
    than: str
    gain: Estimate
    p: float | None
    p_holm: float | None

    @property
    def significant(self) -> bool:
        """Whether it is more than chance."""
        return self.p_holm is not None and self.p_holm <= ALPHA and self.gain.value > 0

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        return {
            "better": self.better,
            "than": self.than,
            "gain": self.gain.to_dict(),
            "p": self.p,
            "p_holm": self.p_holm,
        }


@dataclass(frozen=True, repr=False)
class Overall(Brief):
    """All metrics and baselines over several tasks, by one statistic.

    ``tests`` has every two metrics, those of the better ones first; ranks follow from them as from the tests
    of one task. A metric that failed on one of the tasks is not here, and one that lacks a value where others
    have one has no mean.
    """

    over: Over
    statistic: str
    tasks: tuple[str, ...]
    agreements: Mapping[str, Agreement]
    tests: tuple[Difference, ...] = ()

    @property
    def words(self) -> str:
        """What it is over."""
        tasks = counted(len(self.tasks), "tasks")
        return f"mean of {tasks}" if self.over == "mean" else f"pooled over {tasks}"

    def value(self, metric: str) -> float:
        """A metric's or baseline's value; NaN where there is none."""
        there = self.agreements.get(metric)
        return math.nan if there is None else there.outcome.value

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts; the values are beside those of tasks."""
        return {"over": self.over, "tasks": list(self.tasks), "tests": [one.to_dict() for one in self.tests]}


@dataclass(frozen=True, eq=False)
class OnTask:
    """Metrics and baselines on one task by one statistic, as much of them as adds up.

    ``metrics`` are the names behind what was drawn; of ``noise`` there are many draws instead of samples.
    """

    task: str
    metrics: tuple[str, ...]
    drawn: Drawn
    oracle: Drawn
    noise: Drawn
    agreements: Mapping[str, Agreement]


def samples_needed(metrics: int, sampling: Sampling) -> int:
    """As many samples as were asked for, and enough for a p-value that survives its correction."""
    return max(sampling.samples, math.ceil(metrics * (metrics - 1) / 2 / ALPHA))


def overall(
    over: Over,
    statistic: Statistic,
    tasks: Sequence[OnTask],
    *,
    confidence: float,
    intervals: bool,
    tested: bool,
) -> Overall:
    """The mean over tasks, or all judgments pooled, of metrics that succeeded on all of them."""
    everywhere = [name for name in tasks[0].metrics if all(name in one.metrics for one in tasks)]

    def joined(parts: Sequence[Drawn]) -> Spread:
        return mean(parts) if over == "mean" else pooled(parts)

    spread = joined([one.drawn.select([one.metrics.index(name) for name in everywhere]) for one in tasks])
    tests = tuple(_tests(everywhere, spread, confidence)) if tested else ()
    ranks = _ranks(tests)
    agreements = {
        name: Agreement(
            _outcome(over, name, float(spread.values[k]), tasks),
            spread.estimate(k, confidence).ci if intervals else None,
            ranks.get(name),
        )
        for k, name in enumerate(everywhere)
    }
    noise = joined([one.noise for one in tasks]).values
    noise = noise[~np.isnan(noise)]
    agreements[RANDOM] = Agreement(
        _outcome(over, RANDOM, float(noise.mean()) if len(noise) else math.nan, tasks),
        middle(noise, confidence) if intervals and len(noise) else None,
    )
    people = joined([one.oracle for one in tasks]).estimate(0, confidence)
    agreements[ORACLE] = Agreement(
        _outcome(over, ORACLE, people.value, tasks), people.ci if intervals else None
    )
    return Overall(over, statistic.spec, tuple(one.task for one in tasks), agreements, tests)


def _outcome(over: Over, name: str, value: float, tasks: Sequence[OnTask]) -> Outcome:
    outcomes = [one.agreements[name].outcome for one in tasks]
    there = [outcome for outcome in outcomes if not math.isnan(outcome.value)]
    if over == "mean":
        return Outcome(value, len(there), "tasks")
    return Outcome(value, sum(outcome.used for outcome in outcomes), outcomes[0].unit)


def _tests(names: Sequence[str], spread: Spread, confidence: float) -> Iterator[Difference]:
    """Every metric against those below it, the best first; without a value there is nothing to test."""
    order = [k for k in np.argsort(-spread.values, kind="stable").tolist() if not np.isnan(spread.values[k])]
    both = list(combinations(order, 2))
    found = [spread.difference(first, second, confidence) for first, second in both]
    corrected = holm([p for _, p in found])
    for (first, second), (gain, p), p_holm in zip(both, found, corrected, strict=True):
        yield Difference(names[first], names[second], gain, p, p_holm)


def _ranks(tests: Sequence[Difference]) -> dict[str, int]:
    """See ``Contest``; ``tests`` are those of all metrics, the best first."""
    order = list(dict.fromkeys([*(test.better for test in tests), *(test.than for test in tests)]))
    p = np.full((len(order), len(order)), np.nan)
    for test in tests:
        if test.p_holm is not None and test.gain.value > 0:
            p[order.index(test.better), order.index(test.than)] = test.p_holm
    return dict(zip(order, clusters(p, ALPHA), strict=True))
