"""Where synonyms are: what a path holds, and what is installed in the usual places."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang.synonyms.compiled import SynonymSource
from pitchpipe.lang.synonyms.mythes import read_mythes
from pitchpipe.lang.synonyms.tsv import read_tsv_synonyms
from pitchpipe.lang.synonyms.wn_database import read_wn
from pitchpipe.lang.synonyms.wordnet import is_wordnet, read_wordnet
from pitchpipe.text import languages
from pitchpipe.text.named_files import is_there

_WORDNET_FOLDERS = ("/usr/share/wordnet", "/usr/local/share/wordnet", "/usr/local/WordNet-3.0/dict")
_MYTHES_FOLDERS = ("/usr/share/mythes", "/usr/share/myspell/dicts", "/opt/libreoffice/share/extensions")


@dataclass(frozen=True)
class Place:
    """A folder or file of synonyms; ``stamp`` changes when it is written anew."""

    path: Path
    stamp: tuple[int, int]

    def read(self, language: str) -> SynonymSource:
        """What it holds, recognised by its content and name."""
        if is_wordnet(self.path):
            return read_wordnet(self.path)
        if self.path.suffix == ".db":
            found = read_wn(self.path, language)
            if found is None:
                raise MissingError(f"{self.path} has no wordnet of {languages.name(language)}")
            return found
        if self.path.suffix == ".dat":
            return read_mythes(self.path)
        return read_tsv_synonyms(self.path)


def place_of(path: Path) -> Place:
    """A path that somebody gave.

    Raises
    ------
    DataError
        If there is nothing, or a folder of something else.
    """
    path = path.with_suffix(".dat") if path.suffix == ".idx" else path
    if not is_there(path):
        raise DataError(f"{path}: no such file or folder of synonyms")
    if path.is_dir() and not is_wordnet(path):
        raise DataError(
            f"{path} has no WordNet files (index.noun, ...): give their folder, or a thesaurus file"
        )
    file = next(path.glob("index.*"), path) if path.is_dir() else path
    state = file.stat()
    return Place(path, (state.st_mtime_ns, state.st_size))


def installed(language: str) -> Iterator[Place]:
    """What is installed for a language, the preferred one first."""
    if language == "en":
        yield from map(place_of, filter(is_wordnet, _wordnet_places()))
    database = Path(os.environ.get("WN_DATA", Path.home() / ".wn_data")) / "wn.db"
    if is_there(database) and read_wn(database, language) is not None:
        yield place_of(database)
    for folder in map(Path, _MYTHES_FOLDERS):
        yield from map(place_of, sorted(folder.glob(f"th_{language}_*.dat")))


def _wordnet_places() -> Iterator[Path]:
    """Folders of WordNet itself, then those of NLTK's data, which may be packed."""
    for variable, inside in (("WNSEARCHDIR", "."), ("WNHOME", "dict")):
        if os.environ.get(variable):
            yield Path(os.environ[variable]) / inside
    yield from map(Path, _WORDNET_FOLDERS)
    for folder in _nltk_folders():
        yield folder / "corpora" / "wordnet"
        yield folder / "corpora" / "wordnet.zip"


def _nltk_folders() -> Iterator[Path]:
    yield from (Path(folder) for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep) if folder)
    own = (Path.home(), *(Path(sys.prefix) / inside for inside in (".", "share", "lib")))
    for root in (*own, *map(Path, ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib"))):
        yield root / "nltk_data"
