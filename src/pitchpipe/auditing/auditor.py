"""Does a metric contradict itself on a test set?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitchpipe.auditing.changes import (
    AS_IS,
    OTHER,
    SURPLUS,
    Lengths,
    changed,
    common_word,
    filled_to,
    reference_lengths,
    word_counts,
)
from pitchpipe.auditing.deletion import audit_deletion
from pitchpipe.auditing.genres import audit_genres
from pitchpipe.auditing.lengths import audit_trading
from pitchpipe.auditing.padding import audit_padding
from pitchpipe.auditing.results import AuditTable, MetricAudit
from pitchpipe.auditing.rows import Versions, require_auditable
from pitchpipe.auditing.sign import audit_sign
from pitchpipe.auditing.verdicts import verdict
from pitchpipe.batch.values import Array
from pitchpipe.comparing.buckets import By, Members, checked_by, members
from pitchpipe.comparing.contestants import Contestant
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.measuring.measured import Errors, Measurement, Missing, measure
from pitchpipe.measuring.oddities import warn_of_oddities
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.heads import heads
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning

METRICS = ("bleu", "bleu-sbp", "wrr", "4-grr")


def audit(
    test_set: TestSet,
    metrics: Iterable[str | Metric] = METRICS,
    *,
    by: By | None = None,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 95,
    missing: Missing = "error",
    errors: Errors = "raise",
    aligner: Aligning | None = None,
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> AuditTable:
    """Tries on a test set what should not work, as Chiang et al. (2008) did with BLEU.

    Parameters
    ----------
    test_set
        One system, whose output is changed in many harmful ways, or two: they are also compared as they are.
    metrics
        Metrics, by name or as objects.
    by
        Genres: ``"domain"``, ``"document"``, ``"length"`` of the reference, sentence ``"bleu"``, or a list
        with a label for each segment. By default domains, where there are several, otherwise the length.
    samples, seed
        Samples of the paired bootstrap, and the beginning of all random numbers.
    confidence
        In per cent; differences are significant at 1 - confidence.
    missing, errors, threads
        As for :func:`pitchpipe.score`.
    aligner
        As for :func:`pitchpipe.score`, but nothing is trained on outputs, since most are nonsense here.
        Nor are their analyses kept in a file, where words are analysed.
    progress
        Is told what begins: each metric twice, when it is counted and when it is audited.
    """
    sampling = Sampling(samples, seed, confidence)
    asked = [metrics] if isinstance(metrics, str | Metric) else list(metrics)
    for metric in asked:
        require_auditable(get(metric))
    names = _one_or_two(test_set)
    by = checked_by(by, test_set) or _by_default(test_set)
    warn_of_oddities(test_set)
    test_set = test_set.with_aligner(aligner)
    versions = _analysed(test_set, changed(test_set))
    if any(get(m).wants("alignment") for m in asked):
        versions = versions.with_aligner(_not_trained_on_outputs(test_set.aligner))
    measured = measure(versions, asked, missing=missing, errors=errors, threads=threads, progress=progress)
    with nullcontext() if threads is None else thread_count(threads):
        groups = members(by, measured, Contestant(AS_IS, (AS_IS,), (0,)))
        kept = measured.test_set
        words = {key: word_counts(kept.systems[key]) for key in (AS_IS, filled_to(SURPLUS))}
        plan = Plan(names, sampling, groups, reference_lengths(kept), words, common_word(kept))
        audited = {}
        for one in measured:
            if progress is not None:
                progress(f"{one.spec}, audit")
            audited[one.spec] = _audited(plan, one)
    return AuditTable(
        system=names[0],
        other=names[1] if len(names) > 1 else None,
        segments=len(kept),
        skipped=measured.skipped,
        by=by if isinstance(by, str) else "labels",
        groups={name: len(places) for name, places in groups.items()},
        samples=sampling.samples,
        seed=sampling.seed,
        confidence=float(sampling.confidence),
        metrics=audited,
        names=measured.names,
        heads=heads(list(audited), [one.asked for one in measured]),
        errors=measured.errors,
    )


@dataclass(frozen=True)
class Plan:
    """What is to be done with every metric: the systems' names, and facts of the segments.

    ``words`` are those of the versions of which a share is asked.
    """

    names: tuple[str, ...]
    sampling: Sampling
    groups: Members
    reference_lengths: Array
    words: Mapping[str, Lengths]
    common_word: str | None


def _audited(plan: Plan, one: Measurement) -> MetricAudit:
    """All scenarios by one metric."""
    versions = Versions.of(one)
    sign = audit_sign(versions, plan.names, plan.sampling.alpha)
    genres = audit_genres(versions, plan.groups, plan.reference_lengths, plan.names, plan.sampling)
    deletion = audit_deletion(versions, plan.words, plan.sampling)
    padding = audit_padding(versions, plan.words[AS_IS], plan.sampling, plan.common_word)
    trading = audit_trading(versions, plan.sampling.seed)
    keys = [name for name in (AS_IS, OTHER) if name in versions]
    return MetricAudit(
        metric=one.spec,
        title=one.metric.title,
        signature=one.signature,
        higher_is_better=one.metric.higher_is_better is True,
        scores={name: versions.score(key) for name, key in zip(plan.names, keys, strict=True)},
        sign=sign,
        genres=genres,
        deletion=deletion,
        padding=padding,
        trading=trading,
        verdict=verdict(one.spec, sign, genres, deletion, padding, trading),
    )


def _one_or_two(test_set: TestSet) -> tuple[str, ...]:
    names = tuple(test_set.systems)
    if not 1 <= len(names) <= 2:
        found = f"are {len(names)} systems" if names else "is no system"
        raise DataError(f"an audit takes one system or two, and there {found}: choose with --system NAME")
    return names


def _by_default(test_set: TestSet) -> By:
    return "domain" if test_set.domains is not None and len(set(test_set.domains)) > 1 else "length"


def _analysed(test_set: TestSet, versions: TestSet) -> TestSet:
    """The versions with what analyses their words: what is installed, or made from files of the outputs."""
    from pitchpipe.auditing.annotating import ChangedAnnotator
    from pitchpipe.lang import FileAnnotator
    from pitchpipe.lang.annotation.remembering import Annotators

    annotator = test_set.annotator
    if annotator is None:
        return replace(versions, annotator=Annotators())
    if not isinstance(annotator, FileAnnotator):
        return versions
    others = len(test_set.systems) - 1
    made = len(versions.systems) - others
    return replace(versions, annotator=ChangedAnnotator(annotator, made, others))


def _not_trained_on_outputs(aligner: Aligning | None) -> Aligning:
    """The aligner, trained on source and references alone where it is trained at all."""
    from pitchpipe.aligning import GivenLinks, TestSetAligner

    if isinstance(aligner, GivenLinks):
        raise ParameterError(
            "links that are brought along do not fit changed outputs: align with a model (--align-with MODEL)"
        )
    if aligner is None:
        return TestSetAligner(with_systems=False)
    return replace(aligner, with_systems=False) if isinstance(aligner, TestSetAligner) else aligner
