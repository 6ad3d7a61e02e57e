"""What is said below the tables of a comparison: how it was done, and what to be careful about."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.measuring.failures import failed_notes
from pitchpipe.measuring.pages import ONE_SEGMENT
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.comparing.results import ComparisonTable, MetricComparison

_TESTS = {
    "bootstrap": "paired bootstrap",
    "randomisation": "approximate randomisation, intervals by bootstrap",
    "sign": "exact sign test by substitution, intervals by bootstrap",
}


def provenance(table: ComparisonTable) -> Iterator[str]:
    """Everything that is needed to do it again."""
    sampled = f"{counted(table.samples, 'resamples')}, seed {table.seed}"
    yield f"two-sided test: {_TESTS[table.test]}; {sampled}, {_segments(table)}"
    against = "all pairs" if table.baseline is None else f"baseline {table.baseline}"
    comparisons = _counted(table)
    yield f"{against}; significant: p after Holm's correction for {comparisons} is at most {table.alpha:g}"
    for metric in table:
        yield metric.signature
    if table.segments == 1 or any(bucket.segments == 1 for metric in table for bucket in metric.buckets):
        yield ONE_SEGMENT
    if any(math.isnan(system.score) for metric in table for system in metric.systems):
        yield "n/a: an undefined score has no difference from others"
    yield from failed_notes(table.errors)
    if table.skipped:
        yield f"skipped {counted(table.skipped, 'segments')} without a reference"


def contradictions(metric: MetricComparison) -> Iterator[str]:
    """A sentence for each pair of which the sign test finds either better than the other."""
    for c in metric.comparisons:
        if c.contradiction:
            yield (
                f"contradiction by {metric.metric}: outputs of {c.system} make {c.baseline} significantly "
                f"better, and outputs of {c.baseline} make {c.system} significantly better"
            )


def too_little(table: ComparisonTable) -> str | None:
    """A warning where even the least possible p is not significant once corrected."""
    least, of = 1 / (table.samples + 1), f"--samples {table.samples}"
    if table.test == "sign":
        least, of = 0.5 ** (table.segments - 1), _segments(table)
    elif table.test == "randomisation" and table.segments == 1 and not _has_runs(table):
        # Exchanging the only outputs turns the sign of the difference, and that is all.
        least, of = 1.0, _segments(table)
    corrected = min(1.0, least * _comparisons(table))
    if corrected <= table.alpha:
        return None
    return f"with {of} and {_counted(table)} nothing can be significant: p (Holm) is at least {corrected:.2g}"


def too_few_samples(samples: int, alpha: float) -> str | None:
    """A warning where even the least possible p of a single bootstrap test is not significant."""
    least = 1 / (samples + 1)
    if least <= alpha:
        return None
    return f"with --samples {samples} nothing can be significant: p is at least {least:.2g}"


def _has_runs(table: ComparisonTable) -> bool:
    return any(len(system.runs) > 1 for metric in table for system in metric.systems)


def _comparisons(table: ComparisonTable) -> int:
    """How many comparisons there are by each metric."""
    return len(next(iter(table)).comparisons)


def _counted(table: ComparisonTable) -> str:
    return counted(_comparisons(table), "comparisons")


def _segments(table: ComparisonTable) -> str:
    return counted(table.segments, "segments")
