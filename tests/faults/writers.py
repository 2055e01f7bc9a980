"""Writers at the store: small processes that act on events as fast as they can, and are killed in the middle of it.

They are forked from one process that has everything loaded, so that one begins, writes and dies in a few hundredths of
a second. What they do is what every page does: `Desk.act`, under a request that is sent again if nobody answered.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import sleep
from typing import NoReturn, TypeVar

from muster.app.events import actions as events
from muster.app.past.verify import verify
from muster.app.ports import JournalName
from muster.core.kit.errors import Busy, DamagedJournal
from muster.core.kit.model import Actor
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.staff import RulingGiven
from muster.core.record.journal import Row, must_chain
from tests.faults.count import Count
from tests.faults.stores import desk_over, journals_at

T = TypeVar("T")
GAME = "bushido"
WRITERS = 3
PARTS = 3
"""Entries of one action: all of them are there, or none."""
ROTATE = 60
"""Kills after which the writers continue with a new event, so that opening one stays fast."""
LONGEST = 0.06
"""The most seconds a writer lives before its turn to die."""


@dataclass(slots=True)
class Writer:
    """One process and what it has reported. `done`: how many of its actions were acknowledged."""

    name: str
    process: int
    line: int
    done: int
    rest: bytes = b""

    def hear(self) -> int:
        """How many more it has acknowledged since."""
        heard = self.rest
        while True:
            try:
                more = os.read(self.line, 65_536)
            except BlockingIOError:
                break
            if not more:
                break
            heard += more
        *whole, self.rest = heard.split(b"\n")
        if whole:
            before, self.done = self.done, int(whole[-1])
            return self.done - before
        return 0


@dataclass(slots=True)
class Crew:
    """Writers on one event after the other."""

    folder: Path
    database: str
    lots: Random
    count: Count
    too_soon: bool = False
    """Whether they report something as saved before it is, to check that this is found."""
    number: int = 0
    writers: list[Writer] = field(default_factory=list)
    found: Counter[str] = field(default_factory=Counter)
    last: int = 0
    head: str = ""

    @property
    def event(self) -> str:
        return f"{self.folder.parent.name}-{self.number}"

    def begin(self) -> None:
        """A new event, and everybody at work on it."""
        self.number += 1
        with closing(journals_at(self.folder, self.database)) as journals:
            desk = desk_over(journals)
            opened = patiently(lambda: events.create(desk, self.event, GAME, Actor(), event_id=self.event, seed="s"))
        self.found, self.last, self.head = Counter(), opened.last, opened.head
        self.writers = [self._started(f"w{n}", 0) for n in range(WRITERS)]

    def _started(self, name: str, done: int) -> Writer:
        line, tell = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(line)
            _write(self, name, done, tell)
        os.close(tell)
        os.set_blocking(line, False)
        return Writer(name, process, line, done)

    def kill_some(self) -> None:
        """One of them, or all together; then the journal is checked, and they continue where they were."""
        sleep(self.lots.uniform(0, LONGEST))
        victims = self.writers if self.lots.random() < 0.2 else [self.lots.choice(self.writers)]
        for one in list(victims):
            os.kill(one.process, signal.SIGKILL)
        for one in list(victims):
            os.waitpid(one.process, 0)
            self.count.kills += 1
        self.check()
        for one in list(victims):
            os.close(one.line)
            self.count.again += 1
            self.writers[self.writers.index(one)] = self._started(one.name, one.done)

    def check(self) -> None:
        """What was acknowledged so far is there, once and complete, in a valid chain."""
        for one in self.writers:
            self.count.acknowledged += one.hear()
        rows = patiently(self._new_rows)
        try:
            must_chain(rows, self.head, self.last + 1)
        except DamagedJournal as damaged:
            self.count.half.append(f"{self.event}: {damaged}")
        if rows:
            self.last, self.head = rows[-1].seq, rows[-1].hash
        for action in _actions(rows):
            name = action[0].request
            self.found[name] += 1
            if [_part(row) for row in action] != [f"{name} {n}" for n in range(PARTS)]:
                self.count.half.append(f"{self.event} {name}")
        acknowledged = (f"{one.name}-{number}" for one in self.writers for number in range(1, one.done + 1))
        self.count.compare(acknowledged, self.found, self.event)

    def _new_rows(self) -> list[Row]:
        with closing(journals_at(self.folder, self.database)) as journals:
            return journals.rows(JournalName(EVENT.kind, self.event), self.last)

    def end(self) -> None:
        """Everybody stops, and the event is verified from its first entry to its last."""
        for one in self.writers:
            os.kill(one.process, signal.SIGKILL)
        for one in self.writers:
            os.waitpid(one.process, 0)
        self.check()
        for one in self.writers:
            os.close(one.line)
        self.writers = []
        with closing(journals_at(self.folder, self.database)) as journals:
            desk = desk_over(journals)
            outcome = patiently(lambda: verify(desk.open(self.event), desk.seed(self.event)))
        if outcome.difference is not None:
            self.count.half.append(f"{self.event}: {outcome.difference}")


def kills(crew: Crew, kill: Callable[[], None]) -> Iterator[None]:
    """Kill after kill, on one event after the other; closing this ends it and verifies everything."""
    try:
        while True:
            crew.begin()
            until = crew.count.kills + ROTATE
            while crew.count.kills < until:
                kill()
                yield
            crew.end()
    finally:
        if crew.writers:
            crew.end()


def _write(crew: Crew, name: str, done: int, tell: int) -> NoReturn:
    """In a process of its own, until it is killed."""
    try:
        desk = desk_over(journals_at(crew.folder, crew.database))
        while True:
            request = f"{name}-{done + 1}"
            facts = [RulingGiven(f"{request} {n} {'.' * 200}") for n in range(PARTS)]
            if crew.too_soon:
                os.write(tell, b"%d\n" % (done + 1))
            try:
                desk.act(crew.event, partial(_these, facts), Actor(), request)
            except Busy:  # Nobody knows whether it was saved: the same request again.
                continue
            done += 1
            if not crew.too_soon:
                os.write(tell, b"%d\n" % done)
    finally:
        os._exit(1)


def _these(facts: list[RulingGiven], _: object) -> list[RulingGiven]:
    return facts


def _actions(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows of one request that follow each other."""
    found: list[list[Row]] = []
    for row in rows:
        if found and found[-1][0].request == row.request and len(found[-1]) < PARTS:
            found[-1].append(row)
        else:
            found.append([row])
    return found


def _part(row: Row) -> str:
    return str(json.loads(row.sealed)["note"]).partition(" .")[0]


def patiently(ask: Callable[[], T]) -> T:
    """Asks until the store answers: it may be busy, or restarting."""
    for _ in range(1200):
        try:
            return ask()
        except Busy:
            sleep(0.05)
    raise TimeoutError("the store did not come back within a minute")
