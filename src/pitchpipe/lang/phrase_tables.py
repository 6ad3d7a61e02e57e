"""Pivot phrase tables: what the phrases of a language are in another one.

Dahlmeier, Liu and Ng (2011), section 3: phrases that are often translated alike mean the same. A table is
made from parallel text or from somebody else's table (:mod:`pitchpipe.lang.phrase_sources`). Its file is
mapped into memory and read where it lies; nothing in it is executed.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang import languages
from pitchpipe.lang.analysis import Token
from pitchpipe.text.files import StrPath, display_name, read_bytes, write_bytes

_MAGIC = b"PPPHRASE"
_VERSION = 1
#: Magic, version, length and SHA-256 of what follows.
_HEADER = struct.Struct("<8sIQ32s")
SUFFIX = ".table"
#: All tables of the language that are in the cache folder.
AUTO = "auto"
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


class PivotTable:
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
        except (ValueError, TypeError):
            raise DataError("the phrase table is damaged: its description cannot be read") from None

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


def table_path(language: str, pivot: str) -> Path:
    """Where a table is kept so that it is found without being named."""
    return _folder() / f"{language}-{pivot}{SUFFIX}"


def _folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pitchpipe") / "phrase-tables"


def find_tables(names: str, language: str | None) -> dict[str, PivotTable]:
    """Tables by name: files and codes of pivot languages, separated by ``/``, or ``auto``.

    A file has nothing below it, so that a ``/`` after one begins the next name. A name may end in ``#`` and
    the digest that the table must have; the names returned do.

    Raises
    ------
    MissingError
        If there is no such table; the message says how to make one.
    DataError
        If a table is of another language, or has another digest.
    """
    code = None if language is None else languages.code(language)
    found = {}
    for name in _kept(code) if names == AUTO else _split(names, code):
        bare, _, digest = name.partition("#")
        table = _opened(_path(bare, code) or Path(bare))
        if code is not None and table.description.language != code:
            raise DataError(
                f"{bare} has phrases of {table.description.language}, but the texts are in {code}: "
                "give a table of that language"
            )
        if digest and not table.digest.startswith(digest):
            raise DataError(f"{bare} has the digest {table.digest}, not {digest}: it is another table")
        found[f"{bare}#{table.digest}"] = table
    return found


def _kept(language: str | None) -> list[str]:
    """The pivot languages of the tables in the cache folder."""
    if language is None:
        raise MissingError("phrase tables depend on the language: say which with -l de-en, or name a table")
    kept = sorted(_folder().glob(f"{language}-*{SUFFIX}"))
    if not kept:
        raise MissingError(
            f"there is no phrase table for {languages.name(language)}: make one with "
            f"pitchpipe lang phrase-table TEXT PIVOT_TEXT -l {language} -p CODE"
        )
    return [path.name.removeprefix(f"{language}-").removesuffix(SUFFIX) for path in kept]


def _path(bare: str, language: str | None) -> Path | None:
    """The file of a name without its digest: a path, or the code of a pivot language."""
    if Path(bare).is_file():
        return Path(bare)
    if language is None or not bare.isalpha():
        return None
    kept = table_path(language, bare)
    return kept if kept.is_file() else None


def _split(names: str, language: str | None) -> list[str]:
    found: list[str] = []
    begun: str | None = None
    for piece in names.split("/"):
        begun = piece if begun is None else f"{begun}/{piece}"
        if _path(begun.partition("#")[0], language) is not None:
            found.append(begun)
            begun = None
    if begun is not None:
        raise MissingError(
            f"there is no phrase table {begun}: give a file, or make one with "
            "pitchpipe lang phrase-table TEXT PIVOT_TEXT -l CODE -p CODE"
        )
    return found


def _opened(path: Path) -> PivotTable:
    """A table that is opened once while its file stays as it is."""
    state = path.stat()
    return _open(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=8)
def _open(path: Path, changed: int, size: int) -> PivotTable:
    return PivotTable.open(path)
