"""MQM: errors that experts marked, as segment scores (Freitag et al. 2021), and published averages.

The ratings are a table with a header (``system``, ``seg_id`` or ``globalSegId``, ``rater``, ``category``,
``severity`` and others), a row per error or per segment without any; there is no quoting. Segments are
counted from 1, through the whole test set. A segment's score is minus the sum of its penalties, averaged over
raters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from pitchpipe.agreement.documents import JudgedDocuments
from pitchpipe.agreement.readers.cells import Cells, left_out
from pitchpipe.agreement.readers.fields import score, segment_index, system_name
from pitchpipe.agreement.readers.tables import Table, tsv_rows
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.wording import quoted

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
    free: tuple[str, ...] = ("source issue", "reinterpretation")

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
    lines: Sequence[str], file: str, name: str, *, weights: MQMWeights | None = None, first_segment: int = 1
) -> SegmentScores:
    """Segment scores from ratings."""
    weights = weights or MQMWeights()
    table = Table(tsv_rows(lines, file), file)
    system, segment = table.column("system"), table.column("globalSegId", "seg_id")
    rater, category, severity = table.column("rater"), table.column("category"), table.column("severity")
    document = table.find("doc")
    sums: dict[tuple[str, int, str], float] = {}
    documents = JudgedDocuments(first_segment)
    tests = 0
    for row in table:
        index = segment_index(row.fields[segment], row.where, first_segment)
        if document is not None:
            documents.add(index, row.fields[document], row.where)
        if row.fields[severity].strip().lower() == _ATTENTION_TEST:
            tests += 1
            continue
        rating = (system_name(row.fields[system], row.where), index, row.fields[rater])
        cost = weights.penalty(row.fields[category], row.fields[severity], row.where)
        sums[rating] = sums.get(rating, 0.0) + cost
    cells = Cells()
    for (rated, index, _), total in sums.items():
        cells.add(rated, index, 0.0 - total)
    notes = left_out(file, {"attention tests": tests})
    return cells.scores(name, file, notes, None if document is None else documents)


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
