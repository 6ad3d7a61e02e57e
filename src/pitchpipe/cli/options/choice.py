"""Options that say how a choice among candidates is written, and writing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.errors import DataError
from pitchpipe.showing.json_output import json_text
from pitchpipe.text.files import write_lines

F = TypeVar("F", bound=Callable[..., Any])

#: The chosen texts alone, a table with numbers, or everything.
STYLES = ("text", "tsv", "json")


@dataclass(frozen=True)
class ChoiceOptions:
    """Where a choice goes, and in which of :data:`STYLES`."""

    output: str
    style: str

    def write(
        self,
        texts: Sequence[str],
        rows: Iterable[tuple[Any, ...]],
        content: Callable[[], Mapping[str, Any]],
    ) -> None:
        """Writes a choice; the first of ``rows`` is their header."""
        if self.style == "json":
            write_lines(self.output, json_text(content()).split("\n"))
        else:
            write_lines(self.output, texts if self.style == "text" else _tsv(rows))


choice_options: Callable[[F], F] = collected(
    ChoiceOptions,
    "choice",
    output_option("-o", "--output", default="-", metavar="FILE", help="Where to write; default the screen."),
    click.option(
        "--format",
        "style",
        type=click.Choice(STYLES),
        default="text",
        show_default=True,
        help="The chosen texts, a table with their numbers, or everything, with what else a list says.",
    ),
    title="Output",
)


def _tsv(rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    for row in rows:
        # Adding zero makes -0.0 what it is.
        cells = [repr(cell + 0.0) if isinstance(cell, float) else str(cell) for cell in row]
        if any("\t" in cell or "\n" in cell for cell in cells):
            raise DataError("a candidate with a tab or a line break does not fit a TSV: choose --format json")
        yield "\t".join(cells)
