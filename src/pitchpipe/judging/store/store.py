"""The store: the only thing that touches the database; every method is one transaction."""

from __future__ import annotations

import hmac
import json
import math
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.judging.campaign import DATABASE, Campaign
from pitchpipe.judging.items import Item
from pitchpipe.judging.links import Links, digest
from pitchpipe.judging.plausibility import is_too_fast
from pitchpipe.judging.protocols.base import Answer, AnswerError
from pitchpipe.judging.store.asking import (
    length,
    next_place,
    own_place,
    ready_place,
    record_order,
    show,
    texts_of,
)
from pitchpipe.judging.store.database import Database, public_address, sqlite_address
from pitchpipe.judging.store.organising import annotator_of, move_open, progress, weigh_gold
from pitchpipe.judging.store.records import (
    Annotator,
    ClosedError,
    Feedback,
    Judgment,
    NotTheirsError,
    Progress,
    Recorded,
    Screen,
)
from pitchpipe.judging.store.tables import annotators, answers, assignments, campaigns
from pitchpipe.wording import quoted

#: Letters of what a client calls an answer.
LONGEST_CLIENT = 64
_CLIENT = re.compile(f"[A-Za-z0-9_-]{{1,{LONGEST_CLIENT}}}")
#: Nobody looks at an item for longer; a lid was closed.
LONGEST_SECONDS = 86_400.0


