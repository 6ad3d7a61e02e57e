"""Warnings as people at a terminal read them: one line each, once."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from pitchpipe.errors import PitchpipeWarning


@contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Prints what a command warns of as notes on standard error, below its results.

    What fails says why, and nothing else.
    """
    said: dict[str, None] = {}

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if not issubclass(category, PitchpipeWarning):
            shown(message, category, *where, **more)
        else:
            said[str(message)] = None

    with warnings.catch_warnings():
        shown = warnings.showwarning
        warnings.simplefilter("always", PitchpipeWarning)
        warnings.showwarning = show
        try:
            yield
        except SystemExit:
            # A verdict, --fail-if-worse say, is a result.
            _print(said)
            raise
        _print(said)


def _print(messages: Iterable[str]) -> None:
    for message in messages:
        click.echo(f"note: {message}", err=True)
