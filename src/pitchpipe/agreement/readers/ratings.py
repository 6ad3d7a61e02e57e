"""Ratings of translations, collected: means over raters, and notes on what was averaged and left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.agreement.readers.cells import Cells, left_out
from pitchpipe.agreement.readers.segments import Locator, Place
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.wording import counted


@dataclass(frozen=True)
class Rating:
    """What somebody gave a translation; NaN: nothing."""

    system: str
    place: Place
    rater: str
    value: float


def mean_ratings(
    ratings: Sequence[Rating], locator: Locator, name: str, notes: Sequence[str] = ()
) -> SegmentScores:
    """Segment scores: each rater counts once, with the mean of what they gave the same translation."""
    given = [rating for rating in ratings if not math.isnan(rating.value)]
    located = locator.find([rating.place for rating in given])
    by_rater: dict[tuple[str, int], dict[str, list[float]]] = {}
    for rating, index in zip(given, located.indices, strict=True):
        if index is not None:
            cell = by_rater.setdefault((rating.system, index), {})
            cell.setdefault(rating.rater, []).append(rating.value)
    cells = Cells()
    for (system, index), values in by_rater.items():
        for own in values.values():
            cells.add(system, index, sum(own) / len(own))
    several = sum(sum(map(len, cell.values())) > 1 for cell in by_rater.values())
    rated = f"{counted(several, 'translations')} rated more than once, of which the mean over raters counts"
    said = [
        *notes,
        *located.notes,
        *([f"{locator.file}: {rated}"] if several else []),
        *left_out(locator.file, {"rows without a score": len(ratings) - len(given)}),
    ]
    return cells.scores(name, locator.file, said, located.documents)