class Store(Brief):
    """The answers of a campaign.

    ``Store.open(campaign)`` opens it, and makes what is missing. Whatever a method has acknowledged is on the
    disk. Any number of processes may have it open.
    """

    def __init__(
        self, campaign: Campaign, database: Database, clock: Callable[[], float] = time.time
    ) -> None:
        self.campaign = campaign
        self._database = database
        self._clock = clock

    def _brief(self) -> str:
        return f"{self.campaign._brief()}, in {self.address}"

    @classmethod
    def open(
        cls, campaign: Campaign, database: str | None = None, *, clock: Callable[[], float] = time.time
    ) -> Store:
        """Opens the store, by default the file in the campaign's folder, and makes what is missing.

        Parameters
        ----------
        campaign
            The plan.
        database
            An address such as ``postgresql+psycopg://user:password@host/name``; the plan's by default.
        clock
            What tells the time, in seconds.
        """
        address = database or campaign.database or sqlite_address(campaign.folder / DATABASE)
        store = cls(campaign, Database(address), clock)
        store._register()
        return store

    @property
    def address(self) -> str:
        """Where the answers are, without a password."""
        return public_address(self._database.url)

    def close_connections(self) -> None:
        """Ends all connections to the database."""
        self._database.close()

    # -- annotators ----------------------------------------------------------------------------------

    def annotator(self, token: str) -> Annotator | None:
        """Who has this token; whose data were removed has none."""
        wanted = digest(token)
        with self._database.reading() as connection:
            row = connection.execute(
                sa.select(annotators).where(
                    annotators.c.campaign == self.campaign.id, annotators.c.token == wanted
                )
            ).one_or_none()
        if row is None or not hmac.compare_digest(row.token, wanted):
            return None
        return annotator_of(row)

    def annotators(self) -> list[Annotator]:
        """Everybody, in the order of the plan."""
        return [one.annotator for one in self.progress()]

    def is_organiser(self, token: str) -> bool:
        """Whether this is the organiser's token."""
        with self._database.reading() as connection:
            known = connection.execute(
                sa.select(campaigns.c.organiser).where(campaigns.c.id == self.campaign.id)
            ).scalar_one()
        return hmac.compare_digest(known, digest(token))

    def consent(self, annotator: Annotator, version: str) -> None:
        """Notes that somebody has agreed to this version of the text."""
        self._change(annotator, consent=version[:64], consented=self._clock())

    # -- asking and answering ------------------------------------------------------------------------

    def next(self, annotator: Annotator) -> Screen | None:
        """What somebody is asked next, the same until it is answered; ``None``: nothing, or it is closed."""
        now = self._clock()
        # Mostly the answer before has prepared it, and nobody has to wait for whoever writes.
        with self._database.reading() as connection:
            ready = (
                None
                if self._is_closed(connection)
                else ready_place(connection, self.campaign, annotator, now)
            )
            if ready is not None:
                return show(connection, self.campaign, annotator, ready, now)
        with self._database.writing() as connection:
            if self._is_closed(connection):
                return None
            place = next_place(connection, self.campaign, self._fresh(connection, annotator), now)
            return None if place is None else show(connection, self.campaign, annotator, place, now)

    def screen(self, annotator: Annotator, key: str) -> Screen:
        """An item of their own list, to go back to.

        Raises
        ------
        NotTheirsError
            If the item is not on their list.
        """
        self._require_item(key)
        now = self._clock()
        with self._database.writing() as connection:
            place = own_place(connection, self.campaign, annotator, key)
            if place is None:
                raise NotTheirsError(f"there is no item {quoted(key)}")
            return show(connection, self.campaign, annotator, place, now)

    def answered(self, annotator: Annotator) -> list[str]:
        """The keys of what somebody has answered, in the order of their list."""
        with self._database.reading() as connection:
            rows = connection.execute(
                sa.select(assignments.c.item)
                .where(assignments.c.annotator == annotator.id, assignments.c.answered.is_not(None))
                .order_by(assignments.c.position)
            )
            return list(rows.scalars())

    def record(
        self, annotator: Annotator, key: str, client_id: str, answer: object, seconds: float
    ) -> Recorded:
        """Keeps an answer. The same client's id again changes nothing; another one replaces the answer.

        Parameters
        ----------
        annotator, key
            Who answers, and to which item of their list.
        client_id
            What the client calls this answer, so that it may send it again.
        answer
            By position, as the protocol wants it.
        seconds
            For how long the item was looked at.

        Raises
        ------
        AnswerError
            If it is no answer of the protocol, or the id is of an answer to another item.
        NotTheirsError
            If the item is not on their list.
        ClosedError
            If the campaign is closed.
        """
        if not isinstance(client_id, str) or not _CLIENT.fullmatch(client_id):
            raise AnswerError(f"a client's id has 1 to {LONGEST_CLIENT} plain letters, digits, - and _")
        self._require_item(key)
        now = self._clock()
        try:
            with self._database.writing() as connection:
                place = own_place(connection, self.campaign, annotator, key)
                if place is None:
                    raise NotTheirsError(f"there is no item {quoted(key)}")
                stored = connection.execute(
                    sa.select(answers).where(
                        answers.c.annotator == annotator.id, answers.c.client == client_id
                    )
                ).one_or_none()
                if stored is not None and stored.item != key:
                    raise AnswerError("this client's id is of an answer to another item")
                if stored is None:
                    if self._is_closed(connection):
                        raise ClosedError("the campaign is closed: no answer is taken any more")
                    order = place.order or record_order(connection, self.campaign, annotator, place, now)
                    row = self._row(place.item, order, answer, seconds)
                    self._insert(connection, annotator, key, {**row, "client": client_id, "time": now})
                    if place.item.expected is not None:
                        weigh_gold(connection, self.campaign, self._fresh(connection, annotator))
                    right, shown = row["right"], order
                else:
                    right, shown = stored.right, tuple(json.loads(stored.order))
                return self._recorded(
                    connection,
                    annotator,
                    self._feedback(place.item, right, shown),
                    now,
                    again=stored is not None,
                )
        except sa.exc.IntegrityError:
            # Another process stored an answer to another item by the same id in the same moment.
            raise AnswerError("this client's id is of an answer to another item") from None

    def _require_item(self, key: str) -> None:
        """Lets nothing reach the database that no item is called."""
        if key not in self.campaign.items:
            raise NotTheirsError(f"there is no item {quoted(key)}")

    def _row(self, item: Item, order: tuple[int, ...], answer: object, seconds: float) -> dict[str, Any]:
        """What is kept of an answer."""
        protocol, settings = self.campaign.protocol, self.campaign.settings
        checked = protocol.check(answer, texts_of(item, order))
        canonical = protocol.canonical(checked, order)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not math.isfinite(seconds):
            raise AnswerError(f"{quoted(seconds)} is no number of seconds")
        spent = min(max(float(seconds), 0.0), LONGEST_SECONDS)
        right = None if item.expected is None else protocol.agrees(canonical, item.expected)
        return {
            "sent": _json(checked),
            "order": json.dumps(order),
            "canonical": _json(canonical),
            "seconds": spent,
            "fast": is_too_fast(spent, item.outputs, settings.fast),
            "right": right,
        }

    def _insert(self, connection: sa.Connection, annotator: Annotator, key: str, row: dict[str, Any]) -> None:
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
        connection.execute(
            sa.update(annotators).where(annotators.c.id == annotator.id).values(seen=row["time"])
        )

    def _feedback(self, item: Item, right: bool | None, order: tuple[int, ...]) -> Feedback | None:
        if item.role != "gold" or right or item.expected is None:
            return None
        return Feedback(item.explanation or "", self.campaign.protocol.positional(item.expected, order))

    def _recorded(
        self,
        connection: sa.Connection,
        annotator: Annotator,
        feedback: Feedback | None,
        now: float,
        *,
        again: bool,
    ) -> Recorded:
        place = next_place(connection, self.campaign, self._fresh(connection, annotator), now)
        code = None if place is not None else self._code(connection, annotator)
        position = None if place is None else place.position + 1
        # Shown in the same transaction: a second one would wait for the disk once more.
        closed = again and self._is_closed(connection)
        screen = None if place is None or closed else show(connection, self.campaign, annotator, place, now)
        total = length(connection, annotator) if screen is None else screen.total
        return Recorded(again, feedback, position, total, code, screen)

    def completion_code(self, annotator: Annotator) -> str | None:
        """The completion code of somebody who has nothing left to do."""
        now = self._clock()
        with self._database.writing() as connection:
            if next_place(connection, self.campaign, self._fresh(connection, annotator), now) is not None:
                return None
            return self._code(connection, annotator)

    def _code(self, connection: sa.Connection, annotator: Annotator) -> str:
        return str(
            connection.execute(
                sa.select(annotators.c.code).where(annotators.c.id == annotator.id)
            ).scalar_one()
        )

    # -- organising ----------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether the campaign takes no answers any more."""
        with self._database.reading() as connection:
            return self._is_closed(connection)

    def close(self) -> None:
        """Takes no answers any more."""
        self._set_closed(True)

    def reopen(self) -> None:
        """Takes answers again."""
        self._set_closed(False)

    def progress(self) -> list[Progress]:
        """How far everybody is, in the order of the plan."""
        with self._database.reading() as connection:
            unanswered = connection.execute(
                sa.select(assignments.c.annotator)
                .where(assignments.c.answered.is_(None), assignments.c.item.is_not(None))
                .distinct()
            )
            with self._database.sound():
                return progress(connection, self.campaign, set(unanswered.scalars()))

    def set_aside(self, annotator: Annotator, reason: str) -> None:
        """Leaves somebody's work out of all results; nothing is deleted."""
        said = reason.replace("\0", "").strip()
        if not said:
            raise DataError("whoever is set aside has a right to a reason")
        self._change(annotator, aside=said)

    def take_back(self, annotator: Annotator) -> None:
        """Lets somebody's work count again."""
        self._change(annotator, aside=None)

    def reassign(self, giver: Annotator, taker: Annotator) -> int:
        """Gives what somebody has not answered to somebody else; how many places it was."""
        if giver.id == taker.id:
            raise DataError(f"{giver.name} has these items already")
        with self._database.writing() as connection:
            return move_open(connection, self.campaign, giver, taker)

    def remove(self, annotator: Annotator) -> None:
        """Deletes what somebody has answered, their name and their link, for good."""
        gone = f"removed-{annotator.id}"
        with self._database.writing() as connection:
            connection.execute(sa.delete(answers).where(answers.c.annotator == annotator.id))
            connection.execute(sa.delete(assignments).where(assignments.c.annotator == annotator.id))
            connection.execute(
                sa.update(annotators)
                .where(annotators.c.id == annotator.id)
                .values(
                    name=gone,
                    token=digest(secrets.token_urlsafe(16)),
                    code="",
                    consent=None,
                    consented=None,
                    seen=None,
                    aside="removed",
                    removed=True,
                )
            )
        self._database.scrub()
        self.campaign.forget(annotator.name, gone)

    def judgments(self) -> list[Judgment]:
        """The latest answer of everybody to every item, in the order of the plan and of time."""
        joined = sa.select(answers, annotators.c.name, annotators.c.aside).join(annotators)
        own = joined.where(annotators.c.campaign == self.campaign.id, answers.c.latest)
        with self._database.reading() as connection:
            rows = connection.execute(own.order_by(annotators.c.id, answers.c.id)).all()
        with self._database.sound():
            return [self._judgment(row) for row in rows]

    def _judgment(self, row: Any) -> Judgment:
        """A row, looked at as closely as when it came: somebody may have changed the database since."""
        item, order = self.campaign.items[row.item], tuple(json.loads(row.order))
        if sorted(order) != list(range(len(item.outputs))):
            raise ValueError(row.order)
        checked = self.campaign.protocol.check(json.loads(row.sent), texts_of(item, order))
        return Judgment(
            annotator=str(row.name),
            aside=None if row.aside is None else str(row.aside),
            item=item,
            answer=self.campaign.protocol.canonical(checked, order),
            order=order,
            seconds=float(row.seconds),
            time=float(row.time),
            fast=bool(row.fast),
            right=None if row.right is None else bool(row.right),
            revisions=int(row.revision),
        )

    # -- below ---------------------------------------------------------------------------------------

    def _register(self) -> None:
        """Enters the campaign and its annotators, where the database does not know them yet."""
        with self._database.reading() as connection:
            if self._is_known(connection):
                return
        links = Links.read(self.campaign.folder)
        if set(links.annotators) != set(self.campaign.annotators):
            raise DataError(f"{self.campaign.folder}: links.txt does not have a link for each annotator")
        try:
            with self._database.writing() as connection:
                self._database.lock(connection)
                if not self._is_known(connection):
                    self._enter_all(connection, links)
        except sa.exc.IntegrityError:
            raise DataError(
                f"{self.campaign.folder}: the database has these links under another campaign: a copy?"
            ) from None

    def _enter_all(self, connection: sa.Connection, links: Links) -> None:
        connection.execute(
            sa.insert(campaigns).values(id=self.campaign.id, organiser=digest(links.organiser), closed=False)
        )
        for name in self.campaign.annotators:
            self._enter(connection, name, links.annotators[name])

    def _enter(self, connection: sa.Connection, name: str, token: str) -> None:
        entered = connection.execute(
            sa.insert(annotators).values(
                campaign=self.campaign.id,
                name=name,
                token=digest(token),
                code=secrets.token_hex(4).upper(),
                removed=False,
            )
        )
        assert entered.inserted_primary_key is not None
        own = entered.inserted_primary_key[0]
        rows = [
            {"annotator": own, "position": position, "item": key, "pooled": key is None}
            for position, key in enumerate(self.campaign.assignment[name])
        ]
        if rows:
            connection.execute(sa.insert(assignments), rows)

    def _is_known(self, connection: sa.Connection) -> bool:
        found = connection.execute(sa.select(campaigns.c.id).where(campaigns.c.id == self.campaign.id))
        return found.one_or_none() is not None

    def _is_closed(self, connection: sa.Connection) -> bool:
        return bool(
            connection.execute(
                sa.select(campaigns.c.closed).where(campaigns.c.id == self.campaign.id)
            ).scalar_one()
        )

    def _set_closed(self, closed: bool) -> None:
        with self._database.writing() as connection:
            connection.execute(
                sa.update(campaigns).where(campaigns.c.id == self.campaign.id).values(closed=closed)
            )

    def _fresh(self, connection: sa.Connection, annotator: Annotator) -> Annotator:
        """Somebody as the database knows them now."""
        row = connection.execute(sa.select(annotators).where(annotators.c.id == annotator.id)).one()
        return annotator_of(row)

    def _change(self, annotator: Annotator, **values: Any) -> None:
        with self._database.writing() as connection:
            connection.execute(sa.update(annotators).where(annotators.c.id == annotator.id).values(**values))


def _json(answer: Answer) -> str:
    # Nothing but ASCII, so that no database refuses a letter (PostgreSQL has no U+0000, nor lone surrogates).
    return json.dumps(answer, allow_nan=False)
