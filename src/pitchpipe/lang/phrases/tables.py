"""Pivot phrase tables: what the phrases of a language are in another one.

Dahlmeier, Liu and Ng (2011), section 3: phrases that are often translated alike mean the same. A table is
made from parallel text or from somebody else's table (:mod:`pitchpipe.lang.phrases.sources`). Its file is
mapped into memory and read where it lies; nothing in it is executed.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.lang.annotation.analysis import Token
from pitchpipe.pickling import cached_property
from pitchpipe.text.files import StrPath, display_name, read_bytes, write_bytes
from pitchpipe.wording import counted

_MAGIC = b"PPPHRASE"
_VERSION = 1
#: Magic, version, length and SHA-256 of what follows.
_HEADER = struct.Struct("<8sIQ32s")
_DIGEST = 12


@dataclass(frozen=True)
class TableDescription:
    """How a table was made."""

    #: The language whose phrases it has, and the one they are translated into.
    language: str
    pivot: str
    #: The tokenizer of the phrases, which are in lower case.
    tokenize: str
    #: What analysed the pivot language, and the tagset of its tags.
    tool: str
    tagset: str
    #: Lines of parallel text, or of the table it was read from.
    lines: int
    #: Words in the longest phrases.
    longest: int
    min_count: float
    top: int
    version: str


class TableSizes(NamedTuple):
    """Numbers of different words, phrases, pairs of phrases, and pivot phrases."""

    words: int
    phrases: int
    pairs: int
    pivots: int


@dataclass(frozen=True)
class PivotPhrase:
    """A pivot phrase, how often it was paired with the phrase, and p(pivot phrase | phrase)."""

    tokens: tuple[Token, ...]
    count: float
    probability: float

    def __str__(self) -> str:
        return " ".join(token.form for token in self.tokens)


class Segmentation(NamedTuple):
    """A sentence in phrases, and the logarithm of their probability without its constant."""

    phrases: list[str]
    log_probability: float


class PivotTable(Brief):
    """A table: :meth:`open` one, :meth:`lookup` phrases, :meth:`segment` sentences."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        """From the bytes of a file, header included."""
        if data[: len(_MAGIC)].tobytes() != _MAGIC:
            raise DataError("it is not a phrase table: make one with pitchpipe lang phrase-table")
        if len(data) < _HEADER.size:
            raise DataError("the phrase table is truncated: make it again")
        _, version, length, digest = _HEADER.unpack(data[: _HEADER.size].tobytes())
        if version != _VERSION:
            raise DataError(
                f"it is a phrase table of version {version}, and this program reads version {_VERSION}: "
                "make it again"
            )
        contents = data[_HEADER.size :]
        if len(contents) < length:
            raise DataError(f"the phrase table is truncated: it has {len(contents)} bytes of {length}")
        if len(contents) > length or hashlib.sha256(contents.data).digest() != digest:
            raise DataError("the phrase table is damaged: its digest does not fit; make it again")
        self._data = data
        self.digest = digest.hex()[:_DIGEST]
        self.core = _core.PhraseTable(contents)
        try:
            self.description = TableDescription(**json.loads(self.core.description))
        except (ValueError, TypeError, RecursionError):
            raise DataError("the phrase table is damaged: its description cannot be read") from None

    def _brief(self) -> str:
        told = self.description
        return f"{told.language}-{told.pivot}, from {counted(told.lines, 'lines')}, {self.digest}"

    def __reduce__(self) -> tuple[type[PivotTable], tuple[NDArray[np.uint8]]]:
        """Pickled and copied by content: the file it was mapped from may be elsewhere, or nowhere."""
        return PivotTable, (np.asarray(self._data),)

    @classmethod
    def of(
        cls, pairs: _core.PhrasePairs, description: TableDescription, tokens: Sequence[Token]
    ) -> PivotTable:
        """A table from counted pairs; ``tokens`` are those of the pivot language, by id."""
        columns = zip(*tokens, strict=True) if tokens else ((), (), (), ())
        texts = [_core.Texts(list(column)) for column in columns]
        described = json.dumps(asdict(description), sort_keys=True).encode()
        contents = pairs.to_bytes(described, *texts)
        digest = hashlib.sha256(contents).digest()
        header = _HEADER.pack(_MAGIC, _VERSION, len(contents), digest)
        return cls(np.frombuffer(header + contents, dtype=np.uint8))

    @classmethod
    def open(cls, path: StrPath) -> PivotTable:
        """Maps a file into memory; a compressed one is read.

        Raises
        ------
        DataError
            If there is no such file, or it is no table, of another version, truncated or damaged.
        """
        try:
            with Path(path).open("rb") as stream:
                plain = stream.read(len(_MAGIC)) == _MAGIC
        except OSError:
            # Reading says what is wrong, in our words.
            plain = False
        try:
            if plain:
                return cls(np.memmap(path, dtype=np.uint8, mode="r"))
            return cls(np.frombuffer(read_bytes(path), dtype=np.uint8))
        except DataError as error:
            name = display_name(path)
            message = str(error)
            raise DataError(message if message.startswith(name) else f"{name}: {message}") from None

    def save(self, path: StrPath) -> None:
        """Writes the file, complete or not at all."""
        write_bytes(path, self._data.tobytes())

    @cached_property
    def sizes(self) -> TableSizes:
        """How large it is."""
        return TableSizes(*self.core.sizes)

    @cached_property
    def tokens(self) -> list[Token]:
        """The different tokens of the pivot language, by id."""
        return [Token(*token) for token in self.core.tokens()]

    def words(self, forms: Sequence[str]) -> NDArray[np.uint32]:
        """The ids of words, of whatever case; one that is in no phrase has 2^32 - 1."""
        different = {form: number for number, form in enumerate(dict.fromkeys(forms))}
        ids = self.core.find_words([form.lower() for form in different])
        places = np.fromiter(map(different.__getitem__, forms), dtype=np.int64, count=len(forms))
        return ids[places]

    def lookup(self, phrase: str) -> list[PivotPhrase]:
        """The pivot phrases of a phrase whose words are separated by spaces, the most frequent first."""
        found = self.core.lookup(self.words(phrase.split()))
        total = sum(count for _, count in found)
        return [
            PivotPhrase(tuple(self.tokens[token] for token in tokens), count, count / total)
            for tokens, count in found
        ]

    def segment(self, words: Sequence[str]) -> Segmentation:
        """The most probable phrases of a sentence (equations 1 and 2).

        A word that is no phrase counts 0.5. Of equally probable segmentations the one with the longer last
        phrase is taken, then the one with the longer last but one, and so on.
        """
        lengths, log_probability = self.core.segment(self.words(words))
        ends = np.cumsum(lengths).tolist()
        phrases = [" ".join(words[end - length : end]) for end, length in zip(ends, lengths, strict=True)]
        return Segmentation(phrases, log_probability)

    def ngrams(self, words: Sequence[str], order: int = 3) -> dict[tuple[str, ...], float]:
        """The n-grams of forms that stand for a sentence in the pivot language, with expected counts.

        Words that the table does not have stay as they are.
        """
        names = [token.form for token in self.tokens]
        unseen = np.arange(len(names), len(names) + len(words), dtype=np.uint32)
        names += words
        expected: dict[tuple[str, ...], float] = {}
        for ids, count in self.core.ngrams(self.words(words), unseen, order):
            ngram = tuple(names[i] for i in ids)
            expected[ngram] = expected.get(ngram, 0.0) + count
        return expected
