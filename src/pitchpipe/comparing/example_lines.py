"""Examples of wins and losses as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.showing.diffs import diff
from pitchpipe.showing.widths import cell_width, padded

if TYPE_CHECKING:
    from pitchpipe.comparing.results import Comparison, Example, MetricComparison


def example_lines(metric: MetricComparison, decimals: int, *, colour: bool) -> Iterator[str]:
    """The wins and losses of every comparison by a metric, with empty lines between them."""
    for number, lines in enumerate(_examples(metric, decimals, colour)):
        if number:
            yield ""
        yield from lines


def _examples(metric: MetricComparison, decimals: int, colour: bool) -> Iterator[list[str]]:
    for comparison in metric.comparisons:
        for kind, examples in (("wins", comparison.wins), ("losses", comparison.losses)):
            if examples:
                pair = f"{comparison.system} against {comparison.baseline}"
                yield [f"{pair} by {metric.metric}: largest {kind}"]
            for example in examples:
                yield list(_example(comparison, example, decimals, colour))


def _example(comparison: Comparison, example: Example, decimals: int, colour: bool) -> Iterator[str]:
    scores = f"{example.baseline_score:.{decimals}f} → {example.system_score:.{decimals}f}"
    yield f"segment {example.segment}: {scores} ({example.delta:+.{decimals}f})"
    old, new = diff(example.baseline, example.system, colour=colour)
    texts = [("source", example.source)] if example.source is not None else []
    texts += [("reference", text) for text in example.references if text is not None]
    texts += [(comparison.baseline, old), (comparison.system, new)]
    width = max(cell_width(label) for label, _ in texts)
    for label, text in texts:
        yield f"  {padded(label, width)}   {text or '(empty)'}"
