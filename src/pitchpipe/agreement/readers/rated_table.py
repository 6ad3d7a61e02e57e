"""Any table with a system, a segment and a score in every row: tabs, commas or JSON lines, under a header.

Columns are found by their usual names, or said; see ``roles``. Other columns may name the document, the
rater, the language pair, the domain and the source text. Higher scores are better.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.agreement.readers.fields import score_or_nothing, system_name
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.languages import pair_code, rows_of_pair, written_pair
from pitchpipe.agreement.readers.ratings import Rating, mean_ratings
from pitchpipe.agreement.readers.roles import WITHIN_DOCUMENTS, Columns, find_columns
from pitchpipe.agreement.readers.segments import Locator, Place
from pitchpipe.agreement.readers.tables import Row, Table, table_rows, title_key
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.errors import DataError

_ROLES = (
    "system", "segment", "score", "document", "rater", "pair", "source_language", "target_language", "domain",
    "source",
)  # fmt: skip


def parse_table(given: JudgmentFile) -> SegmentScores:
    """Segment scores of one language pair; several ratings of a translation are averaged.

    What the first segment is called is told by the numbers themselves, unless it is said.
    """
    table = Table(table_rows(given.lines, given.file), given.file)
    found = find_columns(table, given.columns, _ROLES).required("system", "segment|source", "score")
    rows, notes = _of_pair(list(table), found, given.language_pair)
    ratings = [
        Rating(
            system_name(found.get(row, "system"), row.where),
            place_of(row, found),
            found.get(row, "rater").strip(),
            score_or_nothing(found.get(row, "score"), row.where),
        )
        for row in rows
    ]
    within = "segment" in found and title_key(found.title("segment")) in WITHIN_DOCUMENTS
    locator = Locator(given.file, given.test_set, given.first_segment, within=within)
    told = [*found.told("system", "segment", "score"), *_direction(found, ratings), *notes]
    return mean_ratings(ratings, locator, given.name, told)


def place_of(row: Row, columns: Columns) -> Place:
    """What a row says of its segment."""
    said = {role: columns.get(row, role).strip() for role in ("segment", "document", "source", "domain")}
    return Place(row.where, **said)


def _direction(columns: Columns, ratings: Sequence[Rating]) -> list[str]:
    """A note where scores look like penalties, of which fewer are better."""
    title, values = columns.title("score"), [rating.value for rating in ratings]
    if "mqm" not in title.lower() or any(value < 0 for value in values) or not any(v > 0 for v in values):
        return []
    return [
        f'{columns.file}: no number in column "{title}" is negative; higher is taken to be better, so that '
        "penalties must be negative numbers"
    ]


def _of_pair(rows: list[Row], columns: Columns, wanted: str | None) -> tuple[list[Row], list[str]]:
    """The rows of the wanted language pair, where the table says of which one each is."""
    if not rows:
        raise DataError(f"{columns.file} has no judgment at all")
    if "pair" in columns:
        return rows_of_pair(rows, lambda row: written_pair(columns.get(row, "pair")), wanted, columns.file)
    if "source_language" in columns and "target_language" in columns:
        return rows_of_pair(
            rows,
            lambda row: pair_code(columns.get(row, "source_language"), columns.get(row, "target_language")),
            wanted,
            columns.file,
        )
    return rows, []
