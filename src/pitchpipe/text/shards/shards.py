"""Corpora in files: tables of any size, and plain texts side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise, zip_longest
from typing import Any, Protocol

from pitchpipe.brief import Brief
from pitchpipe.engines.engine import Engine, nobody
from pitchpipe.errors import DataError
from pitchpipe.text.columns import require_equal_lengths
from pitchpipe.text.files import display_name
from pitchpipe.text.plain import document_columns
from pitchpipe.text.shards import parquet, stretches, tables
from pitchpipe.text.shards.finding import files_of, kind_of, size_of
from pitchpipe.text.shards.lines import Lines, line_starts
from pitchpipe.text.shards.named_columns import NamedColumns
from pitchpipe.text.shards.stretches import Stretch, cut
from pitchpipe.text.testset import TestSet
from pitchpipe.wording import counted

#: Lines of a stretch of files that are read side by side.
LINES = 1 << 16


@dataclass(frozen=True)
class Cleaning:
    """What is done to every text, and which text says that a reference is missing."""

    missing_token: str | None = None
    unescape: bool = False
    normalise: str | None = None

    def test_set(self, fields: Mapping[str, Any]) -> TestSet:
        """A batch, cleaned."""
        token = self.missing_token
        references = fields["references"]
        if token is not None:
            references = {
                name: [None if text == token else text for text in texts]
                for name, texts in references.items()
            }
        made = TestSet(**{**fields, "references": references})
        return made.cleaned(unescape=self.unescape, normalise=self.normalise)


class Shards(Protocol):
    """A corpus in files. It travels to workers, which read from it."""

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems whose outputs there are."""
        ...  # pragma: no cover

    @property
    def files(self) -> tuple[str, ...]:
        """All files."""
        ...  # pragma: no cover

    def stretches(self, engine: Engine) -> list[Stretch]:
        """The pieces that are read in one go; the same for every engine."""
        ...  # pragma: no cover

    def batches(self, stretch: Stretch) -> Iterator[TestSet]:
        """The segments of a piece, a few thousand at a time."""
        ...  # pragma: no cover


@dataclass(frozen=True, repr=False)
class TableShards(Brief):
    """Tables whose columns hold texts: Parquet, JSON lines, TSV."""

    files: tuple[str, ...]
    columns: NamedColumns
    cleaning: Cleaning = field(default_factory=Cleaning)

    @classmethod
    def find(
        cls, names: Sequence[str], columns: str | Mapping[str, str] | None, cleaning: Cleaning | None = None
    ) -> TableShards:
        """The files that are meant; without ``columns``, those that the first file names as we do."""
        files = tuple(files_of(names))
        if any(kind_of(file) == "parquet" for file in files):
            parquet.require_parquet()
        if columns is None:
            chosen = NamedColumns.told_by(_titles(files[0]), display_name(files[0]))
        elif isinstance(columns, str):
            chosen = NamedColumns.parse(columns)
        else:
            chosen = NamedColumns.of(columns.items())
        if not chosen.systems:
            raise DataError("no column holds outputs: say which, hypothesis=NAME")
        return cls(files, chosen, cleaning or Cleaning())

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.columns.systems)

    def stretches(self, engine: Engine) -> list[Stretch]:
        return [
            one
            for found in engine.run(partial(_stretches, size=stretches.SIZE), self.files, nobody)
            for one in found
        ]

    def batches(self, stretch: Stretch) -> Iterator[TestSet]:
        read = {"parquet": parquet.batches, "tsv": tables.tsv_batches, "jsonl": tables.jsonl_batches}
        for values in read[kind_of(stretch.files[0])](stretch, self.columns):
            try:
                batch = self.cleaning.test_set(self.columns.fields(values))
            except DataError as error:
                raise DataError(f"{stretch}: {error}") from None
            yield batch


def _titles(file: str) -> list[str]:
    read = {"parquet": parquet.titles, "tsv": tables.tsv_titles, "jsonl": tables.jsonl_titles}
    return read[kind_of(file)](file)


def _stretches(file: str, size: int) -> list[Stretch]:
    bytes_, is_whole = size_of(file)
    if kind_of(file) == "parquet":
        try:
            return parquet.row_groups(file)
        except DataError:
            # It is refused, or skipped, by whoever reads it.
            is_whole = True
    return [Stretch.whole((file,), bytes_)] if is_whole else cut(file, bytes_, size)


