"""Synonyms: which words share a meaning.

They come from a WordNet dictionary, a database of the package ``wn``, a MyThes thesaurus or a file of tab
separated words. Nothing is downloaded; what is installed in the usual places is found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitchpipe.brief import Brief
from pitchpipe.caches import cache_folder, is_keeping
from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang.synonyms.compiled import (
    ADJECTIVE,
    ADVERB,
    ANY,
    NOUN,
    VERB,
    SynonymTable,
    compiled,
    key_of,
)
from pitchpipe.lang.synonyms.morphology import base_form
from pitchpipe.lang.synonyms.places import Place, installed, place_of
from pitchpipe.text import languages
from pitchpipe.text.named_files import is_there

#: Parts of speech that dictionaries know. Words of other classes match entries that name none; those
#: of no class (``X``, ``_``, numbers) match every entry.
_PARTS = {"NOUN": NOUN, "PROPN": NOUN, "VERB": VERB, "AUX": VERB, "ADJ": ADJECTIVE, "ADV": ADVERB}
_UNCLASSED = frozenset({"X", "_", "", "NUM", "INTJ"})

#: What an origin looks like: a name, and how the digest of the content begins.
_ORIGIN = re.compile(r"(.+)#([0-9a-f]{8})")
#: Languages with a package of this name in Debian; some others have a country in theirs.
_MYTHES_PACKAGES = {
    "bg", "ca", "cs", "da", "de", "es", "fr", "gl", "hu",
    "is", "it", "lv", "pl", "ro", "ru", "sk", "sv", "uk",
}  # fmt: skip

Synsets: TypeAlias = tuple[NDArray[np.int64], NDArray[np.uint32]]


@dataclass(frozen=True, eq=False, repr=False)
class Synonyms(Brief):
    """Synsets of words.

    ``origin`` names the source and its content, for signatures: the path that was asked for, or what kind
    of source was found installed, then ``#`` and a digest.
    """

    language: str
    origin: str
    table: SynonymTable

    def synsets(self, lemmas: Sequence[str], upos: Sequence[str]) -> Synsets:
        """The synsets of lemmas with universal parts of speech.

        Those of lemma ``i`` are ``ids[offsets[i]:offsets[i + 1]]``, ascending. A word that is in no synset is
        looked up by its base forms of this part of speech, for analyses that leave forms as they are.
        """
        return _gathered(list(zip(lemmas, upos, strict=True)), self._of_lemma)

    def inflected(self, words: Sequence[str]) -> Synsets:
        """The synsets of words as they stand in a text: their own and those of their base forms.

        Parts of speech are not known, so that a base form of any is looked up, as Meteor does.
        """
        return _gathered(words, self._of_form)

    def _of_lemma(self, lemma: tuple[str, str]) -> NDArray[np.uint32]:
        key, upos = key_of(lemma[0]), lemma[1]
        part = _PARTS.get(upos, None if upos in _UNCLASSED else ANY)
        found = self._ids(key, part)
        return found if len(found) else self._of_bases(key, part)

    def _of_form(self, word: str) -> NDArray[np.uint32]:
        key = key_of(word)
        own, of_bases = self._ids(key, None), self._of_bases(key, None)
        return np.union1d(own, of_bases) if len(of_bases) else own

    def _of_bases(self, key: str, part: int | None) -> NDArray[np.uint32]:
        listed = self.table.exceptions.get(key, ())
        bases = [base for of, base in listed if part is None or part == of]
        if not bases and self.language == "en" and part != ANY:
            # A form can lead to words of several parts of speech: the verb "passes" not to "passe".
            base = base_form(key, lambda base: len(self._ids(base, part)) > 0, part)
            bases = [] if base is None else [base]
        found = [self._ids(base, part) for base in bases]
        return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.uint32)

    def _ids(self, key: str, part: int | None) -> NDArray[np.uint32]:
        place = self.table.places.get(key)
        if place is None:
            return np.zeros(0, dtype=np.uint32)
        own = slice(self.table.offsets[place], self.table.offsets[place + 1])
        ids = self.table.ids[own]
        if part is None:
            return ids
        parts = self.table.parts[own]
        chosen: NDArray[np.uint32] = ids[(parts == part) | (parts == ANY)]
        return chosen


def _gathered(keys: Sequence[object], find: Callable[..., NDArray[np.uint32]]) -> Synsets:
    """The synsets of every key, each different one looked up once."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    found = [find(key) for key in numbers]
    lengths = np.fromiter(map(len, found), np.int64, len(found))
    starts = np.cumsum(lengths) - lengths
    which = np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))
    offsets = np.concatenate([[0], np.cumsum(lengths[which])]).astype(np.int64)
    within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths[which])
    ids = np.concatenate([*found, np.zeros(0, dtype=np.uint32)])
    return offsets, ids[np.repeat(starts[which], lengths[which]) + within].astype(np.uint32)


def find_synonyms(name_or_path: str | None, language: str, *, metric: str | None = None) -> Synonyms | None:
    """The synonyms of a language: those of a folder or file, or with ``None`` the installed ones.

    ``"none"`` stands for no synonyms, and an ``origin`` for those that had it: its path must still have the
    same content; where there is no such path, it is looked for among what is installed. What takes time to
    read is kept in the user's cache folder, unless within :func:`pitchpipe.caches.uncached`. ``metric`` is
    the one that asks, for messages.

    Raises
    ------
    MissingError
        If nothing is installed for the language, or not what is asked for.
    DataError
        If a file is not what it should be, or has another digest.
    """
    if name_or_path == "none":
        return None
    code = language if language == "und" else languages.code(language)
    option = "synonyms" if metric is None else f"{metric}:synonyms"
    if name_or_path is not None:
        return _chosen(name_or_path, code, option)
    found = next(_installed(code), None)
    if found is None:
        raise MissingError(_remedy(code, option))
    return found


def _chosen(name: str, language: str, option: str) -> Synonyms:
    origin = None if is_there(Path(name)) else _ORIGIN.fullmatch(name)
    if origin is None:
        return _loaded(place_of(Path(name)), name, language, is_keeping())
    path, digest = origin.groups()
    if is_there(Path(path)):
        found = _loaded(place_of(Path(path)), path, language, is_keeping())
        if found.origin != name:
            raise DataError(
                f"{path} has the digest {found.origin.rpartition('#')[2]}, not {digest}: "
                "these are other synonyms"
            )
        return found
    for found in _installed(language):
        if found.origin.endswith(f"#{digest}"):
            return found
    raise MissingError(f"the synonyms {name} are not here: give their file or folder with {option}=FILE")


def _installed(language: str) -> Iterator[Synonyms]:
    """What is installed for a language, the preferred one first."""
    return (_loaded(place, None, language, is_keeping()) for place in installed(language))


@lru_cache(maxsize=8)
def _loaded(place: Place, name: str | None, language: str, keep: bool) -> Synonyms:
    source = place.read(language)
    table = compiled(source, cache_folder("synonyms") if keep else None)
    return Synonyms(language, f"{name or source.kind}#{source.digest[:8]}", table)


def _remedy(code: str, option: str) -> str:
    name = languages.name(code)
    debian = f" (Debian: apt install mythes-{code})" if code in _MYTHES_PACKAGES else ""
    usual = f"a thesaurus of LibreOffice{debian} or a wordnet of the package wn"
    if code == "en":
        usual = "WordNet (Debian: apt install wordnet-base; NLTK: python -m nltk.downloader wordnet)"
    return (
        f"there are no synonyms of {name}: install {usual}, give a file with {option}=FILE, "
        f"or do without, {option}=none"
    )
