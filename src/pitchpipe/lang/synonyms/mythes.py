"""Thesauri of OpenOffice and LibreOffice: MyThes, ``th_de_DE_v2.dat``.

The first line names the encoding. Then every entry has a line ``word|meanings`` and a line for each
meaning, ``(pos)|synonym|synonym (note)``. Terms that are no synonyms, but broader, similar or opposite, say
so in a note and are left out; other notes are removed. A meaning is a synset of the entry's word and all
its synonyms, so that each of them is a synonym of each other, whichever has an entry of its own.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.lang.synonyms.compiled import ADJECTIVE, ADVERB, ANY, NOUN, VERB, key_of
from pitchpipe.text.files import StrPath, display_name, read_bytes
from pitchpipe.wording import quoted

_COUNT = re.compile(r"[0-9]{1,9}")
_NOTE = re.compile(r"\(([^()]*)\)")
#: Notes of what is related but no synonym.
_RELATED = frozenset(
    {"oberbegriff", "unterbegriff", "generic term", "similar term", "related term", "antonym", "antonyms"}
)
_PARTS = {
    "noun": NOUN, "verb": VERB, "adj": ADJECTIVE, "adv": ADVERB,
    "podst. jm.": NOUN, "sloveso": VERB, "příd. jm.": ADJECTIVE, "přísl.": ADVERB,
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class MyThes(Brief):
    """A thesaurus: its name, and its lines after the first."""

    name: str
    digest: str
    lines: list[str]

    @property
    def kind(self) -> str:
        return "mythes"

    def entries(self) -> Iterator[tuple[str, int, int]]:
        numbers: dict[tuple[int, frozenset[str]], int] = {}
        for number, word, meaning in self._meanings():
            part_name, *synonyms = meaning.split("|")
            if not synonyms:
                raise DataError(f"{self.name}, line {number}: a meaning of {quoted(word)} has no synonyms")
            part = _PARTS.get(part_name.strip("() ").lower(), ANY)
            members = frozenset({key_of(word), *(_member(synonym) for synonym in synonyms)} - {""})
            synset = numbers.setdefault((part, members), len(numbers))
            for member in members:
                yield member, part, synset

    def exceptions(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        return iter(())

    def _meanings(self) -> Iterator[tuple[int, str, str]]:
        """Every meaning with its line number and its word."""
        at = 0
        while at < len(self.lines):
            word, bar, count = self.lines[at].rpartition("|")
            if not bar or not _COUNT.fullmatch(count.strip()):
                raise DataError(
                    f"{self.name}, line {at + 2}: should be a word and how many meanings it has, word|2"
                )
            end = at + 1 + int(count)
            if end > len(self.lines):
                raise DataError(
                    f"{self.name}, line {at + 2}: the file ends within the meanings of {quoted(word)}"
                )
            for line in range(at + 1, end):
                yield line + 2, word, self.lines[line]
            at = end


def _member(synonym: str) -> str:
    """A synonym without its notes; nothing if a note says that it is none."""
    if any(note.strip().lower() in _RELATED for note in _NOTE.findall(synonym)):
        return ""
    return key_of(_NOTE.sub(" ", synonym))


def read_mythes(path: StrPath) -> MyThes:
    """Reads the ``.dat`` file of a thesaurus; the index beside it is not needed.

    Raises
    ------
    DataError
        If the file cannot be read, or its first line names no encoding.
    """
    name, data = display_name(path), read_bytes(path)
    first, _, rest = data.partition(b"\n")
    encoding = first.strip().decode("ascii", "replace")
    try:
        codecs.lookup(encoding)
        text = rest.decode(encoding)
    except UnicodeDecodeError as error:
        line = rest.count(b"\n", 0, error.start) + 2
        raise DataError(f"{name}, line {line}: is not {encoding}, as line 1 says") from None
    except (LookupError, ValueError):
        # A ValueError is a name with a NUL, or that of an encoding that is none of files ("undefined").
        raise DataError(
            f"{name}, line 1: should name an encoding, such as UTF-8, not {encoding[:40]!r}"
        ) from None
    lines = [line.rstrip("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    return MyThes(name, hashlib.blake2b(data, digest_size=16).hexdigest(), lines)
