"""What only the PostgreSQL store does: one database, many processes, news, and sentences for its faults."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import muster
from muster.app.ports import JournalName, Journals
from muster.core.kit.errors import Busy, Conflict, DamagedJournal
from muster.core.kit.model import PlayerId
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import lists as list_facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.journal import Row
from muster.core.record.vocabulary import Title
from muster.store.memory import MemoryJournals
from muster.store.postgres import address
from tests.postgres import Cluster
from tests.store.conftest import CUP, event

psycopg = pytest.importorskip("psycopg", reason="no tests on PostgreSQL: its driver is not installed")

from muster.store.postgres import journals as journals_module  # noqa: E402  # only where psycopg is
from muster.store.postgres import link as links  # noqa: E402  # only where psycopg is
from muster.store.postgres import schema  # noqa: E402  # only where psycopg is
from muster.store.postgres.journals import PostgresJournals  # noqa: E402  # only where psycopg is
from muster.store.postgres.silence import Link  # noqa: E402  # only where psycopg is
from muster.store.postgres.watch import PostgresWatch  # noqa: E402  # only where psycopg is

if TYPE_CHECKING:
    from tests.store.conftest import Chain

WRITER = """
import sys
from muster.app.ports import JournalName
from muster.core.kit.errors import Busy, Conflict
from muster.core.kit.model import Actor
from muster.core.record.facts.staff import RulingGiven
from muster.core.record.journal import Entry, to_rows
from muster.store.postgres.address import read
from muster.store.postgres.journals import PostgresJournals

def asked(question):
    while True:
        try:
            return question()
        except Busy:
            pass

SPRING, who, count = JournalName("event", "spring"), sys.argv[2], int(sys.argv[3])
journals = PostgresJournals(read(sys.argv[1]))
for number in range(count):
    while True:
        last, head = asked(lambda: journals.head(SPRING))
        facts = [RulingGiven(f"{who}:{number}:{n}") for n in (1, 2)]
        entries = [Entry(last + n, "", Actor(), f"{who}:{number}", fact) for n, fact in enumerate(facts, 1)]
        rows = to_rows(entries, head)
        try:
            journals.append(SPRING, rows, expected=last)
        except Busy:  # The connection was cut: the request says whether it had been heard.
            if asked(lambda: journals.has_request(SPRING, f"{who}:{number}")):
                break
            continue
        except Conflict:
            continue
        break
    print(number, flush=True)
"""


@pytest.fixture
def other(database: str) -> Iterator[PostgresJournals]:
    """Another process's store on the same database."""
    with closing(PostgresJournals(address.read(database))) as store:
        yield store


def ruling(chain: Chain, note: str, after: list[Row]) -> list[Row]:
    return chain(staff_facts.RulingGiven(note), after=after)


def writer(database: str, who: str, count: int) -> subprocess.Popen[str]:
    source = Path(muster.__file__).parent.parent
    command = [sys.executable, "-c", WRITER, database, who, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(source)})


def test_processes_that_write_at_once_lose_and_double_nothing(
    postgres: PostgresJournals, database: str, created: list[Row]
) -> None:
    """Two processes append batches of two, while a third reads and some of their connections are cut."""
    postgres.create(event("spring"), CUP, "", created)
    count = 25
    with writer(database, "a", count) as one, writer(database, "b", count) as two:
        seen, cut = 0, 0
        with psycopg.connect(database, autocommit=True) as admin:
            while one.poll() is None or two.poll() is None:
                entries = list(EVENT.read(postgres.rows(event("spring"))))
                assert len(entries) >= seen and len(entries) % 2 == 1, "never back, never half a batch"
                if len(entries) > seen + 10:
                    seen = len(entries)
                    ours = "FROM pg_stat_activity WHERE application_name = 'muster'"
                    cut += admin.execute(f"SELECT count(pg_terminate_backend(pid)) {ours}").fetchone()[0]
        assert (one.wait(), two.wait()) == (0, 0)
    assert cut, "the test cuts connections"
    notes = [e.fact.note for e in EVENT.read(postgres.rows(event("spring"))) if hasattr(e.fact, "note")]
    assert len(notes) == 4 * count
    for who in "ab":
        told = [note.rpartition(":")[0] for note in notes[::2] if note.startswith(who)]
        assert told == [f"{who}:{number}" for number in range(count)]


