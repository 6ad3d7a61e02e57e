"""``pitchpipe judge agreement``."""

from __future__ import annotations

import click

from pitchpipe.cli.options.campaigns import campaign_argument, database_option
from pitchpipe.cli.options.shared import decimals_option, format_option, samples_option, seed_option
from pitchpipe.cli.printing import print_json, show, show_page


@click.command("agreement", context_settings={"help_option_names": ["-h", "--help"]})
@campaign_argument
@click.option(
    "--exclude",
    type=click.IntRange(min=0),
    metavar="K",
    help="Leave out so many annotators: those without whom the others agree most; default as planned.",
)
@click.option("--with-common", is_flag=True, help="Let the common set count in preferences, too.")
@samples_option(1000, "Samples of bootstrap intervals over items.")
@click.option(
    "--confidence",
    type=float,
    default=95,
    show_default=True,
    metavar="PERCENT",
    help="The level of intervals, and of what is called more than chance.",
)
@seed_option
@database_option
@format_option
@decimals_option(3)
def command(
    campaign: str,
    exclude: int | None,
    with_common: bool,
    samples: int,
    confidence: float,
    seed: int,
    database: str | None,
    style: str,
    decimals: int,
) -> None:
    """Show whether annotators agree, who does not, and what they prefer.

    Fleiss' kappa on the common set, without each annotator, and without the K whose absence raises it most;
    Cohen's kappa of each two; of scores Krippendorff's alpha. Preferences with the sign test, ties apart, and
    how many more judgments would show a difference.

    \b
    pitchpipe judge agreement campaign/
    pitchpipe judge agreement campaign/ --exclude 4
    pitchpipe judge agreement campaign/ --format json
    """
    from pitchpipe.judging.grids import machine_rows
    from pitchpipe.judging.opening import judge

    with judge(campaign, database=database) as opened:
        table = opened.agreement(
            exclude=exclude, with_common=with_common, samples=samples, seed=seed, confidence=confidence
        )
    if style == "json":
        print_json(table.to_dict())
    elif style == "tsv":
        show(machine_rows(table), style, decimals)
    else:
        show_page(table.page(decimals), style)
