"""Whether annotators agree, who does not, and what is preferred with and without them.

Chen et al. 2012 (§3.2.3) compute Fleiss' κ on the common set, κⁱ without each annotator in turn, and leave
out the four "with the biggest κ_all - κⁱ". Printed so, these would be the annotators whom the others agree
with most: without somebody who differs from everybody else, agreement rises, and κ_all - κⁱ is negative.
Those whose absence raises κ most are left out here: the biggest κⁱ - κ_all, all at once, as they did.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.coefficients import (
    Coefficient,
    CohenKappa,
    Estimate,
    FleissKappa,
    IntervalAlpha,
    estimate,
)
from pitchpipe.judging.items import COUNTED
from pitchpipe.judging.preferring import Preference, Vote, by_annotator, preferences, votes
from pitchpipe.judging.ratings import Ratings, make_ratings, rated, z_scale
from pitchpipe.judging.scoring import SystemMean, system_means
from pitchpipe.judging.store.records import Judgment
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.pages import Page
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.wording import counted


@dataclass(frozen=True)
class WithoutOne:
    """The agreement of the others; ``rise`` is what it is above everybody's."""

    annotator: str
    estimate: Estimate
    rise: float | None
    excluded: bool


@dataclass(frozen=True)
class OfTwo:
    """The agreement of two annotators."""

    first: str
    second: str
    estimate: Estimate


@dataclass(frozen=True)
class WithOneself:
    """How often somebody said the same of an item that came again; the ``estimate`` is beyond chance."""

    annotator: str
    repeats: int
    same: float | None
    estimate: Estimate


@dataclass(frozen=True)
class Asked:
    """How agreement was computed: everything that is needed to do it again."""

    exclude: int
    with_common: bool
    sampling: Sampling


@dataclass(frozen=True, repr=False)
class AgreementTable(Shown):
    """Agreement and preferences.

    Parameters
    ----------
    campaign
        What was asked.
    coefficient
        ``fleiss`` for orders, ``alpha`` for scores.
    common
        Whether agreement is that on the common set; otherwise on whatever two people or more have judged.
    annotators
        Whose work counts, and who have judged any of it.
    aside
        Whose work is set aside, and why.
    everybody, kept
        The agreement of all, and of those who are not excluded.
    z
        Of scores, the agreement of everybody's z-scores.
    without, pairs, selves
        Without each, between each two, and of each with themselves.
    excluded
        Who was left out by their disagreement.
    preferred, preferred_by_kept
        Preferences of all, and of those who are not excluded; without the common set, unless there is nothing
        else.
    own
        Everybody's preferences.
    means
        Of scores: every system's mean.
    common_counts
        Whether the common set counts in preferences.
    asked
        What was asked for.
    """

    campaign: Campaign
    coefficient: str
    common: bool
    annotators: tuple[str, ...]
    aside: dict[str, str]
    everybody: Estimate
    kept: Estimate
    z: Estimate | None
    without: tuple[WithoutOne, ...]
    pairs: tuple[OfTwo, ...]
    selves: tuple[WithOneself, ...]
    excluded: tuple[str, ...]
    preferred: tuple[Preference, ...]
    preferred_by_kept: tuple[Preference, ...]
    own: dict[str, list[Preference]]
    means: tuple[SystemMean, ...]
    common_counts: bool
    asked: Asked

    def _brief(self) -> str:
        value = self.everybody.value
        shown = "undefined" if value is None else f"{value:.3f}"
        return f"{self.coefficient} {shown} of {counted(len(self.annotators), 'annotators')}"

    def page(self, decimals: int = 3) -> Page:
        """As the command line prints it."""
        from pitchpipe.judging.pages import agreement_page

        return agreement_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of coefficients, of preferences, of everybody's preferences, and of systems with scores."""
        from pitchpipe.judging.grids import machine_rows, means, preference_rows

        own = [(name, one) for name, some in self.own.items() for one in some]
        there: dict[str, Any] = {
            "coefficients": lambda: machine_rows(self),
            "preferences": lambda: preference_rows(
                [
                    *(("everybody", one) for one in self.preferred),
                    *(("without the excluded", one) for one in self.preferred_by_kept if self.excluded),
                ]
            ),
        }
        if own:
            there["annotators"] = lambda: preference_rows(own)
        if self.means:
            there["systems"] = lambda: means(self)
        return there

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "coefficient": self.coefficient,
            "set": "common" if self.common else "judged by several",
            "annotators": list(self.annotators),
            "set_aside": dict(self.aside),
            "agreement": self.everybody.to_dict(),
            "agreement_without_excluded": self.kept.to_dict(),
            "agreement_of_z_scores": None if self.z is None else self.z.to_dict(),
            "excluded": list(self.excluded),
            "without": [
                {
                    "annotator": one.annotator,
                    **one.estimate.to_dict(),
                    "rise": one.rise,
                    "excluded": one.excluded,
                }
                for one in self.without
            ],
            "pairs": [
                {"first": one.first, "second": one.second, **one.estimate.to_dict()} for one in self.pairs
            ],
            "self_agreement": [
                {
                    "annotator": one.annotator,
                    "repeats": one.repeats,
                    "same": one.same,
                    **one.estimate.to_dict(),
                }
                for one in self.selves
            ],
            "preferences": [one.to_dict() for one in self.preferred],
            "preferences_without_excluded": [one.to_dict() for one in self.preferred_by_kept],
            "preferences_by_annotator": {
                name: [one.to_dict() for one in some] for name, some in self.own.items()
            },
            "systems": [one.to_dict() for one in self.means],
            "common_set_in_preferences": self.common_counts,
            "bootstrap": self.asked.sampling.to_dict(),
        }