def test_a_server_that_crashes_while_others_write_loses_and_doubles_nothing(
    postgres: PostgresJournals, cluster: Cluster, database: str, created: list[Row]
) -> None:
    postgres.create(event("spring"), CUP, "", created)
    count = 40
    with writer(database, "a", count) as writing:
        assert writing.stdout is not None
        for _ in range(2):
            for _ in range(count // 4):
                acknowledged = int(writing.stdout.readline())
            cluster.stop()
            cluster.start()
            kept = len(postgres.rows(event("spring")))
            assert kept >= 1 + 2 * (acknowledged + 1) and kept % 2 == 1
        assert writing.wait() == 0
    notes = [e.fact.note for e in EVENT.read(postgres.rows(event("spring"))) if hasattr(e.fact, "note")]
    assert notes == [f"a:{number}:{n}" for number in range(count) for n in (1, 2)]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(st.integers(0, 1), st.sampled_from(["read", "write", "write late"])), max_size=12))
def test_every_order_of_two_processes_comes_out_as_in_memory(
    database: str, created: list[Row], chain: Chain, steps: list[tuple[int, str]]
) -> None:
    """Each keeps what it last read and writes after that; a store in memory says what the outcome must be."""

    def played(stores: tuple[Journals, Journals]) -> tuple[list[str], list[Row]]:
        stores[0].create(event("spring"), CUP, "", created)
        known, told = [created, created], []
        for number, (who, step) in enumerate(steps):
            if step == "read":
                known[who] = stores[who].rows(event("spring"))
                continue
            rows = ruling(chain, f"{who} {number}", known[who])
            try:
                stores[who].append(event("spring"), rows, expected=len(known[who]))
            except Conflict as conflict:
                told.append(str(conflict))
            else:
                told.append("written")
                if step == "write":
                    known[who] = known[who] + rows
        return told, stores[1].rows(event("spring"))

    memory = MemoryJournals()
    with closing(PostgresJournals(address.read(database))) as one, closing(PostgresJournals(one.address)) as two:
        if one.listed():
            one.remove(event("spring"))
        assert played((one, two)) == played((memory, memory))


