"""``pitchpipe judge new``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pitchpipe.cli.options.groups import GroupedCommand
from pitchpipe.cli.options.judged import called_as_judged
from pitchpipe.cli.options.judging import (
    PRESETS,
    SampleOptions,
    ShareOptions,
    ShownOptions,
    sample_options,
    share_options,
    shown_options,
)
from pitchpipe.cli.options.protocols import ProtocolOptions, protocol_options
from pitchpipe.cli.options.shared import metric_option, seed_option
from pitchpipe.cli.options.texts import TextOptions, text_options
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.judging.campaign import Campaign
    from pitchpipe.metrics.base import Metric


@click.command("new", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", metavar="CAMPAIGN")
@click.argument("hypotheses", nargs=-1, metavar="SYSTEM...")
@text_options
@click.option(
    "--like",
    type=click.Choice(PRESETS),
    help="As in a paper: Chen et al. 2012, §3.2.3, or Birch & Osborne 2011, §4.1.2; other options change it.",
)
@protocol_options
@share_options
@sample_options
@metric_option
@click.option(
    "--gold",
    metavar="FILE",
    help="Questions whose answer is known: a table with expected (A>B), segment or texts, "
    "explanation, hidden.",
)
@shown_options
@seed_option
@click.option(
    "--database",
    metavar="URL",
    help="Keep answers elsewhere than in the folder: postgresql+psycopg://USER:PASSWORD@HOST/NAME.",
)
def command(
    folder: str,
    hypotheses: tuple[str, ...],
    texts: TextOptions,
    like: str | None,
    asked: ProtocolOptions,
    share: ShareOptions,
    chosen: SampleOptions,
    metrics: tuple[Metric, ...],
    gold: str | None,
    shown: ShownOptions,
    seed: int,
    database: str | None,
) -> None:
    """Plan a campaign in a new folder: which segments are asked, of whom, and how.

    Systems are never named to annotators, and the order of outputs is random. The plan is never changed;
    the same seed makes the same plan. links.txt in the folder has a secret link for each annotator.

    \b
    pitchpipe judge new campaign/ a.en b.en -r ref.en -s src.de --annotators 14 --common 30 --each 30
    pitchpipe judge new campaign/ a.en b.en -r ref.en --like birch2011 --gold gold.tsv
    pitchpipe judge new campaign/ *.en -r ref.en --sample disagreement -m chrf -m ter --each 50
    pitchpipe judge new campaign/ *.en -s src.de --protocol esa --sample documents --documents docs.tsv
    """
    from pitchpipe.judging.creating import create
    from pitchpipe.judging.gold import read_gold
    from pitchpipe.judging.presets import get_preset

    preset = None if like is None else get_preset(like)
    protocol, shares = asked.protocol_with(preset), share.shares_with(preset)
    sample = chosen.sample_with(preset, metrics)
    test_set = texts.read_named(hypotheses, ())
    if not texts.test_set:
        test_set = called_as_judged(test_set, hypotheses)
    languages = (test_set.source_language, test_set.told_language())
    campaign = create(
        folder,
        test_set,
        protocol,
        shares=shares,
        sample=sample,
        settings=shown.settings_with(preset, like, seed, languages),
        gold=() if gold is None else read_gold(gold, test_set, protocol, seed),
        database=database,
    )
    click.echo(_summary(campaign))


def _summary(campaign: Campaign) -> str:
    from pitchpipe.judging.pages import left_out

    roles = [item.role for item in campaign.items.values()]
    kinds = ", ".join(f"{roles.count(role)} {role}" for role in dict.fromkeys(roles))
    people = counted(len(campaign.annotators), "annotators")
    longest = max(map(len, campaign.assignment.values()))
    lines = [
        f"{campaign.folder}: {campaign.protocol.name}, {counted(len(roles), 'items')} ({kinds}), {people}, "
        f"up to {counted(longest, 'items')} each",
    ]
    if any(campaign.left_out.values()):
        lines.append(f"left out: {left_out(campaign)}")
    lines.append(f"the links are in {campaign.folder / 'links.txt'}, for nobody but you")
    return "\n".join(lines)
