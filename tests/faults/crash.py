"""Kills servers, commands, writers and databases under load, and counts what was lost: scripts/crash.

Which kill comes when is drawn from the seed; how far everybody has come by then is up to the machine.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from tests.faults.count import Count, table, total
from tests.faults.pages import rewrite
from tests.faults.stores import keep_whole_pages, kill_backend, kill_server
from tests.faults.writers import LONGEST, Crew, kills
from tests.postgres import CannotRun, Cluster, running

Killing = Callable[[Random, Count], Iterator[None]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of kill. `each`: how many come with one kill of a writer; `share`: of the available time."""

    key: str
    what: str
    each: float
    share: float
    database: bool = False


KINDS = (
    Kind("store", "a writer at a data folder (SQLite), one of three or all", 1, 0.2),
    Kind("store-pg", "a writer at a database (PostgreSQL), one of three or all", 1, 0.16, database=True),
    Kind("backend", "a process of PostgreSQL, under three writers", 0.1, 0.13, database=True),
    Kind("database", "PostgreSQL itself, under three writers", 0.03, 0.07, database=True),
    Kind("server", "`muster serve`, under phones and a program", 0.04, 0.14),
    Kind("workers", "`muster serve --workers 2`, one of its processes or of PostgreSQL's", 0.06, 0.15, database=True),
    Kind("commands", "a command (`muster announce`, `muster backup`)", 0.1, 0.1),
    Kind("power", "the power, as a model of it has it (SQLite and our own files)", 1, 0.05),
)


class Scene:
    """A place for each kind, and the database server if one is needed. `database`: an empty one to use instead."""

    def __init__(self, folder: Path, stack: ExitStack, too_soon: bool, database: str) -> None:
        self._folder, self._stack, self._too_soon, self._database = folder, stack, too_soon, database
        self._cluster: Cluster | None = None

    def killing(self, kind: Kind) -> Killing:
        place = self._folder / kind.key / "data"
        place.mkdir(parents=True)
        url = (self._database or self.cluster.new_database(kind.key.replace("-", "_"))) if kind.database else ""
        match kind.key:
            case "store" | "store-pg":
                return lambda lots, count: _writers(Crew(place, url, lots, count, self._too_soon))
            case "backend":
                return lambda lots, count: _beside(Crew(place, url, lots, count), lambda: kill_backend(url, lots))
            case "database":
                return lambda lots, count: _beside(Crew(place, url, lots, count), self._kill_database)
            case "server":
                from tests.faults.halls import Hall, server_kills

                return lambda lots, count: server_kills(Hall(place), lots, count)
            case "workers":
                from tests.faults.halls import Hall, worker_kills

                return lambda lots, count: worker_kills(Hall(place, url), lots, count, kill_backend)
            case "commands":
                from tests.faults.commands import command_kills

                return lambda lots, count: command_kills(place, lots, count)
            case _:
                from tests.faults import power

                return lambda lots, count: power.cuts(place, lots, count)

    @property
    def cluster(self) -> Cluster:
        if self._cluster is None:
            self._cluster = self._stack.enter_context(running())
            keep_whole_pages(self._cluster)
        return self._cluster

    def _kill_database(self) -> bool:
        kill_server(self.cluster)
        return True


def _writers(crew: Crew) -> Iterator[None]:
    return kills(crew, crew.kill_some)


def _beside(crew: Crew, kill: Callable[[], bool]) -> Iterator[None]:
    """The writers continue; what they write to is killed."""

    def one() -> None:
        sleep(crew.lots.uniform(0, 5 * LONGEST))
        crew.count.kills += kill()
        crew.check()

    return kills(crew, one)


def run(
    keys: Sequence[str], seed: str, most: int, minutes: float, too_soon: bool = False, database: str = ""
) -> list[Count]:
    """Each kind in turn: this many kills, or as many as fit its share of the time."""
    counts = []
    wanted = [kind for kind in KINDS if not keys or kind.key in keys]
    shares = sum(kind.share for kind in wanted)
    with TemporaryDirectory(prefix="muster-crash-") as name, ExitStack() as stack:
        scene = Scene(Path(name), stack, too_soon, database)
        for kind in wanted:
            count, lots = Count(kind.what), Random(f"{seed} {kind.key}")
            try:
                killing = scene.killing(kind)
            except CannotRun as why:
                print(f"left out: {kind.what}: {why}", flush=True)
                continue
            end = monotonic() + minutes * 60 * kind.share / shares
            with closing(killing(lots, count)) as going:  # type: ignore[type-var]  # a generator, which can be closed
                for _ in going:
                    if count.kills >= max(1, round(most * kind.each)) if most else monotonic() > end:
                        break
            counts.append(count)
            print(table([count])[-1], flush=True)
    return counts


def lines_of(counts: Sequence[Count], seed: str) -> list[str]:
    """The section of docs/figures.md."""
    whole = [*counts, total(counts)]
    return [
        "## Crashes",
        "",
        f"{total(counts).kills:,} times something was killed with `kill -9` (or its power cut, in a model) at a random "
        "moment under load, and then everything was looked at: the chain of every journal, and every action that",
        "somebody had been told was saved. An action that nobody had answered was sent again under the same request, "
        "and must count once. `scripts/crash` does it again and writes this part "
        f"([how](hosting.md#crashes); seed `{seed}`).",
        "At every power cut all that was acknowledged until then is counted.",
        "",
        *table(whole),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/crash", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="how long in all (default: 5)")
    parser.add_argument("--kills", type=int, default=0, help="instead: so many kills of writers, fewer of what is slow")
    parser.add_argument("--seed", default="muster", help="what the choices are drawn from")
    parser.add_argument("--only", nargs="+", default=[], choices=[kind.key for kind in KINDS], metavar="KIND")
    parser.add_argument("--too-soon", action="store_true", help="let writers say too soon that something is saved")
    parser.add_argument("--database", default="", metavar="URL", help="use this empty database, not one of our own")
    parser.add_argument("--write", action="store_true", help="write the table into docs/figures.md")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON at the end")
    given = parser.parse_args()
    counts = run(given.only, given.seed, given.kills, given.minutes, given.too_soon, given.database)
    lines = lines_of(counts, given.seed)
    wrong = total(counts).wrong
    print("\n".join(wrong[:50] or lines))
    if given.json:
        print(json.dumps([asdict(one) for one in counts]))
    if given.write and not wrong:
        rewrite("crash", lines)
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    main()
