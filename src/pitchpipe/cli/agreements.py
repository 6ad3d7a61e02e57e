"""Tables of how metrics agree with people."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from pitchpipe.cli.grids import Cell, Grid
from pitchpipe.meta.baselines import DRAWS, ORACLE, RANDOM
from pitchpipe.meta.results import Agreement, MetaTable, TaskFacts
from pitchpipe.meta.statistics import STATISTICS, statistic

NOT_AVAILABLE = "n/a"
#: More statistics than this are shown in a table for each way of averaging.
_WIDE = 8
#: Statistics that something concerns are listed up to this number.
_FEW = 3
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
            row.append(Cell(_number(value, decimals), best=best_of_all))
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
        used = "" if agreement is None else _count(agreement.outcome.used, agreement.outcome.unit)
        value = Cell(_value(agreement, decimals, rank=False), best=mark)
        interval = Cell(_interval(agreement, decimals))
        rows.append((Cell(metric), value, interval, *([Cell(rank)] if ranked else []), Cell(used)))
    heads = ("metric", name, f"{table.confidence:g} % interval", *(["rank"] if ranked else []), "from")
    return Grid(heads, tuple(rows))


def agreement_rows(table: MetaTable) -> Grid:
    """One row for each metric, task and statistic, for machines; of several tasks, also their mean."""
    header = ("statistic", "task", "metric", "value", "low", "high", "rank", "used", "unit")
    rows = []
    for name in table.statistics:
        for metric, agreements in table.of(name):
            for task, agreement in zip(table.tasks, agreements, strict=True):
                if agreement is not None:
                    rows.append((name, task.name, metric, *_plain(agreement)))
            if len(table.tasks) > 1:
                there = sum(one is not None and not math.isnan(one.outcome.value) for one in agreements)
                mean = _or_empty(table.mean(metric, name))
                rows.append((name, "mean", metric, mean, "", "", "", there, "tasks"))
    return Grid(header, tuple(tuple(map(Cell, row)) for row in rows), labels=3)


def notes(table: MetaTable, decimals: int) -> Iterator[str]:
    """The test, the policies behind the values, what was left out, and how the metrics were computed."""
    yield from _tests(table)
    yield from _baselines(table)
    for name in table.statistics:
        yield from _policies(table, name, decimals)
    for task in table.tasks:
        systems = f"; scores of systems: {task.system_scores}" if _of_systems(table) else ""
        sizes = f"{_count(len(task.systems), 'systems')}, {_count(task.segments, 'segments')}"
        yield f"{task.name}: {task.human}, {sizes}{systems}"
        yield from task.notes
        yield from _left_out(table, task)
    for lines in table.signatures.values():
        yield from lines


def _tests(table: MetaTable) -> Iterator[str]:
    samples = f"{_count(table.samples, 'samples')}, seed {table.seed}"
    if table.test is not None and len(table.metrics) > 1:
        where = "" if table.confidence is not None else " in brackets"
        sampled = f", up to {samples}" if table.test == "perm-both" else ""
        if len(table.untested) < len(table.statistics):
            yield f"ranks{where}: {table.test}{sampled}; a new rank where a metric above is better, p ≤ 0.05"
        if table.untested:
            names = ", ".join(table.untested)
            yield f"{names}: not tested, Williams' test is of Pearson's correlation (pearson, pearson:none)"
    if table.confidence is not None:
        yield f"intervals: {table.confidence:g} %, bootstrap over segments, {samples}; systems are fixed"


def _baselines(table: MetaTable) -> Iterator[str]:
    lies = "" if table.confidence is None else f", {table.confidence:g} % of which lie in its interval"
    yield f"{RANDOM}: noise, the mean of {DRAWS} draws{lies}; {ORACLE}: what people said"
    if table.confidence is not None and _of_systems(table):
        names = ", ".join(_of_systems(table))
        yield f"{ORACLE}: no interval by {names}, people's scores of systems are not drawn again"


def _of_systems(table: MetaTable) -> list[str]:
    """The statistics of people's scores of whole systems; spa has its own from segments."""
    return [
        name for name in table.statistics if (one := statistic(name)).level == "system" and one.name != "spa"
    ]


