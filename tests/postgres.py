"""A PostgreSQL cluster for the tests: in a folder of its own, reached by a socket in it, gone with the run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import pytest

USER = "muster"
PASSWORD = "s3cret-of-the-tests"

# What is written need not survive this computer: no test here cuts its power.
QUICK = ("fsync=off", "full_page_writes=off", "max_wal_size=256MB", "shared_buffers=32MB", "max_connections=300")


class CannotRun(Exception):
    """There is no PostgreSQL here, or it does not start; says why."""


@dataclass(slots=True)
class Cluster:
    """One server. `start` and `stop` as often as a test likes; what was committed stays."""

    folder: Path
    programs: Path
    before: tuple[str, ...] = ()
    """What a command begins with so that it does not run as root, which PostgreSQL refuses."""
    settings: tuple[str, ...] = QUICK

    def make(self) -> None:
        password = self.folder / "password"
        password.write_text(PASSWORD, "ascii")
        password.chmod(0o644)
        self._run(
            *("initdb", "--pgdata", str(self._data), "--username", USER, "--encoding", "UTF8", "--no-sync"),
            *("--locale", "C.UTF-8", "--auth", "scram-sha-256", "--pwfile", str(password)),
        )
        settings = ("listen_addresses=''", f"unix_socket_directories='{self.folder}'", *self.settings)
        with open(self._data / "postgresql.conf", "a", encoding="utf-8") as opened:
            opened.writelines(f"{line}\n" for line in settings)

    def start(self) -> None:
        self._run("pg_ctl", "--pgdata", str(self._data), "--wait", "--log", str(self.folder / "log"), "start")

    def stop(self) -> None:
        """As if it had crashed: nobody is asked to leave."""
        self._run("pg_ctl", "--pgdata", str(self._data), "--wait", "--mode", "immediate", "stop")

    @property
    def pid(self) -> int:
        """Of the process that starts all others."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def url(self, database: str, password: str = PASSWORD) -> str:
        return f"postgresql://{USER}:{quote(password)}@/{database}?host={quote(str(self.folder), safe='')}"

    def new_database(self, name: str = "test", options: str = "") -> str:
        """The address of another empty one."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as link:
            link.execute(f'CREATE DATABASE "{name}" {options}')
        return self.url(name)

    @contextmanager
    def ending_with_us(self) -> Iterator[None]:
        """A watcher waits for the end of this process, however it comes, and cleans up."""
        ending = 'read -r _; "$1" --pgdata "$2" --mode immediate stop; rm -rf "$3"'
        command = ["sh", "-c", ending, "sh", str(self.programs / "pg_ctl"), str(self._data), str(self.folder)]
        waiting = subprocess.Popen(
            [*self.before, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            yield
        finally:
            waiting.communicate()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *args: str) -> None:
        command = [*self.before, str(self.programs / program), *args]
        environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"}
        # Into a file: the server would keep a pipe open for as long as it runs.
        with open(self.folder / "said", "w+", encoding="utf-8") as said:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment, cwd=self.folder
            )
            said.seek(0)
            if done.returncode:
                raise CannotRun(f"{program}: {said.read().strip()[-300:]}")


def _programs() -> Path:
    """The newest on this computer; Debian keeps versions apart. MUSTER_POSTGRES names another folder."""
    if named := os.environ.get("MUSTER_POSTGRES"):
        return Path(named)
    installed = Path("/usr/lib/postgresql")
    versions = [one for one in installed.glob("*/bin/initdb") if one.parent.parent.name.isdigit()]
    if versions:
        return max(versions, key=lambda one: int(one.parent.parent.name)).parent
    found = shutil.which("initdb")
    if found is None:
        raise CannotRun("PostgreSQL is not installed; on Debian: sudo apt-get install postgresql")
    return Path(found).resolve().parent


def _ways() -> Iterator[tuple[str, ...]]:
    """How to run it: as we are or, for root, as Debian's own user or as somebody else in a separate namespace, which
    also works if that user may not even use /dev/null.
    """
    if os.name != "posix" or os.geteuid() != 0:
        yield ()
    else:
        yield ("runuser", "-u", "postgres", "--")
        yield ("unshare", "--user", "--map-user=1000", "--map-group=1000")


def _owned_by(before: tuple[str, ...], folder: Path) -> None:
    if "runuser" in before:
        shutil.chown(folder, "postgres")


@contextmanager
def running(settings: tuple[str, ...] = QUICK) -> Iterator[Cluster]:
    """A cluster that runs; CannotRun says why there is none."""
    programs, why = _programs(), ""
    for before in _ways():
        with TemporaryDirectory(prefix="muster-pg-") as folder:
            cluster = Cluster(Path(folder), programs, before, settings)
            try:
                _owned_by(before, cluster.folder)
                cluster.make()
                cluster.start()
            except (CannotRun, OSError, LookupError) as error:
                why = str(error)
                continue
            with cluster.ending_with_us():
                yield cluster
                cluster.stop()
            return
    raise CannotRun(why)


@contextmanager
def standing_still(processes: Sequence[int]) -> Iterator[None]:
    """Their connections stay open, and nobody answers."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def processes(database: str, which: str = "true") -> list[int]:
    """Of a database server, without the one that starts all others."""
    import psycopg

    query = f"SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {which}"
    with psycopg.connect(database, autocommit=True) as link:
        return [int(pid) for (pid,) in link.execute(query)]


def of_ours(database: str) -> list[int]:
    return processes(database, "application_name = 'muster' AND datname = current_database()")


class Instead:
    """MUSTER_TEST_STORE=postgres: what the browser tests would keep in a data folder is in a database, and their
    servers have two processes. Every folder has its own database.
    """

    wanted = os.environ.get("MUSTER_TEST_STORE") == "postgres"

    def __init__(self) -> None:
        self._cluster: Cluster | None = None
        self._known: dict[Path, str] = {}

    def use(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def of(self, folder: Path) -> str:
        """The address of a folder's database.

        What was restored into the folder is transferred first, as somebody would.
        """
        assert self._cluster is not None, "asked before the cluster runs"
        if folder not in self._known:
            self._known[folder] = self._cluster.new_database(f"folder_{len(self._known)}")
            if (folder / "muster.db").exists():
                command = [sys.executable, "-m", "muster", "transfer", str(folder), self._known[folder]]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return self._known[folder]

    def options(self, folder: Path, options: tuple[str, ...]) -> tuple[str, ...]:
        """More words for `muster serve`, where those that it gets allow for them."""
        if not self.wanted or "--demo" in options:
            return ()
        workers = () if "--certificate" in options else ("--workers", "2")
        return "--database", self.of(folder), *workers


INSTEAD = Instead()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One per process of the test run.

    Without PostgreSQL or its driver the test is skipped, or fails if CI is set, as for browsers.
    """
    try:
        import psycopg  # noqa: F401  # whether it is there

        with running() as found:
            yield found
    except (ImportError, CannotRun) as error:
        said = f"no tests on PostgreSQL: {error}"
        if os.environ.get("CI") == "true":
            pytest.fail(said)
        pytest.skip(said)


@pytest.fixture(scope="session")
def one_database(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture
def database(one_database: str) -> str:
    """The address of an empty database that nobody else uses any more: emptying one is faster than creating another."""
    import psycopg

    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(one_database, autocommit=True) as link:
        link.execute(f"{others} AND pid <> pg_backend_pid()")
        schemas = "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
        for (name,) in link.execute(schemas).fetchall():
            link.execute(f'DROP SCHEMA "{name}" CASCADE')
        link.execute("CREATE SCHEMA public")
    return one_database
