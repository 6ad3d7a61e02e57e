"""The phrase tables of Moses: ``f ||| e ||| scores ||| links ||| counts``, a phrase pair per line."""

from __future__ import annotations

import html
from dataclasses import dataclass

from pitchpipe.errors import DataError
from pitchpipe.text.files import StrPath, display_name, read_lines
from pitchpipe.wording import quoted


@dataclass(frozen=True)
class MosesPair:
    """A line: a phrase of Moses' source language, one of its target language, and how often they met."""

    f: str
    e: str
    count: float


def read_moses_table(path: StrPath) -> list[MosesPair]:
    """The phrase pairs of a file, plain or compressed.

    Raises
    ------
    DataError
        If a line is malformed, or there are no counts in it (the message has its number), or the file is
        empty.
    """
    pairs = [
        _pair(line, f"{display_name(path)}, line {number}")
        for number, line in enumerate(read_lines(path), 1)
        if line.strip()
    ]
    if not pairs:
        raise DataError(f"{display_name(path)} is empty: there is no phrase in it")
    return pairs


def _pair(line: str, where: str) -> MosesPair:
    fields = [field.strip() for field in line.split("|||")]
    if len(fields) < 3 or not fields[0] or not fields[1]:
        raise DataError(f"{where}: a phrase pair is written f ||| e ||| scores ||| links ||| counts")
    counts = _numbers(fields[4], where) if len(fields) > 4 else []
    if len(counts) >= 3:
        count = counts[2]
    elif len(counts) == 2:
        # Older tables count e and f only: the pair is p(f|e) of the former.
        scores = _numbers(fields[2], where)
        count = scores[0] * counts[0] if scores else 0.0
    else:
        raise DataError(f"{where}: there are no counts after the links; let Moses write them")
    if not 0.0 < count < float("inf"):
        raise DataError(f"{where}: the pair counts {count:g}, which must be more than 0")
    return MosesPair(_unescaped(fields[0]), _unescaped(fields[1]), count)


def _numbers(text: str, where: str) -> list[float]:
    try:
        return [float(number) for number in text.split()]
    except ValueError:
        raise DataError(f"{where}: {quoted(text)} is not numbers") from None


def _unescaped(text: str) -> str:
    """Characters that Moses must not see, as they were."""
    return html.unescape(text.replace("&bar;", "|")) if "&" in text else text
