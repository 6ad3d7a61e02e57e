"""What a comparison of systems found, with named parts; how it looks is decided elsewhere.

``None`` stands for what cannot be said (n/a): an interval of a single segment, a p-value of an
undefined score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.measuring.failures import as_asked, failed_records, refuse_failed
from pitchpipe.resampling.intervals import Interval
from pitchpipe.showing.json_output import plain
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.wording import counted, quoted

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.showing.pages import Page

T = TypeVar("T")

Test = Literal["bootstrap", "randomisation", "sign"]
#: ``contradiction``: the sign test finds each system better than the other.
#: ``different``: significantly so, by a metric that does not say whether high or low is better.
Verdict = Literal["better", "worse", "different", "not significant", "contradiction", "n/a"]


@dataclass(frozen=True, repr=False)
class System(Brief):
    """A system by one metric: the mean score of its optimiser runs, of which most systems have one.

    ``std`` is the standard deviation over runs (n - 1), where there are several. ``cluster`` is the rank
    cluster, 1 the best, where all pairs were compared.
    """

    name: str
    score: float
    ci: Interval | None
    runs: tuple[str, ...]
    run_scores: tuple[float, ...]
    std: float | None = None
    cluster: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return _record(self)


@dataclass(frozen=True)
class Signs:
    """How many segments' outputs, put in place of the other system's one at a time, improve its score."""

    better: int
    worse: int
    same: int
    p: float


@dataclass(frozen=True, repr=False)
class Example(Brief):
    """A segment on which two systems differ, with the score of either output.

    ``segment`` counts from 1 in the whole test set. Of several optimiser runs the first is shown.
    """

    segment: int
    source: str | None
    references: tuple[str | None, ...]
    baseline: str
    system: str
    baseline_score: float
    system_score: float

    @property
    def delta(self) -> float:
        """How much higher the system's output scores."""
        return self.system_score - self.baseline_score

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return _record(self)