@dataclass(frozen=True, repr=False)
class LineShards(Brief):
    """Plain files with one segment per line, side by side: the n-th of each go together."""

    system_files: Mapping[str, tuple[str, ...]]
    reference_files: Mapping[str, tuple[str, ...]]
    source_files: tuple[str, ...] | None = None
    cleaning: Cleaning = field(default_factory=Cleaning)
    #: The domain and the document of each segment, or the document alone.
    document_files: tuple[str, ...] | None = None

    @classmethod
    def find(
        cls,
        systems: Mapping[str, str],
        references: Mapping[str, str],
        source: str | None = None,
        cleaning: Cleaning | None = None,
        documents: str | None = None,
    ) -> LineShards:
        """The files that names, patterns or folders mean; of each there must be as many."""
        found = cls(
            {name: tuple(files_of([pattern])) for name, pattern in systems.items()},
            {name: tuple(files_of([pattern])) for name, pattern in references.items()},
            None if source is None else tuple(files_of([source])),
            cleaning or Cleaning(),
            None if documents is None else tuple(files_of([documents])),
        )
        sides = [*found.system_files.values(), *found.reference_files.values()]
        sides += [found.source_files, found.document_files]  # type: ignore[list-item]
        patterns = [*systems.values(), *references.values(), source, documents]
        there = [(str(name), len(one)) for name, one in zip(patterns, sides, strict=True) if one is not None]
        for name, count in there:
            if count != there[0][1]:
                raise DataError(
                    f"{there[0][0]} means {counted(there[0][1], 'files')}, {name} means "
                    f"{counted(count, 'files')}: there must be as many, in the same order"
                )
        return found

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.system_files)

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(file for beside in self._together() for file in beside)

    def _together(self) -> list[tuple[str, ...]]:
        """Files that are read side by side: of systems, of references, of the source, of documents."""
        sides = [*self.system_files.values(), *self.reference_files.values()]
        sides += [one for one in (self.source_files, self.document_files) if one is not None]
        return list(zip(*sides, strict=True))

    def stretches(self, engine: Engine) -> list[Stretch]:
        files = list(dict.fromkeys(self.files))
        starts = dict(zip(files, engine.run(partial(_starts, every=LINES), files, nobody), strict=True))
        return [one for beside in self._together() for one in _beside(beside, [starts[f] for f in beside])]

    def batches(self, stretch: Stretch) -> Iterator[TestSet]:
        sides = [
            Lines(file, begin, end)
            for file, begin, end in zip(stretch.files, stretch.begins, stretch.ends, strict=True)
        ]
        for batches in zip_longest(*(side.batches() for side in sides)):
            if len({len(one[1]) if one else 0 for one in batches}) > 1:
                lengths = [sum(len(lines) for _, lines in side.batches()) for side in sides]
                names = [display_name(file) for file in stretch.files]
                require_equal_lengths(list(zip(names, lengths, strict=True)), "line")
            columns = iter([lines for _, lines in batches])
            fields: dict[str, Any] = {
                "systems": {name: next(columns) for name in self.system_files},
                "references": {name: next(columns) for name in self.reference_files},
                "source": None if self.source_files is None else next(columns),
            }
            if self.document_files is not None:
                place = partial(_place, sides[-1], batches[-1][0])
                fields["domains"], fields["documents"] = document_columns(next(columns), place)
            yield self.cleaning.test_set(fields)


def _place(lines: Lines, first: int, number: int) -> str:
    """Where a line of a batch stands, for messages."""
    return lines.place(first + number)


#: Where lines begin, and how many there are; nothing of a file that can only be read from its beginning.
_Starts = tuple[list[int], int] | None


def _starts(file: str, every: int) -> _Starts:
    _, is_whole = size_of(file)
    return None if is_whole else line_starts(file, every)


def _beside(files: Sequence[str], starts: Sequence[_Starts]) -> list[Stretch]:
    """Stretches of files that are read side by side; one for all where lengths differ, which is refused."""
    size = sum(size_of(file)[0] for file in files)
    known = [one for one in starts if one is not None]
    if len(known) < len(files) or len({lines for _, lines in known}) > 1:
        return [Stretch.whole(files, size)]
    edges = list(zip(*(one for one, _ in known), strict=True))
    if len(edges) < 2:
        return [Stretch.whole(files, size)]
    return [
        Stretch(tuple(files), begins, ends, sum(b - a for a, b in zip(begins, ends, strict=True)))
        for begins, ends in pairwise(edges)
    ]
