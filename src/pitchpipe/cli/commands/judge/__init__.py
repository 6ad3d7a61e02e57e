"""``pitchpipe judge``: a group whose commands are in files of their own."""

from __future__ import annotations

import click

from pitchpipe.cli.groups import LazyGroup

COMMANDS = {
    "new": ("pitchpipe.cli.commands.judge.new", "Plan a campaign: who is asked what."),
    "serve": ("pitchpipe.cli.commands.judge.serve", "Ask people: serve a campaign, and print its links."),
    "status": ("pitchpipe.cli.commands.judge.status", "Show how far everybody is."),
    "agreement": (
        "pitchpipe.cli.commands.judge.agreement",
        "Show whether annotators agree, and what they prefer.",
    ),
    "demo": ("pitchpipe.cli.commands.judge.demo", "Serve a campaign with made-up answers, to look at."),
    "export": ("pitchpipe.cli.commands.judge.export", "Write judgments for meta, fit and other tools."),
}


@click.command(
    "judge", cls=LazyGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """Ask people which translations are better, and how good they are.

    \b
    pitchpipe judge new campaign/ a.en b.en -r reference.en -s source.de --annotators 14 --common 30 --each 30
    pitchpipe judge serve campaign/
    pitchpipe judge status campaign/
    pitchpipe judge agreement campaign/
    pitchpipe judge export campaign/ --as ranks -o ranks.tsv
    """
