"""Rankings: which of two translations of a segment people prefer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitchpipe.agreement.judgments import Judgments
from pitchpipe.agreement.scores import SystemScores, ratio_or_nan
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True, eq=False, repr=False)
class Ranks(Judgments):
    """Comparisons of two translations of a segment: every pair of every ranking task.

    Parameters
    ----------
    name, systems, notes
        As in ``Judgments``.
    segment
        ``[pairs]``, the segment's index, from 0.
    first, second
        ``[pairs]``, indices into ``systems``.
    preference
        ``[pairs]``: 1 where people prefer the first, -1 the second, 0 neither.
    judge, task
        Who compared, and in which task (the pairs of one task are not independent); empty if unknown.
    weight
        ``[pairs]``, how much each counts where segments were sampled with unequal probabilities: the inverse
        of these, the same for all pairs of a segment; ``None``: all count the same.
    """

    segment: NDArray[np.intp]
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    preference: NDArray[np.int8]
    judge: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    weight: Array | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for column in ("segment", "first", "second"):
            object.__setattr__(self, column, np.asarray(getattr(self, column), dtype=np.intp))
        object.__setattr__(self, "preference", np.asarray(self.preference, dtype=np.int8))
        object.__setattr__(self, "judge", tuple(self.judge))
        object.__setattr__(self, "task", tuple(self.task))
        if self.weight is not None:
            object.__setattr__(self, "weight", np.asarray(self.weight, dtype=np.float64))
        self._check_lengths()
        if len(self):
            self._check_values()

    def __len__(self) -> int:
        """The number of pairs."""
        return len(self.segment)

    def for_systems(
        self,
        systems: Iterable[str],
        segments: int | None = None,
        *,
        ignore_unknown: bool = False,
        ignore: Collection[str] = (),
    ) -> Self:
        """The pairs of the test set's systems; a system that nobody judged is in no pair.

        Parameters and errors are those of ``SegmentScores.for_systems``.
        """
        wanted = tuple(systems)
        notes = self.require_known(wanted, ignore_unknown=ignore_unknown, ignore=ignore)
        if segments is not None and len(self) and self.segment.max() >= segments:
            raise self.out_of_range(int(self.segment.max()), segments)
        position = {system: index for index, system in enumerate(wanted)}
        indices = np.array([position.get(system, -1) for system in self.systems], dtype=np.intp)
        first, second = indices[self.first], indices[self.second]
        kept = np.flatnonzero((first >= 0) & (second >= 0))
        return replace(
            self,
            systems=wanted,
            segment=self.segment[kept],
            first=first[kept],
            second=second[kept],
            preference=self.preference[kept],
            judge=_chosen(self.judge, kept),
            task=_chosen(self.task, kept),
            weight=None if self.weight is None else self.weight[kept],
            notes=notes,
        )

    def wins(self) -> SystemScores:
        """Wins / (wins + losses) of each system; ties do not count, and without either it is NaN.

        The order of systems that WMT reports as "> others" (Callison-Burch et al. 2012).
        """
        decided = self.preference != 0
        first_won = self.preference[decided] > 0
        first, second = self.first[decided], self.second[decided]
        weight = None if self.weight is None else self.weight[decided]
        won = np.bincount(np.where(first_won, first, second), weight, len(self.systems))
        lost = np.bincount(np.where(first_won, second, first), weight, len(self.systems))
        return SystemScores("wins", self.systems, ratio_or_nan(won, won + lost), notes=self.notes)

    def _check_lengths(self) -> None:
        for column in ("segment", "first", "second", "preference"):
            if getattr(self, column).shape != (np.size(self.segment),):
                raise DataError(f"{self.name}: the columns of the ranks differ in length")
        for label in ("judge", "task"):
            if len(getattr(self, label)) not in (0, len(self)):
                raise DataError(f"{self.name}: there must be a {label} for every pair, or for none")
        if self.weight is not None and self.weight.shape != self.segment.shape:
            raise DataError(f"{self.name}: there must be a weight for every pair, or for none")

    def _check_values(self) -> None:
        both = np.stack([self.first, self.second])
        if both.min() < 0 or both.max() >= len(self.systems):
            raise DataError(f"{self.name}: a pair names a system that is not in the list of systems")
        if (self.first == self.second).any():
            raise DataError(f"{self.name}: a pair compares a system with itself")
        if self.segment.min() < 0:
            raise DataError(f"{self.name}: a segment's index is negative")
        if np.abs(self.preference).max() > 1:
            raise DataError(f"{self.name}: a preference is neither 1, -1 nor 0")
        if self.weight is None:
            return
        if not (np.isfinite(self.weight) & (self.weight > 0)).all():
            raise DataError(f"{self.name}: a weight must be more than 0")
        _, places = np.unique(self.segment, return_inverse=True)
        highest, lowest = np.zeros(places.max() + 1), np.full(places.max() + 1, np.inf)
        np.maximum.at(highest, places, self.weight)
        np.minimum.at(lowest, places, self.weight)
        if not np.allclose(highest, lowest):
            raise DataError(f"{self.name}: the pairs of a segment have different weights")


def _chosen(labels: tuple[str, ...], kept: NDArray[np.intp]) -> tuple[str, ...]:
    return tuple(labels[index] for index in kept) if labels else ()
