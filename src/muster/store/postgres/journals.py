"""Journals in one PostgreSQL database: durable when an append returns, shared by threads, processes and computers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from muster.app.ports import JournalName, Stored
from muster.core.kit.errors import Busy, Refusal, UnknownName
from muster.core.record.journal import BESIDE, Row
from muster.core.record.vocabulary import Title
from muster.store import checks
from muster.store.checks import JournalHead
from muster.store.postgres import schema
from muster.store.postgres.address import DatabaseAddress
from muster.store.postgres.link import Links, Uncertain
from muster.store.postgres.silence import Link

_COLUMNS = "seq, at, actor, role, player, request, kind, body, hash"
_ROW = "e.seq, e.at, e.actor, e.role, e.player, e.request, e.kind, e.body, e.hash, coalesce(s.body, '')"


class PostgresJournals:
    """Whoever appends locks the journal's row, so writers to one journal take turns, and those to different journals do
    not wait for each other. Readers never wait.
    """

    def __init__(self, address: DatabaseAddress) -> None:
        self.address = address
        self._links = Links(address)

    def must_answer(self) -> None:
        found = self._ask("SELECT format FROM muster", ())
        schema.must_be_current(int(found[0][0]) if found else 0, self.address.shown)

    def create(self, journal: JournalName, title: Title, seed: str, rows: Sequence[Row]) -> None:
        checks.begins(rows)
        try:
            with self._to_write() as link:
                found = link.execute(
                    "INSERT INTO journals (kind, id, name, system, seed, last, hash) "
                    "VALUES (%s, %s, %s, %s, %s, 0, '') ON CONFLICT DO NOTHING RETURNING number",
                    (*journal, title.name, title.system, seed),
                ).fetchone()
                if found is None:
                    raise checks.taken(journal)
                _write(link, found[0], rows)
        except Uncertain as uncertain:
            self._must_be_there(journal, rows, uncertain)

    def listed(self, kind: str = "") -> list[Stored]:
        query = "SELECT kind, id, name, system, last, hash FROM journals WHERE %s IN ('', kind) ORDER BY number"
        return [Stored(*found) for found in self._ask(query, (kind,))]

    def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
        with self._to_read() as link:
            head = _head(link, journal)
            found = _rows(link, head.number, after)
            end = link.execute(
                "SELECT seq, hash FROM entries WHERE journal = %s ORDER BY seq DESC LIMIT 1", (head.number,)
            ).fetchone()
        checks.ends(journal, head, *(end or (0, "")))
        return found

    def head(self, journal: JournalName) -> tuple[int, str]:
        found = self._ask("SELECT last, hash FROM journals WHERE kind = %s AND id = %s", tuple(journal))
        return (found[0][0], found[0][1]) if found else (0, "")

    def size(self, journal: JournalName) -> int:
        query = (
            "SELECT COALESCE(SUM(%s + octet_length(e.body) + COALESCE(octet_length(s.body), 0)), 0) "
            "FROM entries e LEFT JOIN sealed s USING (journal, seq) "
            "WHERE e.journal = (SELECT number FROM journals WHERE kind = %s AND id = %s)"
        )
        return int(self._ask(query, (BESIDE, *journal))[0][0])

    def append(self, journal: JournalName, rows: Sequence[Row], expected: int) -> None:
        try:
            with self._to_write() as link:
                head = _head(link, journal, "FOR UPDATE")
                checks.follows(journal, rows, head.last, head.hash, expected)
                _write(link, head.number, rows)
        except Uncertain as uncertain:
            self._must_be_there(journal, rows, uncertain)

    def has_request(self, journal: JournalName, request: str) -> bool:
        with self._to_read() as link:
            query = "SELECT 1 FROM entries WHERE journal = %s AND request = %s LIMIT 1"
            return link.execute(query, (_head(link, journal).number, request)).fetchone() is not None

    def seed(self, journal: JournalName) -> str:
        with self._to_read() as link:
            return _head(link, journal).seed

    def remove(self, journal: JournalName) -> None:
        with self._to_write() as link:
            link.execute("DELETE FROM journals WHERE number = %s", (_head(link, journal, "FOR UPDATE").number,))

    def rewrite(self, journal: JournalName, rows: Sequence[Row], expected: tuple[int, str]) -> None:
        checks.begins(rows)
        try:
            with self._to_write() as link:
                head = _head(link, journal, "FOR UPDATE")
                checks.is_head(journal, (head.last, head.hash), expected)
                # An entry is never changed, and only removed with its journal: so the journal is removed and put back.
                kept = link.execute(
                    "DELETE FROM journals WHERE number = %s RETURNING number, kind, id, name, system, seed",
                    (head.number,),
                ).fetchone()
                assert kept is not None
                link.execute(
                    "INSERT INTO journals (number, kind, id, name, system, seed, last, hash) "
                    "OVERRIDING SYSTEM VALUE VALUES (%s, %s, %s, %s, %s, %s, 0, '')",
                    kept,
                )
                _write(link, head.number, rows)
        except Uncertain as uncertain:
            self._must_be_there(journal, rows, uncertain)

    def scrub(self) -> None:
        with self._to_write() as link:
            schema.drop_copies(link)  # It is in there too.
            schema.drop_statistics(link)
        # Only rewriting a table removes all traces. For the server's own table only the database's owner may do that;
        # for others the server reports that it was skipped.
        self._links.outside("VACUUM (FULL) journals, entries, sealed")
        self._links.outside("VACUUM (FULL) pg_statistic")

    def games_with_list_data(self) -> list[str]:
        return sorted(str(system) for (system,) in self._ask("SELECT system FROM list_data", ()))

    def list_data(self, system: str) -> str:
        found = self._ask("SELECT body FROM list_data WHERE system = %s", (system,))
        return str(found[0][0]) if found else ""

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        with self._to_write() as link:
            link.execute("LOCK TABLE list_data IN SHARE ROW EXCLUSIVE MODE")
            found = link.execute("SELECT body FROM list_data WHERE system = %s", (system,)).fetchone()
            checks.replaces(str(found[0]) if found else "", expected)
            link.execute(
                "INSERT INTO list_data VALUES (%s, %s) ON CONFLICT (system) DO UPDATE SET body = EXCLUDED.body",
                (system, text),
            )

    @contextmanager
    def at_one_moment(self) -> Iterator[PostgresJournals]:
        """Everything to read as it is now, whatever is written in the meantime."""
        with self._to_read() as link:
            yield _AtOneMoment(self.address, link)

    def close(self) -> None:
        """Disconnects from the server; the next use reconnects."""
        self._links.close()

    def _ask(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._links.ask(query, values)

    def _to_read(self) -> AbstractContextManager[Link]:
        """As of one moment: a journal's head and its entries must match, whatever is written in between."""
        return self._links.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def _to_write(self) -> AbstractContextManager[Link]:
        return self._links.transaction("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")

    def _must_be_there(self, journal: JournalName, rows: Sequence[Row], uncertain: Uncertain) -> None:
        """After the connection broke during a commit: only the database knows whether it succeeded."""
        try:
            kept = self._when_over(journal, rows[0].seq - 1)[: len(rows)]
        except UnknownName:
            kept = []
        except Refusal:
            raise uncertain from None
        if kept != list(rows):
            raise Busy("The connection to the database broke. Nothing was saved. Try again.") from uncertain

    def _when_over(self, journal: JournalName, after: int) -> list[Row]:
        """The entries, once nobody is writing to the journal any more.

        A commit may have been received and still be waiting for the disk, or for a process that hangs.
        """
        with self._to_write() as link:
            # Waits for whoever is creating a journal with this name, or has it locked; then looks it up again, because
            # the query that waited does not see what they wrote.
            link.execute("SAVEPOINT before")
            link.execute(
                "INSERT INTO journals (kind, id, name, system, seed, last, hash) VALUES (%s, %s, '', '', '', 0, '') "
                "ON CONFLICT DO NOTHING",
                tuple(journal),
            )
            link.execute("ROLLBACK TO before")
            link.execute("SELECT 1 FROM journals WHERE kind = %s AND id = %s FOR UPDATE", tuple(journal))
            return _rows(link, _head(link, journal).number, after)


