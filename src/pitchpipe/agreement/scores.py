"""Scores that people gave: to segments, systems and documents.

Higher is better: MQM penalties are negative numbers. A judgment nobody gave is NaN; it is never filled in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.agreement.judgments import Judgments
from pitchpipe.agreement.spans import ErrorSpan
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError

if TYPE_CHECKING:
    from typing_extensions import Self


class _Scores(Judgments):
    """Numbers, a row of them for each system; no dataclass, so that each kind has its fields in its order."""

    values: Array

    def for_systems(
        self,
        systems: Iterable[str],
        segments: int | None = None,
        *,
        ignore_unknown: bool = False,
        ignore: Collection[str] = (),
    ) -> Self:
        """The scores of the test set's systems, in their order; NaN for a system that nobody judged.

        Parameters
        ----------
        systems, segments
            The test set's systems, and how many segments it has.
        ignore_unknown
            Leave out systems that the test set lacks, instead of refusing them.
        ignore
            Leave out these if the test set lacks them: the references in use, which people often judge too.

        Raises
        ------
        DataError
            If people judged a system or a segment that the test set lacks.
        """
        wanted = tuple(systems)
        notes = self.require_known(wanted, ignore_unknown=ignore_unknown, ignore=ignore)
        values = _rows_for(self._of_segments(segments), self.systems, wanted)
        changed: dict[str, Any] = {"systems": wanted, "values": values, "notes": notes}
        return replace(self, **changed)

    def _of_segments(self, segments: int | None) -> Array:
        """The values for a test set of so many segments."""
        return self.values


@dataclass(frozen=True, eq=False, repr=False)
class SystemScores(_Scores):
    """One number per system.

    Parameters
    ----------
    name, systems, notes
        As in ``Judgments``.
    values
        ``[systems]``; NaN: nobody judged the system.
    """

    values: Array

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "values", _checked(self, self.values, (len(self.systems),)))


@dataclass(frozen=True, eq=False, repr=False)
class DocumentScores(_Scores):
    """One number per system and document.

    Parameters
    ----------
    name, systems, notes
        As in ``Judgments``.
    documents
        The documents' names.
    values
        ``[systems, documents]``; NaN: nobody judged it.
    """

    documents: tuple[str, ...]
    values: Array

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "documents", tuple(self.documents))
        shape = (len(self.systems), len(self.documents))
        object.__setattr__(self, "values", _checked(self, self.values, shape))

    def system_means(self) -> SystemScores:
        """The mean of each system's judged documents; NaN if there is none."""
        return SystemScores(self.name, self.systems, _row_means(self.values), notes=self.notes)


@dataclass(frozen=True, eq=False, repr=False)
class SegmentScores(_Scores):
    """One number per system and segment: direct assessment, MQM, ESA.

    Parameters
    ----------
    name, systems, notes
        As in ``Judgments``.
    values
        ``[systems, segments]``; NaN: nobody judged it.
    numbered
        Whether the judgments came with segment numbers, so that segments after the last one are merely not
        judged. Otherwise the number of segments must be the test set's.
    spans
        The errors that people marked, where the judgments have them.
    """

    values: Array
    numbered: bool = field(default=False, kw_only=True)
    spans: tuple[ErrorSpan, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        segments = np.shape(self.values)[-1] if np.ndim(self.values) else 0
        object.__setattr__(self, "values", _checked(self, self.values, (len(self.systems), segments)))

    def system_means(self) -> SystemScores:
        """The mean of each system's judged segments; NaN if there is none."""
        return SystemScores(self.name, self.systems, _row_means(self.values), notes=self.notes)

    def _of_segments(self, segments: int | None) -> Array:
        there = self.values.shape[1]
        if segments is None or segments == there:
            return self.values
        if not self.numbered:
            raise DataError(f"{self.name} has scores of {there} segments, the test set has {segments}")
        if there > segments:
            raise self.out_of_range(there - 1, segments)
        return np.pad(self.values, ((0, 0), (0, segments - there)), constant_values=np.nan)


def ratio_or_nan(part: NDArray[Any], whole: NDArray[Any]) -> Array:
    """The quotients, NaN where there is nothing to divide by."""
    result: Array = np.full(part.shape, np.nan)
    np.divide(part, whole, out=result, where=whole > 0)
    return result


def _row_means(values: Array) -> Array:
    judged = ~np.isnan(values)
    return ratio_or_nan(np.where(judged, values, 0.0).sum(axis=1), judged.sum(axis=1))


def _checked(judgments: Judgments, values: Array, shape: tuple[int, ...]) -> Array:
    values = np.asarray(values, dtype=np.float64)
    if values.shape != shape:
        raise DataError(f"{judgments.name}: the values have shape {values.shape}, not {shape}")
    if np.isinf(values).any():
        raise DataError(f"{judgments.name}: a score is infinite")
    return values


def _rows_for(values: Array, systems: tuple[str, ...], wanted: tuple[str, ...]) -> Array:
    """The rows of the wanted systems, NaN where a system has none."""
    position = {system: index for index, system in enumerate(systems)}
    chosen = np.full((len(wanted), *values.shape[1:]), np.nan)
    for row, system in enumerate(wanted):
        if system in position:
            chosen[row] = values[position[system]]
    return chosen
