"""Options that name a campaign of judgments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

campaign_argument: Callable[[F], F] = click.argument("campaign", metavar="CAMPAIGN")

database_option: Callable[[F], F] = click.option(
    "--database",
    metavar="URL",
    envvar="PITCHPIPE_DATABASE",
    help="Where the answers are, if not in the folder; the password is not kept "
    "there. Or PITCHPIPE_DATABASE.",
)
