"""N-best lists: what a decoder proposed for every segment, and the features it judged by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch.arguments import lines as checked_lines
from pitchpipe.batch.batch import Batch, Streams, interleave
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.nbest.extras import NO_EXTRAS, Extras, joined
from pitchpipe.nbest.links import ListLinks
from pitchpipe.pickling import cached_property
from pitchpipe.wording import counted

#: The largest size of a feature: sums and products of such are still numbers.
LARGEST = 1e100
#: Which candidates of a segment are one: none, those equal in text and features, those equal in text.
Merge = Literal[False, True, "text"]


@dataclass(frozen=True, eq=False, repr=False)
class NBest(Brief):
    """Candidates grouped by segment, with named dense features.

    Candidates of segment ``s`` are the rows ``offsets[s]`` to ``offsets[s + 1]`` of all arrays; every
    segment has at least one. ``texts`` stay inside the core. ``totals`` are the decoder's own, and
    ``alignments`` its links between source and candidate, where the list has them. ``extras`` is what else a
    list of JSON says of candidates and segments, such as the model or the source.
    """

    names: tuple[str, ...]
    features: Array
    texts: _core.Texts
    offsets: NDArray[np.int64]
    totals: Array | None = None
    alignments: _core.Alignments | None = None
    extras: Extras = NO_EXTRAS

    @classmethod
    def of(
        cls,
        candidates: Sequence[Sequence[str]],
        features: Mapping[str, Sequence[float]],
        totals: Sequence[float] | None = None,
    ) -> NBest:
        """A list from texts by segment, and the values of each feature for all texts, one after the other.

        >>> len(NBest.of([["a b", "a c"], ["d"]], {"lm": [-1.0, -2.0, -0.5]}))
        3
        """
        texts = [text for group in candidates for text in checked_lines(group, "candidates")]
        values = [np.asarray(column, dtype=np.float64) for column in features.values()]
        for name, column in zip(features, values, strict=True):
            if column.shape != (len(texts),):
                raise DataError(
                    f"feature {name} has {column.size} values, but there are {len(texts)} candidates"
                )
        return cls(
            tuple(features),
            np.stack(values, axis=-1) if values else np.zeros((len(texts), 0)),
            _core.Texts(texts),
            np.cumsum([0, *map(len, candidates)], dtype=np.int64),
            None if totals is None else np.asarray(totals, dtype=np.float64),
        )

    def __post_init__(self) -> None:
        # Kernels take these as they are.
        object.__setattr__(self, "features", np.ascontiguousarray(self.features, dtype=np.float64))
        object.__setattr__(self, "offsets", np.ascontiguousarray(self.offsets, dtype=np.int64))
        count = len(self.texts)
        if not count:
            raise DataError("there are no candidates")
        if self.features.shape != (count, len(self.names)):
            raise DataError(
                f"{count} candidates with {len(self.names)} features need a table of that shape, "
                f"not {self.features.shape}"
            )
        if len(set(self.names)) < len(self.names):
            raise DataError("two features have the same name")
        bounds = self.offsets
        parts: tuple[tuple[Sized | None, str, int, str], ...] = (
            (self.totals, "totals", count, "candidates"),
            (self.alignments, "word alignments", count, "candidates"),
            (self.extras.candidates, "objects of further keys", count, "candidates"),
            (self.extras.segments, "objects of further keys", self.segments, "segments"),
        )
        for part, what, wanted, of in parts:
            if part is not None and len(part) != wanted:
                raise DataError(f"{len(part)} {what} for {wanted} {of}")
        if len(bounds) < 2 or bounds[0] != 0 or bounds[-1] != count or (np.diff(bounds) < 1).any():
            raise DataError("every segment needs candidates, and every candidate a segment")
        # Written so that what is no number fails, too.
        usable = np.abs(self.features) <= LARGEST
        if not usable.all():
            row, column = np.argwhere(~usable)[0].tolist()
            value = self.features[row, column]
            raise DataError(f"features must be numbers up to {LARGEST:g}: {self.names[column]} is {value:g}")

    def __len__(self) -> int:
        return len(self.texts)

    def _brief(self) -> str:
        sizes = (self.segments, "segments"), (len(self), "candidates"), (len(self.names), "features")
        return ", ".join(counted(*size) for size in sizes)

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.offsets) - 1

    @cached_property
    def owner(self) -> NDArray[np.uint32]:
        """The segment of each candidate."""
        return np.repeat(np.arange(self.segments, dtype=np.uint32), np.diff(self.offsets))

    def batch(
        self,
        references: Streams,
        *,
        sources: Sequence[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Batch:
        """The candidates beside the references of their segments, to be measured by any metric."""
        if resources.annotator is None:
            from pitchpipe.lang.annotation.remembering import Annotators

            resources = replace(resources, annotator=Annotators(cached=True))
        streams = [checked_lines(stream, "references", optional=True) for stream in references]
        for number, stream in enumerate(streams, 1):
            self._require_fitting(len(stream), f"reference {number}")
        if sources is not None:
            self._require_fitting(len(sources), "the source")
        lines, offsets = interleave(streams, self.segments)
        return Batch(
            self.texts,
            lines,
            offsets,
            owner=self.owner,
            sources=None if sources is None else list(sources),
            resources=resources,
        )

    def _require_fitting(self, lines: int, what: str) -> None:
        if lines != self.segments:
            raise DataError(f"{what} has {lines} lines, but the n-best list has {self.segments} segments")

    def aligner(self, reference_links: Sequence[Sequence[str]]) -> ListLinks:
        """The list's own word alignments for :meth:`batch`.

        ``reference_links`` are lines of links between source and reference, a stream for each reference.
        """
        if self.alignments is None:
            raise DataError(
                "the n-best list has no word alignments: have the decoder write them, or train a model"
            )
        return ListLinks(self.texts, self.alignments, reference_links)

    def select(self, chosen: NDArray[np.intp]) -> list[str]:
        """The texts of one candidate per segment, given as rows."""
        if chosen.shape != (self.segments,):
            raise DataError(f"{chosen.size} candidates chosen for {self.segments} segments")
        astray = np.flatnonzero((chosen < self.offsets[:-1]) | (chosen >= self.offsets[1:]))
        if len(astray):
            raise DataError(f"row {chosen[astray[0]]} is not a candidate of segment {astray[0]}")
        return self.texts.select(chosen.astype(np.uint32)).list()

    def head(self, segments: int) -> NBest:
        """The lists of the first segments."""
        if segments < 1:
            raise ParameterError(f"there must be at least 1 segment, not {segments}")
        rows = np.arange(self.offsets[min(segments, self.segments)], dtype=np.uint32)
        return self._rows(rows, self.owner[rows])

    def merged(self, by: Literal["features", "text"] = "features") -> NBest:
        """Without duplicates within a segment.

        By ``features``, candidates with the same text and the same features are one, and the first stays.
        By ``text``, those with the same text are, and the one with the best total stays.
        """
        if by not in {"features", "text"}:
            raise ParameterError(f"duplicates are merged by 'features' or 'text', not {by!r}")
        if by == "text" and self.totals is None:
            raise DataError("by text, the candidate with the best total stays, but the list has no totals")
        totals = self.totals if by == "text" else None
        kept = _core.distinct_candidates(self.texts, self.features, self.offsets, totals)
        return self if len(kept) == len(self) else self._rows(kept, self.owner[kept])

    def _rows(self, rows: NDArray[np.uint32], owner: NDArray[np.uint32]) -> NBest:
        offsets = _offsets(owner)
        return NBest(
            self.names,
            self.features[rows],
            self.texts.select(rows),
            offsets,
            None if self.totals is None else self.totals[rows],
            None if self.alignments is None else self.alignments.select(rows),
            self.extras.select(rows, len(offsets) - 1),
        )


def grouped(
    names: Sequence[str],
    features: Array,
    texts: _core.Texts,
    owner: NDArray[np.uint32],
    totals: Array | None = None,
    alignments: _core.Alignments | None = None,
    extras: Extras = NO_EXTRAS,
) -> NBest:
    """The list of candidates in any order, given the segment of each; those of a segment keep theirs."""
    if (owner[1:] >= owner[:-1]).all():
        return NBest(tuple(names), features, texts, _offsets(owner), totals, alignments, extras)
    order = np.argsort(owner, kind="stable").astype(np.uint32)
    return NBest(
        tuple(names),
        features[order],
        texts.select(order),
        _offsets(owner[order]),
        None if totals is None else totals[order],
        None if alignments is None else alignments.select(order),
        extras.select(order),
    )


def _offsets(owner: NDArray[np.uint32]) -> NDArray[np.int64]:
    return np.searchsorted(owner, np.arange(int(owner[-1]) + 2)).astype(np.int64)


def accumulate(lists: Sequence[NBest], merge_duplicates: Merge = True) -> NBest:
    """One list with the candidates of several of the same segments, as those of tuning iterations.

    Features may stand in another order, but must have the same names. Candidates of a segment follow one
    another as the lists do. Totals and word alignments are kept where all lists have them; totals made
    with different weights cannot be compared. What else lists say of a segment must not differ.
    """
    if not lists:
        raise DataError("there is no n-best list")
    first = lists[0]
    for number, other in enumerate(lists[1:], 2):
        if other.segments != first.segments:
            raise DataError(f"list 1 has {first.segments} segments, but list {number} has {other.segments}")
        if different := set(first.names) ^ set(other.names):
            raise DataError(f"feature {min(different)} is not in both list 1 and list {number}")
    joined = first if len(lists) == 1 else _concatenated(lists)
    if not merge_duplicates:
        return joined
    return joined.merged("text" if merge_duplicates == "text" else "features")


def _concatenated(lists: Sequence[NBest]) -> NBest:
    names = lists[0].names
    totals = [part.totals for part in lists if part.totals is not None]
    links = [part.alignments for part in lists if part.alignments is not None]
    return grouped(
        names,
        np.concatenate([part.features[:, [part.names.index(name) for name in names]] for part in lists]),
        _core.Texts.concat([part.texts for part in lists]),
        np.concatenate([part.owner for part in lists]),
        np.concatenate(totals) if len(totals) == len(lists) else None,
        _core.Alignments.concat(links) if len(links) == len(lists) else None,
        joined([part.extras for part in lists], [len(part) for part in lists]),
    )
