"""Word alignments drawn in the terminal."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import click

from pitchpipe.metrics.explanations import Explanation, Links, Path
from pitchpipe.showing.widths import cell_width, padded

_SIGNS = {"match": "=", "substitution": "S", "insertion": "I", "deletion": "D"}
_COLOURS = {"match": "green", "substitution": "yellow", "insertion": "blue", "deletion": "red"}


def drawing(explanation: Explanation) -> Iterator[str]:
    """Which words were matched, line by line."""
    lines = _path(explanation) if isinstance(explanation, Path) else _links(explanation)
    for line in lines:
        yield line.rstrip()


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
    """Every hypothesis word with its place, and the place of its match in the reference."""
    words = max((cell_width(word) for word in links.hypothesis), default=0)
    for i, (word, j) in enumerate(zip(links.hypothesis, links.positions, strict=True), start=1):
        place = "unmatched" if j is None else f"{j + 1:>3}  {links.reference[j]}"
        yield f"{i:>3}  {padded(word, words)}  →  {place}"
