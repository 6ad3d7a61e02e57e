"""Options that name a campaign of judgments."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pitchpipe.agreement.human import Human

F = TypeVar("F", bound=Callable[..., Any])

#: Where the address of a database may stand, so that no password is among the arguments of a command.
VARIABLE = "PITCHPIPE_DATABASE"

campaign_argument: Callable[[F], F] = click.argument("campaign", metavar="CAMPAIGN")

database_option: Callable[[F], F] = click.option(
    "--database",
    metavar="URL",
    envvar=VARIABLE,
    help="Where the answers are, if not in the folder; the password is not kept "
    "there. Or PITCHPIPE_DATABASE.",
)


def is_campaign(path: str) -> bool:
    """Whether a path names the folder of a campaign."""
    return (Path(path) / "campaign.json").is_file()


def campaign_judgments(folder: str) -> Human:
    """What people said in a campaign."""
    from pitchpipe.judging.opening import judge

    with judge(folder, database=os.environ.get(VARIABLE)) as opened:
        return opened.human()
