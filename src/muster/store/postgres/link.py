"""Connections to PostgreSQL: opened when needed, used again, and what goes wrong with them in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

import psycopg
from psycopg import errors
from psycopg.adapt import Dumper, Loader

from muster.core.kit.errors import Busy, DamagedJournal, Refusal
from muster.core.kit.language import Message, mark, tr
from muster.store.postgres import schema
from muster.store.postgres.address import DatabaseAddress
from muster.store.postgres.silence import Link, Silence

OLDEST = 15
"""The oldest major version that was tested."""

CALL, SILENT = 5, 20
"""Seconds until a server that does not accept a connection is given up, and one that has gone silent."""

PATIENCE = 10
"""Seconds to wait while somebody else writes to the same journal."""

LEFT = 60
"""Seconds after which the server ends a session that began to write and went silent, so that nobody waits for it."""

KEEP = 8
"""Idle connections to keep open: as many as there are threads that may ask."""


class Uncertain(Busy):
    """The connection broke during a commit: everything is saved, or nothing."""


class _ToText(Dumper):
    """PostgreSQL's texts accept every character except zero, which is written as two others."""

    oid = 25

    def dump(self, obj: str) -> bytes:
        if "\0" in obj or "\x1a" in obj:
            obj = obj.replace("\x1a", "\x1a1").replace("\0", "\x1a0")
        return obj.encode()


class _FromText(Loader):
    def load(self, data: Any) -> str:
        text = bytes(data).decode()
        return text.replace("\x1a0", "\0").replace("\x1a1", "\x1a") if "\x1a" in text else text


