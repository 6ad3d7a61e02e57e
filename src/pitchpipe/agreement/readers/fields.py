"""Single fields of a file of judgments: numbers, ranks, segment numbers; wrong ones are refused by line."""

from __future__ import annotations

import math
import re

from pitchpipe.errors import DataError
from pitchpipe.wording import quoted

#: How mt-metrics-eval writes that nobody judged it.
NOT_JUDGED = "None"
#: How WMT writes that a system of a ranking task was left unranked.
NOT_RANKED = -1
#: Beyond any test set: a mistyped number must not ask for a matrix that fills the memory.
MOST_SEGMENTS = 1_000_000

#: Nobody judges like that, and squares of larger numbers overflow.
_LARGEST = 1e100
# Spreadsheets and data frames write whole numbers as 3.0, too.
_INTEGER = re.compile(r"([+-]?[0-9]{1,9})(?:\.0+)?")
#: How tables say that there is no score.
_NOTHING = frozenset({"", "none", "null", "na", "n/a", "nan"})


def score(text: str, where: str) -> float:
    """A number, NaN for ``None``; ``where`` names file and line."""
    if text.strip() == NOT_JUDGED:
        return math.nan
    value = _finite(text)
    if value is None:
        raise DataError(
            f"{where}: {quoted(text)} is not a score; write a number, or {NOT_JUDGED} if nobody judged it"
        )
    return value


def score_or_nothing(text: str, where: str) -> float:
    """A number of a table, NaN for an empty field and all that tables write instead of a number."""
    return math.nan if text.strip().lower() in _NOTHING else number(text, where)


def number(text: str, where: str) -> float:
    """A finite number."""
    value = _finite(text)
    if value is None:
        raise DataError(f"{where}: {quoted(text)} is not a number")
    return value


def rank(text: str, where: str) -> int:
    """A rank, 1 or more, or ``NOT_RANKED``."""
    value = integer(text)
    if value is None or (value < 1 and value != NOT_RANKED):
        raise DataError(f"{where}: {quoted(text)} is not a rank; 1 is the best, {NOT_RANKED} says not ranked")
    return value


def segment_index(text: str, where: str, first_segment: int) -> int:
    """A segment's index, from 0, where the file calls the first segment ``first_segment``."""
    value = integer(text)
    if value is None:
        raise DataError(f"{where}: {quoted(text)} is not the number of a segment")
    if value < first_segment:
        raise DataError(f"{where}: there is no segment {value}, the first one is {first_segment}")
    if value - first_segment >= MOST_SEGMENTS:
        raise DataError(f"{where}: segment {value} is out of range, a test set has at most {MOST_SEGMENTS:,}")
    return value - first_segment


def system_name(text: str, where: str) -> str:
    """A system's name, which must not be empty."""
    name = text.strip()
    if not name:
        raise DataError(f"{where}: the name of the system is missing")
    return name


def _finite(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) <= _LARGEST else None


def integer(text: str) -> int | None:
    """A whole number, or ``None`` if it is none."""
    found = _INTEGER.fullmatch(text.strip())
    return None if found is None else int(found[1])
