"""Which system is best? Scores with intervals, rank clusters, and differences of all pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.charts.matrices import MatrixCell, matrix_chart
from pitchpipe.comparing.grids import p_text
from pitchpipe.comparing.machine_rows import comparison_rows
from pitchpipe.comparing.results import ComparisonTable, MetricComparison
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel, Picture, listed
from pitchpipe.resampling.intervals import Interval
from pitchpipe.showing.grids import Cell, Grid, rounded, written
from pitchpipe.wording import counted


@dataclass(frozen=True)
class Standing:
    """A system by one metric."""

    system: str
    score: float
    ci: Interval | None
    cluster: int | None
    best: bool


@dataclass(frozen=True)
class Column:
    """A metric, and how systems stand by it, in the order of the page."""

    spec: str
    head: str
    higher_is_better: bool | None
    decimals: int
    standings: tuple[Standing, ...]

    @property
    def arrow(self) -> str:
        """Which way is better."""
        return {True: " ↑", False: " ↓", None: ""}[self.higher_is_better]

    @property
    def first(self) -> tuple[str, ...]:
        """The systems of the first cluster."""
        return tuple(one.system for one in self.standings if one.cluster == 1)


@dataclass(frozen=True, repr=False)
class Ranking(Panel):
    """Standings by metric, and the comparison they come from."""

    key: ClassVar[str] = "ranking"
    question: ClassVar[str] = "Which system is best?"
    short: ClassVar[str] = "Ranking"

    columns: tuple[Column, ...]
    systems: tuple[str, ...]
    segments: int
    confidence: float
    comparison: ComparisonTable | None

    @classmethod
    def of(cls, evidence: Evidence) -> Ranking:
        """The panel."""
        columns = tuple(_column(evidence, spec) for spec in evidence.measured.measurements)
        return cls(
            columns,
            evidence.ranked,
            len(evidence.test_set),
            float(evidence.sampling.confidence),
            evidence.comparison,
        )

    def answer(self) -> str:
        """Who is in the first cluster, by which metrics."""
        directed = [column for column in self.columns if column.first]
        if not directed:
            if len(self.systems) > 1:
                return "No metric here says which system is better."
            return f"There is one system, {self.systems[0]}, and so nothing to rank."
        firsts: dict[tuple[str, ...], list[str]] = {}
        for column in directed:
            firsts.setdefault(tuple(sorted(column.first)), []).append(column.head)
        return " ".join([*(self._said(names, heads) for names, heads in firsts.items()), self._caveat()])

    def _said(self, names: tuple[str, ...], heads: list[str]) -> str:
        by = f"By {listed(heads)}"
        if len(names) == len(self.systems):
            return f"{by}, no system is significantly better than all that follow it."
        if len(names) == 1:
            others = "the other" if len(self.systems) == 2 else "every other"
            return f"{by}, {names[0]} is significantly better than {others}."
        ranked = [system for system in self.systems if system in names]
        return f"{by}, {listed(ranked)} share the first place."

    def _caveat(self) -> str:
        alpha = rounded((100 - self.confidence) / 100, 3).rstrip("0")
        return f"({counted(self.segments, 'segments')}; significant: p ≤ {alpha} after Holm's correction.)"

    def charts(self) -> Mapping[str, Picture]:
        """Scores by metric, and a matrix of differences for each."""
        found = {"scores": self._scores()}
        for number, metric in enumerate(self.comparison or ()):
            found[f"matrix-{number}"] = self._matrix(number, metric)
        return found

    def _scores(self) -> Picture:
        panels = [
            IntervalPanel(f"{column.head}{column.arrow}", tuple(_points(column))) for column in self.columns
        ]
        subtitle = f"{self.confidence:g} % intervals by bootstrap; in brackets and shaded, rank clusters"
        return Picture(interval_chart(panels, "Scores", subtitle), "Scores")

    def _matrix(self, number: int, metric: MetricComparison) -> Picture:
        column = self.columns[number]
        title = f"Differences by {column.head}{column.arrow}"
        chart = matrix_chart(list(_differences(metric, column.decimals)), self.systems, title)
        return Picture(chart, title)

    def grids(self) -> Mapping[str, Grid]:
        """Scores for a paper, and all comparisons."""
        found = {"scores": self.table()}
        if self.comparison is not None:
            found["comparisons"] = comparison_rows(self.comparison)
        return found

    def table(self) -> Grid:
        """A row for each system, a column for each metric."""
        rows = []
        for k, system in enumerate(self.systems):
            standings = [column.standings[k] for column in self.columns]
            cells = [
                Cell(one.score, best=one.best, further=column.decimals - 2)
                for one, column in zip(standings, self.columns, strict=True)
            ]
            rows.append((Cell(system), *cells))
        return Grid(("system", *(f"{c.head}{c.arrow}" for c in self.columns)), tuple(rows))


def _column(evidence: Evidence, spec: str) -> Column:
    one = evidence.measured[spec]
    scores = dict(zip(evidence.systems, one.scores().tolist(), strict=True))
    intervals = evidence.intervals(spec)
    clusters: dict[str, int | None] = {}
    if evidence.comparison is not None:
        clusters = {system.name: system.cluster for system in evidence.comparison[spec].systems}
    known = [score for score in scores.values() if not math.isnan(score)]
    higher = one.metric.higher_is_better
    best = None if higher is None or not known else max(known) if higher else min(known)
    standings = tuple(
        Standing(name, scores[name], intervals[name], clusters.get(name), scores[name] == best)
        for name in evidence.ranked
    )
    return Column(spec, evidence.heads[spec], higher, evidence.decimals[spec], standings)


def _points(column: Column) -> Iterator[Point]:
    for one in column.standings:
        low, high = one.ci or (None, None)
        cluster = "" if one.cluster is None else f" ({one.cluster})"
        label = f"{written(one.score, column.decimals)}{cluster}"
        yield Point(one.system, one.score, low, high, label, cluster=one.cluster)


def _differences(metric: MetricComparison, decimals: int) -> Iterator[MatrixCell]:
    """Both directions of every pair: how much higher the system of a row scores than that of a column."""
    sign = -1.0 if metric.higher_is_better is False else 1.0
    for one in metric.comparisons:
        for row, column, delta in (
            (one.system, one.baseline, one.delta),
            (one.baseline, one.system, -one.delta),
        ):
            known = not math.isnan(delta)
            yield MatrixCell(
                row,
                column,
                delta if known else None,
                sign * delta if known else None,
                (rounded(delta, decimals, "+") + ("*" if one.significant else "")) if known else "n/a",
                p_text(one.p),
                p_text(one.p_holm),
            )
