"""Synonyms in a plain file: the words of a line, separated by tabs, are synonyms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.lang.synonyms.compiled import ANY
from pitchpipe.text.files import StrPath, display_name, read_lines


@dataclass(frozen=True, repr=False)
class TsvSynonyms(Brief):
    """The lines of a file."""

    lines: list[str]

    @property
    def kind(self) -> str:
        return "tsv"

    @property
    def digest(self) -> str:
        text = "\n".join(self.lines).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(b"tsv\n" + text, digest_size=16).hexdigest()

    def entries(self) -> Iterator[tuple[str, int, int]]:
        for synset, line in enumerate(self.lines):
            for word in line.split("\t"):
                yield word, ANY, synset

    def exceptions(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        return iter(())


def read_tsv_synonyms(path: StrPath) -> TsvSynonyms:
    """Reads a file of synonyms.

    Raises
    ------
    DataError
        If it cannot be read, or no line has two words separated by a tab.
    """
    lines = read_lines(path)
    if not any("\t" in line for line in lines):
        raise DataError(
            f"{display_name(path)} has no synonyms: give those of a meaning on one line, separated by tabs"
        )
    return TsvSynonyms(lines)
