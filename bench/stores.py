"""The two places that events can be kept in, for benchmarks of a server: a file, or a PostgreSQL cluster of its own
that is gone afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bench.server import Processes

NAMES = ("sqlite", "postgres")
SETTINGS = ("shared_buffers=128MB", "max_connections=100")
"""Everything confirmed is on the disk, as on a production server."""


@dataclass(frozen=True, slots=True)
class Place:
    """`database`: the address of an empty one, or nothing for a file. `processes`: the database's."""

    title: str
    database: str = ""
    workers: int = 1
    processes: Processes | None = None


@contextmanager
def place(name: str, workers: int = 2) -> Iterator[Place]:
    if name == "sqlite":
        yield Place("SQLite, 1 process")
        return
    from tests.postgres import running

    with running(SETTINGS) as cluster:
        yield Place(f"PostgreSQL, {workers} processes", cluster.new_database(), workers, Processes(cluster.pid))
