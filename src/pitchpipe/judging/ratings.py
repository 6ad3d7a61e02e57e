"""Judgments as numbers: a row for each annotator, a column for each thing that was rated.

Of protocols that order outputs, a thing is a pair of outputs of an item, and a rating is 0 if the first is
better, 1 if the second is, 2 if neither. Of protocols with scores, it is an output, and its score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.judging.items import COUNTED
from pitchpipe.judging.protocols.base import Protocol
from pitchpipe.judging.store.records import Judgment

FIRST, SECOND, NEITHER = 0.0, 1.0, 2.0

#: An item, and which of its outputs.
Thing = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Ratings:
    """``values`` is ``[annotators, things]``, NaN where somebody has not rated."""

    annotators: tuple[str, ...]
    things: tuple[Thing, ...]
    values: Array

    def without(self, *names: str) -> Ratings:
        """The ratings of all but some."""
        kept = [at for at, name in enumerate(self.annotators) if name not in names]
        return Ratings(tuple(self.annotators[at] for at in kept), self.things, self.values[kept])

    def of(self, *names: str) -> Array:
        """The rows of these annotators."""
        return self.values[[self.annotators.index(name) for name in names]]


def rated(protocol: Protocol, judgment: Judgment) -> Iterator[tuple[tuple[int, ...], float]]:
    """What somebody said of an item: things of it, and their ratings."""
    scores = protocol.scores(judgment.answer)
    if scores is not None:
        for at, score in enumerate(scores):
            yield (at,), score
        return
    ranks = protocol.ranks(judgment.answer) or []
    for one, other in combinations(range(len(ranks)), 2):
        ahead = ranks[one] - ranks[other]
        yield (one, other), FIRST if ahead < 0 else SECOND if ahead > 0 else NEITHER


def make_ratings(
    protocol: Protocol,
    judgments: Iterable[Judgment],
    annotators: Sequence[str],
    scale: Callable[[str, float], float] | None = None,
) -> Ratings:
    """The ratings of these annotators; ``scale`` changes a score by who gave it."""
    row = {name: at for at, name in enumerate(annotators)}
    column: dict[Thing, int] = {}
    cells: list[tuple[int, int, float]] = []
    for judgment in judgments:
        if judgment.annotator not in row:
            continue
        for which, value in rated(protocol, judgment):
            at = column.setdefault((judgment.item.key, which), len(column))
            scaled = value if scale is None else scale(judgment.annotator, value)
            cells.append((row[judgment.annotator], at, scaled))
    values = np.full((len(annotators), len(column)), np.nan)
    for at, thing, value in cells:
        values[at, thing] = value
    return Ratings(tuple(annotators), tuple(column), values)


def z_scale(protocol: Protocol, judgments: Iterable[Judgment]) -> Callable[[str, float], float]:
    """Scores by everybody's own mean and deviation (Graham et al. 2013), over all of theirs that count."""
    own: dict[str, list[float]] = {}
    for judgment in judgments:
        if judgment.item.role in COUNTED:
            own.setdefault(judgment.annotator, []).extend(protocol.scores(judgment.answer) or [])
    facts = {name: (float(np.mean(scores)), float(np.std(scores))) for name, scores in own.items() if scores}

    def scaled(annotator: str, score: float) -> float:
        mean, spread = facts.get(annotator, (0.0, 0.0))
        # Somebody who gives one score to everything tells nothing apart.
        return (score - mean) / spread if spread > 1e-12 else 0.0

    return scaled
