"""Who is asked what, and in which order.

A common set goes to everybody; of the rest, each item goes to ``judgments`` people, all distinct, as evenly
as possible, or lies in a pool from which whoever comes takes the next one. Everybody's list begins with the
warm-ups; gold is spread over it; repeats come as late after their originals as the list allows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.brief import Brief
from pitchpipe.errors import ParameterError
from pitchpipe.judging.items import Item, item_key
from pitchpipe.wording import counted, quoted

MOST_ANNOTATORS = 10_000


@dataclass(frozen=True, kw_only=True, repr=False)
class Shares(Brief):
    """How many items go to whom.

    Parameters
    ----------
    annotators
        How many people judge, or what they are called.
    common
        Items that everybody is asked.
    each
        Items that are somebody's own, or that they take from the pool at most.
    judgments
        How many people judge each item that is not common.
    pool
        Items that lie in a pool, instead of being somebody's own; 0: no pool.
    warm_up
        Items at the beginning of which the answers do not count.
    repeats
        Items that everybody is asked a second time.
    """

    annotators: int | Sequence[str] = 2
    common: int = 0
    each: int = 30
    judgments: int = 1
    pool: int = 0
    warm_up: int = 0
    repeats: int = 0

    def __post_init__(self) -> None:
        for name, least in (
            ("common", 0),
            ("each", 0),
            ("judgments", 1),
            ("pool", 0),
            ("warm_up", 0),
            ("repeats", 0),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ParameterError(f"{name} must be a whole number, {least} or more, not {quoted(value)}")
        count = self.annotators if isinstance(self.annotators, int) else len(self.annotators)
        if not 1 <= count <= MOST_ANNOTATORS:
            raise ParameterError(f"{counted(count, 'annotators')}: there may be 1 to {MOST_ANNOTATORS}")
        if len(set(self.names)) < len(self.names):
            raise ParameterError("two annotators have one name")
        if self.judgments > len(self.names):
            raise ParameterError(
                f"{self.judgments} distinct people cannot judge an item where there are {len(self.names)}"
            )
        if not self.common and not self.each:
            raise ParameterError("nobody would be asked anything: neither common items nor some for each")

    @property
    def names(self) -> tuple[str, ...]:
        """What annotators are called."""
        if isinstance(self.annotators, int):
            width = max(2, len(str(self.annotators)))
            return tuple(f"annotator-{number:0{width}}" for number in range(1, self.annotators + 1))
        names = tuple(self.annotators)
        for name in names:
            if not name.strip() or any(sign in name for sign in "\t\n\r") or name == "organiser":
                raise ParameterError(f"{quoted(name)} is no name for an annotator")
        return names

    @property
    def own(self) -> int:
        """How many items are needed that are neither common nor warm-ups."""
        return self.pool or (len(self.names) * self.each) // self.judgments

    @property
    def wanted(self) -> int:
        """How many items are to be sampled."""
        return self.warm_up + self.common + self.own


@dataclass(frozen=True)
class Deal:
    """The items as they were dealt."""

    warm_up: tuple[Item, ...]
    common: tuple[Item, ...]
    own: dict[str, tuple[Item, ...]]
    pool: tuple[Item, ...]
    gold: tuple[Item, ...]


def deal_own(blocks: Sequence[Sequence[Item]], shares: Shares, rng: random.Random) -> dict[str, list[Item]]:
    """Gives each block of items (a document, or one item) to distinct people who have the least so far."""
    dealt: dict[str, list[Item]] = {name: [] for name in shares.names}
    for block in blocks:
        tie = {name: rng.random() for name in dealt}
        takers = sorted(dealt, key=lambda name: (len(dealt[name]), tie[name]))[: shares.judgments]
        for name in takers:
            dealt[name] += block
    return dealt


def lists(
    deal: Deal, shares: Shares, seed: int, rng: random.Random
) -> tuple[dict[str, tuple[str | None, ...]], list[Item]]:
    """Everybody's list of keys, ``None`` for places of the pool, and the repeats, which are new items."""
    slots = min(shares.each, len(deal.pool)) if shares.pool else 0
    assignment: dict[str, tuple[str | None, ...]] = {}
    repeated: dict[str, Item] = {}
    for name in shares.names:
        blocks = _blocks((*deal.common, *deal.own.get(name, ())))
        rng.shuffle(blocks)
        order: list[Item | None] = [item for block in blocks for item in block]
        for _ in range(slots):
            order.insert(rng.randint(0, len(order)), None)
        order = _with_repeats(order, shares.repeats, seed, rng, repeated)
        for item in rng.sample(deal.gold, len(deal.gold)):
            order.insert(rng.randint(0, len(order)), item)
        first = [item.key for item in deal.warm_up]
        assignment[name] = (*first, *(None if item is None else item.key for item in order))
    return assignment, list(repeated.values())


def _blocks(items: Sequence[Item]) -> list[list[Item]]:
    """Items in a row that are of one document and have context stay together."""
    blocks: list[list[Item]] = []
    for item in items:
        last = blocks[-1][-1] if blocks else None
        together = (
            last is not None and item.context and last.document == item.document and last.role == item.role
        )
        if together:
            blocks[-1].append(item)
        else:
            blocks.append([item])
    return blocks


def _with_repeats(
    order: list[Item | None], repeats: int, seed: int, rng: random.Random, repeated: dict[str, Item]
) -> list[Item | None]:
    """The list with some of the first half asked again in the second half."""
    middle = (len(order) + 1) // 2
    first, second = order[:middle], order[middle:]
    asked = [item for item in first if item is not None]
    for original in rng.sample(asked, min(repeats, len(asked))):
        key = item_key(seed, "repeat", original.segment, original.systems)
        again = repeated.setdefault(key, original.again(key))
        second.insert(rng.randint(0, len(second)), again)
    return [*first, *second]
