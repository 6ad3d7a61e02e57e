"""Which of two systems people prefer, and whether that is more than chance.

As in Chen et al. 2012 (Table 5) and Birch & Osborne 2011 (Table 6): how often one of two outputs was
preferred, how often the other, and how often neither; the sign test leaves the last apart. Both papers tested
one-sided, which is only right where the direction was known before: ``p`` is two-sided, and ``p_one_sided``
beside it.

Several people's judgments of one item are not independent. The sign test counts judgments, as both papers do;
``p_items`` counts items by their majority. Where items were sampled with unequal probabilities, shares are
weighed by the inverse, and the test is that of a weighed share, with items as units.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from pitchpipe.comparing.sign import binomial_p
from pitchpipe.judging.items import COUNTED
from pitchpipe.judging.power import decided_for
from pitchpipe.judging.protocols.base import Protocol
from pitchpipe.judging.ratings import FIRST, NEITHER, rated, z_scale
from pitchpipe.judging.store.records import Judgment
from pitchpipe.resampling.intervals import Interval


@dataclass(frozen=True)
class Vote:
    """What somebody (of scores, everybody) said of two systems: 1 the first is better, -1 the second, 0."""

    annotator: str
    item: str
    pair: tuple[str, str]
    outcome: int
    weight: float = 1.0


@dataclass(frozen=True)
class Preference:
    """How often each of two systems was preferred.

    Parameters
    ----------
    first, second
        The systems; ``first`` was preferred ``wins`` times, ``second`` ``losses`` times, neither ``ties``
        times.
    share
        Per cent of decided judgments that prefer the first, weighed where items were sampled unevenly.
    interval
        Of the share, with items as units.
    p, p_one_sided, p_items
        Of the sign test of judgments, two-sided, and for the one ahead; of items by their majority. Where
        weighed, ``p`` and ``p_one_sided`` are of the weighed share, and there is no other.
    weighed
        Whether items were sampled with unequal probabilities.
    more
        How many more judgments would make this difference significant with a probability of 80 %, if it is
        what it seems; 0 if it is already, ``None`` if there is none.
    """

    first: str
    second: str
    wins: int
    losses: int
    ties: int
    items: int
    share: float | None
    interval: Interval | None
    p: float
    p_one_sided: float
    p_items: float | None
    weighed: bool
    more: int | None

    @property
    def total(self) -> int:
        """All judgments."""
        return self.wins + self.losses + self.ties

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "first": self.first,
            "second": self.second,
            "wins": self.wins,
            "losses": self.losses,
            "ties": self.ties,
            "items": self.items,
            "share": self.share,
            "interval": None if self.interval is None else list(self.interval),
            "p": self.p,
            "p_one_sided": self.p_one_sided,
            "p_items": self.p_items,
            "weighed": self.weighed,
            "more_judgments": self.more,
        }


def votes(
    protocol: Protocol,
    judgments: Iterable[Judgment],
    systems: Sequence[str],
    *,
    roles: Sequence[str] = COUNTED,
) -> list[Vote]:
    """The votes of judgments; of scores, one for each segment, by everybody's mean of z-scores."""
    counted = [judgment for judgment in judgments if judgment.item.role in roles]
    position = {system: at for at, system in enumerate(systems)}
    if protocol.is_scored:
        return _of_scores(protocol, counted, position)
    found = []
    for judgment in counted:
        item = judgment.item
        for (one, other), rating in rated(protocol, judgment):
            outcome = 0 if rating == NEITHER else 1 if rating == FIRST else -1
            pair = (item.systems[one], item.systems[other])
            if position[pair[0]] > position[pair[1]]:
                pair, outcome = (pair[1], pair[0]), -outcome
            found.append(Vote(judgment.annotator, item.key, pair, outcome, 1 / item.probability))
    return found


def _of_scores(protocol: Protocol, judgments: list[Judgment], position: dict[str, int]) -> list[Vote]:
    scale = z_scale(protocol, judgments)
    given: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    weight: dict[int, float] = {}
    for judgment in judgments:
        for (at,), score in rated(protocol, judgment):
            given[judgment.item.segment][judgment.item.systems[at]].append(scale(judgment.annotator, score))
        weight[judgment.item.segment] = 1 / judgment.item.probability
    found = []
    for segment, by_system in given.items():
        for pair in combinations(sorted(by_system, key=position.__getitem__), 2):
            one, other = (float(np.mean(by_system[system])) for system in pair)
            outcome = 0 if math.isclose(one, other, abs_tol=1e-9) else 1 if one > other else -1
            found.append(Vote("", str(segment), (pair[0], pair[1]), outcome, weight[segment]))
    return found


