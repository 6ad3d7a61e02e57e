"""Examples of wins and losses as text."""

from __future__ import annotations

from collections.abc import Iterator

from pitchpipe.comparing.results import Comparison, Example, MetricComparison
from pitchpipe.showing.diffs import diff, is_colourful
from pitchpipe.showing.widths import cell_width, padded


def example_lines(metric: MetricComparison, decimals: int) -> Iterator[str]:
    """The wins and losses of every comparison by a metric."""
    for comparison in metric.comparisons:
        for kind, examples in (("wins", comparison.wins), ("losses", comparison.losses)):
            if examples:
                pair = f"{comparison.system} against {comparison.baseline}"
                yield f"{pair} by {metric.metric}: largest {kind}\n"
            for example in examples:
                yield from _example(comparison, example, decimals)
                yield ""


def _example(comparison: Comparison, example: Example, decimals: int) -> Iterator[str]:
    scores = f"{example.baseline_score:.{decimals}f} → {example.system_score:.{decimals}f}"
    yield f"segment {example.segment}: {scores} ({example.delta:+.{decimals}f})"
    old, new = diff(example.baseline, example.system, colour=is_colourful())
    texts = [("source", example.source)] if example.source is not None else []
    texts += [("reference", text) for text in example.references if text is not None]
    texts += [(comparison.baseline, old), (comparison.system, new)]
    width = max(cell_width(label) for label, _ in texts)
    for label, text in texts:
        yield f"  {padded(label, width)}   {text or '(empty)'}"
