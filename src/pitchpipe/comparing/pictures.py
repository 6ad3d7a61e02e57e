"""Comparisons of systems as a chart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.comparing.grids import head
from pitchpipe.showing.grids import NOT_AVAILABLE, rounded, written
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.comparing.results import ComparisonTable, MetricComparison, System


def comparison_chart(table: ComparisonTable) -> Chart:
    """Differences from the baseline, with a line at none; of all pairs, the ranking in clusters."""
    level = f"{counted(table.segments, 'segments')}, {table.confidence:g} % intervals by bootstrap"
    if table.baseline is None:
        panels = [IntervalPanel(_title(table, one), tuple(_ranking(one))) for one in table]
        subtitle = f"{level}; in brackets rank clusters"
        # Every metric ranks in its own way, so that rows are named in every panel.
        return interval_chart(panels, "Scores, all pairs compared", subtitle, columns=1)
    panels = [IntervalPanel(_title(table, one), tuple(_differences(one)), zero=True) for one in table]
    subtitle = f"{level}; significant at p ≤ {table.alpha:g} after Holm's correction"
    return interval_chart(panels, f"Differences from {table.baseline}", subtitle)


def _title(table: ComparisonTable, metric: MetricComparison) -> str:
    arrow = head(metric).removeprefix(metric.metric)
    return f"{table.heads.get(metric.metric, metric.metric)}{arrow}"


def _differences(metric: MetricComparison) -> Iterator[Point]:
    decimals = 2 + metric.further_decimals
    for one in metric.comparisons:
        low, high = one.delta_ci or (None, None)
        known = not math.isnan(one.delta)
        delta = f"{rounded(one.delta, decimals, '+')} {one.verdict}" if known else NOT_AVAILABLE
        yield Point(one.system, one.delta, low, high, delta, one.verdict)


def _ranking(metric: MetricComparison) -> Iterator[Point]:
    decimals = 2 + metric.further_decimals
    for system in _by_rank(metric):
        low, high = system.ci or (None, None)
        cluster = "" if system.cluster is None else f" ({system.cluster})"
        yield Point(system.name, system.score, low, high, f"{written(system.score, decimals)}{cluster}")


def _by_rank(metric: MetricComparison) -> list[System]:
    """The best system first, where the metric says which that is."""
    if not metric.clusters:
        return list(metric.systems)
    return [metric.system(name) for cluster in metric.clusters for name in cluster]
