"""Sums over the references of a corpus in parts, from which metrics estimate what they need to know of all.

They are made part by part and added in the order of parts: arrays of sums, words or n-grams with their
counts, and a tuple of these for a mixture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pitchpipe.batch.values import Array

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: ``None`` where there is nothing to estimate.
Facts: TypeAlias = "Array | Counter[str] | NgramCounts | tuple[Facts, ...] | None"

#: Digests of lines are added modulo this.
_MODULUS = 1 << 128


def summed(parts: Iterable[Facts]) -> Facts:
    """The facts of parts of a corpus together; the order decides about the last bits of sums."""
    known: list[Any] = [part for part in parts if part is not None]
    if len(known) < 2:
        return known[0] if known else None
    first = known[0]
    if isinstance(first, tuple):
        return tuple(summed(own) for own in zip(*known, strict=True))
    if isinstance(first, NgramCounts):
        return NgramCounts.summed(known)
    total: Facts = first.copy()
    for part in known[1:]:
        total += part
    return total


@dataclass(frozen=True, eq=False)
class NgramCounts:
    """How often n-grams occur in references, by sorted keys of 64 bits, which are the same everywhere.

    ``lines`` is a sum of digests, one for each reference: the same however they are ordered or cut.
    """

    words: int
    lines: int
    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]

    @classmethod
    def summed(cls, parts: Sequence[NgramCounts]) -> NgramCounts:
        """Those of several texts together."""
        keys = np.concatenate([part.keys for part in parts])
        # Stable, which is quick for keys that are sorted part by part.
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], np.concatenate([part.counts for part in parts])[order]
        is_first = np.ones(len(keys), dtype=bool)
        is_first[1:] = keys[1:] != keys[:-1]
        is_last = np.roll(is_first, -1)
        totals = np.cumsum(counts)[is_last]
        return cls(
            sum(part.words for part in parts),
            sum(part.lines for part in parts) % _MODULUS,
            keys[is_first],
            np.diff(totals, prepend=np.uint64(0)),
        )

    def without_singles(self) -> NgramCounts:
        """Only what occurs twice or more, a small part: of a whole corpus, the rest occurs once."""
        kept = self.counts > 1
        return NgramCounts(self.words, self.lines, self.keys[kept], self.counts[kept])


def digest_of(total: int) -> str:
    """The beginning of a sum of digests, for signatures."""
    return f"{total:032x}"[:12]
