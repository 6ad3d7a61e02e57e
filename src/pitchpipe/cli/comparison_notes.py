"""What is said below the tables of a comparison: how it was done, and what to be careful about."""

from __future__ import annotations

from collections.abc import Iterator

from pitchpipe.significance.results import ComparisonTable, MetricComparison

_TESTS = {
    "bootstrap": "paired bootstrap",
    "randomisation": "approximate randomisation, intervals by bootstrap",
    "sign": "exact sign test by substitution, intervals by bootstrap",
}


def note(text: str, style: str) -> str:
    """A line below a table of this format."""
    return {"latex": f"% {text}", "markdown": f"- `{text}`"}.get(style, text)


def provenance(table: ComparisonTable) -> Iterator[str]:
    """Everything that is needed to do it again."""
    sampled = f"{table.samples} resamples, seed {table.seed}, {table.segments} segment{_s(table.segments)}"
    yield f"two-sided test: {_TESTS[table.test]}; {sampled}"
    against = "all pairs" if table.baseline is None else f"baseline {table.baseline}"
    counted = _counted(table)
    yield f"{against}; significant: p after Holm's correction for {counted} is at most {table.alpha:g}"
    for metric in table:
        yield metric.signature
    if table.skipped:
        yield f"skipped {table.skipped} segment{_s(table.skipped)} without a reference"


def contradictions(metric: MetricComparison) -> Iterator[str]:
    """A sentence for each pair of which the sign test finds either better than the other."""
    for c in metric.comparisons:
        if c.contradiction:
            yield (
                f"contradiction by {metric.metric}: outputs of {c.system} make {c.baseline} significantly "
                f"better, and outputs of {c.baseline} make {c.system} significantly better"
            )


def too_few_samples(table: ComparisonTable) -> str | None:
    """A warning where even the least possible p, 1 in samples + 1, is not significant once corrected."""
    least = _comparisons(table) / (table.samples + 1)
    if table.test == "sign" or least <= table.alpha:
        return None
    return (
        f"with --samples {table.samples} and {_counted(table)} nothing can be significant: "
        f"p (Holm) is at least {min(1.0, least):.2g}"
    )


def _comparisons(table: ComparisonTable) -> int:
    """How many comparisons there are by each metric."""
    return len(next(iter(table)).comparisons)


def _counted(table: ComparisonTable) -> str:
    comparisons = _comparisons(table)
    return f"{comparisons} comparison{_s(comparisons)}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
