"""How metrics agree with people, with named parts; how it looks is decided elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitchpipe.agreement.statistics import Outcome
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.measuring.failures import as_asked, failed_records, refuse_failed
from pitchpipe.resampling.intervals import Interval
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.showing.pages import Page


@dataclass(frozen=True, repr=False)
class Agreement(Brief):
    """One metric's agreement with people on one task, by one statistic.

    ``rank`` is the metric's rank cluster, 1 the best, where metrics were tested against each other; the
    baselines have none. ``ci`` is a bootstrap interval over segments, where one was asked for; of noise, it
    is where so many of its draws lie.
    """

    outcome: Outcome
    ci: Interval | None = None
    rank: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision; ``None`` where there is no value."""
        value = self.outcome.value
        return {
            "value": None if math.isnan(value) else value,
            "ci": None if self.ci is None else list(self.ci),
            "rank": self.rank,
            "used": self.outcome.used,
            "unit": self.outcome.unit,
            "note": self.outcome.note,
            "left_out": list(self.outcome.left_out),
            **{name: float(number) for name, number in self.outcome.extra.items()},
        }


@dataclass(frozen=True, repr=False)
class TaskFacts(Brief):
    """What a task was: its test set, whose judgments, and how many systems and segments.

    ``system_scores`` says where people's scores of whole systems come from, and ``coverage`` on which
    segments metrics score systems, where people did not judge all of them.
    """

    name: str
    human: str
    system_scores: str
    coverage: str
    systems: tuple[str, ...]
    segments: int
    notes: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class MetaTable(Shown):
    """Agreements by (metric, task, statistic).

    ``baselines`` are rows like those of metrics: noise, and what people said themselves. ``p`` holds, for
    each task and statistic tested, the one-sided p-value that the first metric agrees better than the
    second; ``untested`` are the statistics that the test is not made for. ``names`` maps each metric as it
    was asked for to its spec, and ``heads`` are the metrics as tables call them.
    """

    metrics: tuple[str, ...]
    baselines: tuple[str, ...]
    tasks: tuple[TaskFacts, ...]
    statistics: Mapping[str, str]
    agreements: Mapping[tuple[str, str, str], Agreement]
    signatures: Mapping[str, tuple[str, ...]]
    p: Mapping[tuple[str, str], Mapping[tuple[str, str], float]]
    samples: int
    seed: int
    test: str | None = None
    confidence: float | None = None
    untested: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[str, str] = field(default_factory=dict, compare=False)
    #: Why metrics have no agreement on a task, by spec, where that was to be kept.
    errors: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, key: tuple[str, str, str]) -> Agreement:
        metric, task, statistic = key
        key = self.names.get(metric, metric), task, statistic
        if key not in self.agreements:
            refuse_failed(self.errors, key[0])
            tasks = ", ".join(task.name for task in self.tasks)
            raise DataError(
                f"no agreement of metric, task and statistic {key!r}: there are "
                f"{', '.join(self.rows)}; {tasks}; {', '.join(self.statistics)}"
            )
        return self.agreements[key]

    @property
    def rows(self) -> tuple[str, ...]:
        """Metrics, then baselines."""
        return (*self.metrics, *self.baselines)

    def mean(self, metric: str, statistic: str) -> float:
        """The mean over tasks that have a value; NaN where none has, or the metric failed on one."""
        metric = self.names.get(metric, metric)
        if metric in self.errors:
            return math.nan  # beside others, whose mean is over more tasks, it would mislead
        found = [self.agreements.get((metric, task.name, statistic)) for task in self.tasks]
        there = [one.outcome.value for one in found if one is not None and not math.isnan(one.outcome.value)]
        return sum(there) / len(there) if there else math.nan

    def of(self, statistic: str) -> Iterator[tuple[str, list[Agreement | None]]]:
        """Every row with its agreements, task by task; ``None`` where the judgments do not allow it."""
        for metric in self.rows:
            yield metric, [self.agreements.get((metric, task.name, statistic)) for task in self.tasks]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``pitchpipe meta``."""
        return {
            "tasks": [
                {
                    "name": task.name,
                    "human": task.human,
                    "system_scores": task.system_scores,
                    "coverage": task.coverage,
                    "systems": list(task.systems),
                    "segments": task.segments,
                    "notes": list(task.notes),
                }
                for task in self.tasks
            ],
            "test": self.test,
            "untested": list(self.untested),
            "samples": self.samples,
            "seed": self.seed,
            "confidence": self.confidence,
            "statistics": [self._statistic(name) for name in self.statistics],
            "signatures": {metric: list(lines) for metric, lines in self.signatures.items()},
            "failed": failed_records(self.names, self.errors),
        }

    def page(self, decimals: int = 3) -> Page:
        """The tables of ``pitchpipe meta``."""
        from pitchpipe.agreement.pages import meta_page

        return meta_page(self, decimals)

    def plot(self) -> Chart:
        """An Altair chart: a panel for each statistic and task, a row for each metric."""
        from pitchpipe.agreement.pictures import meta_chart

        return meta_chart(self)

    def tables(self) -> Tables:
        """Rows of agreements, and of tests between metrics where there are any."""
        from pitchpipe.agreement.machine_rows import agreement_rows, contest_rows

        there: dict[str, Any] = {"agreements": lambda: agreement_rows(self)}
        if any(self.p.values()):
            there["tests"] = lambda: contest_rows(self)
        return there

    def _brief(self) -> str:
        sizes = (self.metrics, "metrics"), (self.tasks, "tasks"), (self.statistics, "statistics")
        return ", ".join(counted(len(there), what) for there, what in sizes)

    def _statistic(self, name: str) -> dict[str, Any]:
        results = []
        for metric, agreements in self.of(name):
            mean = self.mean(metric, name)
            by_task = {
                task.name: None if agreement is None else agreement.to_dict()
                for task, agreement in zip(self.tasks, agreements, strict=True)
            }
            results.append(
                {
                    "metric": metric,
                    "asked": as_asked(self.names, metric),
                    "baseline": metric in self.baselines,
                    "mean": None if math.isnan(mean) else mean,
                    "tasks": by_task,
                }
            )
        tests = [
            {"task": task.name, "better": first, "than": second, "p": None if math.isnan(p) else p}
            for task in self.tasks
            for (first, second), p in self.p.get((task.name, name), {}).items()
        ]
        return {"name": name, "what": self.statistics[name], "results": results, "tests": tests}
