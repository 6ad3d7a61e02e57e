"""Error span annotation (Kocmi et al. 2024) as Appraise exports it: CSV without a header.

The columns are judge, system, segment, kind (``TGT`` or ``BAD``), source and target language, score from 0 to
100, document, a flag, error spans, start and end time. Tutorials and attention checks (``BAD``) do not count;
of a judge's several scores of the same translation the last one does; judges are averaged.

Segments are counted from 0 in the files of the test set, whose first line is a canary string in WMT24: where
that line has been removed, the first segment is 1. Documents tell which it is, where the test set has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pitchpipe.agreement.documents import JudgedDocuments
from pitchpipe.agreement.readers.cells import Cells, left_out
from pitchpipe.agreement.readers.fields import number, segment_index, system_name
from pitchpipe.agreement.readers.languages import rows_of_pair
from pitchpipe.agreement.readers.tables import Row, csv_rows, require_width
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.errors import DataError
from pitchpipe.wording import quoted

WIDTH = 12
KINDS = ("TGT", "BAD")
_JUDGE, _SYSTEM, _SEGMENT, _KIND, _SOURCE, _TARGET, _SCORE, _DOCUMENT = range(8)
_END = 11
_FILLERS = ("#incomplete", "#dup")


def parse_esa(
    lines: Sequence[str],
    file: str,
    name: str,
    *,
    language_pair: str | None = None,
    first_segment: int = 0,
    fillers: bool = True,
) -> SegmentScores:
    """Segment scores of one language pair.

    Parameters
    ----------
    lines, file, name
        The lines, what messages call the file, and what the judgments are called.
    language_pair
        For example ``en-ja``; may be omitted if there is only one.
    first_segment
        What the file calls the first segment.
    fillers
        Keep documents marked ``#incomplete`` and ``#dup``. They fill up a judge's work; WMT24's official
        ranking leaves them out.
    """
    rows, notes = rows_of_pair(_rows(lines, file), _SOURCE, _TARGET, language_pair, file)
    counts: Counter[str] = Counter()
    documents = JudgedDocuments(first_segment)
    last: dict[tuple[str, str, int], tuple[float, float]] = {}
    for row in rows:
        reason = _uncounted(row, fillers)
        if reason is not None:
            counts[reason] += 1
            continue
        index = segment_index(row.fields[_SEGMENT], row.where, first_segment)
        key = (row.fields[_JUDGE], system_name(row.fields[_SYSTEM], row.where), index)
        counts["earlier scores by the same judge"] += key in last
        judgment = (number(row.fields[_END], row.where), _overall(row))
        if key not in last or judgment[0] >= last[key][0]:
            last[key] = judgment
        documents.add(index, row.fields[_DOCUMENT], row.where)
    cells = Cells()
    for (_, system, index), (_, value) in last.items():
        cells.add(system, index, value)
    return cells.scores(name, file, notes + left_out(file, counts), documents)


def _rows(lines: Sequence[str], file: str) -> Iterator[Row]:
    for row in csv_rows(lines, file):
        require_width(row, WIDTH, "judge, system, segment, kind, source, target, score, document, ...")
        yield row


def _uncounted(row: Row, fillers: bool) -> str | None:
    """Why the row does not count, as a note says it."""
    document, kind = row.fields[_DOCUMENT], row.fields[_KIND]
    if kind not in KINDS:
        raise DataError(f"{row.where}: {quoted(kind)} is not a kind of row; there are {', '.join(KINDS)}")
    if "tutorial" in document or "tutorial" in row.fields[_SYSTEM]:
        return "tutorial rows"
    if kind == "BAD" or document.endswith("#bad"):
        return "attention checks"
    if not fillers and document.endswith(_FILLERS):
        return "fillers (#incomplete, #dup)"
    return None


def _overall(row: Row) -> float:
    value = number(row.fields[_SCORE], row.where)
    if not 0 <= value <= 100:
        raise DataError(f"{row.where}: score {row.fields[_SCORE]} is not between 0 and 100")
    return value
