"""Metric parameters from people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SystemScores
from pitchpipe.agreement.statistics import Statistic, statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.against import against as held_beside
from pitchpipe.fitting.convex import Loss, Penalty
from pitchpipe.fitting.folds import Folds, Split, splits
from pitchpipe.fitting.held_out import Tested, check_test, held_out
from pitchpipe.fitting.objective import Average, Objective
from pitchpipe.fitting.requests import Optimiser, Settings, search_for, usual_optimiser
from pitchpipe.fitting.results import Data, FitResult, Fold
from pitchpipe.fitting.samples import Sample, require_direction, sample
from pitchpipe.fitting.searches import Search, Searched, loud
from pitchpipe.fitting.space import Bounds
from pitchpipe.fitting.stability import check_bootstrap, stability
from pitchpipe.measuring.measured import Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.metrics.annotated import knows_language, without_texts
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.parts import value_of
from pitchpipe.metrics.tokenizing import is_open, tokenizer_of
from pitchpipe.text.testset import TestSet

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning

#: A test set with what people said about it.
Judged = Task | tuple[TestSet, Human]


def fit(
    data: Judged | Iterable[Judged],
    metric: str | Metric,
    objective: str | Statistic | None = None,
    *,
    parameters: Iterable[str] | None = None,
    bounds: Bounds | None = None,
    optimiser: Optimiser | None = None,
    restarts: int = 20,
    cost: float = 1.0,
    loss: Loss = "logistic",
    penalty: Penalty = "ridge",
    select: int | None = None,
    against: str | Metric | None = None,
    folds: Folds = 5,
    average: Average = "pairs",
    samples: int = 1000,
    bootstrap: int = 0,
    confidence: float = 95,
    seed: int = 12345,
    missing: Missing = "error",
    aligner: Aligning | None = None,
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> FitResult:
    """Finds the parameters with which a metric agrees best with people.

    Parameters
    ----------
    data
        A test set with its human judgments, or several, one for each language pair: pairs of the two, or
        tasks (:func:`pitchpipe.agreement.read_tasks`).
    metric
        The metric; the search starts from its parameters, and the result is compared with them. The weights
        of a mixture sum to 1.
    objective
        The statistic to maximise, see :func:`pitchpipe.agreement.statistics.statistic`. By default
        ``tau-wmt14`` with rankings, which rewards no ties, ``kendall-b:none`` with scores of segments and
        ``kendall-b`` with those of systems.
    parameters, bounds
        Which parameters to fit, and between which numbers; by default those of the formula that have bounds
        or are proportions. What changes the counting cannot be fitted. Those of a mixture's parts have their
        names, ``chrf.beta``, or ``chrf#2.beta`` for the second of two, and are fitted beside the weights.
    optimiser, restarts
        ``"hill"`` climbs from the metric's own parameters and from random ones, ``restarts`` times in all;
        ``"de"`` is differential evolution. ``"rank"``, usual for mixtures, learns the weights from pairs of
        translations of the same segment, none of them negative, and finds the best there are; parameters of
        parts are climbed in turn with that (:mod:`pitchpipe.fitting.alternating`). ``"svm"`` is
        the ranking SVM of metrics that are weighted sums of features (TESLA-F).
    cost, loss, penalty, select
        Of weights learnt from pairs: what an error costs against large weights; ``"logistic"`` or
        ``"squared-hinge"``; ``"ridge"`` or ``"l1"``; and how many parts of a mixture may have a weight, of
        which the best are chosen anew in every fold.
    against
        Another metric: on what is held out, is the fitted one better, by language pair and over all?
    folds
        Parameters are also fitted without a part of the data and tested on it, in turn: so many parts of the
        segments, ``"pairs"`` for one language pair after the other, ``"sets"`` for one test set after the
        other, or 0 for no such test.
    average
        Whether all language pairs count the same, by their number of judgments (``"judgments"``), or as parts
        of their test sets, which count the same (``"sets"``).
    samples, confidence
        Bootstrap samples behind the intervals and the p-value of the gain on what was held out; 0 for none.
    bootstrap
        So many samples of the judged segments everything is fitted to again, for an interval of every fitted
        number; 0 for none.
    seed
        The beginning of the random numbers.
    missing, aligner, threads
        As for :func:`pitchpipe.score`.
    progress
        Is told what begins: each test set, each search with the pace so far, and the test of the gain.

    Raises
    ------
    ParameterError, DataError
        If a parameter cannot be fitted, or people said nothing to fit to.
    """
    asked = get(metric)
    require_direction(asked)
    check_test(samples, confidence, seed)
    rival = None if against is None else get(against)
    if rival is not None:
        require_direction(rival)
        if not folds:
            raise ParameterError("a metric is beaten on what is held out: ask for folds")
    tasks = _tasks(data)
    named = [*(parameters or ()), *(bounds or ())]
    humans = [task.human for task in tasks.values()]
    check_bootstrap(bootstrap, humans)
    chosen = statistic_for(objective, humans)
    usual = usual_optimiser(asked, named, humans, chosen)
    settings = Settings(parameters, bounds, average, restarts, seed, cost, loss, penalty, select)
    search = search_for(asked, optimiser or usual, settings)
    tell = progress or _silent
    for task in tasks.values():
        search.check(task.human)
    judged, beside = [], []
    for name, task in tasks.items():
        tell(name)
        warn_of_oddities(task.test_set)
        texts = task.test_set.with_aligner(aligner)
        judged.append(sample(name, task, measure(texts, [asked], missing=missing, threads=threads), chosen))
        if rival is not None:
            measured = measure(texts, [rival], missing=missing, threads=threads)
            beside.append(sample(name, task, measured, chosen))
    _refuse_facts(asked, search.names, judged)
    asked = _with_files(asked, judged)
    everything = Objective(judged, chosen, average)
    everything.require_defined()
    parted = splits(judged, folds, seed)
    for split in parted:
        Objective(split.train(), chosen, average, f"without {split.name}").require_defined()
        Objective(split.test(), chosen, average, split.name).require_defined()

    begun = perf_counter()
    tell("all data")
    found = search.run(judged, chosen)
    rounds = []
    evaluations = found.evaluations
    for split in parted:
        tell(f"{split.name}, {evaluations / (perf_counter() - begun):.0f} evaluations a second")
        rounds.append(_round(search, split, chosen, average))
        evaluations += rounds[-1][2].evaluations
    seconds = perf_counter() - begun
    stable = test = contest = None
    if bootstrap:
        stable = stability(
            search,
            judged,
            chosen,
            asked,
            found.values,
            draws=bootstrap,
            confidence=confidence,
            seed=seed,
            tell=tell,
        )
    if rounds:
        tell("bootstrap")
        tested = [fold[1] for fold in rounds]
        test = held_out(tested, chosen, average=average, samples=samples, confidence=confidence, seed=seed)
        if rival is not None:
            others = [replace(split, samples=tuple(beside)).test() for split in parted]
            contest = held_beside(tested, others, chosen, samples=samples, confidence=confidence, seed=seed)
    return FitResult(
        asked=asked,
        parameters=found.values,
        objective=chosen.spec,
        score=found.score,
        default=everything({}),
        data=_data(everything, tasks.values(), found),
        folds=tuple(fold[0] for fold in rounds),
        held_out=test,
        search={**search.record(), "folds": folds or 0, "average": average},
        evaluations=evaluations,
        seconds=seconds,
        notes=(*_notes(judged, chosen), *loud(judged, found)),
        gap=found.gap,
        against=contest,
        stability=stable,
        steps=found.steps + sum(fold[2].steps for fold in rounds),
        rounds=found.rounds,
        tokenizer=_tokenizer(asked, judged),
    )


def _round(
    search: Search, split: Split, statistic: Statistic, average: Average
) -> tuple[Fold, Tested, Searched]:
    found = search.run(split.train(), statistic)
    test = split.test()
    objective = Objective(test, statistic, average)
    fold = Fold(split.name, found.values, found.score, objective(found.values), objective({}))
    return fold, Tested(test, found.values), found


def _notes(judged: Iterable[Sample], statistic: Statistic) -> Iterator[str]:
    """What judgments say of themselves, and on which segments systems are scored."""
    for one in judged:
        yield from one.human.notes
        if statistic.of_systems and one.coverage:
            yield f"{one.name}: scores of systems: {one.coverage}"


def _tasks(data: Judged | Iterable[Judged]) -> dict[str, Task]:
    """The tasks by name, all names different."""
    given: list[Any] = [data] if isinstance(data, Task) else list(data)
    if len(given) == 2 and isinstance(given[0], TestSet):
        given = [(given[0], given[1])]
    if not given:
        raise DataError("there is no test set to fit on")
    tasks: dict[str, Task] = {}
    for one in given:
        task = one if isinstance(one, Task) else Task.of(*one)
        same = sum(other.name == task.name for other in tasks.values())
        tasks[f"{task.name} #{same + 1}" if same else task.name] = task
    return tasks


def statistic_for(objective: str | Statistic | None, humans: Iterable[Human]) -> Statistic:
    """The statistic that was asked for, or the usual one of the judgments."""
    if objective is None:
        kinds = {type(human) for human in humans}
        scores = "kendall-b" if kinds == {SystemScores} else "kendall-b:none"
        objective = "tau-wmt14" if Ranks in kinds else scores
    return statistic(objective) if isinstance(objective, str) else objective


def _refuse_facts(asked: Metric, names: Iterable[str], samples: Sequence[Sample]) -> None:
    for name in names:
        if any(value_of(one.measurement.metric, name) != value_of(asked, name) for one in samples):
            raise ParameterError(
                f"{asked.name}: {name} is a fact of the references, fixed before scoring; it cannot be fitted"
            )


def _with_files(asked: Metric, samples: Sequence[Sample]) -> Metric:
    """The metric with the language and the files it was prepared with, so that its preset names them.

    As it was asked for where they are not the same everywhere; but weights of features mean nothing then.
    """
    if not knows_language(asked) or asked.singles() != (asked,):
        return asked
    prepared = [without_texts(one.measurement.metric) for one in samples]
    for one, metric in zip(samples, prepared, strict=True):
        if metric != prepared[0] and isinstance(asked, Linear):
            raise DataError(
                f"{samples[0].name} and {one.name} do not have the same features "
                f"({prepared[0].spec}, {metric.spec}): fit each by itself"
            )
    return prepared[0] if len(set(prepared)) == 1 else asked


def _tokenizer(asked: Metric, samples: Sequence[Sample]) -> str | None:
    """The tokenizer that all data were measured with, where it was left open and is the same."""
    used = {
        tokenizer_of(prepared)
        for one in samples
        for open_, prepared in zip(asked.singles(), one.measurement.metric.singles(), strict=True)
        if is_open(open_)
    }
    found = used.pop() if len(used) == 1 else None
    return found if isinstance(found, str) else None


def _data(objective: Objective, tasks: Iterable[Task], found: Searched) -> tuple[Data, ...]:
    fitted, default = objective.each(found.values), objective.each({})
    return tuple(
        Data(
            name=one.name,
            human=one.human.name,
            systems=one.shape[0],
            segments=len(task.test_set),
            judgments=one.judgments,
            pairs=None if found.pairs is None else found.pairs[k],
            share=found.shares[k],
            score=float(fitted[k]),
            default=float(default[k]),
        )
        for k, (one, task) in enumerate(zip(objective.samples, tasks, strict=True))
    )


def _silent(_: str) -> None:
    pass
