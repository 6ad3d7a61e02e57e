"""Word order: links read as permutations of the source words, and how alike two of them are.

From alignment to permutation (Birch and Osborne 2011, as their code in Moses does it): a source word keeps
its smallest target position; one without a link takes that of the source word before it; then a stable
sort. :mod:`pitchpipe.metrics.ordering` has the formulas of the measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from pitchpipe import _core
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError

#: Pairs of source and target position, from 0.
Links: TypeAlias = Sequence[tuple[int, int]]
#: The measures, and their columns in what the core counts.
MEASURES = {"hamming": 1, "kendall": 2, "spearman": 3, "tau": 4, "v": 5}


class Orderings(NamedTuple):
    """How alike two orders are by each measure, 1 if they are the same."""

    hamming: float
    kendall: float
    spearman: float
    tau: float
    v: float


@dataclass(frozen=True, repr=False)
class Permutation(Brief):
    """The source words as a target sentence orders them.

    ``order[place]`` is the source word said at a place, ``ranks[word]`` the place of a source word.
    """

    order: tuple[int, ...]
    ranks: tuple[int, ...]

    @classmethod
    def of(cls, links: Links, source_length: int) -> Permutation:
        """The order in which links say the words of a source of so many words.

        >>> Permutation.of([(0, 0), (1, 3), (2, 1)], 3)
        <Permutation: order=(0, 2, 1), ranks=(0, 2, 1)>
        """
        order, ranks = _core.permutation(list(links), source_length)
        return cls(tuple(order), tuple(ranks))


def orderings(hypothesis: Links, reference: Links, source_length: int) -> Orderings:
    """How alike hypothesis and reference order the words of their source, from their links to it.

    >>> round(orderings([(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 2), (2, 1)], 3).v, 4)
    0.6452
    """
    if source_length < 0:
        raise DataError(f"a source cannot have {source_length} words")
    one = np.zeros(1, dtype=np.uint32)
    (row,) = _core.orderings(
        np.array([source_length], dtype=np.uint32),
        _core.Alignments([list(hypothesis)]),
        _core.Alignments([list(reference)]),
        _core.Layout(one, one, np.array([0, 1], dtype=np.uint32), 1, 1),
    )
    return Orderings(*(float(row[column]) for column in MEASURES.values()))
