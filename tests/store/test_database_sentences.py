"""What is wrong with a database or its address, in one sentence that never has the password in it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from muster.core.kit.errors import BadInput, DamagedJournal, Refusal
from muster.core.record.journal import Row
from muster.store.postgres import address
from tests.postgres import PASSWORD, Cluster
from tests.store.conftest import CUP, event

psycopg = pytest.importorskip("psycopg", reason="no tests on PostgreSQL: its driver is not installed")

from muster.store.postgres import link as links  # noqa: E402  # only where psycopg is
from muster.store.postgres.journals import PostgresJournals  # noqa: E402  # only where psycopg is


def refused(url: str) -> str:
    with closing(PostgresJournals(address.read(url))) as journals, pytest.raises(Refusal) as raised:
        journals.listed()
    assert PASSWORD not in str(raised.value)
    return str(raised.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not the address of a PostgreSQL database"),
        ("muster.db", "This is not the address of a PostgreSQL database"),
        ("mysql://u:pw@host/name", r"Write it as postgresql://user:password@host:5432/name"),
        ("postgresql://u:pw@host", "This is not the address"),
        ("postgresql://u:pw@host:many/name", "This is not the address"),
        ("postgresql://u:p@pw@host/name", "Write @ as %40"),
        ("postgresql://u:p/pw@host/name", "This is not the address"),
    ],
)
def test_an_address_that_cannot_be_read_is_not_quoted(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as refused:
        address.read(text)
    assert "pw" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://u:pw@db.example/club", "db.example/club"),
        ("postgres://u:pw@db.example:5433/club?sslmode=require&password=pw", "db.example:5433/club"),
        ("postgresql:///club", "localhost/club"),
        ("postgresql://u:pw@[::1]:5432/club", "[::1]:5432/club"),
        ("postgresql://u:pw@/club?host=/run/postgresql", "club (/run/postgresql)"),
    ],
)
def test_an_address_is_shown_without_user_and_password(text: str, shown: str) -> None:
    read = address.read(text)
    assert (str(read), read.text) == (shown, text)
    assert "pw" not in repr(read)


def test_nobody_at_the_address(tmp_path: Path) -> None:
    said = refused(f"postgresql://u:pw@/club?host={tmp_path}")
    assert said.startswith(f"The database club ({tmp_path}) does not answer (")
    assert said.endswith("). Nothing was saved. Try again in a moment.") and "No such file" in said
    assert "pw" not in said


def test_a_wrong_password(cluster: Cluster) -> None:
    said = refused(cluster.url("postgres", password="guessed"))
    assert said == (
        f"The database postgres ({cluster.folder}) did not accept the user and password. Check both in its address."
    )


def test_no_such_database(cluster: Cluster) -> None:
    assert "it has no such database or user: club (" in refused(cluster.url("club"))


def test_an_option_nobody_knows(database: str) -> None:
    said = refused(f"{database}&colour=red")
    assert said.endswith("has an option that is not known.")


def test_an_older_server(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "OLDEST", 99)
    assert "Muster needs 99 or newer." in refused(database)


def test_a_database_of_another_program(database: str) -> None:
    with psycopg.connect(database) as link:
        link.execute("CREATE TABLE wiki (page text)")
    assert "belongs to another program (it has wiki). Create one for Muster alone." in refused(database)


def test_a_database_that_cannot_keep_every_name(cluster: Cluster) -> None:
    url = cluster.new_database("latin", "ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    assert "is encoded in LATIN1 and could not keep every name." in refused(url)


def test_a_user_who_may_not_write(database: str) -> None:
    with psycopg.connect(database) as link:
        link.execute(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'")
        link.execute("GRANT USAGE ON SCHEMA public TO guest")
    said = refused(database.replace("//muster:", "//guest:"))
    assert "may not do this (permission denied for schema public). Make that user its owner." in said


def test_lost_tables(postgres: PostgresJournals, database: str, created: list[Row]) -> None:
    postgres.create(event("spring"), CUP, "", created)
    with psycopg.connect(database) as link:
        link.execute("DROP TABLE entries CASCADE")
    with pytest.raises(DamagedJournal, match="has lost its tables"):
        postgres.rows(event("spring"))
