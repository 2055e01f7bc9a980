"""The tables of the PostgreSQL database, and how a database is recognised, filled and brought up to date."""

from __future__ import annotations

from itertools import chain

from muster.core.kit.errors import DamagedJournal, Refusal
from muster.store.postgres.silence import Link

CHANNEL = "muster"
"""Where the server reports which journal has changed: its number, and its last entry; 0 for one that was removed."""

_COPY = "before_format_"
"""How the names of schemas with copies of the tables begin; the format follows."""

_TURN = int.from_bytes(b"Mstr", "big")
"""Whoever creates or changes the tables holds this lock; others wait."""

# The format of a database is the number of migrations it has had. Only ever add one at the end. `last` and `hash` are
# the journal's head, written with each append, so that a missing tail is noticed.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE muster (format integer NOT NULL)",
        """CREATE TABLE journals (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            kind text NOT NULL,
            id text NOT NULL,
            name text NOT NULL,
            system text NOT NULL,
            seed text NOT NULL,
            last bigint NOT NULL,
            hash text NOT NULL,
            UNIQUE (kind, id)
        )""",
        """CREATE TABLE entries (
            journal bigint NOT NULL REFERENCES journals ON DELETE CASCADE,
            seq bigint NOT NULL,
            at text NOT NULL,
            actor text NOT NULL,
            role text NOT NULL,
            player bigint,
            request text NOT NULL,
            kind text NOT NULL,
            body text NOT NULL,
            hash text NOT NULL,
            PRIMARY KEY (journal, seq)
        )""",
        "CREATE INDEX entries_by_request ON entries USING hash (request)",
        # Sealed texts have their own table: they can be dropped for good without touching an entry (decision 54).
        """CREATE TABLE sealed (
            journal bigint NOT NULL,
            seq bigint NOT NULL,
            body text NOT NULL,
            PRIMARY KEY (journal, seq),
            FOREIGN KEY (journal, seq) REFERENCES entries ON DELETE CASCADE
        )""",
        "CREATE TABLE list_data (system text PRIMARY KEY, body text NOT NULL)",
        """CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'an entry of a journal is never changed'; END $$""",
        """CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
            IF TG_LEVEL = 'STATEMENT' OR EXISTS (SELECT 1 FROM journals WHERE number = OLD.journal) THEN
                RAISE EXCEPTION 'an entry of a journal is never deleted';
            END IF;
            RETURN OLD;
        END $$""",
        """CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        FOR EACH ROW EXECUTE FUNCTION refuse_change()""",
        """CREATE TRIGGER entries_go_only_with_their_journal BEFORE DELETE ON entries
        FOR EACH ROW EXECUTE FUNCTION refuse_delete()""",
        """CREATE TRIGGER entries_never_go_all_at_once BEFORE TRUNCATE ON entries
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete()""",
        """CREATE TRIGGER sealed_texts_are_only_dropped BEFORE UPDATE ON sealed
        FOR EACH ROW EXECUTE FUNCTION refuse_change()""",
        f"""CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
            IF TG_OP = 'DELETE' THEN
                PERFORM pg_notify('{CHANNEL}', OLD.number || ' 0');
            ELSE
                PERFORM pg_notify('{CHANNEL}', NEW.number || ' ' || NEW.last);
            END IF;
            RETURN NULL;
        END $$""",
        """CREATE TRIGGER changes_are_told AFTER INSERT OR UPDATE OF last OR DELETE ON journals
        FOR EACH ROW EXECUTE FUNCTION tell()""",
    ),
)


def prepare(link: Link, shown: str) -> None:
    """Creates the tables in an empty database, brings older ones up to date, and leaves alone what is not Muster's."""
    with link.transaction():
        link.execute("SELECT pg_advisory_xact_lock(%s)", (_TURN,))
        found = format_of(link)  # Another process may have done it while we waited for our turn.
        must_be_current(found, shown)
        if not found and (others := _tables(link)):
            raise Refusal(
                "The database {database} belongs to another program (it has {tables}). Create one for Muster alone.",
                database=shown,
                tables=", ".join(others[:3]) + (", …" if len(others) > 3 else ""),
            )
        if 0 < found < len(MIGRATIONS):
            _keep_copy(link, found)
        _migrate(link, found)


def must_be_current(found: int, shown: str) -> None:
    """No newer version of Muster has written to it, even since it was opened."""
    if found > len(MIGRATIONS):
        raise DamagedJournal(
            "The database {database} was written by a newer version of Muster (format {format}; this one reads up "
            "to {migrations}). Open it with that version.",
            database=shown,
            format=found,
            migrations=len(MIGRATIONS),
        )


def _keep_copy(link: Link, found: int) -> None:
    """The tables as they are, in a schema of their own, before anything in them is changed."""
    link.execute(f"DROP SCHEMA IF EXISTS {_COPY}{found} CASCADE")
    link.execute(f"CREATE SCHEMA {_COPY}{found}")
    for table in _tables(link):
        link.execute(f"CREATE TABLE {_COPY}{found}.{table} AS TABLE {table}")


def drop_copies(link: Link) -> None:
    """Those made before the tables were brought up to date."""
    copies = link.execute("SELECT nspname::text FROM pg_namespace WHERE starts_with(nspname::text, %s)", (_COPY,))
    for (name,) in copies.fetchall():
        link.execute(f"DROP SCHEMA {name} CASCADE")


def drop_statistics(link: Link) -> None:
    """The server stores common values of every column, including names.

    Setting a column's type again makes it forget them.
    """
    for table, column in (("journals", "name"), ("entries", "actor"), ("entries", "body"), ("sealed", "body")):
        link.execute(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE text")


def _migrate(link: Link, found: int) -> None:
    for statement in chain.from_iterable(MIGRATIONS[found:]):
        link.execute(statement)
    if found < len(MIGRATIONS):
        link.execute("DELETE FROM muster")
        link.execute("INSERT INTO muster VALUES (%s)", (len(MIGRATIONS),))


def format_of(link: Link) -> int:
    """How many migrations it has had; 0 if our tables do not exist."""
    found = link.execute("SELECT format FROM muster").fetchone() if "muster" in _tables(link) else None
    return int(found[0]) if found else 0


def _tables(link: Link) -> list[str]:
    query = "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
    return [str(name) for (name,) in link.execute(f"{query} ORDER BY relname")]
