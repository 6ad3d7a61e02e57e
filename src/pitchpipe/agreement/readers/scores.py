"""Score files of mt-metrics-eval: lines ``system<TAB>score``, ``None`` where nobody judged.

A file of segment scores has a system's segments in order, as many for every system; one of document scores
its documents; one of system scores a line per system.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitchpipe.agreement.readers.cells import require_judgment
from pitchpipe.agreement.readers.fields import score, system_name
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.wording import quoted


def parse_system_scores(given: JudgmentFile) -> SystemScores:
    """One line per system."""
    by_system = _by_system(given.lines, given.file)
    for system, values in by_system.items():
        if len(values) > 1:
            raise DataError(
                f'{given.file}: system "{system}" has {len(values)} scores, expected one per system'
            )
    return SystemScores(given.name, tuple(by_system), np.array([values[0] for values in by_system.values()]))


def parse_segment_scores(given: JudgmentFile) -> SegmentScores:
    """One line per system and segment."""
    by_system = _by_system(given.lines, given.file)
    return SegmentScores(given.name, tuple(by_system), _matrix(by_system, given.file))


def parse_document_scores(given: JudgmentFile) -> DocumentScores:
    """One line per system and document; without names, the documents are called 1, 2, and so on."""
    by_system = _by_system(given.lines, given.file)
    values = _matrix(by_system, given.file)
    documents = given.documents
    if documents is None:
        documents = [str(number) for number in range(1, values.shape[1] + 1)]
    if len(documents) != values.shape[1]:
        raise DataError(
            f"{given.file} has scores of {values.shape[1]} documents, the test set has {len(documents)}"
        )
    return DocumentScores(given.name, tuple(by_system), tuple(documents), values)


def _by_system(lines: Sequence[str], file: str) -> dict[str, list[float]]:
    by_system: dict[str, list[float]] = {}
    for number, line in enumerate(lines, 1):
        where = f"{file}, line {number}"
        # The name ends at the last blank: names may contain spaces, and some files have no tabs.
        fields = line.strip().rsplit(maxsplit=1)
        if len(fields) != 2:
            raise DataError(f"{where}: expected a system, a tab and a score, not {quoted(line)}")
        by_system.setdefault(system_name(fields[0], where), []).append(score(fields[1], where))
    require_judgment((value for values in by_system.values() for value in values), file)
    return by_system


def _matrix(by_system: dict[str, list[float]], file: str) -> Array:
    (first, expected), *others = ((system, len(values)) for system, values in by_system.items())
    for system, length in others:
        if length != expected:
            raise DataError(
                f'{file}: system "{first}" has {expected} scores, system "{system}" has {length}; '
                "every system needs one line per segment"
            )
    return np.array(list(by_system.values()), dtype=np.float64)
