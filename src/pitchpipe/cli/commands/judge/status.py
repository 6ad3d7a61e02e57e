"""``pitchpipe judge status``."""

from __future__ import annotations

import click

from pitchpipe.cli.options.campaigns import campaign_argument, database_option
from pitchpipe.cli.options.shared import decimals_option, format_option
from pitchpipe.cli.printing import print_json, show, show_page


@click.command("status", context_settings={"help_option_names": ["-h", "--help"]})
@campaign_argument
@database_option
@format_option
@decimals_option(1)
def command(campaign: str, database: str | None, style: str, decimals: int) -> None:
    """Show how far everybody is: answers, gold, time, and whose work is set aside.

    \b
    pitchpipe judge status campaign/
    pitchpipe judge status campaign/ --format json
    """
    from pitchpipe.judging.grids import people
    from pitchpipe.judging.opening import judge

    with judge(campaign, database=database) as opened:
        status = opened.status()
    if style == "json":
        print_json(status.to_dict())
    elif style == "tsv":
        show(people(status), style, decimals)
    else:
        show_page(status.page(decimals), style)
