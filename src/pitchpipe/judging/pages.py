"""Campaigns as the command line prints them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.judging.grids import means, overall, pairs, people, preferred, selves, without
from pitchpipe.showing.pages import Page, Paragraph, Table
from pitchpipe.text.names import listing
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.judging.agreeing import AgreementTable
    from pitchpipe.judging.campaign import Campaign
    from pitchpipe.judging.preferring import Preference
    from pitchpipe.judging.status import Status

#: Pairs of annotators that are shown; JSON and TSV have all.
MOST_PAIRS = 30


def status_page(status: Status, decimals: int) -> Page:
    """Everybody's progress, and what the campaign is."""
    return Page((Table(people(status)),), tuple(_facts(status)), decimals)


def _facts(status: Status) -> Iterator[str]:
    campaign, settings = status.campaign, status.campaign.settings
    state = ", closed" if status.closed else ""
    like = f", like {settings.preset}" if settings.preset else ""
    yield (
        f"{campaign.protocol.name}{like}, {counted(len(campaign.systems), 'systems')}, "
        f"{counted(len(campaign.items), 'items')}; {status.done} of {counted(status.total, 'answers')}{state}"
    )
    if any(campaign.left_out.values()):
        yield f"left out: {left_out(campaign)}"
    if settings.gold_threshold is not None:
        yield f"whoever has less than {settings.gold_threshold:g} % of gold right is set aside"
    yield f"fast: answers at more than {settings.fast:g} letters a second"


def left_out(campaign: Campaign) -> str:
    """What could not be asked, in words."""
    return ", ".join(f"{count} {reason}" for reason, count in campaign.left_out.items() if count)


def agreement_page(table: AgreementTable, decimals: int) -> Page:
    """Agreement, who disagrees, and what is preferred."""
    blocks: list[Table | Paragraph] = [Table(overall(table, decimals))]
    if table.without:
        blocks.append(Table(without(table, decimals)))
    if table.pairs:
        shown = pairs(table, decimals)
        if len(table.pairs) <= MOST_PAIRS:
            blocks.append(Table(shown))
    if table.selves:
        blocks.append(Table(selves(table, decimals)))
    if table.means:
        # Scores up to 100 have fewer decimals than coefficients.
        blocks.append(Table(means(table).finer(1 - decimals)))
    rows = [("everybody", one) for one in table.preferred]
    if table.excluded:
        rows += [("without the excluded", one) for one in table.preferred_by_kept]
    rows += [(name, one) for name, own in table.own.items() for one in own if len(table.preferred) == 1]
    if rows:
        blocks.append(Table(preferred(rows).finer(1 - decimals)))
        blocks += [Paragraph(_in_words(one, table)) for one in table.preferred_by_kept]
    return Page(tuple(blocks), tuple(_notes(table)), decimals)


def _in_words(one: Preference, table: AgreementTable) -> str:
    """What a preference says, and what it would take to say more."""
    decided = one.wins + one.losses
    if one.share is None:
        return f"{one.first} and {one.second}: nobody has preferred either."
    level = (100 - table.asked.sampling.confidence) / 100
    ahead, behind = (one.first, one.second) if one.share >= 50 else (one.second, one.first)
    share = max(one.share, 100 - one.share)
    said = f"{ahead} is preferred to {behind} in {share:.1f} % of {counted(decided, 'decided judgments')}"
    if one.p <= level:
        return f"{said}: more than chance (p = {one.p:.4f})."
    if one.more is None:
        return f"{one.first} and {one.second} are equally often preferred: no difference to be found."
    return (
        f"{said}, which chance may explain (p = {one.p:.2f}); if it stays at that, about {one.more} more "
        "judgments would show it with a probability of 80 %."
    )


def _notes(table: AgreementTable) -> Iterator[str]:
    where = "the common set" if table.common else "items that two or more have judged"
    sampling = table.asked.sampling
    yield (
        f"agreement on {where}; bootstrap over items, {counted(sampling.samples, 'samples')}, "
        f"seed {sampling.seed}, confidence {sampling.confidence:g} %"
    )
    if len(table.pairs) > MOST_PAIRS:
        yield f"{len(table.pairs)} pairs of annotators are not shown: --format json or tsv has them"
    if table.excluded:
        yield (
            f"excluded: {listing(table.excluded)}, without whom the others agree most (as Chen et al. 2012, "
            "whose printed formula κ_all - κⁱ has the sign reversed)"
        )
    if table.aside:
        reasons = (f"{name} ({reason})" for name, reason in table.aside.items())
        yield f"set aside, and counted nowhere: {', '.join(reasons)}"
    if table.preferred:
        counting = "count the common set" if table.common_counts else "leave out the common set"
        about = f"preferences {counting}; " if table.common else ""
        yield f"{about}p of the sign test without ties, two-sided"
    if any(one.weighed for one in table.preferred):
        yield (
            "items were sampled with unequal probabilities: shares, intervals and p weigh each by its inverse"
        )
    by_items = [one for one in table.preferred if one.p_items is not None]
    for one in by_items:
        yield (
            f"{one.first} and {one.second}: several judgments of an item are not independent; by the "
            f"majority of each of {one.items} items, p = {one.p_items:.4f}"
        )