@dataclass(frozen=True, repr=False)
class Comparison(Brief):
    """A system beside a baseline, by one metric.

    ``delta`` is the system's score less the baseline's, whatever is better. ``p`` is two-sided, ``p_holm``
    the same corrected for all comparisons by this metric; ``significant`` says whether the latter is at most
    1 - confidence. The sign test counts the system's outputs put in place of the baseline's, ``forward``, to
    which ``p`` belongs, and the reverse, ``backward``. A ``contradiction`` is where either system is
    significantly better than the other (Chiang et al. 2008, §3.1); then nothing is significant.
    ``wins`` and ``losses`` are the segments with the largest differences, where they were asked for.
    """

    baseline: str
    system: str
    delta: float
    delta_ci: Interval | None
    p: float | None
    p_holm: float | None
    significant: bool
    verdict: Verdict
    forward: Signs | None = None
    backward: Signs | None = None
    contradiction: bool = False
    wins: tuple[Example, ...] = ()
    losses: tuple[Example, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return _record(self)


@dataclass(frozen=True, repr=False)
class BucketDelta(Brief):
    """A comparison within a bucket; the interval is that of the difference."""

    baseline: str
    system: str
    delta: float
    delta_ci: Interval | None


@dataclass(frozen=True, repr=False)
class Bucket(Brief):
    """Segments that have something in common: scores of systems there, and every comparison's difference."""

    name: str
    segments: int
    scores: Mapping[str, float]
    deltas: tuple[BucketDelta, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return _record(self)


@dataclass(frozen=True, repr=False)
class MetricComparison(Brief):
    """Systems compared by one metric.

    ``clusters`` holds the names of the systems, best first, in clusters: every system of a cluster is
    significantly better than every system of all later ones. It is empty unless all pairs were compared. On a
    small scale people are shown ``further_decimals`` than on one of 0 to 100.
    """

    metric: str
    title: str
    signature: str
    higher_is_better: bool | None
    systems: tuple[System, ...]
    comparisons: tuple[Comparison, ...]
    clusters: tuple[tuple[str, ...], ...] = ()
    buckets: tuple[Bucket, ...] = ()
    further_decimals: int = 0

    def system(self, name: str) -> System:
        """A system by name."""
        return _named({system.name: system for system in self.systems}, name, "system")

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "metric": self.metric,
            "signature": self.signature,
            "higher_is_better": self.higher_is_better,
            "systems": [system.to_dict() for system in self.systems],
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "clusters": [list(cluster) for cluster in self.clusters] or None,
            "buckets": [bucket.to_dict() for bucket in self.buckets] or None,
        }


@dataclass(frozen=True, repr=False)
class ComparisonTable(Shown):
    """Comparisons of systems by metric: ``table["bleu"].comparisons``.

    ``baseline`` is ``None`` where all pairs were compared. ``by`` says how segments were put into buckets.
    ``names`` maps each metric as it was asked for to its spec. ``heads`` are what stands above tables.
    """

    test: Test
    samples: int
    seed: int
    confidence: float
    baseline: str | None
    segments: int
    metrics: Mapping[str, MetricComparison]
    names: Mapping[str, str] = field(default_factory=dict)
    by: str | None = None
    skipped: int = 0
    heads: Mapping[str, str] = field(default_factory=dict, compare=False)
    #: Why metrics compare nothing, by spec, where that was to be kept.
    errors: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, metric: str) -> MetricComparison:
        spec = self.names.get(metric, metric)
        refuse_failed(self.errors, spec)
        return _named(self.metrics, spec, "metric")

    def __iter__(self) -> Iterator[MetricComparison]:
        return iter(self.metrics.values())

    @property
    def alpha(self) -> float:
        """The level of significance: 0.05 at a confidence of 95."""
        return (100 - self.confidence) / 100

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``pitchpipe compare``."""
        return {
            "test": self.test,
            "samples": self.samples,
            "seed": self.seed,
            "confidence": self.confidence,
            "correction": "holm",
            "baseline": self.baseline,
            "segments": self.segments,
            "skipped": self.skipped,
            "by": self.by,
            "metrics": [
                *(
                    {"metric": metric.metric, "asked": self.asked(metric), **metric.to_dict()}
                    for metric in self
                ),
                *failed_records(self.names, self.errors),
            ],
        }

    def page(self, decimals: int = 2) -> Page:
        """The tables of ``pitchpipe compare``."""
        from pitchpipe.comparing.pages import comparison_page

        return comparison_page(self, decimals)

    def plot(self) -> Chart:
        """An Altair chart of differences from the baseline; of all pairs, of the ranking."""
        from pitchpipe.comparing.pictures import comparison_chart

        return comparison_chart(self)

    def tables(self) -> Tables:
        """Rows of comparisons, of systems, and of buckets where there are any."""
        from pitchpipe.comparing.machine_rows import bucket_rows, comparison_rows, system_rows

        there: dict[str, Any] = {
            "comparisons": lambda: comparison_rows(self),
            "systems": lambda: system_rows(self),
        }
        if self.by is not None:
            there["buckets"] = lambda: bucket_rows(self)
        return there

    def _brief(self) -> str:
        against = "all pairs" if self.baseline is None else f"baseline {self.baseline}"
        sizes = (len(next(iter(self)).systems), "systems"), (len(self.metrics), "metrics")
        return ", ".join([against, *(counted(*size) for size in (*sizes, (self.segments, "segments")))])

    def asked(self, metric: MetricComparison) -> str:
        """The metric as it was asked for."""
        return as_asked(self.names, metric.metric)


def _named(there: Mapping[str, T], name: str, what: str) -> T:
    if name not in there:
        raise DataError(f"no {what} {quoted(name)} was compared: there are {', '.join(there)}")
    return there[name]


def _record(result: Any) -> dict[str, Any]:
    return {name: plain(value) for name, value in asdict(result).items()}
