"""What is said below tables of agreement with people: tests, policies, and what was left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from pitchpipe.agreement.baselines import DRAWS, ORACLE, RANDOM
from pitchpipe.agreement.statistics import statistic
from pitchpipe.agreement.verdicts import verdicts
from pitchpipe.measuring.failures import failed_notes
from pitchpipe.showing.grids import written
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.agreement.results import MetaTable, TaskFacts

#: Statistics that something concerns are listed up to this number.
_FEW = 3


def notes(table: MetaTable, decimals: int) -> Iterator[str]:
    """The test, the policies behind the values, what was left out, and how the metrics were computed."""
    yield from verdicts(table, decimals)
    yield from _tests(table)
    yield from _baselines(table)
    for name in table.statistics:
        yield from _policies(table, name, decimals)
    for task in table.tasks:
        whole = [f"scores of systems: {task.system_scores}", *([task.coverage] if task.coverage else [])]
        systems = "".join(f"; {said}" for said in whole) if _of_systems(table) else ""
        sizes = f"{counted(len(task.systems), 'systems')}, {counted(task.segments, 'segments')}"
        yield f"{task.name}: {task.human}, {sizes}{systems}"
        yield from task.notes
        yield from _left_out(table, task)
    for lines in table.signatures.values():
        yield from lines
    yield from failed_notes(table.errors)


def _tests(table: MetaTable) -> Iterator[str]:
    samples = f"{counted(table.samples, 'samples')}, seed {table.seed}"
    if table.test is not None and len(table.metrics) > 1:
        where = "" if table.confidence is not None else " in brackets"
        sampled = f", up to {samples}" if table.test == "perm-both" else ""
        if len(table.untested) < len(table.statistics):
            yield f"ranks{where}: {table.test}{sampled}; a new rank where a metric above is better, p ≤ 0.05"
        if table.untested:
            names = ", ".join(table.untested)
            yield f"{names}: not tested, Williams' test is of Pearson's correlation (pearson, pearson:none)"
    if any(one.tests for one in table.overall.values()):
        drawn = f"{counted(table.overall_samples, 'samples')}, seed {table.seed}"
        test = "paired bootstrap over the segments of each"
        yield f"over all tasks: {test}, {drawn}; two-sided p, Holm's correction, a new rank where p ≤ 0.05"
        if _of_systems(table):
            names = ", ".join(_of_systems(table))
            yield f"{names}: over all tasks systems are fixed, and so are people's scores of them"
    if table.confidence is not None:
        yield f"intervals: {table.confidence:g} %, bootstrap over segments, {samples}; systems are fixed"


def _baselines(table: MetaTable) -> Iterator[str]:
    lies = "" if table.confidence is None else f", {table.confidence:g} % of which lie in its interval"
    yield f"{RANDOM}: noise, the mean of {DRAWS} draws{lies}; {ORACLE}: what people said"
    if table.confidence is not None and _of_systems(table):
        names = ", ".join(_of_systems(table))
        yield f"{ORACLE}: no interval by {names}, people's scores of systems are not drawn again"


def _of_systems(table: MetaTable) -> list[str]:
    """The statistics of people's scores of whole systems."""
    return [name for name in table.statistics if statistic(name).of_systems]


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
        yield f"from {counted(least, unit)}"
    elif len(table.tasks) == 1:
        yield f"from {least} to {counted(most, unit)}, by metric"
    else:
        yield f"from {counted(least, unit)} ({where}) to {most} ({elsewhere})"


def _chance(table: MetaTable, name: str, decimals: int) -> Iterator[str]:
    """Where noise lies; with intervals it stands in the table, of several tasks each has its own."""
    noise = table.agreements.get((RANDOM, table.tasks[0].name, name))
    if len(table.tasks) > 1 or table.confidence is not None or noise is None:
        return
    extra = noise.outcome.extra
    if "low" in extra:
        low, high = (written(extra[end], decimals) for end in ("low", "high"))
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
