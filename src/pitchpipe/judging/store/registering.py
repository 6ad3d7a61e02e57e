"""A campaign that is entered into a database: annotators with the digests of their links, and their lists."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from pitchpipe.errors import DataError
from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.links import Links, digest
from pitchpipe.judging.store.database import Database
from pitchpipe.judging.store.tables import annotators, assignments, campaigns


def register(campaign: Campaign, database: Database) -> None:
    """Enters a campaign, where the database does not know it yet; any number of processes may try."""
    with database.reading() as connection:
        if _is_known(connection, campaign):
            return
    links = Links.read(campaign.folder)
    if set(links.annotators) != set(campaign.annotators):
        raise DataError(f"{campaign.folder}: links.txt does not have a link for each annotator")
    try:
        with database.writing() as connection:
            database.lock(connection)
            if not _is_known(connection, campaign):
                _enter_all(connection, campaign, links)
    except sa.exc.IntegrityError:
        raise DataError(
            f"{campaign.folder}: the database has these links under another campaign: a copy?"
        ) from None


def _enter_all(connection: sa.Connection, campaign: Campaign, links: Links) -> None:
    connection.execute(
        sa.insert(campaigns).values(id=campaign.id, organiser=digest(links.organiser), closed=False)
    )
    for name in campaign.annotators:
        entered = connection.execute(
            sa.insert(annotators).values(
                campaign=campaign.id,
                name=name,
                token=digest(links.annotators[name]),
                code=secrets.token_hex(4).upper(),
                removed=False,
            )
        )
        assert entered.inserted_primary_key is not None
        own = entered.inserted_primary_key[0]
        rows = [
            {"annotator": own, "position": position, "item": key, "pooled": key is None}
            for position, key in enumerate(campaign.assignment[name])
        ]
        if rows:
            connection.execute(sa.insert(assignments), rows)


def _is_known(connection: sa.Connection, campaign: Campaign) -> bool:
    found = connection.execute(sa.select(campaigns.c.id).where(campaigns.c.id == campaign.id))
    return found.one_or_none() is not None
