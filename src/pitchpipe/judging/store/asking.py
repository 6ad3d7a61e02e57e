"""What somebody is asked next: their own list in its order, and leases from the pool."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.items import ContextLine, Item
from pitchpipe.judging.protocols.base import by_position
from pitchpipe.judging.store.records import Annotator, Screen
from pitchpipe.judging.store.tables import annotators, answers, assignments, campaigns


@dataclass(frozen=True)
class Place:
    """A row of somebody's list that has an item."""

    position: int
    item: Item
    order: tuple[int, ...] | None


def drawn_order(seed: int, annotator: str, item: Item) -> tuple[int, ...]:
    """The order in which somebody sees the outputs of an item: at random, the same every time."""
    # A repeat has an order of its own: whoever always prefers the left must not seem consistent.
    digest = hashlib.sha256(f"{seed}\0{annotator}\0{item.key}".encode("utf-8", "surrogatepass")).digest()
    order = list(range(len(item.outputs)))
    random.Random(int.from_bytes(digest, "big")).shuffle(order)
    return tuple(order)


def next_place(
    connection: sa.Connection, campaign: Campaign, annotator: Annotator, now: float
) -> Place | None:
    """The first item of somebody's list that they have not answered; an item of the pool is leased."""
    rows = connection.execute(
        sa.select(assignments)
        .where(assignments.c.annotator == annotator.id, assignments.c.answered.is_(None))
        .order_by(assignments.c.position)
    ).all()
    taken: dict[str, int] | None = None
    for row in rows:
        expired = row.pooled and row.item is not None and row.leased < now
        if row.item is not None and not expired:
            return _place(campaign, row)
        if taken is None:
            # Somebody else may be leasing: one at a time.
            connection.execute(
                sa.select(campaigns.c.id).where(campaigns.c.id == campaign.id).with_for_update()
            )
            taken = _taken(connection, campaign, now)
        key = row.item if expired and taken.get(row.item, 0) < campaign.settings.judgments else None
        key = key or _free(connection, campaign, annotator, taken)
        if key is None and expired:
            # Others have it by now, and there is no other one.
            _lease(connection, annotator, row.position, None, None)
        elif key is not None:
            _lease(connection, annotator, row.position, key, now + campaign.settings.lease)
            order = _order(row) if key == row.item else None
            return Place(row.position, campaign.items[key], order)
    return None


def ready_place(
    connection: sa.Connection, campaign: Campaign, annotator: Annotator, now: float
) -> Place | None:
    """The first open item, if it can be shown without writing anything: it is theirs, and in order."""
    row = connection.execute(
        sa.select(assignments)
        .where(assignments.c.annotator == annotator.id, assignments.c.answered.is_(None))
        .order_by(assignments.c.position)
        .limit(1)
    ).one_or_none()
    if row is None or row.item is None or row.order is None or (row.pooled and row.leased < now):
        return None
    return _place(campaign, row)


def show(
    connection: sa.Connection, campaign: Campaign, annotator: Annotator, place: Place, now: float
) -> Screen:
    """The screen of an item; the order of its outputs is recorded when it is first shown."""
    item, settings = place.item, campaign.settings
    order = place.order or record_order(connection, campaign, annotator, place, now)
    before = tuple(line for line in item.context if line.segment < item.segment)
    after = tuple(line for line in item.context if line.segment > item.segment)

    def seen(line: ContextLine) -> ContextLine:
        return ContextLine(
            line.segment,
            line.source if settings.show_source else None,
            line.reference if settings.show_reference else None,
            tuple(by_position(line.outputs, order)),
        )

    return Screen(
        key=item.key,
        position=place.position + 1,
        total=length(connection, annotator),
        outputs=tuple(by_position(item.outputs, order)),
        source=item.source if settings.show_source else None,
        reference=item.reference if settings.show_reference else None,
        document=item.document if settings.context else None,
        context_before=tuple(map(seen, before)),
        context_after=tuple(map(seen, after)),
        earlier=_earlier(connection, annotator, item),
    )


def record_order(
    connection: sa.Connection, campaign: Campaign, annotator: Annotator, place: Place, now: float
) -> tuple[int, ...]:
    """Draws the order of outputs, and keeps it."""
    order = drawn_order(campaign.settings.seed, annotator.name, place.item)
    connection.execute(
        sa.update(assignments)
        .where(assignments.c.annotator == annotator.id, assignments.c.position == place.position)
        .values(order=json.dumps(order), shown=now)
    )
    connection.execute(sa.update(annotators).where(annotators.c.id == annotator.id).values(seen=now))
    return order


def own_place(connection: sa.Connection, campaign: Campaign, annotator: Annotator, key: str) -> Place | None:
    """An item of somebody's own list, locked until the transaction ends."""
    row = connection.execute(
        sa.select(assignments)
        .where(assignments.c.annotator == annotator.id, assignments.c.item == key)
        .with_for_update()
    ).one_or_none()
    return None if row is None else _place(campaign, row)


def length(connection: sa.Connection, annotator: Annotator) -> int:
    """How long somebody's list is."""
    counted = sa.select(sa.func.count()).where(assignments.c.annotator == annotator.id)
    return int(connection.execute(counted).scalar_one())


def _place(campaign: Campaign, row: Any) -> Place:
    return Place(row.position, campaign.items[row.item], _order(row))


def _order(row: Any) -> tuple[int, ...] | None:
    return None if row.order is None else tuple(json.loads(row.order))


def _taken(connection: sa.Connection, campaign: Campaign, now: float) -> dict[str, int]:
    """How many people have answered items of the pool, or hold a lease; work set aside does not count."""
    rows = connection.execute(
        sa.select(assignments.c.item, sa.func.count())
        .join(annotators, annotators.c.id == assignments.c.annotator)
        .where(
            annotators.c.campaign == campaign.id,
            annotators.c.aside.is_(None),
            assignments.c.pooled,
            assignments.c.item.is_not(None),
            assignments.c.answered.is_not(None) | (assignments.c.leased >= now),
        )
        .group_by(assignments.c.item)
    )
    return {row[0]: row[1] for row in rows}


def _free(
    connection: sa.Connection, campaign: Campaign, annotator: Annotator, taken: dict[str, int]
) -> str | None:
    """The first item of the pool that wants judgments and that they have not had."""
    if annotator.aside is not None:
        return None
    own = set(
        connection.execute(
            sa.select(assignments.c.item).where(assignments.c.annotator == annotator.id)
        ).scalars()
    )
    wanted = campaign.settings.judgments
    return next((key for key in campaign.pool if taken.get(key, 0) < wanted and key not in own), None)


def _lease(
    connection: sa.Connection, annotator: Annotator, position: int, key: str | None, until: float | None
) -> None:
    row = (assignments.c.annotator == annotator.id) & (assignments.c.position == position)
    current = connection.execute(sa.select(assignments.c.item).where(row)).scalar_one()
    changes: dict[str, Any] = {"item": key, "leased": until}
    if key != current:
        changes |= {"order": None, "shown": None}
    connection.execute(sa.update(assignments).where(row).values(changes))


def _earlier(connection: sa.Connection, annotator: Annotator, item: Item) -> dict[str, Any] | None:
    sent = connection.execute(
        sa.select(answers.c.sent).where(
            answers.c.annotator == annotator.id, answers.c.item == item.key, answers.c.latest
        )
    ).scalar_one_or_none()
    return None if sent is None else dict(json.loads(sent))


def texts_of(item: Item, order: Sequence[int]) -> list[str]:
    """The outputs of an item in an order."""
    return by_position(item.outputs, order)
