"""WordNet's dictionary files (wndb(5WN)): ``index.*`` and ``*.exc``, in a folder or a ZIP archive.

The index has a line for every lemma: ``lemma pos synset_cnt p_cnt [symbols] sense_cnt tagsense_cnt
offset...``. Offsets are those of one part of speech, so that synsets are numbered anew here. Lines of the
licence at the top begin with two blanks. Exception lists have an inflected form and its base forms.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.lang.synonyms.compiled import ADJECTIVE, ADVERB, NOUN, VERB
from pitchpipe.text.files import StrPath, read_bytes

PARTS = {"noun": NOUN, "verb": VERB, "adj": ADJECTIVE, "adv": ADVERB}
_VERSION = re.compile(rb"WordNet (\d+\.\d+)")


@dataclass(frozen=True, repr=False)
class WordNet(Brief):
    """The files of a dictionary folder, by name."""

    name: str
    files: dict[str, bytes]

    @property
    def kind(self) -> str:
        found = next((m for data in self.files.values() if (m := _VERSION.search(data[:4096]))), None)
        return "wordnet" if found is None else f"wordnet-{found[1].decode()}"

    @property
    def digest(self) -> str:
        digest = hashlib.blake2b(digest_size=16)
        for file, data in sorted(self.files.items()):
            digest.update(f"{file} {len(data)}\n".encode())
            digest.update(data)
        return digest.hexdigest()

    def entries(self) -> Iterator[tuple[str, int, int]]:
        numbers: dict[tuple[int, str], int] = {}
        for part_name, part in PARTS.items():
            for number, line in self._lines(f"index.{part_name}"):
                fields = line.split()
                lemma, offsets = fields[0], self._offsets(fields, f"index.{part_name}", number)
                for offset in offsets:
                    yield lemma, part, numbers.setdefault((part, offset), len(numbers))

    def exceptions(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        for part_name, part in PARTS.items():
            for number, line in self._lines(f"{part_name}.exc"):
                form, *bases = line.split()
                if not bases:
                    raise DataError(f"{self.name}/{part_name}.exc, line {number}: has no base form")
                yield form, part, tuple(bases)

    def is_bare(self, file: str) -> bool:
        """Whether a file has no entries, nothing but blanks or the licence."""
        return next(self._lines(file), None) is None

    def _lines(self, file: str) -> Iterator[tuple[int, str]]:
        text = self.files.get(file, b"").decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() and not line.startswith("  "):
                yield number, line

    def _offsets(self, fields: list[str], file: str, number: int) -> list[str]:
        try:
            synsets, symbols = int(fields[2]), int(fields[3])
            offsets = fields[6 + symbols :]
        except (IndexError, ValueError):
            offsets, synsets = [], -1
        if len(offsets) != synsets or not all(offset.isdigit() for offset in offsets):
            raise DataError(f"{self.name}/{file}, line {number}: is no line of a WordNet index")
        return offsets


def is_wordnet(path: Path) -> bool:
    """Whether a folder or archive holds WordNet's files."""
    try:
        if path.is_dir():
            return any((path / f"index.{part}").is_file() for part in PARTS)
        return path.suffix == ".zip" and path.is_file()
    except OSError:
        return False  # within a folder that is closed to us, such as somebody else's home


def read_wordnet(path: StrPath) -> WordNet:
    """Reads a dictionary folder, or an archive of one as NLTK keeps it.

    Exception lists may be missing. ``data.*`` are not read, but where they are missing, a copy went wrong.

    Raises
    ------
    DataError
        If files cannot be read, or an index or ``data`` file is missing or empty, or an index has no entries.
    """
    path = Path(path)
    wanted = [*(f"index.{part}" for part in PARTS), *(f"{part}.exc" for part in PARTS)]
    read = _from_folder if path.is_dir() else _from_archive
    sizes, files = read(path, wanted)
    _check_whole(path, sizes)
    found = WordNet(str(path), files)
    bare = [file for file in wanted[: len(PARTS)] if found.is_bare(file)]
    if bare:
        states = ", ".join(f"{file} has no entries" for file in bare)
        raise DataError(f"{path} is not a whole WordNet: {states}; install it again")
    return found


def _check_whole(path: Path, sizes: dict[str, int]) -> None:
    """Refuses what lacks a part of speech: words would lose their synonyms without a sign of it."""
    needed = [f"{kind}.{part}" for kind in ("index", "data") for part in PARTS]
    if not any(file in sizes for file in needed):
        raise DataError(f"{path} has no WordNet files: index.noun, index.verb, ...")
    lacking = [file for file in needed if not sizes.get(file)]
    if lacking:
        states = (f"{file} is {'empty' if file in sizes else 'missing'}" for file in lacking)
        raise DataError(f"{path} is not a whole WordNet: {', '.join(states)}; install it again")


def _from_folder(path: Path, wanted: list[str]) -> tuple[dict[str, int], dict[str, bytes]]:
    """The sizes of all files by name, and the content of those that are wanted."""
    try:
        sizes = {file.name: file.stat().st_size for file in path.iterdir() if file.is_file()}
    except OSError as error:
        raise DataError(f"{path} cannot be read ({error.strerror})") from None
    return sizes, {file: read_bytes(path / file) for file in wanted if file in sizes}


def _from_archive(path: Path, wanted: list[str]) -> tuple[dict[str, int], dict[str, bytes]]:
    """As :func:`_from_folder`, whatever folder the files are in."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = {Path(member.filename).name: member for member in archive.infolist()}
            sizes = {file: member.file_size for file, member in members.items()}
            return sizes, {file: archive.read(members[file]) for file in wanted if file in members}
    # A RuntimeError is an encrypted file or an unknown compression, the last two a damaged file.
    except (OSError, zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
        raise DataError(f"{path} cannot be read as an archive of WordNet ({error})") from None
