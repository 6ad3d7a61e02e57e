"""The contract of analysers and lemmatisers."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
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


def installed(module: str) -> bool:
    """Whether a module could be imported, without importing it."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def is_punctuation(word: str) -> bool:
    """Whether a word has neither letters nor digits."""
    return not any(c.isalnum() for c in word)
