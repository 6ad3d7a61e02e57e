"""What the commands share that choose among candidates: their lists, and how a choice is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.shared import every
from pitchpipe.errors import DataError
from pitchpipe.showing.json_output import json_text
from pitchpipe.text.files import write_lines

if TYPE_CHECKING:
    from pitchpipe.nbest.lists import NBest
    from pitchpipe.tuning.weight_files import WeightFile

F = TypeVar("F", bound=Callable[..., Any])

#: The chosen texts alone, a table with numbers, or everything.
STYLES = ("text", "tsv", "json")

choice_options: Callable[[F], F] = every(
    click.option("-o", "--output", default="-", metavar="FILE", help="Where to write; default the screen."),
    click.option(
        "--format",
        "style",
        type=click.Choice(STYLES),
        default="text",
        show_default=True,
        help="The chosen texts, a table with their numbers, or everything.",
    ),
)


def once(_: click.Context, option: click.Parameter, values: tuple[str, ...]) -> str | None:
    """A callback of options that are read as if they could be repeated, so that a second one is not lost."""
    if len(values) > 1:
        raise click.UsageError(f"{option.opts[-1]} is given {len(values)} times: give one")
    return values[0] if values else None


def write_choice(
    output: str,
    style: str,
    texts: Sequence[str],
    rows: Iterable[tuple[Any, ...]],
    content: Callable[[], Mapping[str, Any]],
) -> None:
    """Writes a choice in one of :data:`STYLES`; the first of ``rows`` is their header."""
    if style == "json":
        write_lines(output, json_text(content()).split("\n"))
    else:
        write_lines(output, texts if style == "text" else _tsv(rows))


def _tsv(rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    for row in rows:
        # Adding zero makes -0.0 what it is.
        cells = [repr(cell + 0.0) if isinstance(cell, float) else str(cell) for cell in row]
        if any("\t" in cell or "\n" in cell for cell in cells):
            raise DataError("a candidate with a tab or a line break does not fit a TSV: choose --format json")
        yield "\t".join(cells)


def nbest_from(paths: str | Sequence[str], options: Mapping[str, Any], segments: int | None = None) -> NBest:
    """The lists of the same segments as one; of several, each candidate once."""
    from pitchpipe.tuning import read_nbest

    files = [paths] if isinstance(paths, str) else list(paths)
    return read_nbest(
        files,
        format=options["nbest_format"],
        names=options["names"],
        segments=segments,
        missing_features=options["missing_features"],
        merge_duplicates=len(files) > 1,
    )


def weights_of(start: WeightFile, nbest: NBest) -> dict[str, float]:
    """One weight for every feature of a list. Says which others the file has."""
    weights = start.start(nbest.names)
    if others := start.others(nbest.names):
        click.echo(f"note: not in the n-best list, and left out: {', '.join(others)}", err=True)
    return weights
