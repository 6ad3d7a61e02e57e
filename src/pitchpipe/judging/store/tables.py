"""The tables: campaigns, annotators, what each is asked, and every answer ever given."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

campaigns = Table(
    "pitchpipe_campaigns",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("organiser", String(64), nullable=False),
    Column("closed", Boolean, nullable=False, default=False),
)

annotators = Table(
    "pitchpipe_annotators",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("campaign", ForeignKey("pitchpipe_campaigns.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("token", String(64), nullable=False, unique=True),
    Column("code", String(32), nullable=False),
    Column("consent", String(64)),
    Column("consented", Double),
    Column("seen", Double),
    Column("aside", Text),
    Column("removed", Boolean, nullable=False, default=False),
    UniqueConstraint("campaign", "name"),
)

#: A row for each place in somebody's list. One of the pool has no item before it is leased.
assignments = Table(
    "pitchpipe_assignments",
    METADATA,
    Column("annotator", ForeignKey("pitchpipe_annotators.id"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("item", String(64)),
    Column("pooled", Boolean, nullable=False, default=False),
    Column("leased", Double),
    Column("shown", Double),
    Column("order", Text),
    Column("answered", Double),
    UniqueConstraint("annotator", "item"),
)

#: Never changed but for ``latest``: an answer that replaces another one is a new row.
answers = Table(
    "pitchpipe_answers",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("annotator", ForeignKey("pitchpipe_annotators.id"), nullable=False),
    Column("item", String(64), nullable=False),
    Column("client", String(64), nullable=False),
    Column("sent", Text, nullable=False),
    Column("order", Text, nullable=False),
    Column("canonical", Text, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("time", Double, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("latest", Boolean, nullable=False),
    Column("fast", Boolean, nullable=False),
    Column("right", Boolean),
    UniqueConstraint("annotator", "client"),
    Index("pitchpipe_answers_by_item", "annotator", "item"),
)
