"""``pitchpipe judge export``."""

from __future__ import annotations

from typing import Literal

import click

from pitchpipe.cli.options.campaigns import campaign_argument, database_option
from pitchpipe.cli.options.outputs import output_option

#: Those of ``pitchpipe.judging.exporting``, which is too much to load for a help text; a test compares them.
FORMS = ("ranks", "table", "wmt-csv", "pearmut", "jsonl", "mt-metrics-eval", "archive")


@click.command("export", context_settings={"help_option_names": ["-h", "--help"]})
@campaign_argument
@click.option(
    "--as",
    "form",
    type=click.Choice(FORMS),
    help="ranks and table are what meta and fit read, of orders and of scores, and the default; wmt-csv: "
    "WMT's rankings; pearmut: its JSON lines, of scores; jsonl: every judgment with everything; "
    "mt-metrics-eval: a folder; archive: the whole campaign as a ZIP file.",
)
@output_option(
    "-o",
    "--output",
    default="-",
    metavar="FILE",
    folder=True,
    help="Where to write; - is standard output. A folder for mt-metrics-eval.",
)
@click.option(
    "--scores",
    type=click.Choice(["raw", "z"]),
    default="raw",
    show_default=True,
    help="Scores as they were given, or by everybody's own mean and deviation.",
)
@click.option(
    "--exclude",
    type=click.IntRange(min=0),
    default=0,
    metavar="K",
    help="Leave out so many annotators: those without whom the others agree most.",
)
@click.option(
    "-l", "--language-pair", metavar="PAIR", help="Languages, e.g. de-en, where the campaign has none."
)
@click.option("--names", is_flag=True, help="Write names, comments and times, instead of a01 and nothing.")
@click.option(
    "--everything", is_flag=True, help="With jsonl: warm-ups, gold, what was asked again or set aside, too."
)
@database_option
def command(
    campaign: str,
    form: str | None,
    output: str,
    scores: Literal["raw", "z"],
    exclude: int,
    language_pair: str | None,
    names: bool,
    everything: bool,
    database: str | None,
) -> None:
    """Write judgments for meta, fit and other tools; nobody is named by default.

    Warm-ups, gold, repeats and what is set aside are left out. `pitchpipe meta --human CAMPAIGN` and `report
    --human CAMPAIGN` read the folder itself.

    \b
    pitchpipe judge export campaign/ -o ranks.tsv
    pitchpipe judge export campaign/ --as archive -o campaign.zip
    pitchpipe judge export campaign/ --as mt-metrics-eval -l de-en -o wmt22/
    """
    from pitchpipe.judging.opening import judge

    if output == "-" and form in ("archive", "mt-metrics-eval"):
        raise click.UsageError(f"{form} is no text: say where to write it with -o")
    with judge(campaign, database=database) as opened:
        opened.export(
            output,
            form,
            scores=scores,
            exclude=exclude,
            language_pair=language_pair,
            anonymous=not names,
            everything=everything,
        )
