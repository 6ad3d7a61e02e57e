"""Reading human judgments whose format is recognised."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.readers.appraise import has_appraise_titles, is_appraise, parse_appraise
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.mqm import parse_mqm, parse_mqm_averages
from pitchpipe.agreement.readers.mqm_weights import MQMWeights
from pitchpipe.agreement.readers.pearmut import is_pearmut, parse_pearmut
from pitchpipe.agreement.readers.ranks import parse_ranks
from pitchpipe.agreement.readers.rated_table import parse_table
from pitchpipe.agreement.readers.roles import check_roles, find_columns
from pitchpipe.agreement.readers.scores import (
    parse_document_scores,
    parse_segment_scores,
    parse_system_scores,
)
from pitchpipe.agreement.readers.tables import Table, is_json, table_rows
from pitchpipe.agreement.readers.wmt_csv import parse_wmt_csv
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, display_name, is_standard_stream, read_lines
from pitchpipe.text.jsonl import parse_json
from pitchpipe.wording import meant, quoted

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet

HumanFormat = Literal[
    "table", "seg", "sys", "doc", "ranks", "wmt-csv", "mqm", "mqm-averages", "appraise", "esa", "pearmut"
]
#: ``esa`` is what Appraise exports of that protocol.
HUMAN_FORMATS: tuple[HumanFormat, ...] = get_args(HumanFormat)

_PARSERS: dict[HumanFormat, Callable[[JudgmentFile], Human]] = {
    "table": parse_table,
    "seg": parse_segment_scores,
    "sys": parse_system_scores,
    "doc": parse_document_scores,
    "ranks": parse_ranks,
    "wmt-csv": parse_wmt_csv,
    "mqm": parse_mqm,
    "mqm-averages": parse_mqm_averages,
    "appraise": parse_appraise,
    "esa": parse_appraise,
    "pearmut": parse_pearmut,
}
_LOCATED: frozenset[HumanFormat] = frozenset({"table", "mqm", "appraise", "esa", "pearmut"})
#: What would change a result, and the formats that have a use for it; others refuse it. The rest is context.
_OPTIONS: dict[str, frozenset[HumanFormat]] = {
    "first_segment": _LOCATED | {"ranks", "wmt-csv", "mqm-averages"},
    "weights": frozenset({"mqm", "pearmut"}),
    "fillers": frozenset({"appraise", "esa"}),
    "columns": frozenset({"table", "mqm"}),
}
_SCORE_FILE = re.compile(r"(?:[a-z]{2,3}-[a-z]{2,3}\.)?(?P<name>.+)\.(?P<level>seg|sys|doc)\.score")
_NUMBER_OR_NONE = re.compile(r"None|[+-]?[0-9.]+(e[+-]?[0-9]+)?", re.IGNORECASE)


def read_human(
    path: StrPath,
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    test_set: TestSet | None = None,
    name: str | None = None,
    language_pair: str | None = None,
    systems: Collection[str] | None = None,
    documents: Sequence[str] | None = None,
    first_segment: int | None = None,
    weights: MQMWeights | None = None,
    fillers: bool | None = None,
) -> Human:
    """Reads human judgments from a file, plain or compressed, whatever its format.

    Parameters
    ----------
    path
        The file, or ``-``: any table of systems, segments and scores (TSV, CSV, JSON lines), a score file of
        mt-metrics-eval, a table of ranked pairs, a CSV file of WMT's rankings, MQM ratings or their published
        averages, or what Appraise or Pearmut export.
    format
        One of ``HUMAN_FORMATS``, instead of recognising it.
    columns
        The titles of columns of a table by what they hold, instead of guessing them: ``system``, ``segment``,
        ``score``; ``document``, ``rater``, ``pair``, ``source_language``, ``target_language``, ``domain``,
        ``source``; of MQM ratings also ``category`` and ``severity``.
    test_set
        The test set that the judgments are of: its identifiers, documents and source tell which segment is
        which where a file does not number them through.
    name
        What the judgments are called; by default, after the file.
    language_pair
        Which pair of a file that holds several, ``de-en``.
    systems
        The systems to which the long names of WMT's rankings are reduced; by default the test set's.
    documents
        The names of the documents of a file of document scores.
    first_segment
        What the file calls the first segment, where that differs from the format's habit.
    weights
        What MQM errors cost.
    fillers
        Whether ESA documents that only fill up a judge's work count, see ``parse_appraise``.

    Raises
    ------
    DataError
        If the format cannot be recognised, or the content is malformed or has no judgment at all.
    ParameterError
        If the format is unknown, or has no use for a parameter.
    """
    file = display_name(path)
    lines = read_lines(path)
    check_roles(columns or {})
    if format is not None:
        chosen = _known_format(format)
    else:
        chosen = _with_columns(lines, columns) if columns else recognise_human(lines, file)
    given = JudgmentFile(
        lines,
        file,
        name or _default_name(path),
        columns=columns or None,
        language_pair=language_pair,
        test_set=test_set,
        first_segment=first_segment,
        weights=weights,
        fillers=fillers,
        systems=test_set.systems if systems is None and test_set is not None else systems,
        documents=documents,
    )
    for option, formats in _OPTIONS.items():
        if getattr(given, option) is not None and chosen not in formats:
            raise ParameterError(f"{option} means nothing for {file}, which is read as {chosen}")
    return _PARSERS[chosen](given)


def recognise_human(lines: Sequence[str], file: str) -> HumanFormat:
    """The format of a file, from its name and its first lines.

    Raises
    ------
    DataError
        If it cannot be told.
    """
    if not lines:
        raise DataError(f"{file} has no judgment at all")
    found = _from_name(file) or _from_json(lines, file) or _from_header(lines[0]) or _from_rows(lines)
    if found is not None:
        return found
    table = Table(table_rows(lines, file), file)
    if len(table.header) > 1:
        # Most likely it is a table whose columns have unusual names.
        find_columns(table).required("system", "segment|source", "score")
        return "table"
    raise DataError(
        f"cannot tell what kind of judgments {file} has: name the format, {', '.join(HUMAN_FORMATS)} "
        "(--human-format)"
    )


def _with_columns(lines: Sequence[str], columns: Mapping[str, str]) -> HumanFormat:
    """The format of a file whose columns are said: errors of MQM, or scores."""
    if {"category", "severity"} & set(columns):
        return "mqm"
    return "mqm" if "score" not in columns and lines and _from_header(lines[0]) == "mqm" else "table"


def _from_name(file: str) -> HumanFormat | None:
    match = _SCORE_FILE.fullmatch(_base_name(file))
    return None if match is None else _known_format(match["level"])


def _from_json(lines: Sequence[str], file: str) -> HumanFormat | None:
    if not is_json(lines[0]):
        return None
    first = lines[0].strip()
    # A file of one value may be on one line or on many; a log has an entry on each.
    whole = len(lines) == 1 or first.startswith("[") or first == "{"
    value = parse_json("\n".join(lines) if whole else first, file if whole else f"{file}, line 1")
    entry = value[0] if isinstance(value, list) and value else value
    if is_pearmut(entry):
        return "pearmut"
    return _from_titles(entry) or "table" if isinstance(entry, dict) else "table"


def _from_header(line: str) -> HumanFormat | None:
    titles = [title.strip('"').lower() for title in re.split(r"[\t,; ]+", line.strip())]
    there = set(titles)
    if {"system1id", "system1rank"} <= there:
        return "wmt-csv"
    if {"sysa", "sysb", "ranka", "rankb"} <= there:
        return "ranks"
    if titles[0] == "system" and titles[2:] == ["seg_id"] and not re.search("[\t,;]", line):
        return "mqm-averages"
    return _from_titles(titles)


def _from_titles(titles: Iterable[str]) -> HumanFormat | None:
    """Formats that have a header, or keys."""
    there = {title.lower() for title in titles}
    if {"category", "severity"} <= there:
        return "mqm"
    return "appraise" if has_appraise_titles(there) else None


def _from_rows(lines: Sequence[str]) -> HumanFormat | None:
    if is_appraise(lines[0]):
        return "appraise"
    rows = [line.strip().rsplit(maxsplit=1) for line in lines]
    if len(rows[0]) != 2 or not _NUMBER_OR_NONE.fullmatch(rows[0][1]):
        return None
    names = [row[0] for row in rows if row]
    return "seg" if len(set(names)) < len(names) else "sys"


def _known_format(name: str) -> HumanFormat:
    for known in HUMAN_FORMATS:
        if known == name:
            return known
    raise ParameterError(f"format={quoted(name)} is unknown: {meant(name, HUMAN_FORMATS)}")


def _default_name(path: StrPath) -> str:
    if is_standard_stream(path):
        return "human"
    base = _base_name(display_name(path))
    match = _SCORE_FILE.fullmatch(base)
    return match["name"] if match else Path(base).stem or base


def _base_name(file: str) -> str:
    return strip_compression_suffix(Path(file).name)
