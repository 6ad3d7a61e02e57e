"""Lines of a stretch of a file, batch by batch; messages name their numbers in the whole file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitchpipe.errors import DataError
from pitchpipe.text.files import display_name, read_lines_between, read_text_blocks, split_lines

#: Segments that are read, and scored, together.
BATCH = 4096


@dataclass(frozen=True)
class Lines:
    """The lines that begin between two bytes; up to the end, of a file that may be compressed."""

    file: str
    begin: int = 0
    end: int | None = None

    def batches(self) -> Iterator[tuple[int, list[str]]]:
        """Lines without their ends, and the number of the first within the stretch, from 0."""
        first = place = 0
        for lines in _batched(self._blocks()):
            data = b"\n".join(lines) + b"\n"
            yield first, self._decoded(data, first, place)
            first += len(lines)
            place += len(data)

    def place(self, number: int) -> str:
        """Where a line of the stretch stands, for messages: its file and its number there, from 1."""
        return f"{display_name(self.file)}, line {self._before()[0] + number + 1}"

    def _blocks(self) -> Iterator[bytes]:
        if self.end is None:
            return read_text_blocks(self.file)
        return read_lines_between(self.file, self.begin, self.end)

    def _decoded(self, data: bytes, first: int, place: int) -> list[str]:
        try:
            return split_lines(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            number = first + data.count(b"\n", 0, error.start)
            offset = self._before()[1] + place + error.start
            raise DataError(
                f"{self.place(number)}: invalid UTF-8 at byte offset {offset} (0x{data[error.start]:02x})"
            ) from None

    def _before(self) -> tuple[int, int]:
        """Lines and bytes before the stretch; counted only where a message needs them."""
        lines = size = 0
        for block in read_lines_between(self.file, 0, self.begin) if self.begin else ():
            lines += block.count(b"\n")
            size += len(block)
        return lines, size


def _batched(blocks: Iterator[bytes]) -> Iterator[list[bytes]]:
    waiting: list[bytes] = []
    rest = [b""]
    for block in blocks:
        first, *others = block.split(b"\n")
        rest.append(first)
        if others:
            # Joined once, so that a line of any length takes no more than a few copies.
            waiting.append(b"".join(rest))
            rest = [others.pop()]
            waiting += others
        while len(waiting) >= BATCH:
            yield waiting[:BATCH]
            del waiting[:BATCH]
    if last := b"".join(rest):
        waiting.append(last)
    for first_of in range(0, len(waiting), BATCH):
        yield waiting[first_of : first_of + BATCH]


def line_starts(file: str, every: int) -> tuple[list[int], int]:
    """The bytes at which every so many lines begin, the end of the file behind them, and how many lines.

    The file is not compressed.
    """
    from pathlib import Path

    size = Path(file).stat().st_size
    starts, lines, here = [0], 0, 0
    with Path(file).open("rb") as stream:
        last = b"\n"
        while block := stream.read(1 << 20):
            count = block.count(b"\n")
            if (lines + count) // every > lines // every:
                place = -1
                for number in range(lines + 1, lines + count + 1):
                    place = block.find(b"\n", place + 1)
                    if number % every == 0:
                        starts.append(here + place + 1)
            lines += count
            here += len(block)
            last = block[-1:]
    lines += last != b"\n"
    if starts[-1] != size:
        starts.append(size)
    return starts, lines