def test_a_reader_sees_head_and_entries_of_one_moment(
    postgres: PostgresJournals,
    other: PostgresJournals,
    created: list[Row],
    chain: Chain,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is written between the two reads is neither shown nor taken for damage."""
    postgres.create(event("spring"), CUP, "", created)
    head = journals_module._head

    def overtaken(*args: object) -> object:
        found = head(*args)  # type: ignore[arg-type]  # passed on as given
        monkeypatch.undo()
        other.append(event("spring"), ruling(chain, "a", created), expected=1)
        return found

    monkeypatch.setattr(journals_module, "_head", overtaken)
    assert postgres.rows(event("spring")) == created
    assert len(postgres.rows(event("spring"))) == 2


def test_who_reads_does_not_wait_for_who_writes(
    postgres: PostgresJournals, other: PostgresJournals, created: list[Row]
) -> None:
    postgres.create(event("spring"), CUP, "", created)
    read: list[list[Row]] = []
    with postgres._to_write() as link:
        link.execute("UPDATE journals SET name = 'Autumn'")
        reader = Thread(target=lambda: read.append(other.rows(event("spring"))), daemon=True)
        reader.start()
        reader.join(20)
        assert read == [created]


def test_who_waits_too_long_for_somebody_else_is_told(
    postgres: PostgresJournals,
    other: PostgresJournals,
    created: list[Row],
    chain: Chain,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    postgres.create(event("spring"), CUP, "", created)
    monkeypatch.setattr(links, "PATIENCE", 1)
    with postgres._to_write() as link:
        link.execute("UPDATE journals SET name = 'Autumn'")
        with pytest.raises(Busy, match="Somebody else has been writing to the database"):
            other.append(event("spring"), ruling(chain, "a", created), expected=1)
    other.append(event("spring"), ruling(chain, "a", created), expected=1)


def test_a_commit_whose_answer_was_lost_is_looked_up(
    postgres: PostgresJournals, database: str, created: list[Row], chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Received or not: the database says which, and the caller gets the truth."""
    postgres.create(event("spring"), CUP, "", created)
    commit = links.Links._commit

    def cut(before: bool) -> Callable[[links.Links, Link], None]:
        def committing(self: links.Links, link: Link) -> None:
            monkeypatch.undo()
            if not before:
                link.execute("COMMIT")
            with psycopg.connect(database, autocommit=True) as admin:
                admin.execute("SELECT pg_terminate_backend(%s, 5000)", (link.info.backend_pid,))
            commit(self, link)

        return committing

    more = ruling(chain, "a", created)
    monkeypatch.setattr(links.Links, "_commit", cut(before=True))
    with pytest.raises(Busy, match=r"broke\. Nothing was saved\. Try again"):
        postgres.append(event("spring"), more, expected=1)
    assert postgres.rows(event("spring")) == created
    monkeypatch.setattr(links.Links, "_commit", cut(before=False))
    postgres.append(event("spring"), more, expected=1)
    assert postgres.rows(event("spring")) == created + more


@pytest.mark.parametrize(
    ("statement", "refused"),
    [
        ("UPDATE entries SET body = '{}'", "never changed"),
        ("UPDATE entries SET seq = seq + 10", "never changed"),
        ("UPDATE sealed SET body = 'other'", "never changed"),
        ("DELETE FROM entries", "never deleted"),
        ("DELETE FROM entries WHERE seq = 2", "never deleted"),
        ("TRUNCATE entries, sealed", "never deleted"),
    ],
)
def test_entries_are_guarded(
    postgres: PostgresJournals, database: str, created: list[Row], chain: Chain, statement: str, refused: str
) -> None:
    rows = created + chain(list_facts.ListHandedIn(PlayerId(1), 1, "Kenko 30"), after=created, salt="pepper")
    postgres.create(event("spring"), CUP, "", rows)
    with psycopg.connect(database) as link, pytest.raises(psycopg.errors.RaiseException, match=refused):
        link.execute(statement)
    assert postgres.rows(event("spring")) == rows


def test_what_was_erased_is_in_no_file_of_the_database_any_more(
    postgres: PostgresJournals, cluster: Cluster, database: str, created: list[Row], chain: Chain
) -> None:
    """Nor in the server's statistics of common values."""
    rows = created + chain(list_facts.ListHandedIn(PlayerId(1), 1, "Xyzzyblade"), after=created, salt="pepper")
    rows += chain(*(staff_facts.RulingGiven(f"Xyzzyblade {n % 3}") for n in range(50)), after=rows)
    postgres.create(event("spring"), CUP, "", rows)
    postgres.create(event("summer"), Title("Xyzzyblade", "bushido"), "", rows)
    with psycopg.connect(database, autocommit=True) as link:
        link.execute("ANALYZE")
        noted = link.execute("SELECT 1 FROM pg_stats WHERE most_common_vals::text LIKE '%%Xyzzyblade%%'")
        assert noted.fetchone()

    def written() -> bool:
        with psycopg.connect(database, autocommit=True) as link:
            link.execute("CHECKPOINT")
        files = (path for path in (cluster.folder / "data" / "base").rglob("*") if path.is_file())
        return any(b"Xyzzyblade" in path.read_bytes() for path in files)

    assert written()
    left = created + chain(staff_facts.RulingGiven("a"), after=created)
    postgres.rewrite(event("spring"), left, (rows[-1].seq, rows[-1].hash))
    postgres.remove(event("summer"))
    postgres.scrub()
    assert not written()
    assert postgres.rows(event("spring")) == left


def test_a_tail_that_was_cut_off_is_named(
    postgres: PostgresJournals, database: str, created: list[Row], chain: Chain
) -> None:
    postgres.create(event("spring"), CUP, "", created + ruling(chain, "a", created))
    with psycopg.connect(database) as link:
        link.execute("ALTER TABLE entries DISABLE TRIGGER USER")
        link.execute("DELETE FROM entries WHERE seq = 2")
    with pytest.raises(DamagedJournal, match="is cut short: 1 of 2 entries are missing, from entry 2 on"):
        postgres.rows(event("spring"))


class TestWatch:
    @pytest.fixture
    def watch(self, database: str) -> Iterator[PostgresWatch]:
        with closing(PostgresWatch(address.read(database))) as watch:
            yield watch

    def test_a_journal_that_is_rewritten_has_changed_and_is_not_gone(
        self, watch: PostgresWatch, postgres: PostgresJournals, created: list[Row], chain: Chain
    ) -> None:
        postgres.create(event("spring"), CUP, "", created)
        watch.changes()
        postgres.rewrite(event("spring"), created + ruling(chain, "a", created), (1, created[0].hash))
        assert until_told(watch, 1) == {event("spring"): 2}
        postgres.append(event("spring"), ruling(chain, "b", created + ruling(chain, "a", created)), 2)
        assert until_told(watch, 1) == {event("spring"): 3}

    def test_tells_what_others_wrote_once(
        self, watch: PostgresWatch, postgres: PostgresJournals, created: list[Row], chain: Chain
    ) -> None:
        assert watch.changes() == {}
        postgres.create(event("spring"), CUP, "", created)
        postgres.create(event("a\0b"), CUP, "", created)
        assert until_told(watch, 2) == {event("spring"): 1, event("a\0b"): 1}
        assert watch.changes() == {}
        postgres.append(event("spring"), ruling(chain, "a", created), expected=1)
        assert until_told(watch, 1) == {event("spring"): 2}
        postgres.remove(event("spring"))
        assert until_told(watch, 1) == {event("spring"): 0}

    def test_misses_nothing_while_the_connection_is_gone(
        self, watch: PostgresWatch, postgres: PostgresJournals, database: str, created: list[Row], chain: Chain
    ) -> None:
        postgres.create(event("spring"), CUP, "", created)
        postgres.create(event("autumn"), CUP, "", created)
        assert watch.changes() == {event("spring"): 1, event("autumn"): 1}
        assert watch._link is not None
        with psycopg.connect(database, autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(%s, 5000)", (watch._link.info.backend_pid,))
        postgres.append(event("spring"), ruling(chain, "a", created), expected=1)
        postgres.remove(event("autumn"))
        assert until_told(watch, 2) == {event("spring"): 2, event("autumn"): 0}


def until_told(watch: PostgresWatch, count: int) -> dict[JournalName, int]:
    """The server notifies right after a commit; how long that takes depends on the computer's load."""
    found: dict[JournalName, int] = {}
    pause = Event()
    for _ in range(1000):
        found.update(watch.changes())
        if len(found) >= count:
            break
        pause.wait(0.01)
    return found


def test_a_server_that_restarts_is_found_again(
    postgres: PostgresJournals, cluster: Cluster, created: list[Row], chain: Chain
) -> None:
    postgres.create(event("spring"), CUP, "", created)
    more = ruling(chain, "a", created)
    cluster.stop()
    try:
        for ask in (
            lambda: postgres.rows(event("spring")),
            lambda: postgres.listed(),
            lambda: postgres.append(event("spring"), more, expected=1),
        ):
            with pytest.raises(Busy, match="The database does not answer right now"):
                ask()
    finally:
        cluster.start()
    assert postgres.rows(event("spring")) == created
    postgres.append(event("spring"), more, expected=1)
    cluster.stop()
    cluster.start()
    assert postgres.rows(event("spring")) == created + more


def test_a_test_run_that_is_killed_leaves_no_server_behind(cluster: Cluster) -> None:
    program = "from tests.postgres import running\nwith running() as one: print(one.folder, flush=True); input()"
    root = Path(muster.__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root)))}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as run:
        assert run.stdout is not None
        folder = Path(run.stdout.readline().strip())
        assert folder != cluster.folder and (folder / "data" / "postmaster.pid").exists()
        run.kill()
    pause = Event()
    for _ in range(3000):
        if not folder.exists():
            break
        pause.wait(0.02)
    assert not folder.exists()


