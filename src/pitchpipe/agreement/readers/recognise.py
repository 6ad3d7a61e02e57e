"""Reading human judgments whose format is recognised."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.readers.esa import KINDS, WIDTH, parse_esa
from pitchpipe.agreement.readers.mqm import MQMWeights, parse_mqm, parse_mqm_averages
from pitchpipe.agreement.readers.ranks import parse_ranks
from pitchpipe.agreement.readers.scores import (
    parse_document_scores,
    parse_segment_scores,
    parse_system_scores,
)
from pitchpipe.agreement.readers.wmt_csv import parse_wmt_csv
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, display_name, is_standard_stream, read_lines

HumanFormat = Literal["seg", "sys", "doc", "ranks", "wmt-csv", "mqm", "mqm-averages", "esa"]
HUMAN_FORMATS: tuple[HumanFormat, ...] = get_args(HumanFormat)

_PARSERS: dict[HumanFormat, Any] = {
    "seg": parse_segment_scores,
    "sys": parse_system_scores,
    "doc": parse_document_scores,
    "ranks": parse_ranks,
    "wmt-csv": parse_wmt_csv,
    "mqm": parse_mqm,
    "mqm-averages": parse_mqm_averages,
    "esa": parse_esa,
}
# What a format has no use for is either refused (it would change the result) or ignored (it is context).
_OPTIONS: dict[str, frozenset[HumanFormat]] = {
    "first_segment": frozenset({"ranks", "wmt-csv", "mqm", "mqm-averages", "esa"}),
    "weights": frozenset({"mqm"}),
    "fillers": frozenset({"esa"}),
}
_CONTEXT: dict[str, frozenset[HumanFormat]] = {
    "language_pair": frozenset({"wmt-csv", "esa"}),
    "systems": frozenset({"wmt-csv"}),
    "documents": frozenset({"doc"}),
}
_SCORE_FILE = re.compile(r"(?:[a-z]{2,3}-[a-z]{2,3}\.)?(?P<name>.+)\.(?P<level>seg|sys|doc)\.score")
_NUMBER_OR_NONE = re.compile(r"None|[+-]?[0-9.]+(e[+-]?[0-9]+)?", re.IGNORECASE)


def read_human(
    path: StrPath,
    *,
    format: str | None = None,
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
        The file, or ``-``: a score file of mt-metrics-eval, a table of ranked pairs, a CSV file of WMT's
        rankings, MQM ratings or their published averages, or an ESA export.
    format
        One of ``HUMAN_FORMATS``, instead of recognising it.
    name
        What the judgments are called; by default, after the file.
    language_pair
        Which pair of a file that holds several, ``de-en``.
    systems
        The test set's systems, to which the long names of WMT's rankings are reduced.
    documents
        The names of the documents of a file of document scores.
    first_segment
        What the file calls the first segment, where that differs from the format's habit.
    weights
        What MQM errors cost.
    fillers
        Whether ESA documents that only fill up a judge's work count, see ``parse_esa``.

    Raises
    ------
    DataError
        If the format cannot be recognised, or the content is malformed or has no judgment at all.
    ParameterError
        If the format is unknown, or has no use for a parameter.
    """
    file = display_name(path)
    lines = read_lines(path)
    chosen = recognise_human(lines, file) if format is None else _known_format(format)
    given: dict[str, Any] = {"first_segment": first_segment, "weights": weights, "fillers": fillers}
    options = {key: value for key, value in given.items() if value is not None}
    for key in options:
        if chosen not in _OPTIONS[key]:
            raise ParameterError(f"{key} means nothing for {file}, which is read as {chosen}")
    context = {"language_pair": language_pair, "systems": systems, "documents": documents}
    options |= {key: value for key, value in context.items() if chosen in _CONTEXT[key]}
    human: Human = _PARSERS[chosen](lines, file, name or _default_name(path), **options)
    return human


def recognise_human(lines: Sequence[str], file: str) -> HumanFormat:
    """The format of a file, from its name and its first lines.

    Raises
    ------
    DataError
        If it cannot be told.
    """
    if not lines:
        raise DataError(f"{file} has no judgment at all")
    found = _from_name(file) or _from_header(lines[0]) or _from_rows(lines)
    if found is None:
        raise DataError(
            f"cannot tell what kind of judgments {file} has: name the format, {', '.join(HUMAN_FORMATS)}"
        )
    return found


def _from_name(file: str) -> HumanFormat | None:
    match = _SCORE_FILE.fullmatch(_base_name(file))
    return None if match is None else _known_format(match["level"])


def _from_header(line: str) -> HumanFormat | None:
    titles = {title.lower() for title in re.split(r"[\t, ]+", line.strip())}
    if {"system1id", "system1rank"} <= titles:
        return "wmt-csv"
    if {"sysa", "sysb", "ranka", "rankb"} <= titles:
        return "ranks"
    if {"system", "category", "severity"} <= titles:
        return "mqm"
    if {"system", "seg_id"} <= titles and len(titles) == 3:
        return "mqm-averages"
    return None


def _from_rows(lines: Sequence[str]) -> HumanFormat | None:
    fields = lines[0].split(",")
    if len(fields) >= WIDTH and fields[3] in KINDS:
        return "esa"
    rows = [line.strip().rsplit(maxsplit=1) for line in lines]
    if len(rows[0]) != 2 or not _NUMBER_OR_NONE.fullmatch(rows[0][1]):
        return None
    names = [row[0] for row in rows if row]
    return "seg" if len(set(names)) < len(names) else "sys"


def _known_format(name: str) -> HumanFormat:
    for known in HUMAN_FORMATS:
        if known == name:
            return known
    raise ParameterError(f"format={name!r} is unknown: choose one of {', '.join(HUMAN_FORMATS)}")


def _default_name(path: StrPath) -> str:
    if is_standard_stream(path):
        return "human"
    base = _base_name(display_name(path))
    match = _SCORE_FILE.fullmatch(base)
    return match["name"] if match else Path(base).stem or base


def _base_name(file: str) -> str:
    return strip_compression_suffix(Path(file).name)
