"""Agreement with people as one table that a machine can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.measuring.failures import as_asked
from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.agreement.results import Agreement, MetaTable


def agreement_rows(table: MetaTable) -> Grid:
    """One row for each metric, task and statistic, for machines; of several tasks, also over all of them."""
    header = ("statistic", "task", "metric", "value", "low", "high", "rank", "used", "unit", "asked")
    rows: list[tuple[str | float | None, ...]] = []
    for name in table.statistics:
        for metric, agreements in table.of(name):
            asked = as_asked(table.names, metric)
            for task, agreement in zip(table.tasks, agreements, strict=True):
                if agreement is not None:
                    rows.append((name, task.name, metric, *_plain(agreement), asked))
            for one in table.over(name):
                joint = one.agreements.get(metric)
                numbers = (None,) * 6 if joint is None else _plain(joint)
                rows.append((name, one.over, metric, *numbers, asked))
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


def overall_test_rows(table: MetaTable) -> Grid:
    """One row for each two metrics that were tested over all tasks."""
    rows = (
        tuple(
            map(
                Cell,
                (
                    *(name, one.over, test.better, test.than, test.gain.value),
                    *(test.gain.ci or (None, None)),
                    *(test.p, test.p_holm, "yes" if test.significant else "no"),
                ),
            )
        )
        for name in table.statistics
        for one in table.over(name)
        for test in one.tests
    )
    numbers = ("gain", "low", "high", "p", "p_holm")
    return Grid(("statistic", "over", "better", "than", *numbers, "significant"), tuple(rows), labels=4)


def _plain(agreement: Agreement) -> tuple[str | float | None, ...]:
    """Value, interval, rank and size."""
    low, high = (None, None) if agreement.ci is None else agreement.ci
    outcome = agreement.outcome
    return outcome.value, low, high, agreement.rank, outcome.used, outcome.unit