def _policies(table: MetaTable, name: str, decimals: int) -> Iterator[str]:
    """How much a statistic is from and how ties count, once where it is the same for all."""
    said: dict[str, list[tuple[str, str]]] = {}
    for task in table.tasks:
        for metric in table.metrics:
            agreement = table.agreements.get((metric, task.name, name))
            if agreement is not None:
                said.setdefault(agreement.outcome.note, []).append((task.name, metric))
    head = "; ".join([*_extent(table, name), *_chance(table, name, decimals)])
    if len(said) == 1:
        yield f"{name}: {head}; {next(iter(said))}"
        return
    yield f"{name}: {head}"
    for text, places in said.items():
        tasks, metrics = (list(dict.fromkeys(which)) for which in zip(*places, strict=True))
        every = [task.name for task in table.tasks]
        yield f"{name}{_named(tasks, every)}{_named(metrics, table.metrics)}: {text}"


def _extent(table: MetaTable, name: str) -> Iterator[str]:
    """From how much the values are, over metrics and tasks: they rest on no more than the fewest."""
    used = [
        (agreement.outcome.used, task.name, agreement.outcome.unit)
        for task in table.tasks
        for metric in table.metrics
        if (agreement := table.agreements.get((metric, task.name, name))) is not None
    ]
    (least, where, unit), (most, elsewhere, _) = min(used), max(used)
    if least == most:
        yield f"from {_count(least, unit)}"
    elif len(table.tasks) == 1:
        yield f"from {least} to {_count(most, unit)}, by metric"
    else:
        yield f"from {_count(least, unit)} ({where}) to {most} ({elsewhere})"


def _chance(table: MetaTable, name: str, decimals: int) -> Iterator[str]:
    """Where noise lies; with intervals it stands in the table, of several tasks each has its own."""
    noise = table.agreements.get((RANDOM, table.tasks[0].name, name))
    if len(table.tasks) > 1 or table.confidence is not None or noise is None:
        return
    extra = noise.outcome.extra
    if "low" in extra:
        low, high = (_number(extra[end], decimals) for end in ("low", "high"))
        yield f"95 % of noise between {low} and {high}"


def _left_out(table: MetaTable, task: TaskFacts) -> Iterator[str]:
    """What did not enter, with the few statistics or metrics that it concerns."""
    said: dict[str, list[tuple[str, str]]] = {}
    for name in table.statistics:
        for metric in table.metrics:
            agreement = table.agreements.get((metric, task.name, name))
            for text in () if agreement is None else agreement.outcome.left_out:
                said.setdefault(text, []).append((name, metric))
    parts = []
    for text, places in said.items():
        names, metrics = (list(dict.fromkeys(which)) for which in zip(*places, strict=True))
        few = _named(names, table.statistics) if len(names) <= _FEW else ""
        parts.append(f"{text}{few}{_named(metrics, table.metrics)}")
    if parts:
        yield f"{task.name}, left out: {'; '.join(parts)}"


def _named(some: Collection[str], every: Collection[str]) -> str:
    """Which they are, unless all."""
    return "" if len(some) == len(every) else f" ({', '.join(some)})"


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
    return f"[{_number(low, decimals)}, {_number(high, decimals)}]"


def _number(value: float, decimals: int) -> str:
    # Adding 0 makes -0 positive: -0.0004 is shown as 0.000.
    return NOT_AVAILABLE if math.isnan(value) else f"{round(value, decimals) + 0.0:.{decimals}f}"


def _plain(agreement: Agreement) -> tuple[str | float, ...]:
    """Value, interval, rank and size; what is missing is empty."""
    low, high = ("", "") if agreement.ci is None else agreement.ci
    rank = "" if agreement.rank is None else agreement.rank
    return _or_empty(agreement.outcome.value), low, high, rank, agreement.outcome.used, agreement.outcome.unit


def _or_empty(value: float) -> float | str:
    return "" if math.isnan(value) else value


def _count(number: int, unit: str) -> str:
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"
