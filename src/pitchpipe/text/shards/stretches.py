"""Stretches, blocks and parts: how text is cut.

A **stretch** is what is read in one go: a row group of Parquet, 32 MiB of lines, or a whole compressed
file. A **block** is one or more stretches, at least 32 MiB. Both depend on the files alone, and sums are
taken over blocks, in order: results are the same, to the last bit, however many blocks make a **part**.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pitchpipe.errors import ParameterError
from pitchpipe.text.files import display_name

#: Bytes of a stretch of lines, and the least of a block.
SIZE = 1 << 25


@dataclass(frozen=True)
class Stretch:
    """A piece of a file, or of several that are read side by side.

    It begins and ends at bytes, or at row groups; ``None`` is the end of the file.
    """

    files: tuple[str, ...]
    begins: tuple[int, ...]
    ends: tuple[int | None, ...]
    size: int

    @classmethod
    def whole(cls, files: Sequence[str], size: int) -> Stretch:
        """Files from their beginning to their end."""
        return cls(tuple(files), (0,) * len(files), (None,) * len(files), size)

    @property
    def is_whole(self) -> bool:
        """Whether it is all of its files."""
        return self.ends[0] is None

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"files": list(self.files), "begin": list(self.begins), "end": list(self.ends)}

    def __str__(self) -> str:
        """Which it is, for messages."""
        name = display_name(self.files[0])
        return name if self.is_whole else f"{name} from {self.begins[0]} to {self.ends[0]}"


@dataclass(frozen=True)
class Block:
    """Stretches that are summed together."""

    number: int
    stretches: tuple[Stretch, ...]


def blocks_of(stretches: Iterable[Stretch], size: int | None = None) -> list[Block]:
    """Blocks of at least ``size`` bytes each, but the last."""
    least = SIZE if size is None else size
    blocks: list[Block] = []
    begun: list[Stretch] = []
    for stretch in stretches:
        begun.append(stretch)
        if sum(one.size for one in begun) >= least:
            blocks.append(Block(len(blocks), tuple(begun)))
            begun = []
    if begun:
        blocks.append(Block(len(blocks), tuple(begun)))
    return blocks


def parts_of(blocks: Sequence[Block], parts: int | None) -> list[tuple[Block, ...]]:
    """So many parts, as equal as can be; a block each where nobody says, or where there are no more."""
    if parts is not None and (isinstance(parts, bool) or not isinstance(parts, int) or parts < 1):
        raise ParameterError(f"the number of parts must be a whole number from 1, not {parts!r}")
    count = len(blocks) if parts is None else min(parts, len(blocks))
    cuts = [len(blocks) * k // count for k in range(count + 1)] if count else [0]
    return [tuple(blocks[a:b]) for a, b in pairwise(cuts)]


def cut(file: str, bytes_: int, size: int) -> list[Stretch]:
    """Stretches of a file of lines, of so many bytes each."""
    edges = [*range(0, bytes_, size), bytes_] if bytes_ else [0, 0]
    return [Stretch((file,), (a,), (b,), b - a) for a, b in pairwise(edges)]