def preferences(found: Iterable[Vote], *, confidence: float = 95) -> list[Preference]:
    """The preference between every two systems that were compared."""
    by_pair: dict[tuple[str, str], list[Vote]] = defaultdict(list)
    for vote in found:
        by_pair[vote.pair].append(vote)
    return [_preference(pair, own, confidence) for pair, own in by_pair.items()]


def by_annotator(found: Iterable[Vote], *, confidence: float = 95) -> dict[str, list[Preference]]:
    """Everybody's own preferences."""
    own: dict[str, list[Vote]] = defaultdict(list)
    for vote in found:
        if vote.annotator:
            own[vote.annotator].append(vote)
    return {name: preferences(some, confidence=confidence) for name, some in own.items()}


def _preference(pair: tuple[str, str], own: list[Vote], confidence: float) -> Preference:
    wins = sum(vote.outcome > 0 for vote in own)
    losses = sum(vote.outcome < 0 for vote in own)
    ties = len(own) - wins - losses
    items: dict[str, list[Vote]] = defaultdict(list)
    for vote in own:
        items[vote.item].append(vote)
    weights = [vote.weight for vote in own]
    weighed = max(weights) > min(weights) * (1 + 1e-9)
    share, error = _share(list(items.values()))
    if weighed:
        p = 1.0 if share is None or error is None else _normal_p(share - 0.5, error)
        one_sided, p_items = p / 2, None
    else:
        p = binomial_p(wins, losses)
        one_sided = _one_sided(wins, losses)
        p_items = _of_majorities(items.values()) if len(items) < len(own) else None
    return Preference(
        *pair,
        wins=wins,
        losses=losses,
        ties=ties,
        items=len(items),
        share=None if share is None else 100 * share,
        interval=_interval(share, error, wins, losses, weighed or len(items) < len(own), confidence),
        p=p,
        p_one_sided=one_sided,
        p_items=p_items,
        weighed=weighed,
        more=_more(wins + losses, ties, share, error if weighed else None, p, (100 - confidence) / 100),
    )


def _share(items: Sequence[Sequence[Vote]]) -> tuple[float | None, float | None]:
    """The weighed share of the first among decided votes, and its standard error with items as units.

    The ratio of two weighed sums (Hájek); its error is that of the linearised ratio.
    """
    won = np.array([sum(vote.weight * (vote.outcome > 0) for vote in own) for own in items])
    decided = np.array([sum(vote.weight * (vote.outcome != 0) for vote in own) for own in items])
    total = float(decided.sum())
    if total <= 0:
        return None, None
    share = float(won.sum()) / total
    units = int((decided > 0).sum())
    if units < 2:
        return share, None
    residuals = won - share * decided
    return share, math.sqrt(float((residuals**2).sum()) * units / (units - 1)) / total


def _interval(
    share: float | None, error: float | None, wins: int, losses: int, clustered: bool, confidence: float
) -> Interval | None:
    """In per cent: exact (Clopper and Pearson 1934) where votes are independent, else by its error."""
    from scipy.special import betaincinv, ndtri

    if share is None:
        return None
    tail = (100 - confidence) / 200
    if not clustered:
        low = 0.0 if not wins else float(betaincinv(wins, losses + 1, tail))
        high = 1.0 if not losses else float(betaincinv(wins + 1, losses, 1 - tail))
        return 100 * low, 100 * high
    if error is None:
        return None
    reach = float(ndtri(1 - tail)) * error
    return 100 * max(0.0, share - reach), 100 * min(1.0, share + reach)


def _one_sided(wins: int, losses: int) -> float:
    """The exact probability of at least so many votes for the one ahead."""
    from scipy.special import bdtr

    return float(bdtr(min(wins, losses), wins + losses, 0.5))


def _normal_p(difference: float, error: float) -> float:
    from scipy.special import ndtr

    if error <= 0:
        return 1.0 if difference == 0 else 0.0
    return 2 * float(ndtr(-abs(difference) / error))


def _of_majorities(items: Iterable[Sequence[Vote]]) -> float:
    sums = [sum(vote.outcome for vote in own) for own in items]
    return binomial_p(sum(total > 0 for total in sums), sum(total < 0 for total in sums))


def _more(
    decided: int, ties: int, share: float | None, error: float | None, p: float, alpha: float
) -> int | None:
    """Judgments that are missing until a difference like this would be found."""
    if p <= alpha:
        return 0
    wanted = None if share is None else decided_for(share, alpha)
    if wanted is None or share is None:
        return None
    if error is not None and 0 < share < 1:
        # Unequal weights cost judgments: as many more as the variance is larger than of equal ones.
        wanted = math.ceil(wanted * max(1.0, error**2 * decided / (share * (1 - share))))
    return max(1, math.ceil(wanted * (decided + ties) / decided) - decided - ties)
