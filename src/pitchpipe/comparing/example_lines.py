"""Examples of wins and losses as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.showing.diffs import diff, marked
from pitchpipe.showing.widths import cell_width, padded

if TYPE_CHECKING:
    from pitchpipe.comparing.results import Comparison, Example, MetricComparison


def example_lines(metric: MetricComparison, decimals: int, *, colour: bool) -> Iterator[str]:
    """The wins and losses of every comparison by a metric, with empty lines between them.

    Outputs are shown with their differences from the nearest reference; without one, from each other.
    """
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
    references = [text for text in example.references if text is not None]
    outputs = (example.baseline, example.system)
    if references:
        old, new = (marked(text, references, colour=colour) if text.strip() else "" for text in outputs)
    else:
        old, new = diff(*outputs, colour=colour)
    texts = [("source", example.source)] if example.source is not None else []
    texts += [("reference", text) for text in references]
    texts += [(comparison.baseline, old), (comparison.system, new)]
    width = max(cell_width(label) for label, _ in texts)
    for label, text in texts:
        yield f"  {padded(label, width)}   {text or '(empty)'}"
