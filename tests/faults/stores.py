"""The stores that are killed: a data folder, or a database whose server can be killed too."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from secrets import token_hex
from time import sleep

from muster.app.desk import Desk
from muster.app.ports import Journals
from muster.main import SystemClock, postgres_at
from muster.store.postgres.journals import PostgresJournals
from muster.store.sqlite import SqliteJournals
from tests.postgres import CannotRun, Cluster


def journals_at(folder: Path, database: str = "") -> SqliteJournals | PostgresJournals:
    return postgres_at(database) if database else SqliteJournals(folder)


def desk_over(journals: Journals) -> Desk:
    return Desk(journals, SystemClock(), lambda: token_hex(16))


def keep_whole_pages(cluster: Cluster) -> None:
    """As on every server except the tests': a killed process may have written half a page."""
    import psycopg

    with psycopg.connect(cluster.url("postgres"), autocommit=True) as link:
        link.execute("ALTER SYSTEM SET full_page_writes TO on")
        link.execute("SELECT pg_reload_conf()")


def kill_backend(url: str, lots: Random) -> bool:
    """Kills one of the database server's processes that serve somebody, if there is one.

    The server then restarts all of them, as after a crash.
    """
    import psycopg

    query = (
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() "
        "AND datname = current_database() ORDER BY pid"
    )
    try:
        with psycopg.connect(url, autocommit=True) as link:
            found = [int(pid) for (pid,) in link.execute(query)]
    except psycopg.OperationalError:
        return False  # It is still getting up from the last one.
    if not found:
        return False
    with suppress(ProcessLookupError):
        os.kill(lots.choice(found), signal.SIGKILL)
        return True
    return False


def kill_server(cluster: Cluster) -> None:
    """Kills the database server itself and restarts it.

    Its processes end a moment later, and until then it refuses to start.
    """
    os.kill(int((cluster.folder / "data" / "postmaster.pid").read_text("ascii").split()[0]), signal.SIGKILL)
    for _ in range(300):
        sleep(0.1)
        with suppress(CannotRun):
            cluster.start()
            return
    cluster.start()
