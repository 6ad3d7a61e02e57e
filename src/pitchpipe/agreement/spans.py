"""Errors that people marked in translations: MQM, ESA."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitchpipe.brief import Brief

#: How MQM files mark an error within a text.
_MARK = re.compile(r"</?v>")


@dataclass(frozen=True, repr=False)
class ErrorSpan(Brief):
    """A part of a translation: letters from ``begin`` up to ``end``, how bad it is, and what is wrong.

    ``segment`` is counted from 0. ``text`` is what was marked, where the file says so.
    """

    system: str
    segment: int
    begin: int
    end: int
    severity: str
    category: str = ""
    text: str | None = None

    def place_in(self, output: str) -> tuple[int, int] | None:
        """Where it is in an output, which may differ in blanks from what people saw; ``None``: nowhere."""
        if self.text is None or output[self.begin : self.end] == self.text:
            return (self.begin, min(self.end, len(output))) if self.begin < len(output) else None
        if not self.text:
            return None
        places = (match.start() for match in re.finditer(re.escape(self.text), output))
        nearest = min(places, key=lambda place: abs(place - self.begin), default=None)
        return None if nearest is None else (nearest, nearest + len(self.text))


def marked_span(text: str) -> tuple[int, int, str] | None:
    """Where ``<v>`` and ``</v>`` stand in a text without such marks, and what is between them.

    >>> marked_span("a <v>bad</v> word"), marked_span("nothing")
    ((2, 5, 'bad'), None)
    """
    opening, closing = text.find("<v>"), text.find("</v>")
    if opening < 0 or closing < opening:
        return None
    begin = len(_MARK.sub("", text[:opening]))
    inside = _MARK.sub("", text[opening:closing])
    return begin, begin + len(inside), inside


def listed_spans(spans: Any, system: str, segment: int) -> Iterator[ErrorSpan]:
    """Spans as Appraise and Pearmut list them: ``start_i``, ``end_i`` (the last letter), ``severity``.

    What is missing from a translation has no place in it, and is left out.
    """
    for span in spans if isinstance(spans, list) else ():
        if not isinstance(span, dict):
            continue
        begin, end = span.get("start_i"), span.get("end_i")
        if isinstance(begin, int) and isinstance(end, int) and 0 <= begin <= end:
            category = span.get("category") or span.get("error_type") or ""
            yield ErrorSpan(system, segment, begin, end + 1, str(span.get("severity") or ""), str(category))