class Links:
    """One store's connections. A thread has one to itself while it needs it.

    While a database does not answer, one thread at a time tries it and the others need not wait: there are few threads
    for many people.
    """

    def __init__(self, address: DatabaseAddress) -> None:
        self.address = address
        self._lock = Lock()
        self._idle: list[Link] = []
        self._reached = False
        self._away = False
        """Whether the last attempt to connect failed."""
        self._calling = 0

    def close(self) -> None:
        """Closes idle connections; the next use opens others."""
        with self._lock:
            idle, self._idle = self._idle, []
        for link in idle:
            link.close()

    @contextmanager
    def transaction(self, begin: str) -> Iterator[Link]:
        """Everything is written or nothing. Uncertain if nobody can tell which."""
        with in_words(self.address, self._reached):
            link = self._begun(begin)
            try:
                yield link
                self._commit(link)
            except BaseException as error:  # Also an interrupt; the error is raised again.
                self._give_up(link, error)
                raise
            self._put_back(link)

    def ask(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """One query outside a transaction."""
        with in_words(self.address, self._reached):
            while True:
                link, used = self._take()
                try:
                    found = link.execute(query, values).fetchall()
                except BaseException as error:  # Also an interrupt; the connection is given up.
                    self._give_up(link, error)
                    if used and isinstance(error, psycopg.OperationalError) and link.closed:
                        continue
                    raise
                self._put_back(link)
                return found

    def outside(self, statement: str) -> None:
        """A statement that cannot be in a transaction."""
        with in_words(self.address, self._reached):
            link, _ = self._take()
            try:
                with link.unhurried():
                    link.execute(statement)
            except BaseException as error:  # Also an interrupt; the error is raised again.
                self._give_up(link, error)
                raise
            self._put_back(link)

    def _begun(self, begin: str) -> Link:
        """An idle connection may have died with its server: nothing was asked of it yet, so another one will do."""
        while True:
            link, used = self._take()
            try:
                link.execute(begin)
            except psycopg.OperationalError as error:
                self._give_up(link, error)
                if not used:
                    raise
            else:
                return link

    def _commit(self, link: Link) -> None:
        try:
            link.execute("COMMIT")
        except psycopg.OperationalError as error:
            raise Uncertain(
                mark(
                    "The connection to the database broke while this was being saved. Check whether it was saved "
                    "before you try again."
                )
            ) from error

    def _take(self) -> tuple[Link, bool]:
        """A connection, and whether it was used before."""
        with self._lock:
            if self._idle:
                return self._idle.pop(), True
            if self._away and self._calling:
                raise psycopg.OperationalError("another call is on its way")
            self._calling += 1
        try:
            link = opened(self.address)
            self._reached, self._away = True, False
        except psycopg.OperationalError:
            self._away = True
            raise
        finally:
            with self._lock:
                self._calling -= 1
        return link, False

    def _put_back(self, link: Link) -> None:
        with self._lock:
            if len(self._idle) < KEEP and not link.closed:
                self._idle.append(link)
                return
        link.close()

    def _give_up(self, link: Link, error: BaseException) -> None:
        if isinstance(error, Silence) or isinstance(error.__cause__, Silence):
            # The others would get no answer either, and each would wait as long.
            self._away = True
            self.close()
        with suppress(psycopg.Error):
            link.execute("ROLLBACK")
            self._put_back(link)
            return
        link.close()


def called(address: DatabaseAddress) -> Link:
    """A new connection, to whatever is there."""
    return Link.connect(
        address.text,
        autocommit=True,
        application_name="muster",
        client_encoding="utf8",
        connect_timeout=CALL,
        keepalives_idle=CALL,
        keepalives_interval=CALL,
        keepalives_count=3,
        tcp_user_timeout=SILENT * 1000,
    )


def opened(address: DatabaseAddress) -> Link:
    """A new connection to a database that is Muster's and up to date."""
    link = called(address)
    try:
        version = link.info.server_version // 10_000
        if version < OLDEST:
            raise Refusal(
                "The database {database} is on PostgreSQL {version}. Muster needs {oldest} or newer.",
                database=address.shown,
                version=version,
                oldest=OLDEST,
            )
        link.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        link.adapters.register_dumper(str, _ToText)
        link.adapters.register_loader("text", _FromText)
        _set_up(link, address)
        if schema.format_of(link) != len(schema.MIGRATIONS):
            with link.unhurried():
                schema.prepare(link, address.shown)
    except BaseException:  # Whatever went wrong, the connection is closed; the error is raised again.
        link.close()
        raise
    return link


def _set_up(link: Link, address: DatabaseAddress) -> None:
    found = link.execute("SELECT current_setting('server_encoding'), current_setting('synchronous_commit')").fetchone()
    assert found is not None
    encoding, commits = found
    if encoding != "UTF8":
        raise Refusal(
            "The database {database} is encoded in {encoding} and could not keep every name. Create one with "
            "ENCODING 'UTF8'.",
            database=address.shown,
            encoding=encoding,
        )
    # What was acknowledged is on the disk, whatever others on this server settle for.
    durable = "SET synchronous_commit TO on;" if commits == "off" else ""
    link.execute(f"{durable} SET lock_timeout TO '{PATIENCE}s'; SET idle_in_transaction_session_timeout TO '{LEFT}s'")


@contextmanager
def in_words(address: DatabaseAddress, reached: bool) -> Iterator[None]:
    """PostgreSQL's errors as one sentence for the user. Anything else is a bug and is raised.

    `reached`: it has answered before. Errors are then read by visitors of a page rather than by the person who wrote
    the address, so they do not say where the database is.
    """
    try:
        yield
    except psycopg.Error as error:
        sentence = _sentence(address, error, reached)
        if sentence is None:
            raise
        raise sentence from error


def _sentence(address: DatabaseAddress, error: psycopg.Error, reached: bool) -> Refusal | None:
    database, said = address.shown, _said(error)
    match error:
        case errors.LockNotAvailable():
            return Busy(
                "Somebody else has been writing to the database for {seconds} seconds. Try again.",
                seconds=PATIENCE,
            )
        case errors.DiskFull():
            return Refusal(
                "The disk of the database {database} is full, so nothing was saved. Free some space and try again.",
                database=database,
            )
        case errors.ReadOnlySqlTransaction():
            return Refusal(
                "The database {database} is read-only, so nothing was saved. Use the address of the server that takes "
                "changes.",
                database=database,
            )
        case errors.InsufficientPrivilege() | errors.InvalidSchemaName():
            return Refusal(
                "The user of the database {database} may not do this ({said}). Make that user its owner.",
                database=database,
                said=said,
            )
        case errors.UndefinedTable() | errors.UndefinedColumn():
            return DamagedJournal(
                "The database {database} has lost its tables ({said}). Restore it from a backup.",
                database=database,
                said=said,
            )
        case errors.DataCorrupted() | errors.IndexCorrupted():
            return DamagedJournal(
                "The database {database} is damaged ({said}). Restore it from a backup.", database=database, said=said
            )
        case psycopg.OperationalError() if reached:
            return Busy("The database does not answer right now. Nothing was saved. Try again in a moment.")
        case psycopg.OperationalError():
            return _unreachable(database, error, said)
        case psycopg.ProgrammingError() if error.sqlstate is None:
            return Refusal("The address of the database {database} has an option that is not known.", database=database)
    return None


def _unreachable(database: str, error: psycopg.OperationalError, said: str | Message) -> Refusal:
    """Before a login, PostgreSQL gives the reason only as text."""
    whole = str(error)
    if "password authentication failed" in whole or "no password supplied" in whole:
        return Refusal(
            "The database {database} did not accept the user and password. Check both in its address.",
            database=database,
        )
    if "does not exist" in whole:
        return Refusal(
            "The server answers, but it has no such database or user: {database} ({said}). Create it, or check the "
            "address.",
            database=database,
            said=said,
        )
    return Busy(
        "The database {database} does not answer ({said}). Nothing was saved. Try again in a moment.",
        database=database,
        said=said,
    )


def _said(error: psycopg.Error) -> str | Message:
    """The server's own words, or the driver's without the address it had tried."""
    text = error.diag.message_primary or str(error).partition("\n")[0].rpartition("failed: ")[2]
    return text.removeprefix("FATAL:").strip()[:200] or tr("the connection broke")
