"""Systems compared with each other: which differences are more than chance?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from pitchpipe.comparing.buckets import By, checked_by, members
from pitchpipe.comparing.contestants import ALL, Contestant, contestants, pairs
from pitchpipe.comparing.decisions import Plan, compared_by
from pitchpipe.comparing.results import ComparisonTable, Test
from pitchpipe.errors import ParameterError
from pitchpipe.measuring.measured import Errors, MeasuredSet, Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.heads import heads
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning


def compare(
    test_set: TestSet,
    baseline: str | None = None,
    metrics: Iterable[str | Metric] = ("bleu", "chrf", "ter"),
    *,
    test: Test = "bootstrap",
    samples: int = 10_000,
    seed: int = 12345,
    confidence: float = 95,
    runs: Mapping[str, Sequence[str]] | None = None,
    by: By | None = None,
    examples: int = 0,
    missing: Missing = "error",
    errors: Errors = "raise",
    aligner: Aligning | None = None,
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> ComparisonTable:
    """Compares systems with a baseline, or all of them with each other.

    Parameters
    ----------
    test_set
        Two systems or more.
    baseline
        The system the others are compared with; the first by default. ``"all"`` compares all pairs, in
        which the earlier system is the baseline, and ranks systems in clusters.
    metrics
        Metrics, by name or as objects.
    test
        ``"bootstrap"`` (Koehn 2004), ``"randomisation"`` (Riezler and Maxwell 2005), or ``"sign"``, the sign
        test by substitution (Collins et al. 2005).
    samples, seed
        How many times the test set is sampled, and the beginning of the random numbers. A p-value is at
        least 1 / (samples + 1), corrected at least as many times that as there are comparisons: many pairs
        need many samples.
    confidence
        The level of intervals in per cent; differences are significant at 1 - confidence.
    runs
        Systems that were tuned several times: their names, and the names their runs have in the test set.
    by
        Adds differences within buckets of segments: ``"domain"``, ``"document"``, ``"length"`` of the
        reference, sentence ``"bleu"`` of the baseline, or a list with a label for each segment.
    examples
        Adds so many of the largest wins and losses to each comparison.
    missing, errors, aligner, threads
        As for :func:`pitchpipe.score`.
    progress
        Is told what begins: each metric twice, when it is counted and when systems are compared by it.
    """
    sampling = Sampling(samples, seed, confidence)
    found = contestants(test_set.systems, runs)
    paired = pairs(found, baseline)
    _check(test, found, examples)
    by = checked_by(by, test_set)
    warn_of_oddities(test_set)
    measured = measure(
        test_set.with_aligner(aligner),
        metrics,
        missing=missing,
        errors=errors,
        threads=threads,
        progress=progress,
    )
    with nullcontext() if threads is None else thread_count(threads):
        grouped = None if by is None else members(by, measured, paired[0][0])
        plan = Plan(test, sampling, found, paired, grouped, examples, ranked=baseline == ALL)
        table = compared(measured, plan, progress)
    return table if by is None else replace(table, by=by if isinstance(by, str) else "labels")


def all_pairs(
    measured: MeasuredSet, sampling: Sampling, progress: Callable[[str], None] | None = None
) -> ComparisonTable:
    """All systems of a set that is measured already with each other, by paired bootstrap."""
    found = contestants(measured.systems, None)
    plan = Plan("bootstrap", sampling, found, pairs(found, ALL), None, 0, ranked=True)
    return compared(measured, plan, progress)


def compared(
    measured: MeasuredSet, plan: Plan, progress: Callable[[str], None] | None = None
) -> ComparisonTable:
    """What every metric says of the pairs of a plan."""
    found = {}
    for one in measured:
        if progress is not None:
            progress(f"{one.spec}, {plan.test}")
        found[one.spec] = compared_by(one, measured, plan)
    return ComparisonTable(
        test=plan.test,
        samples=plan.sampling.samples,
        seed=plan.sampling.seed,
        confidence=float(plan.sampling.confidence),
        baseline=None if plan.ranked else plan.pairs[0][0].name,
        segments=len(measured.test_set),
        metrics=found,
        names=measured.names,
        skipped=measured.skipped,
        heads=heads(list(found), [one.asked for one in measured]),
        errors=measured.errors,
    )


def _check(test: Test, found: Sequence[Contestant], examples: int) -> None:
    if test not in get_args(Test):
        raise ParameterError(f"there is no test {test!r}: choose {', '.join(get_args(Test))}")
    several = [one.name for one in found if len(one.runs) > 1]
    if test == "sign" and several:
        raise ParameterError(
            f"the sign test compares single outputs, and {several[0]!r} has several runs: "
            "use bootstrap or randomisation"
        )
    if isinstance(examples, bool) or not isinstance(examples, int) or examples < 0:
        raise ParameterError(f"the number of examples must be a whole number from 0 on, not {examples!r}")
