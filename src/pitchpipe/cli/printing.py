"""What commands print, and where: results on standard output, remarks on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import click

from pitchpipe.cli.streams import takes_unicode
from pitchpipe.showing.formats import render
from pitchpipe.showing.grids import Grid
from pitchpipe.showing.json_output import json_text
from pitchpipe.showing.pages import Page, page_text
from pitchpipe.showing.terminal import is_colourful


def show(grid: Grid, style: str, decimals: int) -> None:
    """Prints a grid in one of the formats but JSON."""
    # Where there is no terminal, click takes the colours away.
    click.echo(render(grid, style, decimals, colour=True))


def show_page(page: Page, style: str, *, short: bool = False) -> None:
    """Prints a page in one of the formats for people; with ``short``, signatures with short keys."""
    from pitchpipe.metrics.lookup import shortened

    if short:
        page = replace(page, notes=tuple(map(shortened, page.notes)))
    click.echo(page_text(page, style, colour=is_colourful()))


def print_json(content: Any) -> None:
    """Prints JSON to standard output."""
    click.echo(json_text(content, ascii=not takes_unicode(sys.stdout)))


def print_lines(lines: Iterable[str]) -> None:
    """Prints line after line."""
    for line in lines:
        click.echo(line)
