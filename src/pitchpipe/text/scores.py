"""Files of segment scores made elsewhere, of one system or of several.

=====================  ===============================================================================
numbers                one per line, as BLEURT writes them
``system<TAB>score``   a system's segments in order, as mt-metrics-eval writes them
COMET's output         ``file<TAB>Segment 0<TAB>score: 0.8512`` and so on, as ``comet-score`` prints it
JSON                   a list of scores, or one list for each system, as ``comet-score --to_json`` writes it
JSON lines             a score per line, as MetricX writes them
=====================  ===============================================================================

A score in JSON is a number, or an object that has it as ``score``, ``prediction`` or ``COMET`` and may name
its ``system`` (``system_id``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from posixpath import splitext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import DataError
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, display_name, read_text, split_lines
from pitchpipe.text.jsonl import parse_json, unique_keys
from pitchpipe.text.names import listing
from pitchpipe.wording import counted, quoted

_SCORE_KEYS = ("score", "prediction", "COMET")
_SYSTEM_KEYS = ("system", "system_id")
#: A line of COMET's for a segment, or, without a number, for a whole system.
_COMET = re.compile(r"(?:(.*?)\t)??(?:Segment (\d+)\t)?score: (\S+)(?:\tvariance: \S+)?")
_COMET_SAVED = "Predictions saved in: "


@dataclass(frozen=True, eq=False)
class ScoreFile:
    """The numbers of each system by its name; those of nobody in particular have the name ``""``."""

    name: str
    systems: Mapping[str, NDArray[np.float64]]

    @classmethod
    def read(cls, path: StrPath) -> ScoreFile:
        """Reads a file of any of the formats; its content tells which.

        Raises
        ------
        DataError
            If it cannot be read, or holds anything but finite numbers where scores must be.
        """
        name, text = display_name(path), read_text(path)
        scores = _json_scores(text, name) if text.lstrip()[:1] in {"{", "["} else _line_scores(text, name)
        by_system: dict[str, list[float]] = {}
        for system, score in scores:
            by_system.setdefault(system, []).append(score)
        return cls(name, {system: np.array(numbers) for system, numbers in by_system.items()})

    def of(self, systems: Iterable[str]) -> list[NDArray[np.float64]]:
        """The numbers of each of the systems, found by name; of a single one that has none, under any.

        A name in the file may be the path of the system's output, with or without its suffix.
        """
        wanted = list(systems)
        if set(self.systems) <= {""}:
            return [self.systems.get("", np.zeros(0))] * len(wanted)
        if wanted == [""] and len(self.systems) == 1:
            return list(self.systems.values())
        names = [self._name_of(system) for system in wanted]
        for k, name in enumerate(names):
            if name in names[:k]:
                both = f"{quoted(wanted[names.index(name)])} and {quoted(wanted[k])}"
                raise DataError(f"{self.name}: the scores of {quoted(name)} may be those of {both}")
        return [self.systems[name] for name in names]

    def _name_of(self, system: str) -> str:
        if system in self.systems:
            return system
        alike = [name for name in self.systems if _same(name, system)]
        if len(alike) > 1:
            raise DataError(f"{self.name}: system {quoted(system)} may be any of {listing(alike)}")
        if not alike:
            there = listing(sorted(self.systems))
            raise DataError(f"{self.name} has no scores of system {quoted(system)}: there are {there}")
        return alike[0]


def _same(name: str, system: str) -> bool:
    """Whether a name in a file, perhaps a path, is that of a system, which may be a file's."""
    given = strip_compression_suffix(name)
    # Of a path as many folders count as the system's own name has.
    tail = "/".join(given.split("/")[-1 - system.count("/") :])
    return system in {tail, splitext(tail)[0]} or given == splitext(system)[0]


def _line_scores(text: str, file: str) -> Iterator[tuple[str, float]]:
    lines = split_lines(text)
    if any(_COMET.fullmatch(line) for line in lines):
        yield from _comet_scores(lines, file)
        return
    for number, line in enumerate(lines, start=1):
        system, _, score = line.rpartition("\t")
        yield system, score_of(score, f"{file}, line {number}")


