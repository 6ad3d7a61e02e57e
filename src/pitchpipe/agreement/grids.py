"""Tables of how metrics agree with people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from pitchpipe.agreement.statistics import STATISTICS, statistic
from pitchpipe.showing.grids import NOT_AVAILABLE, Cell, Grid, written
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.agreement.results import Agreement, MetaTable

#: The agreements of a column of a table by metric, ``None`` where the judgments do not allow it.
Found: TypeAlias = "Mapping[str, Agreement | None]"
#: A title with them.
Column: TypeAlias = "tuple[str, Found]"
#: More statistics than this are shown in a table for each way of averaging.
_WIDE = 8
_WITHIN = {"none": "segments together", "item": "within segments", "system": "within systems"}


def grids(table: MetaTable, decimals: int) -> Iterator[tuple[str, Grid]]:
    """Titles and tables: of one task the statistics side by side, of several a table for each statistic.

    With intervals, every statistic has a table of its own for each task, and for what is over all of them.
    """
    if table.confidence is not None:
        for name in table.statistics:
            for title, found in _columns(table, name):
                yield f"{name}, {title}", _with_intervals(table, name, found, decimals)
    elif len(table.tasks) == 1:
        panels = _panels(table)
        for what, names in panels.items():
            title = table.tasks[0].name if len(panels) == 1 else f"{table.tasks[0].name}, {what}"
            columns = [(name, found) for name in names for _, found in _columns(table, name)]
            yield title, _side_by_side(table, columns, decimals)
    else:
        for name, what in table.statistics.items():
            heads = [*(task.name for task in table.tasks), *(one.over for one in table.over(name))]
            columns = [(head, found) for head, (_, found) in zip(heads, _columns(table, name), strict=True)]
            yield f"{name}: {what}", _side_by_side(table, columns, decimals)


def _columns(table: MetaTable, name: str) -> list[Column]:
    """Tasks with the agreements on them, by metric; of several tasks also those over all."""
    on_tasks: list[Column] = [
        (task.name, {metric: table.agreements.get((metric, task.name, name)) for metric in table.rows})
        for task in table.tasks
    ]
    over: list[Column] = [
        (one.words, {metric: one.agreements.get(metric) for metric in table.rows}) for one in table.over(name)
    ]
    return on_tasks + over


def _panels(table: MetaTable) -> dict[str, list[str]]:
    """Statistics of systems, and those of segments; where there are many, by what they are within."""
    panels: dict[str, list[str]] = {}
    for name in table.statistics:
        average = statistic(name).average
        fine = _WITHIN[average] if average and len(table.statistics) > _WIDE else "segments"
        panels.setdefault("systems" if average is None else fine, []).append(name)
    return panels


def _side_by_side(table: MetaTable, columns: Sequence[Column], decimals: int) -> Grid:
    """Metrics and baselines by columns; ranks are in brackets."""
    rows: list[list[Cell]] = [[Cell(metric)] for metric in table.rows]
    for _, found in columns:
        best = _best(table, found)
        for row, metric in zip(rows, table.rows, strict=True):
            mark = metric in table.metrics and _equals(found[metric], best)
            row.append(Cell(_value(found[metric], decimals), best=mark))
    return Grid(("metric", *(title for title, _ in columns)), tuple(map(tuple, rows)))


def _with_intervals(table: MetaTable, name: str, found: Found, decimals: int) -> Grid:
    """Metrics with value, interval and rank, the best first; baselines below."""
    metrics = sorted(table.metrics, key=lambda metric: -_sortable(found[metric]))
    best = _best(table, found)
    ranked = any(one is not None and one.rank is not None for one in found.values())
    rows = []
    for metric in (*metrics, *table.baselines):
        agreement = found[metric]
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


def _best(table: MetaTable, found: Found) -> float:
    values = [one.outcome.value for metric in table.metrics if (one := found[metric]) is not None]
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
