"""What the organiser asks of the store: how far everybody is, and who is set aside."""

from __future__ import annotations

import statistics
from collections import defaultdict
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.items import GOLD
from pitchpipe.judging.store.records import Annotator, Progress
from pitchpipe.judging.store.tables import annotators, answers, assignments

#: Why somebody was set aside by their answers to gold, rather than by the organiser.
BY_GOLD = "gold"


def annotator_of(row: Any) -> Annotator:
    """A row of the table."""
    return Annotator(row.id, row.name, row.consent, row.aside)


def progress(connection: sa.Connection, campaign: Campaign, open_ids: set[int]) -> list[Progress]:
    """Everybody's, in the order of their names in the plan; ``open_ids`` have something left to do."""
    people = connection.execute(
        sa.select(annotators).where(annotators.c.campaign == campaign.id).order_by(annotators.c.id)
    ).all()
    # Without the answers themselves, which may be long.
    told = [
        answers.c[name] for name in ("annotator", "item", "latest", "revision", "right", "seconds", "fast")
    ]
    given = connection.execute(
        sa.select(*told).join(annotators).where(annotators.c.campaign == campaign.id)
    ).all()
    places = connection.execute(
        sa.select(assignments.c.annotator, sa.func.count()).group_by(assignments.c.annotator)
    )
    lengths = {row[0]: row[1] for row in places}
    by_annotator: dict[int, list[Any]] = defaultdict(list)
    for answer in given:
        by_annotator[answer.annotator].append(answer)
    found = []
    for person in people:
        own = by_annotator[person.id]
        latest = [answer for answer in own if answer.latest]
        gold = [answer for answer in own if counts_as_gold(campaign, answer)]
        done = len(latest)
        found.append(
            Progress(
                annotator=annotator_of(person),
                done=done,
                total=lengths.get(person.id, 0),
                gold_right=sum(bool(answer.right) for answer in gold),
                gold_answered=len(gold),
                median_seconds=statistics.median(float(answer.seconds) for answer in latest)
                if latest
                else None,
                last_seen=person.seen,
                fast=sum(bool(answer.fast) for answer in latest),
                code=person.code if done and person.id not in open_ids and not person.removed else None,
                removed=bool(person.removed),
            )
        )
    return found


def counts_as_gold(campaign: Campaign, answer: Any) -> bool:
    """Whether an answer tells how well somebody judges.

    Of an open question the first answer does, since the right one is told after it; of a hidden one the
    latest.
    """
    item = campaign.items.get(answer.item)
    if item is None or item.role not in GOLD:
        return False
    return bool(answer.revision == 0 if item.role == "gold" else answer.latest)


def weigh_gold(connection: sa.Connection, campaign: Campaign, annotator: Annotator) -> Annotator:
    """Sets aside the work of somebody below the threshold of gold, and takes it back when they are above.

    Whom the organiser has set aside stays there. It is somebody as they are after that.
    """
    threshold = campaign.settings.gold_threshold
    if threshold is None or annotator.aside not in (None, BY_GOLD):
        return annotator
    own = connection.execute(sa.select(answers).where(answers.c.annotator == annotator.id)).all()
    gold = [answer for answer in own if counts_as_gold(campaign, answer)]
    if len(gold) < campaign.settings.gold_least:
        return annotator
    right = sum(bool(answer.right) for answer in gold)
    aside = BY_GOLD if 100 * right < threshold * len(gold) else None
    if aside != annotator.aside:
        connection.execute(sa.update(annotators).where(annotators.c.id == annotator.id).values(aside=aside))
    return replace(annotator, aside=aside)


def move_open(connection: sa.Connection, campaign: Campaign, giver: Annotator, taker: Annotator) -> int:
    """Gives what somebody has not answered to somebody else; how much it was.

    Places of the pool move, and items of one's own that the other has not had. Gold, warm-ups and the common
    set everybody has anyway; a repeat is of use only to whoever answered before.
    """
    rows = connection.execute(
        sa.select(assignments)
        .where(assignments.c.annotator == giver.id, assignments.c.answered.is_(None))
        .order_by(assignments.c.position)
    ).all()
    theirs = connection.execute(
        sa.select(assignments.c.item, assignments.c.position).where(assignments.c.annotator == taker.id)
    ).all()
    had = {row.item for row in theirs}
    position = max((row.position for row in theirs), default=-1)
    moved = 0
    for row in rows:
        movable = row.pooled or (campaign.items[row.item].role == "own" and row.item not in had)
        if not movable:
            continue
        position, moved = position + 1, moved + 1
        connection.execute(
            sa.delete(assignments).where(
                assignments.c.annotator == giver.id, assignments.c.position == row.position
            )
        )
        connection.execute(
            sa.insert(assignments).values(
                annotator=taker.id,
                position=position,
                item=None if row.pooled else row.item,
                pooled=row.pooled,
            )
        )
    return moved
