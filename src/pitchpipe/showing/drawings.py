"""Word alignments drawn in the terminal."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import click

from pitchpipe.metrics.explanations import Explanation, Links, Path, ShiftedPath
from pitchpipe.showing.widths import cell_width, padded
from pitchpipe.wording import counted

_SIGNS = {"match": "=", "substitution": "S", "insertion": "I", "deletion": "D"}
_COLOURS = {"match": "green", "substitution": "yellow", "insertion": "blue", "deletion": "red"}


def drawing(explanation: Explanation) -> Iterator[str]:
    """Which words were matched, line by line."""
    if isinstance(explanation, Links):
        lines = _links(explanation)
    elif isinstance(explanation, ShiftedPath):
        lines = _shifted(explanation)
    else:
        lines = _path(explanation)
    for line in lines:
        yield line.rstrip()


def _shifted(found: ShiftedPath) -> Iterator[str]:
    """Every shift in words, and the path from where they end."""
    words = list(found.hypothesis)
    for shift in found.shifts:
        moved = words[shift.start : shift.start + shift.length]
        del words[shift.start : shift.start + shift.length]
        words[shift.target : shift.target] = moved
        yield f"shift  {' '.join(moved)}  {shift.start + 1} → {shift.target + 1}"
    *lines, counts = _path(found.path)
    yield from lines
    yield f"{counts}, shift {len(found.shifts)}, edits {found.edits}"


def _path(path: Path) -> Iterator[str]:
    """Reference over hypothesis, word under word, and what happened below, wrapped to the screen."""
    columns = [(r, h, step, max(cell_width(r), cell_width(h), 1)) for r, h, step in path.columns()]
    room = max(20, shutil.get_terminal_size().columns - 5)
    while columns:
        taken = total = 0
        while taken < len(columns) and (taken == 0 or total + columns[taken][3] <= room):
            total += columns[taken][3] + 1
            taken += 1
        block, columns = columns[:taken], columns[taken:]
        yield "ref  " + " ".join(padded(r, width) for r, _, _, width in block)
        yield "hyp  " + " ".join(padded(h, width) for _, h, _, width in block)
        # Padding stays outside of the colour, where blanks at the end of a line can be removed.
        signs = [
            click.style(_SIGNS[step], fg=_COLOURS[step]) + " " * (width - 1) for *_, step, width in block
        ]
        yield "     " + " ".join(signs)
    counts = {step: path.steps.count(step) for step in _SIGNS}
    yield ", ".join(f"{_SIGNS[step]} {step} {count}" for step, count in counts.items())


def _links(links: Links) -> Iterator[str]:
    """Every hypothesis word with its place, and the place of its match in the reference, and by what."""
    words = max((cell_width(word) for word in links.hypothesis), default=0)
    stages = links.stages or [None] * len(links.hypothesis)
    for i, (word, j, stage) in enumerate(
        zip(links.hypothesis, links.positions, stages, strict=True), start=1
    ):
        by = "" if stage in {None, "exact"} else f"  ({stage})"
        place = "unmatched" if j is None else f"{j + 1:>3}  {links.reference[j]}{by}"
        yield f"{i:>3}  {padded(word, words)}  →  {place}"
    if links.stages is not None:
        matched = sum(j is not None for j in links.positions)
        yield f"{counted(matched, 'words')} matched in {counted(links.chunks, 'chunks')}"
