"""The secrets of links: one for each annotator, and the organiser's.

A token has 128 random bits. ``links.txt`` has the tokens, for the organiser alone; the database has only
their digests. There is nothing to guess, and so no need for a slow digest.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.errors import DataError
from pitchpipe.text.files import read_lines
from pitchpipe.wording import quoted

FILE = "links.txt"
ORGANISER = "organiser"


@dataclass(frozen=True)
class Links:
    """The organiser's token, and those of annotators by name."""

    organiser: str
    annotators: dict[str, str]

    @classmethod
    def draw(cls, annotators: Iterable[str]) -> Links:
        """New tokens."""
        return cls(secrets.token_urlsafe(16), {name: secrets.token_urlsafe(16) for name in annotators})

    @classmethod
    def read(cls, folder: Path) -> Links:
        """Reads them from the folder of a campaign."""
        place = folder / FILE
        found: dict[str, str] = {}
        for number, line in enumerate(read_lines(place), 1):
            name, tab, token = line.rpartition("\t")
            if not tab or not name or len(token) < 16 or name in found:
                raise DataError(f"{place}, line {number}: expected a name, a tab and a token")
            found[name] = token
        if ORGANISER not in found:
            raise DataError(f"{place} has no line of the {quoted(ORGANISER)}")
        return cls(found.pop(ORGANISER), found)

    def write(self, folder: Path) -> None:
        """Writes them so that nobody else can read them."""
        place = folder / FILE
        text = "".join(
            f"{name}\t{token}\n" for name, token in ((ORGANISER, self.organiser), *self.annotators.items())
        )
        beside = place.with_name(f".{FILE}.{secrets.token_hex(4)}")
        try:
            # Nobody may read it for a moment, either: it has its mode from the beginning.
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(place)
        except OSError as error:
            raise DataError(f"{place}: cannot be written ({error.strerror})") from None

    def without(self, name: str) -> Links:
        """The links without somebody's."""
        return Links(self.organiser, {one: token for one, token in self.annotators.items() if one != name})


def digest(token: str) -> str:
    """What the database knows of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