def _comet_scores(lines: list[str], file: str) -> Iterator[tuple[str, float]]:
    """Segments of all systems take turns; the scores of whole systems follow, which are means."""
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        match = _COMET.fullmatch(line)
        if match is None and line.startswith(_COMET_SAVED):
            continue
        if match is None:
            raise DataError(f"{file}, line {number}: {quoted(line)} is no score as COMET prints them")
        system, segment, score = match.group(1) or "", match.group(2), match.group(3)
        if segment is None:
            continue
        expected = counts.get(system, 0)
        if int(segment) != expected:
            raise DataError(f"{file}, line {number}: segment {segment} of {system}, but {expected} is next")
        counts[system] = expected + 1
        yield system, score_of(score, f"{file}, line {number}")
    if not counts:
        raise DataError(
            f"{file} has scores of whole systems only: run comet-score without --quiet and --only_system"
        )


def score_of(value: Any, where: str) -> float:
    """A finite number, written out or read from JSON; ``where`` begins the message for anything else."""
    number = math.nan
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        with suppress(ValueError, OverflowError):
            number = float(value)
    if not math.isfinite(number):
        raise DataError(
            f"{where}: {quoted(value.strip() if isinstance(value, str) else value)} is not a number"
        )
    return number


def line_score(line: str, where: str) -> float:
    """The score on a line by itself: a number, or a JSON object that has it."""
    if not line.lstrip().startswith("{"):
        return score_of(line, where)
    return _json_line(line, where)[1]


def _json_scores(text: str, file: str) -> Iterator[tuple[str, float]]:
    import json

    try:
        content = json.loads(text, object_pairs_hook=unique_keys)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            raise DataError(f"{file}, line {error.lineno}: not JSON: {error.msg}") from None
        yield from _json_lines(text, file)
        return
    except RecursionError:
        raise DataError(f"{file}: not JSON with scores") from None
    except ValueError as error:
        raise DataError(f"{file}: {error}") from None
    yield from _json_content(content, file)


def _json_lines(text: str, file: str) -> Iterator[tuple[str, float]]:
    for number, line in enumerate(split_lines(text), start=1):
        yield _json_line(line, f"{file}, line {number}")


def _json_line(line: str, where: str) -> tuple[str, float]:
    return _record(parse_json(line, where), "", where)


def _json_content(content: Any, file: str) -> Iterator[tuple[str, float]]:
    """A list of scores, a list for each system, or a single score."""
    if isinstance(content, dict) and any(key in content for key in _SCORE_KEYS):
        content = [content]
    lists = content if isinstance(content, dict) else {"": content}
    for system, records in lists.items():
        whose = f" of {system}" if system else ""
        if not isinstance(records, list):
            raise DataError(f"{file}: there is no list of scores{whose}, but {quoted(records)}")
        for number, record in enumerate(records, start=1):
            yield _record(record, system, f"{file}, score {number}{whose}")


def _record(record: Any, system: str, where: str) -> tuple[str, float]:
    if not isinstance(record, dict):
        return system, _json_number(record, where)
    found = [key for key in _SCORE_KEYS if key in record]
    if len(found) != 1:
        keys = ", ".join(quoted(key) for key in _SCORE_KEYS)
        problem = f"{counted(len(found), 'scores')} instead of one" if found else "no score"
        raise DataError(f"{where}: {problem}; it is expected as one of {keys}")
    named = [str(record[key]) for key in _SYSTEM_KEYS if key in record]
    return system or next(iter(named), ""), _json_number(record[found[0]], where)


def _json_number(value: Any, where: str) -> float:
    """JSON has numbers of its own: one in quotes is a text."""
    if isinstance(value, str):
        raise DataError(f"{where}: {quoted(value)} is not a number")
    return score_of(value, where)
