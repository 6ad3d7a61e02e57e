"""Links between words: files, symmetrisation, agreement with a gold standard.

A line of a file holds the links of a sentence pair, ``0-0 1-2``: source position, target position,
both from 0 (the Pharaoh format, which Moses, fast_align and eflomal write).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.files import StrPath, display_name, read_lines, write_lines

Symmetrisation = Literal["intersect", "union", "grow", "grow-diag", "grow-diag-final", "grow-diag-final-and"]
SYMMETRISATIONS: tuple[Symmetrisation, ...] = get_args(Symmetrisation)

#: No sentence has more words; stands for an unknown length.
_LONGEST = np.uint32(10_000)


def read_links(
    path: StrPath,
    source_lengths: NDArray[np.uint32] | None = None,
    target_lengths: NDArray[np.uint32] | None = None,
) -> _core.Alignments:
    """Reads a file of links; each is checked against the lengths of its sentences where they are given."""
    lines = read_lines(path)
    name = display_name(path)
    for lengths in (source_lengths, target_lengths):
        if lengths is not None and len(lengths) != len(lines):
            raise DataError(f"{name} has {len(lines)} lines of links, but there are {len(lengths)} sentences")
    unknown = np.full(len(lines), _LONGEST)
    sources = unknown if source_lengths is None else source_lengths
    targets = unknown if target_lengths is None else target_lengths
    try:
        return _core.Alignments.parse(lines, sources, targets)
    except DataError as error:
        raise DataError(f"{name}, {error}") from None


def format_links(links: list[tuple[int, int]]) -> str:
    """The links of one sentence pair as text."""
    return " ".join(f"{i}-{j}" for i, j in links)


def write_links(path: StrPath, alignments: _core.Alignments) -> None:
    """Writes a file of links."""
    write_lines(path, (format_links(alignments.line(i)) for i in range(len(alignments))))


def symmetrise(forward: _core.Alignments, backward: _core.Alignments, how: str) -> _core.Alignments:
    """One alignment from those of two directions (Och and Ney 2003; Koehn et al. 2003, 2005)."""
    if how not in SYMMETRISATIONS:
        raise ParameterError(f"unknown symmetrisation {how!r}: there are {', '.join(SYMMETRISATIONS)}")
    return _core.symmetrise(forward, backward, how)


@dataclass(frozen=True)
class LinkAgreement:
    """How links agree with sure and possible ones (Och and Ney 2003), from 0 to 1."""

    aer: float
    precision: float
    recall: float
    f: float


def evaluate(links: _core.Alignments, sure: _core.Alignments, possible: _core.Alignments) -> LinkAgreement:
    """Alignment error rate, precision, recall and F of links; possible links include the sure ones."""
    return LinkAgreement(*_core.alignment_agreement(links, sure, possible))
