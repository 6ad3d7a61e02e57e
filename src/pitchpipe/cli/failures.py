"""How a command ends where some metrics could not run, and others did."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from pitchpipe.measuring.failures import failed_notes

#: The exit code.
SOME_FAILED = 3


def end(errors: Mapping[str, str], style: str) -> None:
    """Says why metrics could not run where the output itself does not, and exits with ``SOME_FAILED``."""
    if not errors:
        return
    if style == "tsv":
        for note in failed_notes(errors):
            click.echo(f"note: {note}", err=True)
    sys.exit(SOME_FAILED)
