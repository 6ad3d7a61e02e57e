"""Do they agree with people? Agreement of metrics with judgments, and the errors that people marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pitchpipe.agreement.machine_rows import agreement_rows
from pitchpipe.agreement.results import MetaTable
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.tasks import Task
from pitchpipe.charts.scatters import scatter_panels
from pitchpipe.pickling import cached_property
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel, Picture
from pitchpipe.reporting.panels.metric_agreement import directed
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.wording import counted

#: With how many decimals people's scores are shown.
DECIMALS = 2


@dataclass(frozen=True)
class MarkedError:
    """Characters of an output, from ``begin`` to before ``end``, that people marked; ``place`` is from 0."""

    system: str
    place: int
    begin: int
    end: int
    severity: str
    category: str


@dataclass(frozen=True, repr=False)
class People(Panel):
    """A task, and how metrics agree with it."""

    key: ClassVar[str] = "people"
    question: ClassVar[str] = "Do they agree with people?"
    short: ClassVar[str] = "People"

    evidence: Evidence
    task: Task
    meta: MetaTable

    def answer(self) -> str:
        """Which metric agrees best with people about systems, and about segments."""
        said = []
        for name in self.meta.statistics:
            values = {
                metric: self.meta[metric, self.task.name, name].outcome.value for metric in self.meta.metrics
            }
            known = {metric: value for metric, value in values.items() if not np.isnan(value)}
            if known and name in ("pearson", "kendall-b:item", "consistency"):
                best = max(known, key=lambda metric: known[metric])
                said.append(f"{self.meta.heads.get(best, best)} by {name} ({known[best]:.3f})")
        count = len(self.errors)
        marked = f" People marked {counted(count, 'errors')}, which the segments show." if count else ""
        best_of = f"Closest to {self.task.human.name}: {', '.join(said)}." if said else "It cannot be said."
        return f"{best_of}{marked}"

    def charts(self) -> Mapping[str, Picture]:
        """Systems by metric and by people, and all statistics with noise and oracle."""
        people = dict(zip(self.task.test_set.systems, self.task.systems.values.tolist(), strict=True))
        points = {}
        for spec in directed(self.evidence):
            one = self.evidence.measured[spec]
            scores = zip(self.evidence.systems, one.scores().tolist(), strict=True)
            points[self.evidence.heads[spec]] = [(name, score, people[name]) for name, score in scores]
        title = f"Systems by metric and by people ({self.task.human.name})"
        agreement = self.meta.plot()
        return {
            "systems": Picture(scatter_panels(points, "people", title, self.task.system_scores), title),
            "agreement": Picture(agreement, "Agreement with people, beside noise and oracle"),
        }

    def grids(self) -> Mapping[str, Grid]:
        """Agreements, people's scores of systems, and errors."""
        people = zip(self.task.test_set.systems, self.task.systems.values.tolist(), strict=True)
        found = {
            "agreements": agreement_rows(self.meta),
            "systems": Grid(("system", "people"), tuple((Cell(name), Cell(score)) for name, score in people)),
        }
        if self.errors:
            rows = (
                (
                    Cell(one.system),
                    Cell(self.evidence.number(one.place)),
                    Cell(one.begin),
                    Cell(one.end),
                    Cell(one.severity),
                    Cell(one.category),
                )
                for one in self.errors
            )
            header = ("system", "segment", "begin", "end", "severity", "category")
            found["errors"] = Grid(header, tuple(rows), texts=frozenset({"severity", "category"}))
        return found

    def record(self) -> dict[str, Any]:
        """What people said of segments."""
        values = None
        if isinstance(self.task.human, SegmentScores):
            scale = 10**DECIMALS
            values = [
                [None if np.isnan(x) else round(x * scale) for x in row]
                for row in self.task.human.values.tolist()
            ]
        return {"name": self.task.human.name, "decimals": DECIMALS, "values": values, "spans": self._spans()}

    @cached_property
    def errors(self) -> tuple[MarkedError, ...]:
        """Errors that people marked in outputs, where the text still has them."""
        if not isinstance(self.task.human, SegmentScores):
            return ()
        outputs = self.task.test_set.systems
        found = []
        for span in self.task.human.spans:
            if span.system not in outputs or span.segment >= len(self.task.test_set):
                continue
            place = span.place_in(outputs[span.system][span.segment])
            if place is not None:
                severity = span.severity.lower()
                found.append(MarkedError(span.system, span.segment, *place, severity, span.category))
        return tuple(found)

    def _spans(self) -> list[list[Any]]:
        """Errors as scripts take them, who count in units of 16 bits: system, place, begin, end, words."""
        systems = {name: k for k, name in enumerate(self.evidence.systems)}
        found = []
        for one in self.errors:
            output = self.task.test_set.systems[one.system][one.place]
            begin, end = (_units(output[:at]) for at in (one.begin, one.end))
            found.append([systems[one.system], one.place, begin, end, one.severity, one.category])
        return found


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
