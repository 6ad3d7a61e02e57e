"""Exports of Appraise (Federmann 2018): direct assessment, SQM and error span annotation (Kocmi et al. 2024).

A CSV export has no header. Its columns are judge, system, segment, kind, source and target language, and a
score from 0 to 100; campaigns with documents have the document, a flag and mostly error spans after that, and
extended exports start and end time. Dumps of all results have a header, and JSON lines have keys.

Of the kinds, ``TGT`` and ``CHK`` (shown again) are translations of systems; ``BAD`` and ``REF`` check
attention. Tutorials and checks do not count; of a judge's several scores of the same translation the last one
does; judges are averaged.

Segments are counted from 0 in the files of the test set, whose first line is a canary string in WMT24: where
that line has been removed, the first segment is 1. Documents tell which it is, where the test set has them;
without documents it is told by the numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitchpipe.agreement.readers.cells import Cells, left_out
from pitchpipe.agreement.readers.fields import number, system_name
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.languages import pair_code, rows_of_pair
from pitchpipe.agreement.readers.segments import Locator, Place
from pitchpipe.agreement.readers.tables import (
    Row,
    Table,
    csv_rows,
    is_json,
    json_objects,
    json_rows,
    require_width,
)
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.spans import ErrorSpan, listed_spans
from pitchpipe.errors import DataError
from pitchpipe.wording import quoted

_COUNTED = ("TGT", "CHK")
KINDS = (*_COUNTED, "BAD", "REF")
_PLAIN = ("judge", "system", "segment", "kind", "source", "target", "score")
_DOCUMENT = (*_PLAIN, "document", "complete")
_BATCH = ("batch", "item")
#: What files have in their columns, by their number; campaigns with documents have a flag in the ninth.
_LAYOUTS: dict[bool, dict[int, tuple[str, ...]]] = {
    False: {
        7: _PLAIN,
        9: (*_PLAIN, "start", "end"),
        11: (*_PLAIN, "start", "end", *_BATCH),
        12: (*_PLAIN, "start", "end", *_BATCH, "side"),
    },
    True: {
        9: _DOCUMENT,
        10: (*_DOCUMENT, "spans"),
        11: (*_DOCUMENT, "start", "end"),
        12: (*_DOCUMENT, "spans", "start", "end"),
        13: (*_DOCUMENT, "start", "end", *_BATCH),
        14: (*_DOCUMENT, "spans", "start", "end", *_BATCH),
    },
}
#: What headers and keys call them.
_TITLES = {
    "judge": ("username", "annotator"),
    "system": ("systemID", "target_id"),
    "segment": ("segmentID", "segment_id", "item_id"),
    "kind": ("itemType", "item_type"),
    "source": ("source_language",),
    "target": ("target_language",),
    "score": ("score",),
    "document": ("documentID", "document_id"),
    "end": ("endTime", "end_time"),
    "text": ("source_text",),
    "spans": ("error_spans", "spans", "mqm"),
}
_FILLERS = ("#incomplete", "#dup")


@dataclass(frozen=True)
class Export:
    """The rows, and which field is where."""

    rows: list[Row]
    positions: dict[str, int]

    def get(self, row: Row, what: str) -> str:
        """A field; empty where the export has none."""
        position = self.positions.get(what)
        return "" if position is None else row.fields[position].strip()


def parse_appraise(given: JudgmentFile) -> SegmentScores:
    """Segment scores of one language pair.

    Documents marked ``#incomplete`` and ``#dup``, which fill up a judge's work, count unless ``fillers`` is
    false; WMT24's official ranking leaves them out.
    """
    file = given.file
    export = _export(given.lines, file)
    rows = export.rows
    notes: list[str] = []
    if "source" in export.positions:
        rows, notes = rows_of_pair(
            rows,
            lambda row: pair_code(export.get(row, "source"), export.get(row, "target")),
            given.language_pair,
            file,
        )
    counts: Counter[str] = Counter()
    counted: list[Row] = []
    for row in rows:
        reason = _uncounted(export, row, given.fillers is not False)
        if reason is None:
            counted.append(row)
        else:
            counts[reason] += 1
    habit = 0 if "document" in export.positions else None
    locator = Locator(file, given.test_set, given.first_segment, habit)
    located = locator.find([_place(export, row) for row in counted])
    last: dict[tuple[str, str, int], tuple[float, float, Row]] = {}
    for row, index in zip(counted, located.indices, strict=True):
        if index is None:
            continue
        key = (export.get(row, "judge"), system_name(export.get(row, "system"), row.where), index)
        counts["earlier scores by the same judge"] += key in last
        # An export without times is in their order.
        time = number(export.get(row, "end"), row.where) if "end" in export.positions else 0.0
        if key not in last or time >= last[key][0]:
            last[key] = (time, _overall(export, row), row)
    cells = Cells()
    spans: list[ErrorSpan] = []
    for (_, system, index), (_, value, row) in last.items():
        cells.add(system, index, value)
        spans += listed_spans(_spans(export, row), system, index)
    scores = cells.scores(
        given.name, file, [*notes, *located.notes, *left_out(file, counts)], located.documents
    )
    return replace(scores, spans=tuple(spans))


def is_appraise(line: str) -> bool:
    """Whether a CSV export without a header begins so."""
    fields = line.split(",")
    return len(fields) >= len(_PLAIN) and fields[_PLAIN.index("kind")] in KINDS


def has_appraise_titles(titles: set[str]) -> bool:
    """Whether a header, or the keys of a JSON object, are those of an export; all lower case."""
    return {"systemid", "segmentid", "itemtype"} <= titles or {"annotator", "item_type"} <= titles


def _export(lines: Sequence[str], file: str) -> Export:
    first = lines[0] if lines else ""
    if is_json(first):
        return _titled(Table(json_rows(_flat(lines, file), file), file))
    if "itemtype" in first.lower():
        return _titled(Table(_unquoted_rows(lines, file), file))
    return _untitled(list(csv_rows(lines, file)), file)


def _untitled(rows: list[Row], file: str) -> Export:
    if not rows:
        raise DataError(f"{file} has no judgment at all")
    fields = rows[0].fields
    documents = len(fields) > 8 and fields[8].strip().lower() in ("true", "false")
    layouts = _LAYOUTS[documents]
    if len(fields) not in layouts:
        expected = ", ".join(map(str, layouts))
        raise DataError(
            f"{rows[0].where}: {len(fields)} fields, expected {expected} ({', '.join(_PLAIN)}, ...)"
        )
    for row in rows:
        require_width(row, len(fields), f"{', '.join(_PLAIN)}, ...")
    return Export(rows, {what: position for position, what in enumerate(layouts[len(fields)])})


def _titled(table: Table) -> Export:
    for what in ("system", "segment", "score", "kind"):
        table.column(*_TITLES[what])
    found = {what: table.find(*titles) for what, titles in _TITLES.items()}
    return Export(list(table), {what: position for what, position in found.items() if position is not None})


def _unquoted_rows(lines: Sequence[str], file: str) -> Iterator[Row]:
    """The rows of a dump, in which nothing is quoted: the last field may be JSON with commas."""
    width = lines[0].count(",")
    for place, line in enumerate(lines, 1):
        yield Row(line.split(",", width), f"{file}, line {place}")


def _flat(lines: Sequence[str], file: str) -> Iterator[tuple[dict[str, Any], str]]:
    """JSON lines, with a row for each of several translations that were judged side by side."""
    for entry, where in json_objects(lines, file):
        targets = entry.pop("targets", None)
        if targets is None:
            yield entry, where
            continue
        if not isinstance(targets, list) or not all(isinstance(target, dict) for target in targets):
            raise DataError(f'{where}: "targets" must be a list of objects')
        for target in targets:
            yield entry | target, where


def _uncounted(export: Export, row: Row, fillers: bool) -> str | None:
    """Why the row does not count, as a note says it."""
    document, kind = export.get(row, "document"), export.get(row, "kind")
    if kind not in KINDS:
        raise DataError(f"{row.where}: {quoted(kind)} is not a kind of row; there are {', '.join(KINDS)}")
    if "tutorial" in document or "tutorial" in export.get(row, "system"):
        return "tutorial rows"
    if kind not in _COUNTED or document.endswith("#bad"):
        return "attention checks"
    if not fillers and document.endswith(_FILLERS):
        return "fillers (#incomplete, #dup)"
    return None


def _place(export: Export, row: Row) -> Place:
    return Place(row.where, export.get(row, "segment"), export.get(row, "document"), export.get(row, "text"))


def _spans(export: Export, row: Row) -> Any:
    """The error spans of a row; those that are no JSON are nobody's."""
    try:
        return json.loads(export.get(row, "spans") or "[]")
    except (ValueError, RecursionError):
        return []


def _overall(export: Export, row: Row) -> float:
    text = export.get(row, "score")
    value = number(text, row.where)
    if not 0 <= value <= 100:
        raise DataError(f"{row.where}: score {text} is not between 0 and 100")
    return value
