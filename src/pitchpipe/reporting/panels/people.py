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
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel, Picture
from pitchpipe.reporting.panels.metric_agreement import directed
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.wording import counted

#: With how many decimals people's scores are shown.
DECIMALS = 2


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
        spans = len(self.spans())
        marked = f" People marked {counted(spans, 'errors')}, which the segments show." if spans else ""
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
        if self.spans():
            rows = (
                (
                    Cell(self.evidence.systems[system]),
                    Cell(self.evidence.number(place)),
                    Cell(begin),
                    Cell(end),
                    Cell(severity),
                    Cell(category),
                )
                for system, place, begin, end, severity, category in self.spans()
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
        return {"name": self.task.human.name, "decimals": DECIMALS, "values": values, "spans": self.spans()}

    def spans(self) -> list[list[Any]]:
        """Errors that people marked in outputs: system, place, begin, end, severity, category."""
        if not isinstance(self.task.human, SegmentScores):
            return []
        systems = {name: k for k, name in enumerate(self.evidence.systems)}
        found = []
        for span in self.task.human.spans:
            if span.system not in systems or span.segment >= len(self.task.test_set):
                continue
            output = self.task.test_set.systems[span.system][span.segment]
            place = span.place_in(output)
            if place is not None:
                # Scripts count in units of 16 bits.
                begin, end = (_units(output[:at]) for at in place)
                found.append(
                    [systems[span.system], span.segment, begin, end, span.severity.lower(), span.category]
                )
        return found


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
