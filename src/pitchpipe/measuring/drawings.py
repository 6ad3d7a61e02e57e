"""What a metric saw in a segment, and what moved in it, drawn as text."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pitchpipe import _core
from pitchpipe.measuring.explaining import Explained
from pitchpipe.measuring.word_order import SegmentOrder
from pitchpipe.showing.drawings import drawing
from pitchpipe.showing.widths import cell_width, padded


def explained_lines(explained: Explained) -> Iterator[str]:
    """An explanation below a line that says whose it is."""
    yield (
        f"\n{explained.system}, segment {explained.segment}, {explained.metric} against "
        f"{explained.reference}: {explained.score:.2f}"
    )
    yield from drawing(explained.explanation)


def order_lines(system: str, segment: SegmentOrder) -> Iterator[str]:
    """Source words in order, and where they went in the reference and in the hypothesis."""
    yield f"\n{system}, segment {segment.number}: order {segment.score:.2f}"
    width = max(map(cell_width, ("source", *segment.source)))
    sides = (
        ("reference", segment.reference, segment.reference_links),
        ("hypothesis", segment.hypothesis, segment.hypothesis_links),
    )
    shown = [_places(len(segment.source), words, links) for _, words, links in sides]
    middle = max(map(cell_width, ("reference", *shown[0])))
    yield f"     {padded('source', width)}   {padded('reference', middle)}   hypothesis".rstrip()
    ranks = [_ranks(links, len(segment.source)) for _, _, links in sides]
    for i, word in enumerate(segment.source):
        moved = ranks[0][i] != ranks[1][i]
        line = f"{i + 1:>3}  {padded(word, width)}   {padded(shown[0][i], middle)}   {shown[1][i]}".rstrip()
        yield click.style(line, fg="yellow") + "  <" if moved else line
    yield "reference:  " + " ".join(segment.reference)
    yield "hypothesis: " + " ".join(segment.hypothesis)


def _places(n: int, words: tuple[str, ...], links: tuple[tuple[int, int], ...]) -> list[str]:
    """For every source word the target words it is linked to, each with its place."""
    linked: list[list[str]] = [[] for _ in range(n)]
    for i, j in links:
        linked[i].append(f"{j + 1} {words[j]}")
    return [", ".join(texts) or "-" for texts in linked]


def _ranks(links: tuple[tuple[int, int], ...], n: int) -> list[int]:
    return _core.permutation(list(links), n)[1]
