"""Synonyms in compact form: read once from whatever holds them, then kept in a cache.

A cached file holds arrays only. One that is damaged is made again; one that cannot be written only costs
time.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.pickling import cached_property
from pitchpipe.text.files import read_bytes, write_bytes

#: Parts of speech that entries may have; 0 where a source does not say.
ANY, NOUN, VERB, ADJECTIVE, ADVERB = range(5)
#: What cached files depend on beside their source; raised when readers or the format change.
_FORMAT = 2


class SynonymSource(Protocol):
    """Where synonyms come from."""

    @property
    def kind(self) -> str:
        """What it is, for signatures: ``wordnet-3.0``."""
        ...  # pragma: no cover

    @property
    def digest(self) -> str:
        """A digest of its content."""
        ...  # pragma: no cover

    def entries(self) -> Iterator[tuple[str, int, int]]:
        """Words, each with its part of speech and the number of a synset it belongs to."""
        ...  # pragma: no cover

    def exceptions(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        """Inflected forms that no rule covers, each with its part of speech and its base forms."""
        ...  # pragma: no cover


def key_of(word: str) -> str:
    """A word as tables have it: in lower case, with ``_`` between the words of an expression."""
    return "_".join(word.lower().split())


@dataclass(frozen=True, eq=False, repr=False)
class SynonymTable(Brief):
    """Word ``words[i]`` belongs to the synsets ``ids[offsets[i]:offsets[i + 1]]``, in ascending order.

    ``exceptions`` has the base forms of inflected forms, each after its part of speech.
    """

    words: list[str]
    offsets: NDArray[np.int64]
    ids: NDArray[np.uint32]
    parts: NDArray[np.uint8]
    exceptions: Mapping[str, tuple[tuple[int, str], ...]]

    @classmethod
    def of(cls, source: SynonymSource) -> SynonymTable:
        """Reads a source."""
        rows = sorted({(key_of(word), synset, part) for word, part, synset in source.entries()})
        rows = [row for row in rows if row[0]]
        words: list[str] = []
        starts: list[int] = []
        for i, (word, _, _) in enumerate(rows):
            if not words or words[-1] != word:
                words.append(word)
                starts.append(i)
        return cls(
            words,
            np.array([*starts, len(rows)], dtype=np.int64),
            np.array([synset for _, synset, _ in rows], dtype=np.uint32),
            np.array([part for _, _, part in rows], dtype=np.uint8),
            _merged(source.exceptions()),
        )

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of every word."""
        return dict(zip(self.words, range(len(self.words)), strict=True))

    def to_bytes(self) -> bytes:
        """The arrays of a cached file."""
        packed = io.BytesIO()
        forms = (
            " ".join((form, *(f"{part}{base}" for part, base in bases)))
            for form, bases in self.exceptions.items()
        )
        np.savez(
            packed,
            format=np.array(_FORMAT),
            words=_text(self.words),
            exceptions=_text(forms),
            offsets=self.offsets,
            ids=self.ids,
            parts=self.parts,
        )
        return packed.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> SynonymTable:
        """What :meth:`to_bytes` wrote; ``ValueError`` or ``KeyError`` if it is damaged or in an old form."""
        with np.load(io.BytesIO(data), allow_pickle=False) as packed:
            if int(packed["format"]) != _FORMAT:
                raise ValueError("in an old form")
            words = _lines(packed["words"])
            forms = [line.split(" ") for line in _lines(packed["exceptions"])]
            made = cls(
                words,
                packed["offsets"],
                packed["ids"],
                packed["parts"],
                {form: tuple((int(base[:1]), base[1:]) for base in bases) for form, *bases in forms},
            )
        if not len(made.words) + 1 == len(made.offsets) or not len(made.ids) == len(made.parts):
            raise ValueError("columns of unequal length")
        return made


def _merged(
    exceptions: Iterable[tuple[str, int, tuple[str, ...]]],
) -> dict[str, tuple[tuple[int, str], ...]]:
    """The base forms of every form, each after its part of speech."""
    merged: dict[str, tuple[tuple[int, str], ...]] = {}
    for form, part, bases in exceptions:
        known = merged.get(form, ())
        merged[form] = (*known, *((part, base) for base in bases if (part, base) not in known))
    return merged


def _text(lines: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _lines(array: NDArray[np.uint8]) -> list[str]:
    text = array.tobytes().decode("utf-8", "surrogatepass")
    return text.split("\n") if text else []


def compiled(source: SynonymSource, folder: Path | None) -> SynonymTable:
    """The table of a source, kept in a folder unless that is ``None``."""
    if folder is None:
        return SynonymTable.of(source)
    path = folder / f"{source.digest}-{_FORMAT}.npz"
    kept = _kept(path)
    if kept is not None:
        return kept
    made = SynonymTable.of(source)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_bytes(path, made.to_bytes())
    except (OSError, DataError):
        # A cache that cannot be written only costs time.
        pass
    return made


def _kept(path: Path) -> SynonymTable | None:
    try:
        # Asking for a file in a folder that is closed to us may fail as well.
        return SynonymTable.from_bytes(read_bytes(path)) if path.is_file() else None
    except (DataError, OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
