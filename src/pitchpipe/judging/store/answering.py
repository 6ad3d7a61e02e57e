"""Answers on their way into the database, and out of it."""

from __future__ import annotations

import json
import math
from typing import Any

import sqlalchemy as sa

from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.items import Item
from pitchpipe.judging.plausibility import is_too_fast
from pitchpipe.judging.protocols.base import Answer, AnswerError
from pitchpipe.judging.store.asking import texts_of
from pitchpipe.judging.store.records import Annotator, Feedback, Judgment
from pitchpipe.judging.store.tables import annotators, answers, assignments
from pitchpipe.wording import quoted

#: Nobody looks at an item for longer; a lid was closed.
LONGEST_SECONDS = 86_400.0


def checked_row(
    campaign: Campaign, item: Item, order: tuple[int, ...], answer: object, seconds: float
) -> dict[str, Any]:
    """What is kept of an answer, if it is one."""
    protocol = campaign.protocol
    checked = protocol.check(answer, texts_of(item, order))
    canonical = protocol.canonical(checked, order)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not math.isfinite(seconds):
        raise AnswerError(f"{quoted(seconds)} is no number of seconds")
    spent = min(max(float(seconds), 0.0), LONGEST_SECONDS)
    return {
        "sent": _json(checked),
        "order": json.dumps(order),
        "canonical": _json(canonical),
        "seconds": spent,
        "fast": is_too_fast(spent, item.outputs, campaign.settings.fast),
        "right": None if item.expected is None else protocol.agrees(canonical, item.expected),
    }


def insert(connection: sa.Connection, annotator: Annotator, key: str, row: dict[str, Any]) -> None:
    """Enters an answer as the latest to its item; earlier ones stay."""
    own = (answers.c.annotator == annotator.id) & (answers.c.item == key)
    revision = connection.execute(sa.select(sa.func.count()).where(own)).scalar_one()
    if revision:
        connection.execute(sa.update(answers).where(own).values(latest=False))
    connection.execute(
        sa.insert(answers).values(annotator=annotator.id, item=key, revision=revision, latest=True, **row)
    )
    connection.execute(
        sa.update(assignments)
        .where(assignments.c.annotator == annotator.id, assignments.c.item == key)
        .values(answered=row["time"])
    )
    connection.execute(sa.update(annotators).where(annotators.c.id == annotator.id).values(seen=row["time"]))


def feedback(campaign: Campaign, item: Item, right: bool | None, order: tuple[int, ...]) -> Feedback | None:
    """What is said after a wrong answer to an open question of gold."""
    if item.role != "gold" or right or item.expected is None:
        return None
    return Feedback(item.explanation or "", campaign.protocol.positional(item.expected, order))


def judgment(campaign: Campaign, row: Any) -> Judgment:
    """A row, looked at as closely as when it came: somebody may have changed the database since."""
    item, order = campaign.items[row.item], tuple(json.loads(row.order))
    if sorted(order) != list(range(len(item.outputs))):
        raise ValueError(row.order)
    checked = campaign.protocol.check(json.loads(row.sent), texts_of(item, order))
    return Judgment(
        annotator=str(row.name),
        aside=None if row.aside is None else str(row.aside),
        item=item,
        answer=campaign.protocol.canonical(checked, order),
        order=order,
        seconds=float(row.seconds),
        time=float(row.time),
        fast=bool(row.fast),
        right=None if row.right is None else bool(row.right),
        revisions=int(row.revision),
    )


def _json(answer: Answer) -> str:
    # Nothing but ASCII, so that no database refuses a letter (PostgreSQL has no U+0000, nor lone surrogates).
    return json.dumps(answer, allow_nan=False)
