"""A process that is killed while it writes loses no acknowledged entry and leaves a journal that can be read.

MUSTER_LONG_TESTS=1 kills many more.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest

import muster
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import staff as staff_facts
from muster.core.record.journal import Row
from muster.store.sqlite import SqliteJournals
from tests.store.conftest import CUP, event

KILLS = 60 if os.environ.get("MUSTER_LONG_TESTS") else 5
BATCH = 3

WRITER = f"""
import sys
from pathlib import Path
from muster.app.ports import JournalName
from muster.core.record.facts.staff import RulingGiven
from muster.core.record.journal import Entry, to_rows
from muster.core.kit.model import Actor
from muster.store.sqlite import SqliteJournals
from muster.core.record.event_journal import EVENT
from tests.store.conftest import CUP, event

SPRING = JournalName("event", "spring")
journals = SqliteJournals(Path(sys.argv[1]))
last = journals.rows(SPRING)[-1]
seq, head = last.seq, last.hash
while True:
    entries = [Entry(seq + n, "", Actor(), "", RulingGiven(str(seq + n) * 50)) for n in range(1, {BATCH} + 1)]
    rows = to_rows(entries, head)
    journals.append(SPRING, rows, expected=seq)
    seq, head = rows[-1].seq, rows[-1].hash
    print(seq, flush=True)
"""


def acknowledged_before_kill(folder: Path, after: float) -> int:
    """Runs the writer until `after` seconds past its first append, kills it, and returns what it had acknowledged."""
    source = Path(muster.__file__).parent.parent
    command = [sys.executable, "-c", WRITER, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(source)}) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        assert first, "the writer did not start"
        sleep(after)
        writer.kill()
        lines = [first, *writer.stdout.readlines()]
    whole = [line for line in lines if line.endswith(b"\n")]
    return int(whole[-1])


def test_no_acknowledged_entry_is_lost(tmp_path: Path, created: list[Row]) -> None:
    with closing(SqliteJournals(tmp_path)) as journals:
        journals.create(event("spring"), CUP, "secret", created)
    for kill in range(KILLS):
        acknowledged = acknowledged_before_kill(tmp_path, after=0.01 + 0.13 * (kill % 7) / 7)
        with closing(SqliteJournals(tmp_path)) as journals:
            entries = list(EVENT.read(journals.rows(event("spring"))))
        assert len(entries) >= acknowledged
        assert (len(entries) - 1) % BATCH == 0, "a batch was half written"
        assert [e.fact for e in entries[1:]] == [staff_facts.RulingGiven(str(e.seq) * 50) for e in entries[1:]]


@pytest.mark.parametrize("after", [n * 0.002 for n in range(12 if KILLS > 5 else 3)])
def test_killed_while_the_first_event_is_made(tmp_path: Path, created: list[Row], after: float) -> None:
    """The event is there completely or not at all, and in both cases work continues."""
    program = """
import sys
from pathlib import Path
from muster.app.ports import JournalName
from muster.core.record.facts.play import EventCreated
from muster.core.record.journal import GENESIS, Entry, to_rows
from muster.core.kit.model import Actor
from muster.core.record.vocabulary import Title
from muster.store.sqlite import SqliteJournals

rows = to_rows([Entry(1, "", Actor(), "", EventCreated("x", "x", "", "", ""))], GENESIS)
print("ready", flush=True)
SqliteJournals(Path(sys.argv[1])).create(JournalName("event", "first"), Title("x", "x"), "", rows)
"""
    source = Path(muster.__file__).parent.parent
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(source)}) as maker:
        assert maker.stdout is not None
        assert maker.stdout.readline() == b"ready\n"
        sleep(after)
        maker.kill()
    with closing(SqliteJournals(tmp_path)) as journals:
        assert [stored.id for stored in journals.listed("event")] in ([], ["first"])
        journals.create(event("second"), CUP, "", created)
        assert journals.rows(event("second")) == created
