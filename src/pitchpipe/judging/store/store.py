"""The store: the only thing that touches the database; every method is one transaction."""

from __future__ import annotations

import hmac
import json
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.judging.campaign import DATABASE, Campaign
from pitchpipe.judging.links import digest
from pitchpipe.judging.protocols.base import AnswerError
from pitchpipe.judging.store.answering import checked_row, feedback, insert, judgment
from pitchpipe.judging.store.asking import (
    length,
    next_place,
    own_place,
    ready_place,
    record_order,
    show,
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
from pitchpipe.judging.store.registering import register
from pitchpipe.judging.store.tables import annotators, answers, assignments, campaigns
from pitchpipe.wording import quoted

#: Letters of what a client calls an answer.
LONGEST_CLIENT = 64
_CLIENT = re.compile(f"[A-Za-z0-9_-]{{1,{LONGEST_CLIENT}}}")


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
        opened = Database(address)
        register(campaign, opened)
        return cls(campaign, opened, clock)

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
            place = next_place(connection, self.campaign, self._locked(connection, annotator), now)
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
            self._locked(connection, annotator)
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
                fresh = self._locked(connection, annotator)
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
                    row = checked_row(self.campaign, place.item, order, answer, seconds)
                    insert(connection, annotator, key, {**row, "client": client_id, "time": now})
                    if place.item.expected is not None:
                        fresh = weigh_gold(connection, self.campaign, fresh)
                    right, shown = row["right"], order
                else:
                    right, shown = stored.right, tuple(json.loads(stored.order))
                told = feedback(self.campaign, place.item, right, shown)
                return self._recorded(connection, fresh, told, now, again=stored is not None)
        except sa.exc.IntegrityError:
            # Another process stored an answer to another item by the same id in the same moment.
            raise AnswerError("this client's id is of an answer to another item") from None

    def _require_item(self, key: str) -> None:
        """Lets nothing reach the database that no item is called."""
        if key not in self.campaign.items:
            raise NotTheirsError(f"there is no item {quoted(key)}")

    def _recorded(
        self,
        connection: sa.Connection,
        annotator: Annotator,
        told: Feedback | None,
        now: float,
        *,
        again: bool,
    ) -> Recorded:
        place = next_place(connection, self.campaign, annotator, now)
        code = None if place is not None else self._code(connection, annotator)
        position = None if place is None else place.position + 1
        # Shown in the same transaction: a second one would wait for the disk once more.
        closed = again and self._is_closed(connection)
        screen = None if place is None or closed else show(connection, self.campaign, annotator, place, now)
        total = length(connection, annotator) if screen is None else screen.total
        return Recorded(again, told, position, total, code, screen)

    def completion_code(self, annotator: Annotator) -> str | None:
        """The completion code of somebody who has nothing left to do."""
        now = self._clock()
        with self._database.writing() as connection:
            if next_place(connection, self.campaign, self._locked(connection, annotator), now) is not None:
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
            for one in sorted((giver, taker), key=lambda one: one.id):
                self._locked(connection, one)
            return move_open(connection, self.campaign, giver, taker)

    def remove(self, annotator: Annotator) -> None:
        """Deletes what somebody has answered, their name and their link, for good."""
        gone = f"removed-{annotator.id}"
        with self._database.writing() as connection:
            self._locked(connection, annotator)
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
            return [judgment(self.campaign, row) for row in rows]

    # -- below ---------------------------------------------------------------------------------------

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

    def _locked(self, connection: sa.Connection, annotator: Annotator) -> Annotator:
        """Somebody as the database knows them now; what else is about them waits for the transaction to end.

        Whoever locks more than that locks this first, so that no two wait for each other.
        """
        row = connection.execute(
            sa.select(annotators).where(annotators.c.id == annotator.id).with_for_update()
        ).one()
        return annotator_of(row)

    def _change(self, annotator: Annotator, **values: Any) -> None:
        with self._database.writing() as connection:
            connection.execute(sa.update(annotators).where(annotators.c.id == annotator.id).values(**values))
