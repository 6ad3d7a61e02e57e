"""Where the candidates of segments begin in a file, so that a list can be cut between them.

A file is looked through in pieces of so many bytes, each by itself. What a piece tells (which segments its
lines are of, and where the first two begin) is enough to put them together: the candidates of a segment that
goes on into the next piece belong to the one it began in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from pitchpipe.text.files import read_lines_between, read_text_blocks

#: The number of a segment; ``None`` where a line is a segment by itself, which nobody numbered.
Key = int | None
_BOM = "\ufeff".encode()


@dataclass(frozen=True)
class Layout:
    """How the lines of a file say which segment they are of.

    ``document`` is JSON that is not written in lines: it cannot be cut.
    """

    kind: Literal["bars", "jsonl", "tsv", "document"]
    header: bytes = b""

    @classmethod
    def of(cls, file: str, format: str | None) -> Layout:
        """That of a file, by its first line, unless the format is known."""
        line = _first_line(read_text_blocks(file))
        titles = line.rstrip(b"\r\n").split(b"\t")
        if format == "tsv" or (format is None and b"segment" in titles and b"text" in titles):
            return cls("tsv", line)
        if format == "jsonl" or (format is None and line.lstrip()[:1] in {b"{", b"["}):
            return cls("jsonl" if isinstance(_parsed(line), dict) else "document")
        return cls("bars")

    def key(self, line: bytes) -> Key | Literal["unknown"]:
        """The segment of a line; one that cannot be read is refused later, and begins none."""
        if self.kind == "jsonl":
            found = _parsed(line)
            if not isinstance(found, dict):
                return "unknown"
            number = found.get("segment")
            return number if isinstance(number, int) and not isinstance(number, bool) else None
        if self.kind == "tsv":
            titles, fields = (one.rstrip(b"\r\n").split(b"\t") for one in (self.header, line))
            place = titles.index(b"segment") if b"segment" in titles else 0
            number = fields[place].strip() if len(fields) == len(titles) else b""
        else:
            number = line.partition(b"|||")[0].strip()
        return int(number) if number.isdigit() and len(number) < 20 else "unknown"


def _first_line(blocks: Iterable[bytes]) -> bytes:
    begun = b""
    for block in blocks:
        begun += block
        if b"\n" in block:
            break
    return begun.split(b"\n", 1)[0] + b"\n"


def _parsed(line: bytes) -> object:
    import json

    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


class Begun(NamedTuple):
    """Where the candidates of a segment begin: at which byte, after how many lines of the piece."""

    key: Key
    place: int
    lines: int


@dataclass(frozen=True)
class Piece:
    """What is known of a piece of a file: its lines, the first two segments, the last, and how many."""

    lines: int = 0
    segments: int = 0
    first: Begun | None = None
    second: Begun | None = None
    last: Key = None


def looked_through(file: str, layout: Layout, begin: int, end: int | None) -> Piece:
    """A piece from one byte to another, or a whole file that may be compressed."""
    lines = count = 0
    first = second = None
    last: Key | Literal["none"] = "none"
    for place, line in _lines(file, begin, end):
        lines += 1
        if layout.kind == "tsv" and not begin and lines == 1:
            continue
        key = layout.key(line)
        if key == "unknown" or (key is not None and key == last):
            continue
        count += 1
        if count == 1:
            first = Begun(key, place, lines - 1)
        elif count == 2:
            second = Begun(key, place, lines - 1)
        last = key
    return Piece(lines, count, first, second, None if last == "none" else last)


def _lines(file: str, begin: int, end: int | None) -> Iterator[tuple[int, bytes]]:
    """The lines that begin in a piece, each with the byte where it does."""
    if end is None:
        place, blocks = 0, read_text_blocks(file)
    else:
        place, blocks = _line_start(file, begin), read_lines_between(file, begin, end)
    for line in lines_of(blocks):
        yield place, line
        place += len(line)


def _line_start(file: str, begin: int) -> int:
    """The byte at which the first line begins that does not begin before."""
    with Path(file).open("rb") as stream:
        if not begin:
            return len(_BOM) if stream.read(len(_BOM)) == _BOM else 0
        stream.seek(begin - 1)
        stream.readline()
        return stream.tell()


def lines_of(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines with their ends; only the last may have none."""
    rest: list[bytes] = []
    for block in blocks:
        first, *others = block.split(b"\n")
        rest.append(first)
        if others:
            yield b"".join(rest) + b"\n"
            for line in others[:-1]:
                yield line + b"\n"
            rest = [others[-1]]
    if last := b"".join(rest):
        yield last
