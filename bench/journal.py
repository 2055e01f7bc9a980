"""The journal's speed: replay of 10,000 entries, and durable appends against SQLite's own inserts in the same run."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from muster.app.ports import JournalName
from muster.core.kit.lots import seed_hash
from muster.core.kit.model import Actor, PlayerId, Result
from muster.core.kit.reasons import Reason
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import play as facts
from muster.core.record.facts.play import Entry
from muster.core.record.fold.play import fold
from muster.core.record.journal import GENESIS, Row, secrets_of, to_rows
from muster.core.record.vocabulary import Title
from muster.store.sqlite import SqliteJournals

ENTRIES = 10_000
PLAYERS = 256
APPENDS = 500
REPEATS = 5
SEED = "bench"
BENCH = JournalName("event", "bench")
WHY = (Reason("same_points", {"points": 20}, "X-10"),)


def busy_event(entries: int) -> list[Row]:
    """The rows of a very long event: players, then rounds with each match reported and confirmed."""
    told: list[facts.Fact] = [facts.EventCreated("Bench", "custom", "1", seed_hash(SEED), "0.1.0")]
    told += [facts.PlayerEnrolled(PlayerId(n), f"Player {n}", n, {"club": "Muster"}) for n in range(1, PLAYERS + 1)]
    round_ = 0
    while len(told) < entries:
        round_ += 1
        matches = range(1, PLAYERS // 2 + 1)
        pairs = tuple(facts.DrawnPair(PlayerId(2 * m - 1), PlayerId(2 * m), m, WHY) for m in matches)
        told += [facts.RoundDrawn(round_, 1, pairs, draw=f"round {round_}"), facts.RoundPublished(round_)]
        for match in matches:
            result = Result({"points": [match % 7, 3], "casualties": [120, 80]})
            told.append(facts.ResultReported(round_, match, result, PlayerId(2 * match)))
            told.append(facts.ResultConfirmed(round_, match, PlayerId(2 * match - 1)))
        told.append(facts.RoundClosed(round_, "0" * 64))
    actor = Actor("Maria", player=None)
    at = "2026-03-01T10:00:00.000000+00:00"
    written = (
        Entry(n, at, actor, f"request-{n}", fact, f"salt-{n}" if secrets_of(fact) else "")
        for n, fact in enumerate(told[:entries], start=1)
    )
    return to_rows(written, GENESIS)


def seconds_to_replay(rows: list[Row]) -> float:
    start = perf_counter()
    fold(list(EVENT.read(rows)))
    return perf_counter() - start


def seconds_to_append(folder: Path, rows: list[Row]) -> float:
    """One entry per append, as a single tap makes it."""
    with closing(SqliteJournals(folder)) as journals:
        journals.create(BENCH, Title("Bench", "custom"), SEED, rows[:-APPENDS])
        start = perf_counter()
        for row in rows[-APPENDS:]:
            journals.append(BENCH, [row], row.seq - 1)
        return perf_counter() - start


def seconds_to_insert(file: Path, rows: list[Row]) -> float:
    """The same rows in a bare table of a file with the same settings, each durable by itself."""
    with closing(sqlite3.connect(file, isolation_level=None)) as link:
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("PRAGMA synchronous = FULL")
        link.execute("CREATE TABLE bare (seq INTEGER PRIMARY KEY, a, b, c, d, e, f, g, h)")
        values = [(r.seq, r.at, r.actor, r.role, r.player, r.request, r.kind, r.body, r.hash) for r in rows[-APPENDS:]]
        start = perf_counter()
        for value in values:
            link.execute("INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", value)
        return perf_counter() - start


def seconds_to_load(folder: Path, rows: list[Row]) -> float:
    with closing(SqliteJournals(folder)) as journals:
        journals.create(BENCH, Title("Bench", "custom"), SEED, rows)
        journals.close()
        start = perf_counter()
        fold(list(EVENT.read(journals.rows(BENCH))))
        return perf_counter() - start


def main() -> None:
    rows = busy_event(ENTRIES)
    replay = median(seconds_to_replay(rows) for _ in range(REPEATS))
    appends, inserts = [], []
    with TemporaryDirectory() as name:
        folder = Path(name)
        load = median(seconds_to_load(folder / f"load{n}", rows) for n in range(REPEATS))
        for n in range(REPEATS):
            appends.append(seconds_to_append(folder / f"append{n}", rows[: 2 * APPENDS]))
            inserts.append(seconds_to_insert(folder / f"bare{n}.db", rows[: 2 * APPENDS]))
    append, insert = APPENDS / median(appends), APPENDS / median(inserts)
    print(f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}, medians of {REPEATS}")
    print(f"replay of {ENTRIES:,} entries (check the chain, fold)  {replay * 1000:8.1f} ms  (target: under 100)")
    print(f"the same, read from the SQLite file first        {load * 1000:8.1f} ms")
    print(f"durable appends of one entry                     {append:8.0f} /s")
    print(f"durable bare inserts of the same rows            {insert:8.0f} /s")
    print(f"appends as a share of bare inserts               {append / insert:8.2f}     (target: at least 0.5)")


if __name__ == "__main__":
    main()
