"""Webhooks and their deliveries in a SQLite file of their own, beside the journals.

No backup and no export takes it along, and what is noted of a delivery wakes nobody who watches the journals
(docs/decisions/0066).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from muster.app.webhooks.outbox import (
    Delivery,
    DeliveryState,
    Failure,
    Happened,
    Happening,
    Webhook,
    WebhookShape,
)
from muster.store import schema
from muster.store.sqlite import in_words

FILE = "webhooks.db"

MOST_WAITING, MOST_KEPT = 1_000, 50
"""How many deliveries of one webhook may wait, and how many are remembered once they are done."""

_TABLES = (
    """CREATE TABLE IF NOT EXISTS webhooks (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        event TEXT NOT NULL,
        first TEXT NOT NULL,
        name TEXT NOT NULL,
        address TEXT NOT NULL,
        shape TEXT NOT NULL,
        happenings TEXT NOT NULL,
        language TEXT NOT NULL,
        since TEXT NOT NULL,
        seen INTEGER NOT NULL,
        paused INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS deliveries (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        webhook INTEGER NOT NULL REFERENCES webhooks ON DELETE CASCADE,
        happening TEXT NOT NULL,
        round INTEGER NOT NULL,
        match INTEGER NOT NULL,
        entry INTEGER NOT NULL,
        made TEXT NOT NULL,
        state TEXT NOT NULL,
        tries INTEGER NOT NULL,
        last_try TEXT NOT NULL,
        next_try TEXT NOT NULL,
        status INTEGER NOT NULL,
        failure TEXT NOT NULL,
        detail TEXT NOT NULL
    )""",
    "CREATE INDEX IF NOT EXISTS deliveries_in_order ON deliveries (webhook, state, number)",
)

_WEBHOOK = "key, event, first, name, address, shape, happenings, language, since, seen, paused"
_DELIVERY = (
    "id, webhook, happening, round, match, entry, made, state, tries, last_try, next_try, status, failure, detail"
)


class SqliteOutbox:
    """Nothing is opened before the first use, and a file is only made once something must be stored."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._lock = Lock()
        self._there = schema.Presence(self._file)
        self._opened = schema.OpenFile(self._there, _connected)

    def add(self, webhook: Webhook) -> Webhook:
        with self._writing() as link:
            known = _webhooks(link, "key = ?", webhook.key)
            if not known:
                link.execute("DELETE FROM webhooks WHERE event = ? AND name = ?", (webhook.event, webhook.name))
                link.execute(
                    f"INSERT INTO webhooks ({_WEBHOOK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        webhook.key,
                        webhook.event,
                        webhook.first,
                        webhook.name,
                        webhook.address,
                        webhook.shape.value,
                        " ".join(webhook.happenings),
                        webhook.language,
                        webhook.since,
                        webhook.seen,
                        webhook.paused,
                    ),
                )
                known = _webhooks(link, "key = ?", webhook.key)
        return known[0]

    def webhooks(self, event: str = "") -> list[Webhook]:
        if not self._there.found():
            return []
        with self._open() as link:
            return _webhooks(link, "? IN ('', event)", event)

    def pause(self, number: int, paused: bool) -> None:
        with self._writing() as link:
            link.execute("UPDATE webhooks SET paused = ? WHERE number = ?", (paused, number))

    def remove(self, number: int) -> None:
        with self._writing() as link:
            link.execute("DELETE FROM webhooks WHERE number = ?", (number,))
        with self._open() as link:
            link.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # Its address is overwritten, not only released.

    def queue(self, number: int, deliveries: Sequence[Delivery], seen: int | None = None) -> None:
        with self._writing() as link:
            changed = link.execute("UPDATE webhooks SET seen = ifnull(?, seen) WHERE number = ?", (seen, number))
            if not changed.rowcount:
                return
            for one in deliveries:
                link.execute(
                    f"INSERT OR IGNORE INTO deliveries ({_DELIVERY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        one.id,
                        number,
                        one.what.happening.value,
                        one.what.round,
                        one.what.match,
                        one.entry,
                        one.made,
                        *_course(one),
                    ),
                )
            _thin_out(link, number)

    def waiting(self) -> int:
        with self._open() as link:
            (found,) = link.execute("SELECT count(*) FROM deliveries WHERE state = ?", (_WAITING,)).fetchone()
        return int(found)

    def next_of(self, number: int) -> Delivery | None:
        with self._open() as link:
            found = _deliveries(link, "webhook = ? AND state = ? ORDER BY number LIMIT 1", number, _WAITING)
        return found[0] if found else None

    def keep(self, delivery: Delivery) -> None:
        with self._writing() as link:
            link.execute(
                "UPDATE deliveries SET made = ?, state = ?, tries = ?, last_try = ?, next_try = ?, status = ?, "
                "failure = ?, detail = ? WHERE id = ?",
                (delivery.made, *_course(delivery), delivery.id),
            )
            _thin_out(link, delivery.webhook)

    def deliveries(self, number: int, most: int) -> list[Delivery]:
        with self._open() as link:
            return _deliveries(link, "webhook = ? ORDER BY number DESC LIMIT ?", number, most)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock, in_words(self._file):
            yield self._opened.link()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._open() as link:
            link.execute("BEGIN IMMEDIATE")
            try:
                yield link
            except BaseException:  # Also an interrupt: everything is written or nothing; the error is raised again.
                link.execute("ROLLBACK")
                raise
            link.execute("COMMIT")


