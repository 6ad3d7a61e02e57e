"""Results as JSON: one way to write them, whatever the command."""

from __future__ import annotations

from typing import Any

import click


def json_text(content: Any) -> str:
    """JSON at full precision; a number that is none (NaN, infinite) is null, as JSON has no word for it."""
    import json

    from pitchpipe.measuring.tables import plain

    return json.dumps(plain(content), ensure_ascii=False, indent=2, allow_nan=False)


def print_json(content: Any) -> None:
    """Prints JSON to standard output."""
    click.echo(json_text(content))
