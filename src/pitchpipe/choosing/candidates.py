"""What is chosen from: texts grouped by segment, and how to find the best of each group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch import arguments
from pitchpipe.batch.batch import Batch, Streams
from pitchpipe.batch.values import Array, best_reference
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Fact, Metric
from pitchpipe.nbest.lists import NBest

#: An n-best list, or a list of texts for each segment.
Candidates: TypeAlias = "NBest | Sequence[Sequence[str]]"


@dataclass(frozen=True, eq=False, repr=False)
class Lists(Brief):
    """Texts of segment ``s`` are ``texts[offsets[s]:offsets[s + 1]]``; no segment is without any."""

    texts: list[str]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, candidates: Candidates, what: str = "candidates") -> Lists:
        """Candidates in one shape; ``what`` is what messages call them."""
        if isinstance(candidates, NBest):
            return cls(candidates.texts.list(), candidates.offsets)
        groups = [arguments.lines(group, what) for group in arguments.listed(candidates, what)]
        if not groups:
            raise DataError(f"there are no {what}")
        lengths = [len(group) for group in groups]
        if 0 in lengths:
            raise DataError(f"segment {lengths.index(0) + 1} has no {what}")
        texts = [text for group in groups for text in group]
        return cls(texts, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64))

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.offsets) - 1

    def distinct(self) -> Distinct:
        """Every text once per segment, in order of first appearance."""
        texts: list[str] = []
        numbers: list[int] = []
        ends = [0]
        for begin, end in pairwise(self.offsets.tolist()):
            seen: dict[str, int] = {}
            own = self.texts[begin:end]
            numbers += [len(texts) + seen.setdefault(text, len(seen)) for text in own]
            texts += seen
            ends.append(len(texts))
        return Distinct(texts, np.array(ends, dtype=np.int64), np.array(numbers, dtype=np.intp))


@dataclass(frozen=True, eq=False, repr=False)
class Distinct(Lists):
    """Lists without duplicates; text ``i`` of the lists they come from is ``texts[numbers[i]]``."""

    numbers: NDArray[np.intp]


def batch_of(nbest: NBest, against: Batch | Streams) -> Batch:
    """A list's candidates beside references, or the batch made of them before."""
    batch = against if isinstance(against, Batch) else nbest.batch(against)
    if len(batch) != len(nbest):
        raise DataError(f"the batch has {len(batch)} rows, but the n-best list {len(nbest)} candidates")
    return batch


def require_direction(metric: Metric) -> None:
    """Refuses a metric that does not say which of two scores is better."""
    if metric.higher_is_better is None:
        raise ParameterError(f"{metric.name} has no direction: neither high nor low is better")


def best_of(values: Array, offsets: NDArray[np.int64]) -> NDArray[np.intp]:
    """The row of the highest value of each segment, the first one in a tie; what is no number never wins."""
    return best_reference(np.where(np.isnan(values), -np.inf, values), offsets).astype(np.intp)


def fact(metric: Metric, name: str) -> tuple[Metric, Fact]:
    """Whether a fact holds for a metric, or for all parts of a mixture; and the part that it fails for."""
    found = [(part, part.facts()[name]) for part in metric.singles()]
    return next((entry for entry in found if not entry[1].holds), found[0])
