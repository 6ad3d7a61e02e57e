"""``pitchpipe judge demo``."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from pitchpipe.cli.commands.judge.serve import links_option, serve_printed
from pitchpipe.cli.options.groups import GroupedCommand
from pitchpipe.cli.options.hosting import HostingOptions, hosting_options
from pitchpipe.cli.options.shared import seed_option


@click.command("demo", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", metavar="[CAMPAIGN]", required=False)
@click.option(
    "--protocol",
    type=click.Choice(["pairwise", "rank", "da", "esa", "mqm"]),
    default="pairwise",
    show_default=True,
    help="What people are asked.",
)
@hosting_options
@links_option
@seed_option
def command(folder: str | None, protocol: str, where: HostingOptions, only_links: bool, seed: int) -> None:
    """Serve a campaign with made-up answers, to look at.

    A few German sentences in English, and annotators who never were: some have finished, one was hasty, some
    are half way. The link of "you" is for trying. Without CAMPAIGN the folder is temporary.

    \b
    pitchpipe judge demo
    pitchpipe judge demo --protocol esa
    """
    from pitchpipe.judging.server.serving import require_packages

    require_packages()
    hosting = where.hosting()
    from pitchpipe.judging.server.demo import make_demo

    with tempfile.TemporaryDirectory(prefix="pitchpipe-") as temporary:
        campaign = make_demo(folder or Path(temporary) / "demo", protocol, seed=seed)
        serve_printed(campaign, hosting, only_links=only_links)
