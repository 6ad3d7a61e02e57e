"""Agreement with people as one table that a machine can read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pitchpipe.measuring.failures import as_asked
from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.agreement.results import Agreement, MetaTable


def agreement_rows(table: MetaTable) -> Grid:
    """One row for each metric, task and statistic, for machines; of several tasks, also their mean."""
    header = ("statistic", "task", "metric", "value", "low", "high", "rank", "used", "unit", "asked")
    rows: list[tuple[str | float | None, ...]] = []
    for name in table.statistics:
        for metric, agreements in table.of(name):
            asked = as_asked(table.names, metric)
            for task, agreement in zip(table.tasks, agreements, strict=True):
                if agreement is not None:
                    rows.append((name, task.name, metric, *_plain(agreement), asked))
            if len(table.tasks) > 1:
                there = sum(one is not None and not math.isnan(one.outcome.value) for one in agreements)
                mean = table.mean(metric, name)
                rows.append((name, "mean", metric, mean, None, None, None, there, "tasks", asked))
    return Grid(header, tuple(tuple(map(Cell, row)) for row in rows), labels=3)


def contest_rows(table: MetaTable) -> Grid:
    """One row for each two metrics that were tested against each other, with the one-sided p-value."""
    rows = (
        (Cell(name), Cell(task.name), Cell(first), Cell(second), Cell(p))
        for name in table.statistics
        for task in table.tasks
        for (first, second), p in table.p.get((task.name, name), {}).items()
    )
    return Grid(("statistic", "task", "better", "than", "p"), tuple(rows), labels=4)


def _plain(agreement: Agreement) -> tuple[str | float | None, ...]:
    """Value, interval, rank and size."""
    low, high = (None, None) if agreement.ci is None else agreement.ci
    outcome = agreement.outcome
    return outcome.value, low, high, agreement.rank, outcome.used, outcome.unit
