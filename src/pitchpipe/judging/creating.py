"""Making a campaign: sample, deal, write."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from pitchpipe.errors import ParameterError
from pitchpipe.judging.assigning import Deal, Shares, deal_own, lists
from pitchpipe.judging.campaign import Campaign, require_new
from pitchpipe.judging.frames import Unit
from pitchpipe.judging.items import ContextLine, Item, Role, item_key
from pitchpipe.judging.links import Links
from pitchpipe.judging.protocols import Protocol, get_protocol
from pitchpipe.judging.sampling import Sample, draw
from pitchpipe.judging.settings import Settings
from pitchpipe.judging.store import Store
from pitchpipe.judging.store.database import parse_address, public_address
from pitchpipe.text.files import StrPath

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet


def create(
    folder: StrPath,
    test_set: TestSet,
    protocol: str | Protocol = "pairwise",
    *,
    shares: Shares | None = None,
    sample: Sample | None = None,
    settings: Settings | None = None,
    gold: Sequence[Item] = (),
    database: str | None = None,
) -> Campaign:
    """Makes a campaign in a new folder: the plan, the links, and an empty store.

    Parameters
    ----------
    folder
        Where it is to be.
    test_set
        Systems, with source and references where there are any.
    protocol
        How people judge, a name or with options.
    shares
        How many people there are, and how many items go to whom.
    sample
        Which segments are asked.
    settings
        Everything else.
    gold
        Questions whose answer is known.
    database
        The address of another database than a file in the folder; its password is not kept.
    """
    require_new(Path(folder))
    address = None if database is None else public_address(parse_address(database))
    shares, sample, settings = shares or Shares(), sample or Sample(), settings or Settings()
    settings = replace(settings, judgments=shares.judgments)
    asked = get_protocol(protocol) if isinstance(protocol, str) else protocol
    rng = random.Random(settings.seed)
    drawn = draw(test_set, asked, sample, shares.wanted, rng, {item.segment for item in gold})
    maker = _Maker(test_set, settings)
    warm_up, rest = _split(drawn.blocks, shares.warm_up)
    common, rest = _split(rest, shares.common)
    own_role: Role = "pool" if shares.pool else "own"
    own = [maker.items(block, own_role) for block in rest]
    deal = Deal(
        warm_up=_flat(maker.items(block, "warmup") for block in warm_up),
        common=_flat(maker.items(block, "common") for block in common),
        own={} if shares.pool else {name: tuple(items) for name, items in deal_own(own, shares, rng).items()},
        pool=_flat(own) if shares.pool else (),
        gold=tuple(gold),
    )
    assignment, repeats = lists(deal, shares, settings.seed, rng)
    items = (*deal.warm_up, *deal.common, *_flat(own), *gold, *repeats)
    campaign = Campaign(
        folder=Path(folder),
        id=secrets.token_hex(16),
        protocol=asked,
        settings=settings,
        systems=tuple(test_set.systems),
        segments=len(test_set),
        items={item.key: item for item in items},
        annotators=shares.names,
        assignment=assignment,
        pool=tuple(item.key for item in deal.pool),
        left_out=drawn.left_out,
        sampling={**sample.to_dict(), "available": drawn.available},
        created=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        database=address,
    )
    if len(campaign.items) < len(items):
        raise ParameterError("two questions of gold are the same")
    campaign.write()
    Links.draw(campaign.annotators).write(campaign.folder)
    Store.open(campaign, database).close_connections()
    return campaign


class _Maker:
    """Makes items of a test set."""

    def __init__(self, test_set: TestSet, settings: Settings) -> None:
        self._set, self._settings = test_set, settings
        columns: list[Sequence[str | None]] = list(test_set.references.values())
        self._reference: Sequence[str | None] = columns[0] if columns else [None] * len(test_set)

    def items(self, block: Sequence[Unit], role: Role) -> list[Item]:
        """The items of units that stay together."""
        return [self._item(unit, role) for unit in block]

    def _item(self, unit: Unit, role: Role) -> Item:
        documents = self._set.documents
        return Item(
            key=item_key(self._settings.seed, role, unit.segment, unit.systems),
            role=role,
            segment=unit.segment,
            systems=unit.systems,
            outputs=self._outputs(unit.segment, unit.systems),
            document=None if documents is None else documents[unit.segment],
            source=self._source(unit.segment),
            reference=self._reference[unit.segment],
            context=self._context(unit),
            probability=unit.probability,
        )

    def _source(self, segment: int) -> str | None:
        return None if self._set.source is None else self._set.source[segment]

    def _outputs(self, segment: int, systems: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._set.systems[system][segment] for system in systems)

    def _context(self, unit: Unit) -> tuple[ContextLine, ...]:
        reach, documents = self._settings.context, self._set.documents
        first, last = max(0, unit.segment - reach), min(len(self._set) - 1, unit.segment + reach)
        return tuple(
            ContextLine(at, self._source(at), self._reference[at], self._outputs(at, unit.systems))
            for at in range(first, last + 1)
            if at != unit.segment and (documents is None or documents[at] == documents[unit.segment])
        )


def _split(
    blocks: Sequence[Sequence[Unit]], wanted: int
) -> tuple[list[Sequence[Unit]], list[Sequence[Unit]]]:
    """The first blocks that have so many items together, and the rest."""
    taken, count = 0, 0
    while count < wanted and taken < len(blocks):
        count += len(blocks[taken])
        taken += 1
    return list(blocks[:taken]), list(blocks[taken:])


def _flat(blocks: Iterable[Sequence[Item]]) -> tuple[Item, ...]:
    return tuple(item for block in blocks for item in block)