def agreement(
    campaign: Campaign,
    judgments: Sequence[Judgment],
    *,
    exclude: int | None = None,
    with_common: bool = False,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 95,
) -> AgreementTable:
    """The agreement of annotators, and what they prefer.

    Parameters
    ----------
    campaign, judgments
        What was asked, and what was answered.
    exclude
        How many annotators are left out: those whose absence raises the agreement most. By default as
        planned.
    with_common
        Let the common set count in preferences, too.
    samples, seed, confidence
        Of bootstrap intervals over items.
    """
    working = [judgment for judgment in judgments if judgment.aside is None]
    people = tuple(dict.fromkeys(one.annotator for one in working if one.item.role in COUNTED))
    most = max(0, len(people) - 2)
    if exclude is not None and exclude > most:
        raise ParameterError(
            f"{exclude} of {counted(len(people), 'annotators')} cannot be left out: agreement is between two "
            "or more"
        )
    # Early on there may be fewer than the plan would leave out.
    planned = min(campaign.settings.exclude, most) if exclude is None else exclude
    asked = Asked(planned, with_common, Sampling(samples, seed, confidence))
    protocol = campaign.protocol
    common = any(item.role == "common" for item in campaign.items.values())
    shared = [
        one for one in working if one.item.role == "common" or (not common and one.item.role in COUNTED)
    ]
    coefficient: Coefficient = IntervalAlpha() if protocol.is_scored else FleissKappa()
    ratings = make_ratings(protocol, shared, people)
    everybody = estimate(coefficient, ratings.values, asked.sampling)
    without = _without_each(coefficient, ratings, everybody, asked)
    excluded = tuple(one.annotator for one in without if one.excluded)
    kept = estimate(coefficient, ratings.without(*excluded).values, asked.sampling) if excluded else everybody
    scale = z_scale(protocol, working) if protocol.is_scored else None
    z = None
    if scale is not None:
        z = estimate(coefficient, make_ratings(protocol, shared, people, scale).values, asked.sampling)
    apart = common and not with_common and any(one.item.role in ("own", "pool") for one in working)
    roles = ("own", "pool") if apart else COUNTED
    counting = [one for one in working if one.item.role in roles]
    found = votes(protocol, counting, campaign.systems, roles=roles)
    remaining = [one for one in counting if one.annotator not in excluded]
    means = system_means(protocol, remaining, campaign.systems, asked.sampling) if protocol.is_scored else ()
    return AgreementTable(
        campaign=campaign,
        coefficient="alpha" if protocol.is_scored else "fleiss",
        common=common,
        annotators=people,
        aside={one.annotator: one.aside for one in judgments if one.aside is not None},
        everybody=everybody,
        kept=kept,
        z=z,
        without=without,
        pairs=_pairs(coefficient, ratings, asked.sampling),
        selves=_selves(campaign, working, people, asked.sampling),
        excluded=excluded,
        preferred=_preferred(found, confidence),
        preferred_by_kept=_preferred(votes(protocol, remaining, campaign.systems, roles=roles), confidence),
        own=by_annotator(found, confidence=confidence),
        means=means,
        common_counts=not apart,
        asked=asked,
    )


def _preferred(found: Sequence[Vote], confidence: float) -> tuple[Preference, ...]:
    return tuple(preferences(found, confidence=confidence))


def _without_each(
    coefficient: Coefficient, ratings: Ratings, everybody: Estimate, asked: Asked
) -> tuple[WithoutOne, ...]:
    """The agreement without each in turn; those without whom it rises most are excluded."""
    if len(ratings.annotators) < 3:
        return ()
    found: dict[str, tuple[Estimate, float | None]] = {}
    for name in ratings.annotators:
        one = estimate(coefficient, ratings.without(name).values, asked.sampling)
        known = one.value is not None and everybody.value is not None
        found[name] = one, (one.value or 0.0) - (everybody.value or 0.0) if known else None
    rises = {name: rise for name, (_, rise) in found.items() if rise is not None}
    worst = sorted(rises, key=lambda name: -rises[name])[: asked.exclude]
    return tuple(WithoutOne(name, one, rise, name in worst) for name, (one, rise) in found.items())


def _pairs(coefficient: Coefficient, ratings: Ratings, sampling: Sampling) -> tuple[OfTwo, ...]:
    between: Coefficient = coefficient if isinstance(coefficient, IntervalAlpha) else CohenKappa()
    found = (
        OfTwo(one, other, estimate(between, ratings.of(one, other), sampling))
        for one, other in combinations(ratings.annotators, 2)
    )
    return tuple(pair for pair in found if pair.estimate.items)


def _selves(
    campaign: Campaign, judgments: Sequence[Judgment], people: Sequence[str], sampling: Sampling
) -> tuple[WithOneself, ...]:
    """Everybody's answers to repeats, beside those to the items that were repeated."""
    protocol = campaign.protocol
    said: dict[tuple[str, str], Judgment] = {(one.annotator, one.item.key): one for one in judgments}
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    repeats: dict[str, int] = defaultdict(int)
    for one in judgments:
        before = said.get((one.annotator, one.item.repeats or ""))
        if one.item.role != "repeat" or before is None:
            continue
        repeats[one.annotator] += 1
        earlier = dict(rated(protocol, before))
        found[one.annotator] += [(earlier[which], value) for which, value in rated(protocol, one)]
    coefficient: Coefficient = IntervalAlpha() if protocol.is_scored else CohenKappa()
    table = []
    for name in people:
        if name in found:
            twice: Array = np.array(found[name]).T
            same = None if protocol.is_scored else 100 * float((twice[0] == twice[1]).mean())
            table.append(WithOneself(name, repeats[name], same, estimate(coefficient, twice, sampling)))
    return tuple(table)
