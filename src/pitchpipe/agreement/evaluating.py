"""Metrics against people: every metric, every task, every statistic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Literal

from pitchpipe.agreement.baselines import ORACLE, RANDOM
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.overall import OnTask
from pitchpipe.agreement.plan import Plan
from pitchpipe.agreement.results import Agreement, MetaTable, TaskFacts
from pitchpipe.agreement.scored import ScoredTask
from pitchpipe.agreement.significance import Test, williams
from pitchpipe.agreement.statistics import Statistic, available, statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.engines.engine import Engine
from pitchpipe.engines.named import opened
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.measuring.measured import Errors, MeasuredSet
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.heads import heads
from pitchpipe.text.files import StrPath
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning

Progress = Callable[[str], None]


def meta(
    tasks: Task | TestSet | Iterable[Task],
    metrics: Iterable[str | Metric] = ("bleu", "chrf", "ter"),
    *,
    human: StrPath | Human | None = None,
    human_format: str | None = None,
    human_columns: Mapping[str, str] | None = None,
    statistics: Iterable[str | Statistic] | Literal["all"] | None = None,
    test: Test | None = "perm-both",
    samples: int = 1000,
    confidence: float | None = None,
    seed: int = 12345,
    stop_early: bool = True,
    errors: Errors = "raise",
    aligner: Aligning | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    engine: str | Engine | None = None,
    address: str | None = None,
) -> MetaTable:
    """Measures how well metrics agree with people.

    Of several tasks, the mean and, where pairs are counted, all judgments pooled are tested as well: a paired
    bootstrap over the segments of each task, corrected for the number of metrics.

    Parameters
    ----------
    tasks
        Test sets with judgments, see ``Task.of`` and ``read_tasks``; or one test set, of which ``human`` has
        the judgments.
    metrics
        Metrics, by name or as objects; each must say whether high or low is better.
    human, human_format, human_columns
        The judgments of a test set: a file, its format where that is not recognised, and the titles of its
        columns where they are not to be guessed, see :func:`pitchpipe.agreement.read_human`.
    statistics
        How agreement is measured, ``"kendall-b:item"``; by default those that most reports show,
        ``"all"`` for everything the judgments allow.
    test
        How metrics are tested against each other, from which their ranks follow: ``"perm-both"``,
        ``"williams"`` (of Pearson's correlation only), or ``None`` for no ranks.
    samples, seed
        Resamples of tests and intervals, and the beginning of the random numbers. Of many metrics over
        several tasks there are more, enough for p-values that survive their correction.
    stop_early
        Whether a permutation test may stop before all samples where its result is clear, see
        ``permutation_test``.
    confidence
        The level of bootstrap intervals over segments, in per cent; none by default.
    aligner
        Where word alignments come from, in place of what the test sets say; see :func:`pitchpipe.score`.
    errors, threads
        As for :func:`pitchpipe.score`; of every task some metric must succeed.
    progress
        Is told what begins: each metric of each task, and each statistic.
    engine, address
        What tests metrics against each other, of which there may be very many: ``"local"`` for processes of
        this machine, ``"ray"`` for a cluster at an address. P-values do not depend on it.
    """
    if address is not None and engine is None:
        raise ParameterError("an address is that of a Ray cluster: the engine must be ray")
    sampling = Sampling(samples, seed, 95 if confidence is None else confidence)
    chosen = _chosen_tasks(tasks, human, human_format, human_columns)
    asked = [metrics] if isinstance(metrics, str | Metric) else list(metrics)
    _check_tasks(chosen)
    by_task = statistics_of(chosen, statistics)
    plan = Plan(test, sampling, confidence is not None, stop_early, len(asked), len(chosen))

    def score(task: Task, told: Progress | None) -> ScoredTask:
        aligned = replace(task, test_set=task.test_set.with_aligner(aligner))
        return ScoredTask.of(aligned, asked, errors=errors, progress=told)

    running = nullcontext(None) if engine is None else opened(engine, workers=threads, address=address)
    with nullcontext() if threads is None else thread_count(threads), running as machine:
        return _evaluated(chosen, asked, by_task, replace(plan, engine=machine), score, progress)


def meta_of_measured(task: Task, measured: MeasuredSet, sampling: Sampling) -> MetaTable:
    """How well metrics that were measured already agree with people, with intervals and without ranks."""
    asked = [one.asked for one in measured]
    plan = Plan(None, sampling, intervals=True, stop_early=True, metrics=len(asked), tasks=1)
    return _evaluated(
        [task],
        asked,
        statistics_of([task]),
        plan,
        lambda one, _: ScoredTask.of_measured(one, measured),
        None,
    )


def _evaluated(
    chosen: Sequence[Task],
    asked: Sequence[str | Metric],
    by_task: Mapping[str, Sequence[Statistic]],
    plan: Plan,
    score: Callable[[Task, Progress | None], ScoredTask],
    progress: Progress | None,
) -> MetaTable:
    """Every statistic of every task, once it is scored."""
    agreements: dict[tuple[str, str, str], Agreement] = {}
    p_values: dict[tuple[str, str], Mapping[tuple[str, str], float]] = {}
    beside: dict[str, list[OnTask]] = {}
    signatures: dict[str, list[str]] = {}
    failed: dict[str, str] = {}
    for number, task in enumerate(chosen):
        told = _told(progress, task.name)
        scored = score(task, told)
        where = f"{task.name}: " if len(chosen) > 1 else ""
        for spec, why in scored.errors.items():
            failed.setdefault(spec, f"{where}{why}")
        for spec, one in scored.metrics.items():
            signatures.setdefault(spec, []).append(one.measurement.signature)
        for stat in by_task[task.name]:
            if told is not None:
                told(stat.spec)
            found, p_values[task.name, stat.spec] = plan.on_task(scored, stat, number)
            agreements |= {(name, task.name, stat.spec): one for name, one in found.agreements.items()}
            beside.setdefault(stat.spec, []).append(found)
    used = {stat.spec: stat for found in by_task.values() for stat in found}
    return MetaTable(
        metrics=tuple(signatures),
        baselines=(RANDOM, ORACLE),
        tasks=tuple(_facts(task) for task in chosen),
        statistics={spec: stat.doc for spec, stat in used.items()},
        agreements=agreements,
        signatures={spec: tuple(dict.fromkeys(lines)) for spec, lines in signatures.items()},
        p=p_values,
        overall={
            (one.over, spec): one for spec, tasks in beside.items() for one in plan.overall(used[spec], tasks)
        },
        overall_samples=plan.samples,
        samples=plan.sampling.samples,
        seed=plan.sampling.seed,
        test=plan.test,
        confidence=plan.sampling.confidence if plan.intervals else None,
        untested=tuple(
            spec for spec, stat in used.items() if plan.test == "williams" and not williams.suits(stat)
        ),
        names={one if isinstance(one, str) else one.asked or one.spec: get(one).spec for one in asked},
        heads=heads(list(signatures), map(get, asked)),
        errors=failed,
    )


def _chosen_tasks(
    tasks: Task | TestSet | Iterable[Task],
    human: StrPath | Human | None,
    human_format: str | None,
    human_columns: Mapping[str, str] | None,
) -> list[Task]:
    """Tasks as they are, or the one of a test set and its judgments."""
    if not isinstance(tasks, TestSet):
        if human is not None or human_format is not None or human_columns is not None:
            raise ParameterError("human= is for a test set: a task has its judgments")
        return [tasks] if isinstance(tasks, Task) else list(tasks)
    if isinstance(human, str | PathLike):
        return [Task.read(tasks, human, human_format=human_format, human_columns=human_columns)]
    if human is None:
        raise DataError("there are no human judgments of the test set: name a file of them (human=)")
    if human_format is not None or human_columns is not None:
        raise ParameterError("human_format= and human_columns= are for a file of judgments")
    return [Task.of(tasks, human)]


def _check_tasks(tasks: Sequence[Task]) -> None:
    if not tasks:
        raise DataError("there is no test set with human judgments")
    names = [task.name for task in tasks]
    for name in names:
        if names.count(name) > 1:
            raise DataError(f'two tasks are called "{name}": give them different names')
    for task in tasks:
        if len(task.test_set.systems) < 2:
            raise DataError(f"{task.name} has one system: agreement is about which of several is better")


#: What most reports show, of those that the judgments allow.
USUAL = ("pearson", "spearman", "pairwise-accuracy", "spa", "kendall-b:item", "acc-eq", "consistency")


def statistics_of(
    tasks: Sequence[Task], wanted: Iterable[str | Statistic] | Literal["all"] | None = None
) -> dict[str, list[Statistic]]:
    """The statistics of each task by its name; one that a task's judgments do not allow is refused."""
    if wanted == "all":
        return {task.name: available(task.human) for task in tasks}
    if wanted is None:
        usual = [statistic(name) for name in USUAL]
        return {task.name: [one for one in usual if one.suits(task.human)] for task in tasks}
    asked = [wanted] if isinstance(wanted, str | Statistic) else list(wanted)
    chosen = [one if isinstance(one, Statistic) else statistic(one) for one in asked]
    if not chosen:
        raise ParameterError("there is no statistic to measure agreement with")
    for task in tasks:
        for stat in chosen:
            stat.require(task.human)
    return {task.name: chosen for task in tasks}


def _told(progress: Progress | None, task: str) -> Progress | None:
    if progress is None:
        return None
    return lambda what: progress(f"{task}, {what}")


def _facts(task: Task) -> TaskFacts:
    return TaskFacts(
        name=task.name,
        human=task.human.name,
        system_scores=task.system_scores,
        coverage=task.coverage,
        systems=tuple(task.test_set.systems),
        segments=len(task.test_set),
        notes=task.human.notes,
    )
