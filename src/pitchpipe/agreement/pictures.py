"""Agreement with people as a chart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.showing.grids import NOT_AVAILABLE, written

if TYPE_CHECKING:
    from pitchpipe.agreement.results import Agreement, MetaTable
    from pitchpipe.charts.loading import Chart

#: Panels side by side: the tasks of a statistic, or of one task as many statistics.
_COLUMNS, _MOST_COLUMNS = 3, 6


def meta_chart(table: MetaTable) -> Chart:
    """A panel for each statistic and task, and for all tasks, with metrics and, in grey, baselines."""
    rows = [*_ranked(table), *table.baselines]
    several = len(table.tasks) > 1
    panels = []
    for name in table.statistics:
        for where, found in _places(table, name):
            points = tuple(_point(table, metric, found.get(metric)) for metric in rows)
            panels.append(IntervalPanel(f"{name}, {where}" if several else name, points))
    title = "Agreement with people" if several else f"Agreement with people, {table.tasks[0].name}"
    columns = min(len(table.tasks) + 1, _MOST_COLUMNS) if several else _COLUMNS
    return interval_chart(panels, title, _subtitle(table), columns=columns)


def _places(table: MetaTable, name: str) -> Iterator[tuple[str, Mapping[str, Agreement]]]:
    """Tasks, and all of them: what is pooled or, where nothing is, their mean."""
    for task in table.tasks:
        yield (
            task.name,
            {
                metric: table.agreements[metric, task.name, name]
                for metric in table.rows
                if (metric, task.name, name) in table.agreements
            },
        )
    for one in table.over(name)[-1:]:
        yield one.words, one.agreements


def _ranked(table: MetaTable) -> list[str]:
    """Metrics by their mean agreement in the first statistic."""
    means = {metric: table.mean(metric, next(iter(table.statistics))) for metric in table.metrics}
    return sorted(means, key=lambda metric: (math.isnan(means[metric]), -means[metric]))


def _point(table: MetaTable, metric: str, agreement: Agreement | None) -> Point:
    kind = "baseline" if metric in table.baselines else "score"
    name = table.heads.get(metric, metric)
    if agreement is None:
        return Point(name, None, None, None, NOT_AVAILABLE, kind)
    low, high = agreement.ci or (None, None)
    rank = "" if agreement.rank is None else f" ({agreement.rank})"
    value = agreement.outcome.value
    return Point(name, value, low, high, f"{written(value, 3)}{rank}", kind)


def _subtitle(table: MetaTable) -> str:
    said = []
    if table.confidence is not None:
        said.append(f"{table.confidence:g} % intervals by bootstrap over segments")
    if table.test is not None and len(table.metrics) > 1:
        joint = ", over all tasks by paired bootstrap" if table.overall else ""
        said.append(f"in brackets ranks by {table.test}{joint}")
    return "; ".join([*said, f"{' and '.join(table.baselines)} for comparison"])
