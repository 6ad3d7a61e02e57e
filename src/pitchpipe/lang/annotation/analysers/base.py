"""The contract of analysers and lemmatisers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol

Lines = Sequence[Sequence[str]]


class Tags(NamedTuple):
    """One of each for every token, lines one after the other."""

    lemmas: list[str]
    upos: list[str]
    xpos: list[str]


class Analyser(Protocol):
    """A tool for one language. What it loads, it loads when it is first asked."""

    @property
    def tool(self) -> str:
        """Name and version, for signatures and caches."""
        ...  # pragma: no cover

    @property
    def tagset(self) -> str:
        """The tagset of ``xpos``."""
        ...  # pragma: no cover

    def analyse(self, lines: Lines) -> Tags:
        """Lemmas and tags of the tokens of lines; a line does not depend on the others."""
        ...  # pragma: no cover


class Lemmatiser(Protocol):
    """Lemmas for words whose parts of speech are known already."""

    @property
    def tool(self) -> str:
        """Name and version, for signatures and caches."""
        ...  # pragma: no cover

    def lemmas(self, words: Sequence[str], upos: Sequence[str]) -> list[str]:
        """The lemmas of a sentence."""
        ...  # pragma: no cover


def package_version(package: str) -> str:
    """``package-1.2``, or its name alone where the version is unknown."""
    try:
        return f"{package.lower()}-{version(package)}"
    except PackageNotFoundError:
        return package.lower()


def folder_version(folder: Path) -> str:
    """The name of a folder and a digest of what is in it."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode("utf-8", "surrogatepass"))
        digest.update(path.read_bytes())
    return f"{folder.resolve().name}#{digest.hexdigest()[:8]}"


def installed(module: str) -> bool:
    """Whether a module could be imported, without importing it."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def distributed(package: str) -> bool:
    """Whether a package was installed; a folder here of the same name is a module, but no package."""
    try:
        return bool(package) and version(package) is not None
    except (PackageNotFoundError, ValueError):
        return False


@lru_cache(1 << 16)
def is_punctuation(word: str) -> bool:
    """Whether a word has neither letters nor digits."""
    return not any(c.isalnum() for c in word)