class _AtOneMoment(PostgresJournals):
    """Reads within one transaction."""

    def __init__(self, address: DatabaseAddress, link: Link) -> None:
        super().__init__(address)
        self._link = link

    def _ask(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._link.execute(query, values).fetchall()

    def _to_read(self) -> AbstractContextManager[Link]:
        return nullcontext(self._link)


def _head(link: Link, journal: JournalName, lock: str = "") -> JournalHead:
    query = f"SELECT number, last, hash, seed FROM journals WHERE kind = %s AND id = %s {lock}"
    found = link.execute(query, tuple(journal)).fetchone()
    if found is None:
        known = link.execute("SELECT id FROM journals WHERE kind = %s ORDER BY number", (journal.kind,))
        raise UnknownName(journal.kind, journal.id, [one for (one,) in known])
    return JournalHead(*found)


def _rows(link: Link, number: int, after: int) -> list[Row]:
    found = link.execute(
        f"SELECT {_ROW} FROM entries e LEFT JOIN sealed s USING (journal, seq) "
        "WHERE e.journal = %s AND e.seq > %s ORDER BY e.seq",
        (number, after),
    )
    return [Row(*columns) for columns in found.fetchall()]


def _write(link: Link, number: int, rows: Sequence[Row]) -> None:
    if not rows:
        return
    with link.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO entries (journal, {_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                (number, row.seq, row.at, row.actor, row.role, row.player, row.request, row.kind, row.body, row.hash)
                for row in rows
            ],
        )
        if sealed := [(number, row.seq, row.sealed) for row in rows if row.sealed]:
            cursor.executemany("INSERT INTO sealed VALUES (%s, %s, %s)", sealed)
        cursor.execute(
            "UPDATE journals SET last = %s, hash = %s WHERE number = %s", (rows[-1].seq, rows[-1].hash, number)
        )
