"""Options that say how a choice among candidates is written, and writing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.showing.json_output import json_text
from pitchpipe.text.files import is_standard_stream, write_lines

if TYPE_CHECKING:
    from pitchpipe.choosing.list_jobs import Style

F = TypeVar("F", bound=Callable[..., Any])

#: The chosen texts alone, a table with numbers, or everything.
STYLES = ("text", "tsv", "json")


@dataclass(frozen=True)
class ChoiceOptions:
    """Where a choice goes, and in which of :data:`STYLES`."""

    output: str
    style: Style

    @property
    def folder(self) -> str | None:
        """Where a choice in parts goes, if that is said."""
        return None if is_standard_stream(self.output) else self.output

    def write(
        self,
        texts: Sequence[str],
        rows: Iterable[tuple[Any, ...]],
        content: Callable[[], Mapping[str, Any]],
    ) -> None:
        """Writes a choice; the first of ``rows`` is their header."""
        from pitchpipe.choosing.machine_rows import tsv_lines

        if self.style == "json":
            write_lines(self.output, json_text(content()).split("\n"))
        else:
            write_lines(self.output, texts if self.style == "text" else tsv_lines(rows))


choice_options: Callable[[F], F] = collected(
    ChoiceOptions,
    "choice",
    output_option(
        "-o",
        "--output",
        folder="engine",
        default="-",
        metavar="FILE",
        help="Where to write; default the screen. With --engine a folder.",
    ),
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
