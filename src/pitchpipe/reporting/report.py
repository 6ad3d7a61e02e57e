"""The verb: a test set measured once, and everything that a page says about it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from pitchpipe.comparing.comparison import all_pairs
from pitchpipe.errors import PitchpipeWarning, warn
from pitchpipe.measuring.measured import Errors, MeasuredSet, Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.metrics.base import Metric
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.groups import groups_of
from pitchpipe.reporting.loading import require_packages
from pitchpipe.reporting.panels.cautions import Cautions
from pitchpipe.reporting.panels.making import Making
from pitchpipe.reporting.panels.ranking import Ranking
from pitchpipe.reporting.panels.segments import Segments
from pitchpipe.reporting.results import Report
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import threads as thread_count
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning


def report(
    test_set: TestSet,
    metrics: Iterable[str | Metric] = ("bleu", "chrf", "ter"),
    *,
    title: str | None = None,
    samples: int = 10_000,
    seed: int = 12345,
    confidence: float = 95,
    missing: Missing = "error",
    errors: Errors = "raise",
    aligner: Aligning | None = None,
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
    command: str | None = None,
) -> Report:
    """One page about the systems of a test set; ``save`` writes it as HTML that opens without a network.

    Parameters
    ----------
    test_set
        One system or more, with references where metrics want any.
    metrics
        Metrics, by name or as objects; the first that says what is better ranks the systems.
    title
        What stands above; by default the name of the test set.
    samples, seed, confidence
        Of the paired bootstrap that compares all systems, as for :func:`pitchpipe.compare`.
    missing, errors, aligner, threads
        As for :func:`pitchpipe.score`.
    progress
        Is told what begins: each metric twice, when it is counted and when systems are compared by it.
    command
        The command line that the page shows.
    """
    require_packages()
    sampling = Sampling(samples, seed, confidence)
    warn_of_oddities(test_set)
    measured, warned = _measured(test_set.with_aligner(aligner), metrics, missing, errors, threads, progress)
    with nullcontext() if threads is None else thread_count(threads):
        several = len(measured.systems) > 1
        comparison = all_pairs(measured, sampling, progress) if several else None
        evidence = Evidence(measured, sampling, comparison, warned, command)
        cautions = Cautions.of(evidence)
        panels = (
            Ranking.of(evidence),
            cautions,
            Segments(evidence, cautions, groups_of(evidence)),
            Making.of(evidence),
        )
    return Report(title or _title(test_set), evidence, panels)


def _measured(
    test_set: TestSet,
    metrics: Iterable[str | Metric],
    missing: Missing,
    errors: Errors,
    threads: int | None,
    progress: Callable[[str], None] | None,
) -> tuple[MeasuredSet, tuple[str, ...]]:
    """What was measured, and what was warned of meanwhile, which the page says again."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PitchpipeWarning)
        measured = measure(
            test_set, metrics, missing=missing, errors=errors, threads=threads, progress=progress
        )
    said = dict.fromkeys(str(one.message) for one in caught if issubclass(one.category, PitchpipeWarning))
    for message in said:
        warn(message)
    return measured, tuple(said)


def _title(test_set: TestSet) -> str:
    languages = "-".join(filter(None, (test_set.source_language, test_set.target_language)))
    named = " ".join(filter(None, (test_set.name, languages)))
    return named or counted(len(test_set.systems), "systems")
