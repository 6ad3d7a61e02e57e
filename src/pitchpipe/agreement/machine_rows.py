"""Agreement with people as one table that a machine can read."""

from __future__ import annotations

import math

from pitchpipe.agreement.results import Agreement, MetaTable
from pitchpipe.showing.grids import Cell, Grid


def agreement_rows(table: MetaTable) -> Grid:
    """One row for each metric, task and statistic, for machines; of several tasks, also their mean."""
    header = ("statistic", "task", "metric", "value", "low", "high", "rank", "used", "unit")
    rows: list[tuple[str | float | None, ...]] = []
    for name in table.statistics:
        for metric, agreements in table.of(name):
            for task, agreement in zip(table.tasks, agreements, strict=True):
                if agreement is not None:
                    rows.append((name, task.name, metric, *_plain(agreement)))
            if len(table.tasks) > 1:
                there = sum(one is not None and not math.isnan(one.outcome.value) for one in agreements)
                mean = table.mean(metric, name)
                rows.append((name, "mean", metric, mean, None, None, None, there, "tasks"))
    return Grid(header, tuple(tuple(map(Cell, row)) for row in rows), labels=3)


def _plain(agreement: Agreement) -> tuple[str | float | None, ...]:
    """Value, interval, rank and size."""
    low, high = (None, None) if agreement.ci is None else agreement.ci
    outcome = agreement.outcome
    return outcome.value, low, high, agreement.rank, outcome.used, outcome.unit
