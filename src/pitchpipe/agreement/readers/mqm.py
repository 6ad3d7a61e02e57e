"""MQM: errors that experts marked, as segment scores (Freitag et al. 2021), and published averages.

The ratings are a table with a header (``system``, ``doc``, ``globalSegId`` or ``seg_id``, ``rater``,
``category``, ``severity`` and others), a row per error or per segment without any. Segments are counted from
1, through the whole test set; where a file only numbers those of each document (``docSegId``), or none, the
test set's documents and source tell which they are. A segment's score is minus the sum of its penalties,
averaged over raters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from pitchpipe.agreement.readers.cells import Cells, left_out
from pitchpipe.agreement.readers.fields import score, segment_index, system_name
from pitchpipe.agreement.readers.rated_table import place_of
from pitchpipe.agreement.readers.roles import Columns, find_columns
from pitchpipe.agreement.readers.segments import Locator
from pitchpipe.agreement.readers.tables import Table, table_rows, title_key
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet

_ROLES = ("system", "segment", "document", "rater", "source", "category", "severity")
#: Numbers that begin anew in every document; older files have ``doc_id`` beside the name in ``doc``.
_WITHIN_DOCUMENTS = frozenset({"docsegid", "docid"})
_NO_ERROR = frozenset({"", "no-error", "no error", "neutral"})
#: Sentences with a planted error, which test the rater and not the system.
_ATTENTION_TEST = "hotw-test"


@dataclass(frozen=True, kw_only=True)
class MQMWeights:
    """What an error costs.

    Parameters
    ----------
    major, minor, critical
        Errors of these severities; WMT's guidelines before 2024 know no critical ones.
    punctuation
        Minor errors of fluency in punctuation.
    non_translation
        A translation that has nothing to do with the source, whatever its severity.
    free
        Categories that cost nothing (a part of the category's name, lower case).
    """

    major: float = 5.0
    minor: float = 1.0
    critical: float = 5.0
    punctuation: float = 0.1
    non_translation: float = 25.0
    free: tuple[str, ...] = ("source issue", "source error", "reinterpretation")

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "free" and not (math.isfinite(value) and value >= 0):
                raise ParameterError(
                    f"MQM weight {field.name}={quoted(value)}: a weight is a number, 0 or more"
                )

    def penalty(self, category: str, severity: str, where: str = "MQM") -> float:
        """What one error costs; ``where`` names file and line for messages."""
        kind, grade = category.strip().lower().replace("_", "-"), severity.strip().lower()
        if grade in _NO_ERROR or any(part in kind.replace("-", " ") for part in self.free):
            return 0.0
        if kind.startswith("non-translation"):
            return self.non_translation
        if grade == "minor" and kind.startswith("fluency/punctuation"):
            return self.punctuation
        costs = {"major": self.major, "minor": self.minor, "critical": self.critical}
        if grade not in costs:
            raise DataError(
                f"{where}: unknown severity {quoted(severity)}; there are {', '.join(costs)}, no-error"
            )
        return costs[grade]


def parse_mqm(
    lines: Sequence[str],
    file: str,
    name: str,
    *,
    weights: MQMWeights | None = None,
    columns: Mapping[str, str] | None = None,
    test_set: TestSet | None = None,
    first_segment: int | None = None,
) -> SegmentScores:
    """Segment scores from ratings.

    Parameters
    ----------
    lines, file, name
        The lines, what messages call the file, and what the judgments are called.
    weights
        What errors cost.
    columns
        The titles of columns by role, where they are not to be guessed.
    test_set
        The test set that the judgments are of; it finds segments that are numbered within their documents,
        or have no number at all.
    first_segment
        What the file calls the first segment, 1 by default.
    """
    weights = weights or MQMWeights()
    table = Table(table_rows(lines, file), file)
    found = _columns(table, columns)
    rows = list(table)
    within = "segment" in found and title_key(found.title("segment")) in _WITHIN_DOCUMENTS
    locator = Locator(file, test_set, first_segment, habit=1, within=within)
    located = locator.find([place_of(row, found) for row in rows])
    sums: dict[tuple[str, int, str], float] = {}
    tests = 0
    for row, index in zip(rows, located.indices, strict=True):
        if found.get(row, "severity").strip().lower() == _ATTENTION_TEST:
            tests += 1
        elif index is not None:
            rating = (system_name(found.get(row, "system"), row.where), index, found.get(row, "rater"))
            cost = weights.penalty(found.get(row, "category"), found.get(row, "severity"), row.where)
            sums[rating] = sums.get(rating, 0.0) + cost
    cells = Cells()
    for (rated, index, _), total in sums.items():
        cells.add(rated, index, 0.0 - total)
    notes = [*located.notes, *left_out(file, {"attention tests": tests})]
    return cells.scores(name, file, notes, located.documents)


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


def parse_mqm_averages(
    lines: Sequence[str], file: str, name: str, *, first_segment: int = 1
) -> SegmentScores:
    """Published averages: system, score and segment number, separated by tabs or spaces, under a header."""
    cells = Cells()
    for number, line in enumerate(lines[1:], 2):
        where = f"{file}, line {number}"
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
    return cells.scores(name, file)
