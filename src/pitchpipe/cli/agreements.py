"""Tables of how metrics agree with people."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pitchpipe.cli.grids import Cell, Grid
from pitchpipe.meta.results import Agreement, MetaTable
from pitchpipe.meta.statistics import STATISTICS

NOT_AVAILABLE = "n/a"


def grids(table: MetaTable, decimals: int) -> Iterator[tuple[str, Grid]]:
    """Titles and tables: of one task all statistics side by side, of several a table for each statistic.

    With intervals, every statistic has a table of its own.
    """
    if table.confidence is not None:
        for task in range(len(table.tasks)):
            for name in table.statistics:
                yield f"{name}, {table.tasks[task].name}", _with_intervals(table, name, task, decimals)
    elif len(table.tasks) == 1:
        columns = [(name, 0, name) for name in table.statistics]
        yield table.tasks[0].name, _side_by_side(table, columns, decimals, means=False)
    else:
        for name, what in table.statistics.items():
            columns = [(name, k, task.name) for k, task in enumerate(table.tasks)]
            yield f"{name}: {what}", _side_by_side(table, columns, decimals, means=True)


def _side_by_side(
    table: MetaTable, columns: list[tuple[str, int, str]], decimals: int, *, means: bool
) -> Grid:
    """Metrics and baselines by columns (statistic, task, title), and the mean; ranks are in brackets."""
    found = {name: dict(table.of(name)) for name in table.statistics}
    rows: list[list[Cell]] = [[Cell(metric)] for metric in table.rows]
    for name, task, _ in columns:
        best = _best(table, name, task)
        for row, metric in zip(rows, table.rows, strict=True):
            agreement = found[name][metric][task]
            mark = metric in table.metrics and _equals(agreement, best)
            row.append(Cell(_value(agreement, decimals), best=mark))
    if means:
        averages = [table.mean(metric, columns[0][0]) for metric in table.rows]
        ours = [value for value in averages[: len(table.metrics)] if not math.isnan(value)]
        for k, (row, value) in enumerate(zip(rows, averages, strict=True)):
            best_of_all = k < len(table.metrics) and value == max(ours, default=math.nan)
            row.append(Cell(_number(value, decimals), best=best_of_all))
    titles = [title for _, _, title in columns]
    return Grid(("metric", *titles, *(["mean"] if means else [])), tuple(map(tuple, rows)))


def _with_intervals(table: MetaTable, name: str, task: int, decimals: int) -> Grid:
    """Metrics with value, interval and rank, the best first; baselines below."""
    found = [(metric, agreements[task]) for metric, agreements in table.of(name)]
    metrics = sorted(found[: len(table.metrics)], key=lambda one: -_sortable(one[1]))
    best = _best(table, name, task)
    rows = []
    for metric, agreement in [*metrics, *found[len(table.metrics) :]]:
        mark = metric in table.metrics and _equals(agreement, best)
        rank = "" if agreement is None or agreement.rank is None else agreement.rank
        used = "" if agreement is None else f"{agreement.outcome.used} {agreement.outcome.unit}"
        value = Cell(_value(agreement, decimals, rank=False), best=mark)
        rows.append((Cell(metric), value, Cell(_interval(agreement, decimals)), Cell(rank), Cell(used)))
    return Grid(("metric", name, f"{table.confidence:g} %", "rank", "from"), tuple(rows))


def agreement_rows(table: MetaTable) -> Grid:
    """One row for each metric, task and statistic, for machines."""
    header = ("statistic", "task", "metric", "value", "low", "high", "rank", "used", "unit")
    rows = [
        (
            Cell(name),
            Cell(task.name),
            Cell(metric),
            Cell(_plain(agreement.outcome.value)),
            Cell("" if agreement.ci is None else agreement.ci[0]),
            Cell("" if agreement.ci is None else agreement.ci[1]),
            Cell("" if agreement.rank is None else agreement.rank),
            Cell(agreement.outcome.used),
            Cell(agreement.outcome.unit),
        )
        for name in table.statistics
        for metric, agreements in table.of(name)
        for task, agreement in zip(table.tasks, agreements, strict=True)
        if agreement is not None
    ]
    return Grid(header, tuple(rows), labels=3)


def notes(table: MetaTable) -> Iterator[str]:
    """The test, the policies behind the values, what was left out, and how the metrics were computed."""
    if table.test is not None and len(table.metrics) > 1:
        where = "" if table.confidence is not None else " in brackets"
        samples = f", up to {table.samples} samples, seed {table.seed}" if table.test == "perm-both" else ""
        yield f"ranks{where}: {table.test}{samples}; a new rank where a metric above is better, p ≤ 0.05"
    yield "random: noise; oracle: what people said"
    for name in table.statistics:
        yield from _policies(table, name)
    for task in table.tasks:
        yield f"{task.name}: {task.human}, {len(task.systems)} systems, {task.segments} segments"
        yield from task.notes
    for lines in table.signatures.values():
        yield from lines


def _policies(table: MetaTable, name: str) -> Iterator[str]:
    """How ties count and what was left out, once for tasks that have it in common."""
    said: dict[str, list[str]] = {}
    for task in table.tasks:
        agreement = table.agreements.get((table.metrics[0], task.name, name))
        if agreement is not None:
            said.setdefault(agreement.outcome.note, []).append(task.name)
    for text, tasks in said.items():
        where = "" if len(said) == 1 else f" ({', '.join(tasks)})"
        yield f"{name}{where}: {text}"


def statistics_grid() -> Grid:
    """The statistics there are, with the averages each allows."""
    rows = [
        (Cell(name), Cell(", ".join(average or "systems" for average in cls.averages)), Cell(cls.doc))
        for name, cls in STATISTICS.items()
    ]
    return Grid(("statistic", "of", "what"), tuple(rows), labels=3)


def _best(table: MetaTable, name: str, task: int) -> float:
    values = [
        agreement.outcome.value
        for metric, agreements in table.of(name)
        if metric in table.metrics and (agreement := agreements[task]) is not None
    ]
    return max((value for value in values if not math.isnan(value)), default=math.nan)


def _equals(agreement: Agreement | None, best: float) -> bool:
    return agreement is not None and agreement.outcome.value == best


def _sortable(agreement: Agreement | None) -> float:
    value = math.nan if agreement is None else agreement.outcome.value
    return -math.inf if math.isnan(value) else value


def _value(agreement: Agreement | None, decimals: int, *, rank: bool = True) -> str:
    if agreement is None:
        return NOT_AVAILABLE
    text = _number(agreement.outcome.value, decimals)
    return f"{text} ({agreement.rank})" if rank and agreement.rank is not None else text


def _interval(agreement: Agreement | None, decimals: int) -> str:
    if agreement is None or agreement.ci is None:
        return NOT_AVAILABLE
    low, high = agreement.ci
    return f"[{low:.{decimals}f}, {high:.{decimals}f}]"


def _number(value: float, decimals: int) -> str:
    return NOT_AVAILABLE if math.isnan(value) else f"{value:.{decimals}f}"


def _plain(value: float) -> float | str:
    return NOT_AVAILABLE if math.isnan(value) else value
