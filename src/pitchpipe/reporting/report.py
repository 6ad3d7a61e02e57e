"""The verb: a test set measured once, and everything that a page says about it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from pitchpipe.agreement.evaluating import meta_of_measured
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.tasks import Task
from pitchpipe.aligning import GivenLinks
from pitchpipe.auditing.auditor import audit
from pitchpipe.auditing.rows import require_auditable
from pitchpipe.comparing.comparison import all_pairs
from pitchpipe.errors import MissingError, ParameterError, PitchpipeWarning, warn
from pitchpipe.measuring.measured import Errors, MeasuredSet, Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.measuring.word_order import order as word_order
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.groups import groups_of
from pitchpipe.reporting.judging import judged_by, of_scored
from pitchpipe.reporting.loading import require_packages
from pitchpipe.reporting.ngram_counts import Tokenized
from pitchpipe.reporting.panels.base import Panel
from pitchpipe.reporting.panels.cautions import Cautions
from pitchpipe.reporting.panels.differences import Differences
from pitchpipe.reporting.panels.making import Making
from pitchpipe.reporting.panels.metric_agreement import MetricAgreement, directed
from pitchpipe.reporting.panels.people import People
from pitchpipe.reporting.panels.ranking import Ranking
from pitchpipe.reporting.panels.segments import Segments
from pitchpipe.reporting.panels.trust import Trust
from pitchpipe.reporting.panels.word_order import Order
from pitchpipe.reporting.panels.words import Words
from pitchpipe.reporting.results import Report
from pitchpipe.reporting.word_accuracy import SampledKinds, by_frequency, by_part_of_speech
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.text.files import StrPath
from pitchpipe.text.names import choose_names
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
    human: StrPath | Human | None = None,
    human_format: str | None = None,
    human_columns: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
    order: bool | None = None,
    terms: Iterable[str] = (),
    audit_of: Sequence[str] | bool = True,
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
    human, human_format, human_columns
        What people said of the test set, as for :func:`pitchpipe.meta`.
    ignore_unknown
        Leave out judged systems that the test set lacks, instead of refusing them.
    order
        Whether word order is shown, which aligns all words; by default where the test set or ``aligner`` says
        how, or a metric wants it anyway.
    terms
        Words that matter: segments whose source or reference has one are a group of their own.
    audit_of
        One system or two to audit metrics with, see :func:`pitchpipe.audit`; by default the two best.
        ``False`` leaves the audit out.
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
    test_set = test_set.with_aligner(aligner)
    asked = [get(one) for one in ((metrics,) if isinstance(metrics, str | Metric) else metrics)]
    task = None
    if human is not None:
        if all(one.higher_is_better is None for one in asked):
            raise ParameterError("no metric says what is better, so none can agree with people")
        task = judged_by(test_set, human, human_format, human_columns, ignore_unknown=ignore_unknown)
    audited = _pair_to_audit(test_set, audit_of)
    warn_of_oddities(test_set)
    measured, warned = _measured(test_set, asked, missing, errors, threads, progress)
    with nullcontext() if threads is None else thread_count(threads):
        several = len(measured.systems) > 1
        comparison = all_pairs(measured, sampling, progress) if several else None
        evidence = Evidence(measured, sampling, comparison, warned, command)
        groups = groups_of(evidence, tuple(terms))
        cautions = Cautions.of(evidence)
        panels: list[Panel] = [Ranking.of(evidence), cautions]
        panels += _about_words(evidence, groups)
        ordered = _ordered(evidence, order)
        panels.append(Segments(evidence, cautions, groups, ordered))
        if len(directed(evidence)) > 1:
            panels.append(MetricAgreement.of(evidence))
        # Those that say what is better may have failed, which a warning tells.
        if task is not None and directed(evidence):
            panels.append(_people(evidence, task))
        if ordered is not None:
            panels.append(ordered)
        if audited is not None:
            panels += _audited(evidence, audited, named=not isinstance(audit_of, bool))
        panels.append(Making.of(evidence))
    return Report(title or _title(test_set), evidence, tuple(panels))


def _people(evidence: Evidence, task: Task) -> People:
    """Agreement with people, by the metrics that say what is better."""
    fitting = of_scored(task, evidence)
    measurements = {spec: evidence.measured[spec] for spec in directed(evidence)}
    measured = replace(evidence.measured, measurements=measurements)
    return People(evidence, fitting, meta_of_measured(fitting, measured, evidence.coarse_sampling))


def _ordered(evidence: Evidence, wanted: bool | None) -> Order | None:
    """Word order, where it was asked for, or costs nothing more."""
    test_set = evidence.test_set
    if wanted is None:
        aligned = any(one.asked.wants("alignment") for one in evidence.measured)
        wanted = (aligned or test_set.aligner is not None) and test_set.source is not None
    if not wanted:
        return None
    if isinstance(test_set.aligner, GivenLinks):
        # Links are between words as the texts have them.
        return Order(evidence, word_order(test_set, tokenize="none", source_tokenize="none"))
    return Order(evidence, word_order(test_set))


def _about_words(evidence: Evidence, groups: Mapping[str, Sequence[str]]) -> Iterator[Panel]:
    """Where systems differ, and in which words."""
    words: list[SampledKinds] = []
    texts = None
    if evidence.test_set.references:
        texts = Tokenized.of(evidence.test_set)
        found = (by_frequency(texts), by_part_of_speech(evidence.test_set))
        words = [
            SampledKinds.of(one, evidence.coarse_sampling) for one in found if one is not None and one.names
        ]
    if evidence.comparison is not None:
        yield Differences.of(evidence, groups, words)
    if texts is not None:
        yield Words.of(evidence, texts, words)


def _pair_to_audit(
    test_set: TestSet, audit: Sequence[str] | bool
) -> Callable[[Evidence], tuple[str, ...]] | None:
    """The systems to audit: the two best, once they are known, those that were named, or none."""
    if isinstance(audit, bool):
        return (lambda evidence: evidence.ranked[:2]) if audit else None
    names = choose_names(audit, test_set.systems, "system")
    if not 1 <= len(names) <= 2:
        raise ParameterError(f"an audit takes one system or two, not {len(names)}")
    return lambda _: tuple(names)


def _audited(
    evidence: Evidence, chosen: Callable[[Evidence], tuple[str, ...]], *, named: bool
) -> Iterator[Panel]:
    """The audit, by the metrics that can be audited; where it is only the default, there may be none."""
    metrics = [one.asked for one in evidence.measured if named or _is_auditable(one.asked)]
    test_set = evidence.test_set.with_systems(chosen(evidence))
    if not named and (not metrics or not test_set.references or len(test_set) < 2):
        return
    unfit = () if named else (MissingError, ParameterError)
    with warnings.catch_warnings():
        # Said already, about the same outputs.
        warnings.simplefilter("ignore", PitchpipeWarning)
        with suppress(*unfit):
            sampling = evidence.coarse_sampling
            yield Trust(
                audit(
                    test_set,
                    metrics,
                    samples=sampling.samples,
                    seed=sampling.seed,
                    confidence=sampling.confidence,
                    errors="keep",
                )
            )


def _is_auditable(metric: Metric) -> bool:
    try:
        require_auditable(metric)
    except ParameterError:
        return False
    return True


def _measured(
    test_set: TestSet,
    metrics: Iterable[Metric],
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
