"""The database: SQLite in the folder, or a server's; transactions are safe from several processes."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.judging.protocols.base import AnswerError
from pitchpipe.judging.store.tables import METADATA

#: Seconds that a transaction of SQLite waits for another process.
PATIENCE = 30
#: What makes tables takes this lock of PostgreSQL, any number that others are unlikely to use.
_LOCK = 7_114_905_223
_DRIVERS = ("sqlite", "postgresql")
#: Transactions begin where we say so, not where the module of Python guesses.
_SQLITE = {"timeout": PATIENCE, "isolation_level": None}


class Database:
    """Transactions on a database; ``reading`` sees one moment, ``writing`` is committed when it ends."""

    def __init__(self, address: str) -> None:
        self.url = parse_address(address)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._engine = _sqlite_engine(self.url) if self.is_sqlite else _server_engine(self.url)
        # SQLite has one writer, and lets those who wait try again by chance: threads of a process queue here.
        self._turn: Any = threading.Lock() if self.is_sqlite else nullcontext()
        self._make_tables()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that changes nothing."""
        with self._said(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that is on the disk when it has ended, and left no trace if it fails."""
        with self._said(), self._turn, self._engine.connect() as connection:
            connection = connection.execution_options(pitchpipe_writes=True)
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Ends all connections."""
        self._engine.dispose()

    def scrub(self) -> None:
        """Writes over what was deleted, where the database would keep it in its log."""
        if self.is_sqlite:
            with self._said(), self._turn, self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def _make_tables(self) -> None:
        with self.writing() as connection:
            # Two processes that begin at once would both find no tables.
            self.lock(connection)
            METADATA.create_all(connection)

    def lock(self, connection: sa.Connection) -> None:
        """Lets one process at a time make tables and enter campaigns; SQLite has one writer anyway."""
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What the database refuses, in a sentence without its password."""
        try:
            yield
        except sa.exc.IntegrityError:
            raise
        except sa.exc.DBAPIError as error:
            raise self._refused(str(error.orig)) from None
        except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
            # What is prepared on a new connection is not wrapped.
            raise self._refused(str(error)) from None

    def _refused(self, reason: str) -> DataError:
        return DataError(f"the database {public_address(self.url)} says: {' '.join(reason.split())}")

    @contextmanager
    def sound(self) -> Iterator[None]:
        """Says of rows that nothing here can have written that the database is damaged."""
        try:
            yield
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, AnswerError) as error:
            raise DataError(
                f"the database {public_address(self.url)} has been changed by something else: {error!r}"
            ) from None


def parse_address(address: str) -> sa.URL:
    """An address such as ``postgresql+psycopg://user:password@host/name``; a password is never shown."""
    try:
        url = sa.make_url(address)
    except (sa.exc.ArgumentError, ValueError):
        raise ParameterError(
            "--database must be an address such as postgresql+psycopg://user@host/name"
        ) from None
    if url.get_backend_name() not in _DRIVERS:
        raise ParameterError(
            f"--database: {url.get_backend_name()} is not supported, sqlite and postgresql+psycopg are"
        )
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise ParameterError("--database: a database in memory is gone when the command ends; name a file")
    if url.get_backend_name() == "postgresql" and url.drivername != "postgresql+psycopg":
        url = url.set(drivername="postgresql+psycopg")
    return url


def public_address(url: sa.URL) -> str:
    """An address without its password."""
    return url._replace(password=None).render_as_string(hide_password=False)


def sqlite_address(path: Path) -> str:
    """The address of a file."""
    return sa.URL.create("sqlite", database=str(path.absolute())).render_as_string(hide_password=False)


def _server_engine(url: sa.URL) -> sa.Engine:
    try:
        return sa.create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20)
    except ImportError:
        raise MissingError("PostgreSQL needs its driver: pip install 'pitchpipe[postgres]'") from None


def _sqlite_engine(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url, connect_args=_SQLITE, pool_size=20, max_overflow=-1)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # An answer that was acknowledged outlives a power cut, too.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        # What somebody wanted removed is written over.
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("pitchpipe_writes")
        # A transaction that began to read may be refused when it wants to write: it says so at once.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
