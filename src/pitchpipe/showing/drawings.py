"""Word alignments drawn in the terminal."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pitchpipe.measuring.explaining import Explained
from pitchpipe.metrics.explanations import Links, Path
from pitchpipe.showing.grids import cell_width

if TYPE_CHECKING:
    from pitchpipe.measuring.word_order import SegmentOrder

_SIGNS = {"match": "=", "substitution": "S", "insertion": "I", "deletion": "D"}
_COLOURS = {"match": "green", "substitution": "yellow", "insertion": "blue", "deletion": "red"}


def draw(explained: Explained) -> None:
    """Prints an explanation below a line that says whose it is."""
    click.echo(
        f"\n{explained.system}, segment {explained.segment}, {explained.metric} against "
        f"{explained.reference}: {explained.score:.2f}"
    )
    drawing = explained.explanation
    lines = _path(drawing) if isinstance(drawing, Path) else _links(drawing)
    for line in lines:
        click.echo(line.rstrip())


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
        yield "ref  " + " ".join(_padded(r, width) for r, _, _, width in block)
        yield "hyp  " + " ".join(_padded(h, width) for _, h, _, width in block)
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
        yield f"{i:>3}  {_padded(word, words)}  →  {place}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_width(text))


def draw_order(system: str, segment: SegmentOrder) -> None:
    """Source words in order, and where they went in the reference and in the hypothesis."""
    click.echo(f"\n{system}, segment {segment.number}: order {segment.score:.2f}")
    width = max(len("source"), *map(cell_width, segment.source), 0)
    sides = (
        ("reference", segment.reference, segment.reference_links),
        ("hypothesis", segment.hypothesis, segment.hypothesis_links),
    )
    shown = [_places(len(segment.source), words, links) for _, words, links in sides]
    middle = max(len("reference"), *map(cell_width, shown[0]), 0)
    click.echo(f"     {_padded('source', width)}   {_padded('reference', middle)}   hypothesis".rstrip())
    ranks = [_ranks(links, len(segment.source)) for _, _, links in sides]
    for i, word in enumerate(segment.source):
        moved = ranks[0][i] != ranks[1][i]
        line = f"{i + 1:>3}  {_padded(word, width)}   {_padded(shown[0][i], middle)}   {shown[1][i]}".rstrip()
        click.echo(click.style(line, fg="yellow") + "  <" if moved else line)
    click.echo("reference:  " + " ".join(segment.reference))
    click.echo("hypothesis: " + " ".join(segment.hypothesis))


def _places(n: int, words: tuple[str, ...], links: tuple[tuple[int, int], ...]) -> list[str]:
    """For every source word the target words it is linked to, each with its place."""
    linked: list[list[str]] = [[] for _ in range(n)]
    for i, j in links:
        linked[i].append(f"{j + 1} {words[j]}")
    return [", ".join(texts) or "-" for texts in linked]


def _ranks(links: tuple[tuple[int, int], ...], n: int) -> list[int]:
    from pitchpipe import _core

    return _core.permutation(list(links), n)[1]
