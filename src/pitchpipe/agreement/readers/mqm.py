"""MQM: errors that experts marked, as segment scores (Freitag et al. 2021), and published averages.

The ratings are a table with a header (``system``, ``doc``, ``globalSegId`` or ``seg_id``, ``rater``,
``category``, ``severity`` and others), a row per error or per segment without any. Segments are counted from
1, through the whole test set; where a file only numbers those of each document (``docSegId``), or none, the
test set's documents and source tell which they are. A segment's score is minus the sum of its penalties,
averaged over raters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitchpipe.agreement.readers.cells import Cells, left_out
from pitchpipe.agreement.readers.fields import score, segment_index, system_name
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.mqm_weights import MQMWeights
from pitchpipe.agreement.readers.rated_table import place_of
from pitchpipe.agreement.readers.roles import Columns, find_columns
from pitchpipe.agreement.readers.segments import Locator
from pitchpipe.agreement.readers.tables import Table, table_rows, title_key
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.spans import ErrorSpan, marked_span
from pitchpipe.errors import DataError
from pitchpipe.wording import quoted

_ROLES = ("system", "segment", "document", "rater", "source", "category", "severity")
#: Numbers that begin anew in every document; older files have ``doc_id`` beside the name in ``doc``.
_WITHIN_DOCUMENTS = frozenset({"docsegid", "docid"})
#: Sentences with a planted error, which test the rater and not the system.
_ATTENTION_TEST = "hotw-test"


def parse_mqm(given: JudgmentFile) -> SegmentScores:
    """Segment scores from ratings; the first segment is 1 by default."""
    file, weights = given.file, given.weights or MQMWeights()
    table = Table(table_rows(given.lines, file), file)
    found = _columns(table, given.columns)
    rows = list(table)
    within = "segment" in found and title_key(found.title("segment")) in _WITHIN_DOCUMENTS
    locator = Locator(file, given.test_set, given.first_segment, habit=1, within=within)
    located = locator.find([place_of(row, found) for row in rows])
    sums: dict[tuple[str, int, str], float] = {}
    target = table.find("target")
    spans: list[ErrorSpan] = []
    tests = 0
    for row, index in zip(rows, located.indices, strict=True):
        if found.get(row, "severity").strip().lower() == _ATTENTION_TEST:
            tests += 1
        elif index is not None:
            rating = (system_name(found.get(row, "system"), row.where), index, found.get(row, "rater"))
            cost = weights.penalty(found.get(row, "category"), found.get(row, "severity"), row.where)
            sums[rating] = sums.get(rating, 0.0) + cost
            place = None if target is None or not cost else marked_span(row.fields[target])
            if place is not None:
                severity, category = found.get(row, "severity"), found.get(row, "category")
                spans.append(ErrorSpan(rating[0], index, *place[:2], severity, category, place[2]))
    cells = Cells()
    for (rated, index, _), total in sums.items():
        cells.add(rated, index, 0.0 - total)
    notes = [*located.notes, *left_out(file, {"attention tests": tests})]
    return replace(cells.scores(given.name, file, notes, located.documents), spans=tuple(spans))


def _columns(table: Table, said: Mapping[str, str] | None) -> Columns:
    """The columns of a table of errors; the surest number of a segment is the one through all documents."""
    titles = dict(said or {})
    if "segment" not in titles:
        named = ["docId"] if table.find("doc") is not None else []
        number = table.find("globalSegId", "segId", "docSegId", *named)
        if number is not None:
            titles["segment"] = table.header[number]
    found = find_columns(table, titles, _ROLES)
    return found.required("system", "segment|source", "category", "severity")


def parse_mqm_averages(given: JudgmentFile) -> SegmentScores:
    """Published averages: system, score and segment number, separated by tabs or spaces, under a header."""
    first_segment = given.first(habit=1)
    cells = Cells()
    for number, line in enumerate(given.lines[1:], 2):
        where = f"{given.file}, line {number}"
        # From the right, since a system's name may contain spaces.
        row = line.strip().rsplit(maxsplit=2)
        if len(row) != 3:
            raise DataError(
                f"{where}: expected a system, a score and the number of a segment, not {quoted(line)}"
            )
        system, index = system_name(row[0], where), segment_index(row[2], where, first_segment)
        if (system, index) in cells:
            raise DataError(f'{where}: system "{system}" has a second score of segment {row[2]}')
        cells.add(system, index, score(row[1], where))
    return cells.scores(given.name, given.file)