_WAITING = DeliveryState.WAITING.value


def _connected(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))  # Private: addresses may contain a secret.
    link = sqlite3.connect(file, timeout=schema.PATIENCE, isolation_level=None, check_same_thread=False)
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("PRAGMA synchronous = FULL")
    link.execute("PRAGMA foreign_keys = ON")
    link.execute("PRAGMA secure_delete = ON")
    for statement in _TABLES:
        link.execute(statement)
    return link


def _webhooks(link: sqlite3.Connection, where: str, *values: object) -> list[Webhook]:
    found = link.execute(f"SELECT number, {_WEBHOOK} FROM webhooks WHERE {where} ORDER BY number", values)
    return [_webhook(*columns) for columns in found]


def _webhook(
    number: int,
    key: str,
    event: str,
    first: str,
    name: str,
    address: str,
    shape: str,
    happenings: str,
    language: str,
    since: str,
    seen: int,
    paused: int,
) -> Webhook:
    told = tuple(Happening(one) for one in happenings.split())
    return Webhook(
        number, key, event, first, name, address, WebhookShape(shape), told, language, since, seen, bool(paused)
    )


def _deliveries(link: sqlite3.Connection, where: str, *values: object) -> list[Delivery]:
    found = link.execute(f"SELECT number, {_DELIVERY} FROM deliveries WHERE {where}", values)
    return [_delivery(*columns) for columns in found]


def _delivery(
    number: int,
    id_: str,
    webhook: int,
    happening: str,
    round_: int,
    match: int,
    entry: int,
    made: str,
    state: str,
    tries: int,
    last_try: str,
    next_try: str,
    status: int,
    failure: str,
    detail: str,
) -> Delivery:
    what = Happened(Happening(happening), round_, match)
    why = Failure(failure) if failure else None
    course = (DeliveryState(state), tries, last_try, next_try, status, why, detail)
    return Delivery(number, id_, webhook, what, entry, made, *course)


def _course(one: Delivery) -> tuple[object, ...]:
    """How far a delivery has come, as in its row."""
    failure = "" if one.failure is None else one.failure.value
    return one.state.value, one.tries, one.last_try, one.next_try, one.status, failure, one.detail


def _thin_out(link: sqlite3.Connection, number: int) -> None:
    """If too many are waiting, the oldest are given up; of those that are done, the newest are remembered."""
    link.execute(
        "UPDATE deliveries SET state = ?, failure = ? WHERE number IN "
        "(SELECT number FROM deliveries WHERE webhook = ? AND state = ? ORDER BY number DESC LIMIT -1 OFFSET ?)",
        (DeliveryState.GIVEN_UP.value, Failure.CROWDED_OUT.value, number, _WAITING, MOST_WAITING),
    )
    link.execute(
        "DELETE FROM deliveries WHERE number IN "
        "(SELECT number FROM deliveries WHERE webhook = ? AND state <> ? ORDER BY number DESC LIMIT -1 OFFSET ?)",
        (number, _WAITING, MOST_KEPT),
    )
