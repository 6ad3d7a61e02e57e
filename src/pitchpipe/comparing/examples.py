"""Segments to look at: where a system gains or loses most against a baseline."""

from __future__ import annotations

import numpy as np

from pitchpipe.comparing.contestants import Pair
from pitchpipe.comparing.results import Example
from pitchpipe.measuring.measured import MeasuredSet, Measurement

Examples = tuple[Example, ...]


def wins_and_losses(
    measured: MeasuredSet, one: Measurement, pair: Pair, count: int
) -> tuple[Examples, Examples]:
    """The ``count`` segments with the largest gains, and those with the largest losses, by sentence scores.

    Segments without a difference are neither, and those without a score are left out. Of equal ones the
    first in the test set come first. Of a metric without direction, higher counts as gain.
    """
    baseline, system = (contestant.places[0] for contestant in pair)
    scores = one.segment_scores()
    gains = one.metric.oriented(scores[system] - scores[baseline])
    found = []
    for ahead in (gains, -gains):
        places = np.flatnonzero(ahead > 0)
        largest = places[np.argsort(-ahead[places], kind="stable")][:count]
        found.append(tuple(_example(measured, pair, int(i), *scores[[baseline, system], i]) for i in largest))
    return found[0], found[1]


def _example(
    measured: MeasuredSet, pair: Pair, place: int, baseline_score: float, system_score: float
) -> Example:
    test_set = measured.test_set
    baseline, system = (test_set.systems[contestant.runs[0]][place] for contestant in pair)
    return Example(
        segment=place + 1 if measured.numbers is None else measured.numbers[place],
        source=None if test_set.source is None else test_set.source[place],
        references=tuple(texts[place] for texts in test_set.references.values()),
        baseline=baseline,
        system=system,
        baseline_score=float(baseline_score),
        system_score=float(system_score),
    )