class TestFormat:
    def test_an_older_database_is_brought_up_to_date(
        self, postgres: PostgresJournals, created: list[Row], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        postgres.create(event("spring"), CUP, "", created)
        postgres.close()
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("ALTER TABLE journals ADD COLUMN place text",)))
        assert postgres.rows(event("spring")) == created
        with postgres._to_read() as link:
            assert link.execute("SELECT place FROM journals").fetchall() == [(None,)]
            assert link.execute("SELECT format FROM muster").fetchall() == [(len(schema.MIGRATIONS),)]

    def test_a_copy_is_made_first_and_goes_with_what_is_dropped(
        self, postgres: PostgresJournals, created: list[Row], chain: Chain, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rows = created + chain(list_facts.ListHandedIn(PlayerId(1), 1, "Kenko 30"), after=created, salt="pepper")
        postgres.create(event("spring"), CUP, "", rows)
        postgres.close()
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("DROP TABLE sealed",)))
        assert [one.id for one in postgres.listed()] == ["spring"]
        with postgres._to_read() as link:
            assert link.execute("SELECT format FROM before_format_1.muster").fetchall() == [(1,)]
            assert link.execute("SELECT seq, hash FROM before_format_1.entries ORDER BY seq").fetchall() == [
                (row.seq, row.hash) for row in rows
            ]
            assert link.execute("SELECT body FROM before_format_1.sealed").fetchall() == [(rows[1].sealed,)]
        with postgres._to_write() as link:
            schema.drop_copies(link)
            assert link.execute("SELECT to_regnamespace('before_format_1')").fetchall() == [(None,)]

    def test_a_migration_that_fails_changes_nothing(
        self, postgres: PostgresJournals, created: list[Row], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        postgres.create(event("spring"), CUP, "", created)
        postgres.close()
        broken = ("ALTER TABLE journals ADD COLUMN place text", "CREATE NONSENSE")
        with monkeypatch.context() as newer:
            newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
            with pytest.raises(psycopg.errors.SyntaxError):
                postgres.rows(event("spring"))
        assert postgres.rows(event("spring")) == created

    def test_a_database_of_a_newer_version_is_refused(self, postgres: PostgresJournals, database: str) -> None:
        assert postgres.listed() == []
        with psycopg.connect(database) as link:
            link.execute("UPDATE muster SET format = 99")
        postgres.close()
        with pytest.raises(DamagedJournal, match=r"newer version of Muster \(format 99; this one reads up to 1\)"):
            postgres.listed()

    def test_two_who_make_the_tables_at_once_share_them(
        self, postgres: PostgresJournals, other: PostgresJournals, created: list[Row]
    ) -> None:
        makers = [
            Thread(target=store.create, args=(event(name), CUP, "", created))
            for store, name in ((postgres, "spring"), (other, "autumn"))
        ]
        for maker in makers:
            maker.start()
        for maker in makers:
            maker.join(20)
        assert {stored.id for stored in postgres.listed()} == {"spring", "autumn"}
