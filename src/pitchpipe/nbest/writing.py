"""N-best lists out: as Moses writes them, as Z-MERT reads them, or as JSON lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, repeat
from operator import itemgetter
from typing import Any, Literal, get_args

from pitchpipe.aligning.links import format_links
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.nbest.groups import feature_groups
from pitchpipe.nbest.lists import NBest
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, write_lines
from pitchpipe.wording import quoted

WritableFormat = Literal["moses", "zmert", "jsonl"]
WRITABLE: tuple[WritableFormat, ...] = get_args(WritableFormat)

_PHRASE = re.compile(r"(?:^| )\|[0-9]+-[0-9]+\|(?:$| )")


def write_nbest(nbest: NBest, path: StrPath, *, format: WritableFormat | None = None) -> None:
    """Writes a list that :func:`pitchpipe.nbest.read_nbest` reads back.

    Without a format, ``.jsonl`` in the name of the file means JSON lines, anything else Moses; a suffix
    of compression may follow. The formats of Moses and Z-MERT do not keep spaces around a text, and Z-MERT's
    has values without names: those are in its file of parameters, in the same order. JSON lines are
    candidates, or segments with their candidates where the list says more of segments (``nbest.extras``).

    Raises
    ------
    DataError
        If the format cannot say what the list holds; JSON lines can say everything.
    """
    if format is None:
        format = "jsonl" if strip_compression_suffix(str(path)).lower().endswith(".jsonl") else "moses"
    if format not in WRITABLE:
        raise ParameterError(f"n-best lists are written as moses, zmert or jsonl, not {quoted(format)}")
    write_lines(path, _LINES[format](nbest))


def _jsonl(nbest: NBest) -> Iterator[str]:
    import json

    rows = zip(nbest.owner.tolist(), _candidates(nbest), strict=True)
    if nbest.extras.segments is None:
        lines = ({"segment": segment, **candidate} for segment, candidate in rows)
    else:
        lines = (
            {
                "segment": segment,
                **nbest.extras.segment(segment),
                "candidates": [candidate for _, candidate in own],
            }
            for segment, own in groupby(rows, key=itemgetter(0))
        )
    for line in lines:
        yield json.dumps(line, ensure_ascii=False)


def _candidates(nbest: NBest) -> Iterator[dict[str, Any]]:
    totals = repeat(None) if nbest.totals is None else nbest.totals.tolist()
    further = nbest.extras.each_candidate(len(nbest))
    for i, (text, row, total, keys) in enumerate(
        zip(nbest.texts.list(), nbest.features.tolist(), totals, further, strict=False)
    ):
        candidate: dict[str, Any] = {"text": text, "features": dict(zip(nbest.names, row, strict=True))}
        if total is not None:
            candidate["total"] = total
        if nbest.alignments is not None:
            candidate["alignment"] = format_links(nbest.alignments.line(i))
        yield candidate | keys


def _moses(nbest: NBest) -> Iterator[str]:
    for name in nbest.names:
        if not name or "|||" in name or name.split() != [name]:
            raise DataError(
                f"Moses' format cannot hold the name {quoted(name)} of a feature: write JSON lines"
            )
    groups = feature_groups(nbest.names)
    yield from _barred(nbest, "Moses'", lambda row: _features(groups, row), "\n")


def _zmert(nbest: NBest) -> Iterator[str]:
    # Java ends a line at a carriage return, too.
    yield from _barred(nbest, "Z-MERT's", lambda row: " ".join(map(repr, row)), "\n\r")


def _barred(
    nbest: NBest, whose: str, features: Callable[[Sequence[float]], str], line_ends: str
) -> Iterator[str]:
    """Lines of fields with bars between them; ``features`` writes the third."""
    if nbest.alignments is not None and nbest.totals is None:
        raise DataError(f"{whose} format has no place for word alignments without totals: write JSON lines")
    if nbest.extras.candidates is not None or nbest.extras.segments is not None:
        raise DataError(f"{whose} format cannot hold the further keys of the list: write JSON lines (.jsonl)")
    rows = zip(nbest.owner.tolist(), nbest.texts.list(), nbest.features.tolist(), strict=True)
    for i, (segment, text, row) in enumerate(rows):
        if "|||" in text or any(end in text for end in line_ends) or _PHRASE.search(text):
            raise DataError(f"{whose} format cannot hold the text of candidate {i + 1}: write JSON lines")
        fields = [str(segment), text, features(row)]
        if nbest.totals is not None:
            fields.append(repr(float(nbest.totals[i])))
        if nbest.alignments is not None:
            fields.append(format_links(nbest.alignments.line(i)))
        yield " ||| ".join(fields)


def _features(groups: Sequence[tuple[str, int]], row: Sequence[float]) -> str:
    parts = []
    begin = 0
    for name, width in groups:
        parts.append(f"{name}= {' '.join(map(repr, row[begin : begin + width]))}")
        begin += width
    return " ".join(parts)


_LINES: Mapping[WritableFormat, Callable[[NBest], Iterator[str]]] = {
    "moses": _moses,
    "zmert": _zmert,
    "jsonl": _jsonl,
}
