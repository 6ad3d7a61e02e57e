"""What metrics saw in one segment of a test set."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from pitchpipe.errors import DataError, PitchpipeWarning
from pitchpipe.measuring.measured import as_batch
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.explanations import Explanation
from pitchpipe.text.testset import TestSet


@dataclass(frozen=True)
class Explained:
    """The word alignment of one system's segment with the reference that scores best."""

    system: str
    segment: int
    metric: str
    reference: str
    score: float
    explanation: Explanation


def explains(metric: Metric) -> bool:
    """Whether the metric has a word alignment to show."""
    return type(metric).explanations is not Metric.explanations


def explain(test_set: TestSet, metric: Metric, system: str, segment: int) -> Explained:
    """Explains segment number ``segment`` (from 1) of a system."""
    if not 1 <= segment <= len(test_set):
        raise DataError(f"there is no segment {segment}: there are 1 to {len(test_set)}")
    hypothesis = test_set.with_systems([system]).systems[system][segment - 1]
    references = {
        name: line for name, lines in test_set.references.items() if (line := lines[segment - 1]) is not None
    }
    if not references:
        raise DataError(f"segment {segment} has no reference")
    # Where a fact of the corpus decides what matches, it is the one of the whole test set.
    with warnings.catch_warnings():
        # Said already, when it was scored.
        warnings.simplefilter("ignore", PitchpipeWarning)
        whole, _ = test_set.with_systems([system]).drop_unreferenced()
        asked, metric = metric, metric.prepare(as_batch(whole))
    scores = {name: metric.sentence_score(hypothesis, [line]).score for name, line in references.items()}
    best = max(references, key=lambda name: metric.oriented(scores[name]))
    explanation = metric.explain(hypothesis, references[best])
    return Explained(system, segment, asked.spec, best, scores[best], explanation)
