"""Candidate lists larger than memory: the lists of files that follow one another, read batch by batch."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from pitchpipe import _core
from pitchpipe.brief import Brief
from pitchpipe.engines.engine import Engine, nobody
from pitchpipe.errors import DataError
from pitchpipe.nbest.extras import Extras
from pitchpipe.nbest.lists import NBest, grouped
from pitchpipe.nbest.pieces import Layout, Piece, lines_of, looked_through
from pitchpipe.nbest.reading import Format, read_nbest, zmert_names
from pitchpipe.text.files import StrPath, display_name, read_lines_between, read_text_blocks
from pitchpipe.text.shards import stretches
from pitchpipe.text.shards.finding import files_of, size_of
from pitchpipe.text.shards.stretches import Stretch, cut
from pitchpipe.wording import counted

#: Bytes of lists that are read, and chosen from, together.
BATCH = 1 << 22


@dataclass(frozen=True)
class ListStretch(Stretch):
    """A piece of a file that has whole segments: the candidates of none are in two.

    ``first`` is the place of its first segment among those of all files, ``number`` the number that it has
    in its own file; ``lines`` come before it there.
    """

    first: int = 0
    number: int = 0
    lines: int = 0
    segments: int = 0


@dataclass(frozen=True, repr=False)
class ListShards(Brief):
    """Candidate lists in files, whose segments follow one another.

    Those of each file are numbered from 0, or go on from the file before. Features must be the same in all
    files, unless ``missing_features`` is ``"zero"``.
    """

    files: tuple[str, ...]
    format: Format | None = None
    names: tuple[str, ...] | None = None
    missing_features: Literal["error", "zero"] = "error"

    @classmethod
    def find(
        cls,
        names: str | Sequence[str],
        *,
        format: Format | None = None,
        feature_names: Sequence[str] | StrPath | None = None,
        missing_features: Literal["error", "zero"] = "error",
    ) -> ListShards:
        """The files that names, patterns or folders mean; the rest is that of ``read_nbest``."""
        if isinstance(feature_names, str | os.PathLike):
            feature_names = zmert_names(feature_names)
        files = tuple(files_of([names] if isinstance(names, str) else names))
        own = None if feature_names is None else tuple(feature_names)
        return cls(files, format, own, missing_features)

    def _brief(self) -> str:
        return counted(len(self.files), "files")

    def stretches(self, engine: Engine) -> list[ListStretch]:
        """The pieces that are read in one go; the same for every engine. All files are looked through."""
        parts = [one for file in self.files for one in _cut(file)]
        found = engine.run(_Looking(self), parts, nobody)
        by_file: dict[str, list[tuple[Stretch, Piece]]] = {}
        for part, piece in zip(parts, found, strict=True):
            by_file.setdefault(part.files[0], []).append((part, piece))
        made: list[ListStretch] = []
        for pieces in by_file.values():
            first = made[-1].first + made[-1].segments if made else 0
            # Nobody knows how many segments a file has that cannot be read.
            made += _placed(_joined(pieces), first, known=all(one.segments for one in made))
        return made

    def batches(self, stretch: ListStretch) -> Iterator[NBest]:
        """The lists of a few segments at a time, in their order."""
        file = stretch.files[0]
        layout = Layout.of(file, self.format)
        if layout.kind == "document":
            yield self._whole(file)
            return
        seen, lines = 0, stretch.lines or int(layout.kind == "tsv")
        for batch in _batched(_content(stretch, layout), layout):
            nbest = self._read(file, layout.header + b"".join(batch), stretch.number + seen, lines)
            seen += nbest.segments
            lines += len(batch)
            yield nbest
        if seen < stretch.segments:
            number = stretch.number + seen
            raise DataError(f"{display_name(file)}: segment {number} has no candidates")

    def _read(self, file: str, content: bytes, segments: int, lines: int) -> NBest:
        reader = _core.NBestReader(
            display_name(file),
            format=self.format,
            names=self.names,
            fill=self.missing_features == "zero",
            segments_before=segments,
            lines_before=lines,
        )
        reader.feed(content)
        names, features, texts, owner, totals, links, *further = reader.finish()
        return grouped(names, features, texts, owner, totals, links, Extras(*further))

    def _whole(self, file: str) -> NBest:
        return read_nbest(file, format=self.format, names=self.names, missing_features=self.missing_features)


@dataclass(frozen=True)
class _Looking:
    """What workers find out about pieces of files."""

    shards: ListShards

    def __call__(self, part: Stretch) -> Piece:
        file = part.files[0]
        try:
            layout = Layout.of(file, self.shards.format)
            if layout.kind != "document":
                return looked_through(file, layout, part.begins[0], part.ends[0])
            # It is read as a whole, from its beginning, wherever it was cut.
            return Piece() if part.begins[0] else Piece(segments=self.shards._whole(file).segments)
        except DataError:
            # It is refused, or skipped, by whoever reads it.
            return Piece()


def _cut(file: str) -> list[Stretch]:
    bytes_, is_whole = size_of(file)
    return [Stretch.whole((file,), bytes_)] if is_whole else cut(file, bytes_, stretches.SIZE)


def _joined(pieces: Sequence[tuple[Stretch, Piece]]) -> list[ListStretch]:
    """Stretches of one file: one for each piece in which a segment begins, up to where the next begins."""
    made: list[ListStretch] = []
    lines, last = 0, None
    for part, piece in pieces:
        goes_on = piece.first is not None and piece.first.key is not None and piece.first.key == last
        begun = piece.second if goes_on else piece.first
        if begun is not None or not made:
            # The first has whatever comes before its first segment.
            place, before = (begun.place, begun.lines) if made and begun is not None else (0, 0)
            # Segments that nobody numbered are counted.
            own = None if begun is None else begun.key
            number = sum(one.segments for one in made) if own is None else own
            made.append(
                ListStretch(
                    part.files,
                    (place,),
                    part.ends,
                    part.size,
                    number=number,
                    lines=lines + before,
                    segments=piece.segments - goes_on,
                )
            )
        lines += piece.lines
        last = last if piece.first is None else piece.last
    return _ended(made, pieces, last)


def _ended(
    made: Sequence[ListStretch], pieces: Sequence[tuple[Stretch, Piece]], last: int | None
) -> list[ListStretch]:
    """Each ends where the next begins; numbered segments are as many as the numbers say."""
    ends = [*(one.begins for one in made[1:]), pieces[-1][0].ends]
    numbers = [*(one.number for one in made[1:]), None if last is None else last + 1]
    ended = []
    for one, end, number in zip(made, ends, numbers, strict=True):
        segments = one.segments
        if last is not None and number is not None and number > one.number:
            segments = number - one.number
        ended.append(replace(one, ends=end, segments=segments))
    return ended


def _placed(own: Sequence[ListStretch], first: int, *, known: bool) -> list[ListStretch]:
    """The stretches of a file after so many segments of other files."""
    name = display_name(own[0].files[0])
    if not known and own[0].number > first:
        first = own[0].number
    if own[0].number not in {0, first}:
        raise DataError(
            f"{name} begins with segment {own[0].number}: the segments of a file are numbered from 0, or "
            f"from {first}, where the file before it ends"
        )
    for one, following in pairwise(own):
        if following.number <= one.number:
            last = one.number + max(1, one.segments) - 1
            raise DataError(
                f"{name}: segment {following.number} comes after segment {last}: candidates must stand in "
                "the order of their segments"
            )
    return [replace(one, first=first + one.number - own[0].number) for one in own]


def _content(stretch: ListStretch, layout: Layout) -> Iterator[bytes]:
    """The lines of a stretch, without the header of a table."""
    file, begin, end = stretch.files[0], stretch.begins[0], stretch.ends[0]
    lines = lines_of(read_text_blocks(file) if end is None else read_lines_between(file, begin, end))
    if layout.header and not begin:
        next(lines, None)
    return lines


def _batched(lines: Iterable[bytes], layout: Layout) -> Iterator[list[bytes]]:
    """Lines of about so many bytes, up to the end of a segment."""
    batch: list[bytes] = []
    size, last = 0, None
    for line in lines:
        if size >= BATCH:
            key = layout.key(line)
            if last is None and batch:
                last = layout.key(batch[-1])
            if key != "unknown" and (key is None or key != last):
                yield batch
                batch, size, last = [], 0, None
        batch.append(line)
        size += len(line)
    if batch:
        yield batch


def shaped(nbest: NBest, names: Sequence[str], stretch: ListStretch, *, fill: bool) -> NBest:
    """A list with its features in the order of others; what one of them lacks is refused, or 0."""
    if nbest.names == tuple(names):
        return nbest
    absent = [name for name in names if name not in nbest.names]
    further = [name for name in nbest.names if name not in names]
    if not fill and (astray := [*absent, *further]):
        raise DataError(f"{stretch}: feature {astray[0]} is not in all lists")
    known = dict(zip(nbest.names, nbest.features.T, strict=True))
    columns = [known.get(name, np.zeros(len(nbest))) for name in (*names, *further)]
    return replace(nbest, names=(*names, *further), features=np.stack(columns, axis=-1))
