"""Tables of how metrics agree with people."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.agreement.statistics import STATISTICS, statistic
from pitchpipe.showing.grids import NOT_AVAILABLE, Cell, Grid, written
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.agreement.results import Agreement, MetaTable

#: More statistics than this are shown in a table for each way of averaging.
_WIDE = 8
_WITHIN = {"none": "segments together", "item": "within segments", "system": "within systems"}


def grids(table: MetaTable, decimals: int) -> Iterator[tuple[str, Grid]]:
    """Titles and tables: of one task the statistics side by side, of several a table for each statistic.

    With intervals, every statistic has a table of its own for each task, and one of means.
    """
    if table.confidence is not None:
        for name in table.statistics:
            for task, facts in enumerate(table.tasks):
                yield f"{name}, {facts.name}", _with_intervals(table, name, task, decimals)
            if len(table.tasks) > 1:
                yield f"{name}, mean of {len(table.tasks)}", _side_by_side(table, [], decimals, mean=name)
    elif len(table.tasks) == 1:
        panels = _panels(table)
        for what, names in panels.items():
            title = table.tasks[0].name if len(panels) == 1 else f"{table.tasks[0].name}, {what}"
            yield title, _side_by_side(table, [(name, 0, name) for name in names], decimals)
    else:
        for name, what in table.statistics.items():
            columns = [(name, k, task.name) for k, task in enumerate(table.tasks)]
            yield f"{name}: {what}", _side_by_side(table, columns, decimals, mean=name)


def _panels(table: MetaTable) -> dict[str, list[str]]:
    """Statistics of systems, and those of segments; where there are many, by what they are within."""
    panels: dict[str, list[str]] = {}
    for name in table.statistics:
        average = statistic(name).average
        fine = _WITHIN[average] if average and len(table.statistics) > _WIDE else "segments"
        panels.setdefault("systems" if average is None else fine, []).append(name)
    return panels


def _side_by_side(
    table: MetaTable, columns: list[tuple[str, int, str]], decimals: int, *, mean: str | None = None
) -> Grid:
    """Metrics and baselines by columns (statistic, task, title), and a mean; ranks are in brackets."""
    found = {name: dict(table.of(name)) for name in table.statistics}
    rows: list[list[Cell]] = [[Cell(metric)] for metric in table.rows]
    for name, task, _ in columns:
        best = _best(table, name, task)
        for row, metric in zip(rows, table.rows, strict=True):
            agreement = found[name][metric][task]
            mark = metric in table.metrics and _equals(agreement, best)
            row.append(Cell(_value(agreement, decimals), best=mark))
    if mean is not None:
        averages = [table.mean(metric, mean) for metric in table.rows]
        ours = [value for value in averages[: len(table.metrics)] if not math.isnan(value)]
        for k, (row, value) in enumerate(zip(rows, averages, strict=True)):
            best_of_all = k < len(table.metrics) and value == max(ours, default=math.nan)
            row.append(Cell(written(value, decimals), best=best_of_all))
    titles = [title for _, _, title in columns]
    return Grid(("metric", *titles, *([] if mean is None else ["mean"])), tuple(map(tuple, rows)))


def _with_intervals(table: MetaTable, name: str, task: int, decimals: int) -> Grid:
    """Metrics with value, interval and rank, the best first; baselines below."""
    found = [(metric, agreements[task]) for metric, agreements in table.of(name)]
    metrics = sorted(found[: len(table.metrics)], key=lambda one: -_sortable(one[1]))
    best = _best(table, name, task)
    ranked = any(agreement is not None and agreement.rank is not None for _, agreement in metrics)
    rows = []
    for metric, agreement in [*metrics, *found[len(table.metrics) :]]:
        mark = metric in table.metrics and _equals(agreement, best)
        rank = "" if agreement is None or agreement.rank is None else agreement.rank
        used = "" if agreement is None else counted(agreement.outcome.used, agreement.outcome.unit)
        value = Cell(_value(agreement, decimals, rank=False), best=mark)
        interval = Cell(_interval(agreement, decimals))
        rows.append((Cell(metric), value, interval, *([Cell(rank)] if ranked else []), Cell(used)))
    heads = ("metric", name, f"{table.confidence:g} % interval", *(["rank"] if ranked else []), "from")
    return Grid(heads, tuple(rows))


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
    text = written(agreement.outcome.value, decimals)
    return f"{text} ({agreement.rank})" if rank and agreement.rank is not None else text


def _interval(agreement: Agreement | None, decimals: int) -> str:
    if agreement is None or agreement.ci is None:
        return NOT_AVAILABLE
    low, high = agreement.ci
    return f"[{written(low, decimals)}, {written(high, decimals)}]"
