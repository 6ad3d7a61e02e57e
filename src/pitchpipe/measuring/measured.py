"""All systems of a test set, measured once by every metric; whatever is decided later starts here.

Scores, comparisons, audits, correlations with people and fitted parameters need the same countings:
``measure`` makes them, and nothing above it counts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array, Measured
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.signatures import signature
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import threads as thread_count

Missing = Literal["error", "skip"]
Errors = Literal["raise", "keep"]


@dataclass(frozen=True, repr=False)
class Measurement(Brief):
    """What one metric counted for every system of a test set.

    ``asked`` is the metric as it was asked for, ``metric`` the same prepared on the references.
    """

    asked: Metric
    metric: Metric
    measured: Measured
    systems: tuple[str, ...]
    segments: int
    nrefs: str
    align: str | None = None

    @property
    def spec(self) -> str:
        """The name of the metric in tables and results."""
        return self.asked.spec

    def rows(self) -> Array:
        """Additive rows, ``[systems, segments, k]``."""
        weighed = self.metric.weigh(self.measured)
        return weighed.reshape(len(self.systems), self.segments, weighed.shape[-1])

    def scores(self) -> Array:
        """The score of every system."""
        return self.metric.combine(self.rows().sum(axis=1))

    def segment_scores(self) -> Array:
        """The score of every segment, ``[systems, segments]``."""
        scores = self.metric.segment(self.metric.weigh(self.measured))
        return scores.reshape(len(self.systems), self.segments)

    def reweighed(self, metric: Metric) -> Measurement:
        """The same countings under other formula parameters."""
        return replace(self, metric=metric)

    @property
    def signature(self) -> str:
        """The long signature of the prepared metric."""
        align = self.align if self.metric.wants("alignment") else None
        return signature(self.metric, nrefs=self.nrefs, align=align)


@dataclass(frozen=True, repr=False)
class MeasuredSet(Brief):
    """A test set without what cannot be scored, and the measurement of each metric by its spec.

    ``names`` maps each metric as it was written to its spec. ``numbers`` are those of the scored
    segments in the whole test set, from 1, where some were skipped.
    """

    test_set: TestSet
    measurements: Mapping[str, Measurement]
    names: Mapping[str, str]
    numbers: tuple[int, ...] | None = None
    skipped: int = 0
    #: Why metrics could not run, by spec, where that was to be kept.
    errors: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, metric: str) -> Measurement:
        return self.measurements[self.names.get(metric, metric)]

    def __iter__(self) -> Iterator[Measurement]:
        return iter(self.measurements.values())

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, in the order of all rows."""
        return tuple(self.test_set.systems)


def measure(
    test_set: TestSet,
    metrics: Iterable[str | Metric],
    *,
    missing: Missing = "error",
    errors: Errors = "raise",
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> MeasuredSet:
    """Measures every system of a test set with every metric; arguments as :func:`pitchpipe.score`."""
    if errors not in {"raise", "keep"}:
        raise ParameterError(f"errors must be 'raise' or 'keep', not {errors!r}")
    if isinstance(metrics, str | Metric):
        metrics = (metrics,)
    asked = {m if isinstance(m, str) else m.asked or m.spec: get(m) for m in metrics}
    if not asked:
        raise ParameterError("there is no metric to score with")
    wanted = any(metric.wants("references") for metric in asked.values())
    kept, numbers = scorable(test_set, missing, references=wanted)
    batch = as_batch(kept)
    measurements: dict[str, Measurement] = {}
    failed: dict[str, str] = {}
    with nullcontext() if threads is None else thread_count(threads):
        for spec, metric in {m.spec: m for m in asked.values()}.items():
            if progress is not None:
                progress(spec)
            try:
                prepared = metric.prepare(batch)
                measured = prepared.measure(batch)
            except MissingError as error:
                if errors == "raise":
                    raise
                failed[spec] = str(error)
                continue
            origin = batch.alignment_origin if metric.wants("alignment") else None
            measurements[spec] = Measurement(
                metric, prepared, measured, tuple(kept.systems), len(kept), batch.nrefs, origin
            )
    if not measurements:
        raise MissingError(next(iter(failed.values())))
    names = {written: metric.spec for written, metric in asked.items()}
    return MeasuredSet(kept, measurements, names, numbers, len(test_set) - len(kept), failed)


def as_batch(test_set: TestSet) -> Batch:
    """All systems of a test set, one after the other, against all its references."""
    hypotheses = list(chain.from_iterable(test_set.systems.values()))
    systems, streams = tuple(test_set.systems), list(test_set.references.values())
    resources = Resources(
        test_set.source_language, test_set.target_language, test_set.aligner, test_set.annotator
    )
    if not streams:
        return Batch.without_references(
            hypotheses, len(test_set), systems=systems, sources=test_set.source, resources=resources
        )
    return Batch.from_streams(
        hypotheses, streams, systems=systems, sources=test_set.source, resources=resources
    )


def scorable(
    test_set: TestSet, missing: Missing, *, references: bool = True
) -> tuple[TestSet, tuple[int, ...] | None]:
    """The segments that have a reference, and their numbers where others were left out.

    All of them where there is no reference at all and no metric wants any, which ``references`` says.
    """
    if not test_set.systems:
        raise DataError("there is no system to score")
    if missing not in {"error", "skip"}:
        raise ParameterError(f"missing must be 'error' or 'skip', not {missing!r}")
    if not test_set.references and not references:
        return test_set, None
    if not test_set.references:
        raise DataError("there is no reference to score against")
    kept, skipped = test_set.drop_unreferenced()
    lacking = set(test_set.unreferenced())
    if skipped and missing == "error":
        raise DataError(
            f"segment {min(lacking) + 1} has no reference ({skipped} such in all): "
            "leave them out with --missing skip (missing='skip' in Python)"
        )
    if not len(kept):
        raise DataError("there are no segments to score")
    if not skipped:
        return kept, None
    return kept, tuple(i + 1 for i in range(len(test_set)) if i not in lacking)
