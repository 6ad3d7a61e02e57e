"""Metric parameters from people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SystemScores
from pitchpipe.agreement.statistics import Statistic, statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.folds import Folds, Split, splits
from pitchpipe.fitting.held_out import Tested, check_test, held_out
from pitchpipe.fitting.objective import Average, Objective
from pitchpipe.fitting.results import Data, FitResult, Fold
from pitchpipe.fitting.samples import Sample, require_direction, sample
from pitchpipe.fitting.searches import Optimiser, Search, search_for
from pitchpipe.fitting.space import Bounds, Values
from pitchpipe.measuring.measured import Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.metrics.annotated import knows_language, without_texts
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.lookup import get
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
    folds: Folds = 5,
    average: Average = "pairs",
    samples: int = 1000,
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
        ``consistency`` with rankings, ``kendall-b:none`` with scores of segments and ``kendall-b`` with those
        of systems.
    parameters, bounds
        Which parameters to fit, and between which numbers; by default those of the formula that have bounds
        or are proportions. What changes the counting cannot be fitted.
    optimiser, restarts
        ``"hill"`` climbs from the metric's own parameters and from random ones, ``restarts`` times in all;
        ``"de"`` is differential evolution. ``"svm"``, usual where a metric is a weighted sum of features
        (TESLA-F), learns the weights from pairs of translations of the same segment.
    cost
        C of the ranking SVM: what an error costs against large weights.
    folds
        Parameters are also fitted without a part of the data and tested on it, in turn: so many parts of the
        segments, ``"pairs"`` for one language pair after the other, or 0 for no such test.
    average
        Whether all language pairs count the same, or by their number of judgments (``"judgments"``).
    samples, confidence
        Bootstrap samples behind the intervals and the p-value of the gain on what was held out; 0 for none.
    seed
        The beginning of the random numbers.
    missing, aligner, threads
        As for :func:`pitchpipe.score`.
    progress
        Is told what begins: each test set, each search, and the test of the gain.

    Raises
    ------
    ParameterError, DataError
        If a parameter cannot be fitted, or people said nothing to fit to.
    """
    asked = get(metric)
    require_direction(asked)
    check_test(samples, confidence, seed)
    search = search_for(
        asked,
        optimiser,
        parameters=parameters,
        bounds=bounds,
        average=average,
        restarts=restarts,
        cost=cost,
        seed=seed,
    )
    tell = progress or _silent
    tasks = _tasks(data)
    chosen = _statistic(objective, tasks)
    for task in tasks.values():
        search.check(task.human)
    judged = []
    for name, task in tasks.items():
        tell(name)
        warn_of_oddities(task.test_set)
        measured = measure(task.test_set.with_aligner(aligner), [asked], missing=missing, threads=threads)
        judged.append(sample(name, task, measured, chosen))
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
    values, score, evaluations = search.run(judged, chosen)
    rounds = []
    for split in parted:
        tell(split.name)
        rounds.append(_round(search, split, chosen, average))
    seconds = perf_counter() - begun
    test = None
    if rounds:
        tell("bootstrap")
        tested = [fold[1] for fold in rounds]
        test = held_out(tested, chosen, average=average, samples=samples, confidence=confidence, seed=seed)
    return FitResult(
        asked=asked,
        parameters=values,
        objective=chosen.spec,
        score=score,
        default=everything({}),
        data=_data(everything, tasks.values(), values),
        folds=tuple(fold[0] for fold in rounds),
        held_out=test,
        search={**search.record(), "folds": folds or 0, "average": average},
        evaluations=evaluations + sum(fold[2] for fold in rounds),
        seconds=seconds,
        notes=tuple(_notes(judged, chosen)),
        tokenizer=_tokenizer(asked, judged),
    )


def _round(search: Search, split: Split, statistic: Statistic, average: Average) -> tuple[Fold, Tested, int]:
    values, train, evaluations = search.run(split.train(), statistic)
    test = split.test()
    objective = Objective(test, statistic, average)
    fold = Fold(split.name, values, train, objective(values), objective({}))
    return fold, Tested(test, values), evaluations


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


def _statistic(objective: str | Statistic | None, tasks: Mapping[str, Task]) -> Statistic:
    if objective is None:
        kinds = {type(task.human) for task in tasks.values()}
        scores = "kendall-b" if kinds == {SystemScores} else "kendall-b:none"
        objective = "consistency" if kinds == {Ranks} else scores
    return statistic(objective) if isinstance(objective, str) else objective


def _refuse_facts(asked: Metric, names: Iterable[str], samples: Sequence[Sample]) -> None:
    for name in names:
        if any(getattr(one.measurement.metric, name) != getattr(asked, name) for one in samples):
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


def _data(objective: Objective, tasks: Iterable[Task], values: Values) -> tuple[Data, ...]:
    fitted, default = objective.each(values), objective.each({})
    return tuple(
        Data(
            name=one.name,
            human=one.human.name,
            systems=one.shape[0],
            segments=len(task.test_set),
            judgments=one.judgments,
            score=float(fitted[k]),
            default=float(default[k]),
        )
        for k, (one, task) in enumerate(zip(objective.samples, tasks, strict=True))
    )


def _silent(_: str) -> None:
    pass
