"""Analyses kept in a folder, by the content of what was analysed.

Text is cut into pieces where its own content says so, so that the pieces of a system's output are the
same whichever systems are analysed beside it. A file that is damaged, or that no longer fits, is made
again; one that cannot be written only costs time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pitchpipe import _core
from pitchpipe.errors import DataError
from pitchpipe.lang.annotation.analysis import Analysed, Coded, Token
from pitchpipe.lang.annotation.annotating import TextAnnotator
from pitchpipe.text.files import read_bytes, write_bytes

#: A piece ends after a line whose hash is divisible by this, or when it is four times as long.
_USUAL = 256
_LONGEST = 4 * _USUAL


def pieces(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Lines in pieces of some hundreds, cut where the content says so."""
    for begin, end in _borders([_hash(line) for line in lines]):
        yield lines[begin:end]


def _borders(hashes: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    start = 0
    for i, digest in enumerate(hashes, 1):
        if i - start == _LONGEST or int.from_bytes(digest[:4], "little") % _USUAL == 0:
            yield start, i
            start = i
    if start < len(hashes):
        yield start, len(hashes)


def _hash(line: str) -> bytes:
    return hashlib.blake2b(line.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True)
class CachingAnnotator:
    """An annotator that keeps what it has analysed."""

    annotator: TextAnnotator
    folder: Path

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        if not lines:
            return self.annotator.annotate(lines, side=side)
        origin = f"{_core.__version__}\n{self.annotator.origin}\n".encode()
        hashes = [_hash(line) for line in lines]
        return Analysed.concat(
            [
                self._piece(origin, lines[begin:end], hashes[begin:end], side)
                for begin, end in _borders(hashes)
            ]
        )

    def _piece(self, origin: bytes, lines: Sequence[str], hashes: Sequence[bytes], side: str) -> Analysed:
        key = hashlib.blake2b(origin + b"".join(hashes), digest_size=16)
        path = self.folder / f"{key.hexdigest()}.json.gz"
        kept = _read(path)
        if kept is not None and len(kept) == len(lines):
            return kept
        made = self.annotator.annotate(lines, side=side)
        _write(path, made)
        return made


def _read(path: Path) -> Analysed | None:
    try:
        # Asking for a file in a folder that is closed to us may fail as well.
        if not path.is_file():
            return None
        kept = json.loads(read_bytes(path))
        tokens = [Token(*map(str, token)) for token in kept["tokens"]]
        coded = Coded(tokens, np.array(kept["ids"], dtype=np.uint32))
        offsets = np.array(kept["offsets"], dtype=np.int64)
        return Analysed.of_coded(offsets, coded, tool=str(kept["tool"]), tagset=str(kept["tagset"]))
    except (DataError, OSError, ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError):
        return None


def _write(path: Path, made: Analysed) -> None:
    kept = {
        "tool": made.tool,
        "tagset": made.tagset,
        "offsets": made.offsets.tolist(),
        "tokens": made.coded.tokens,
        "ids": made.coded.ids.tolist(),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, json.dumps(kept).encode())
    except (OSError, DataError):
        # A cache that cannot be written only costs time.
        pass
