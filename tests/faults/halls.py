"""A real server that is killed while phones report results to it and a program corrects others."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from urllib.parse import urlencode

from muster.api import routes
from muster.api.client import Client, ProblemFound
from muster.api.shapes import CorrectionBody
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.keeping import files
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.permissions import Scope
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import DamagedJournal
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.facts.play import ResultCorrected, ResultReported
from muster.web.serving.settings import KEY_FILE, configure
from muster.web.who.links import player_link
from muster.web.who.tokens import Tokens
from tests.faults.count import Count
from tests.faults.stores import desk_over, journals_at
from tests.faults.writers import patiently

ROOT = Path(__file__).resolve().parents[2]
CUP = "cup"
PLAYERS = 16
CORRECTED = 2
"""Tables with a result, which a program keeps correcting. At the others one of the two players reports."""
STARTS = 60.0
"""Seconds that a server may take to start."""
ANSWERS = 10.0
"""The most seconds to wait for answers between two kills."""
UNSURE = (HTTPException, OSError)
"""No answer: it may have been saved or not."""
LATER = (429, 503)
"""Try again in a moment; nothing was saved."""


@dataclass(slots=True)
class Hall:
    """A server on a data folder, or on a database with two processes; restarted whenever it was killed."""

    folder: Path
    database: str = ""
    port: int = 0
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        if not self.port:
            with closing(socket.create_server(("127.0.0.1", 0))) as found:
                self.port = found.getsockname()[1]
        late = monotonic() + STARTS
        while not self._starts():
            assert monotonic() < late, "the server does not start"
            sleep(0.2)

    def _starts(self) -> bool:
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--no-browser", "--json"]
        words += ["--workers", "2"] if self.database else []
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATABASE": self.database}
        if not self.database:
            del environment["MUSTER_DATABASE"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "muster", "--data", str(self.folder), *words],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            line = self.process.stdout.readline()
            if not line:
                self.kill()
                return False
            said += line
        return '"ok": true' in said

    @property
    def log(self) -> Path:
        return self.folder.parent / "server.log"

    def kill(self) -> None:
        assert self.process is not None
        workers = self.workers
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        while [one for one in workers if Path(f"/proc/{one}").exists()]:  # They notice that nobody supervises them.
            sleep(0.02)

    @property
    def workers(self) -> list[int]:
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        try:
            return [int(one) for one in children.read_text("ascii").split()] if self.database else []
        except OSError:
            return []

    def opened(self) -> Opened:
        """The event as stored, read from its first entry to its last."""
        with closing(journals_at(self.folder, self.database)) as journals:
            return patiently(lambda: desk_over(journals).open(CUP))


@dataclass(slots=True, eq=False)
class Sender(Thread):
    """Somebody who does one action after the other over the network, each with its own number, and sends it again until
    there is an answer.
    """

    hall: Hall
    who: str
    stop: Event
    acknowledged: list[str] = field(default_factory=list)
    again: int = 0
    faults: list[str] = field(default_factory=list)
    said: str = ""

    def __post_init__(self) -> None:
        Thread.__init__(self, name=self.who, daemon=True)

    def run(self) -> None:
        number = 0
        while not self.stop.is_set():
            number += 1
            unsure = False
            while not self.stop.is_set():
                try:
                    status = self.send(number)
                except UNSURE:
                    self.again += not unsure
                    unsure = True
                    self.stop.wait(0.1)
                    continue
                if status < 400:
                    self.acknowledged.append(f"{self.who}-{number}")
                    break
                if status not in LATER:
                    self.faults.append(f"{self.who}-{number} was answered with {status}: {self.said}")
                    return
                self.stop.wait(0.5)

    def send(self, number: int) -> int:
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class PlayerPhone(Sender):
    """A player who came by their private link."""

    link: str = ""
    _cookies: dict[str, str] = field(default_factory=dict)
    _token: str = ""
    _signed_in: bool = False

    def send(self, number: int) -> int:
        if not self._signed_in:
            for path, form in ((f"/p/{self.link}/", None), ("/private/use/", {"token": self.link})):
                status = self._fetch(path, form)
                if status >= 400:
                    return status
            self._signed_in = True
        own = {"round": "1", "ending": "played", "winner": "a", "how": "scenario", "cp-1": "5", "cp-2": "1"}
        form = {**own, "apd-1": str(number), "apd-2": "0", "once": f"{self.who}-{number:030}"}
        return self._fetch(f"/e/{CUP}/me/report/send/", form)

    def _fetch(self, path: str, form: dict[str, str] | None = None) -> int:
        line = HTTPConnection("127.0.0.1", self.hall.port, timeout=30)
        with closing(line):
            headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
            if form is None:
                line.request("GET", path, headers=headers)
            else:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                line.request("POST", path, urlencode({"csrfmiddlewaretoken": self._token, **form}), headers)
            answer = line.getresponse()
            body = answer.read()
        for text in answer.headers.get_all("Set-Cookie", []):
            name, _, value = text.partition(";")[0].partition("=")
            self._cookies[name] = value
        if found := re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', body):
            self._token = found[1].decode()
        self.said = " ".join(re.sub(r"<[^>]+>", " ", body.decode("utf-8", "replace").partition("<main")[2]).split())
        return answer.status


@dataclass(slots=True, eq=False)
class Corrector(Sender):
    """A program with a token."""

    token: str = ""
    table: int = 0

    def send(self, number: int) -> int:
        key = f"{self.who}-{number}"
        body = CorrectionBody(values={"apd": [number, 0]}, reason=key)
        client = Client(f"http://127.0.0.1:{self.hall.port}", self.token)
        try:
            client.send(routes.CORRECT, body, key=key, event=CUP, number=1, table=self.table)
        except ProblemFound as found:
            self.said = found.problem.detail
            return found.problem.status
        return 200


def build(hall: Hall) -> list[Callable[[Event], Sender]]:
    """An event in round 1, and who will act on it."""
    configure(hall.folder)
    from django.conf import settings

    files.put(hall.folder / KEY_FILE, settings.SECRET_KEY.encode())  # Set up once in a process, for all halls.
    with closing(journals_at(hall.folder, hall.database)) as journals:
        desk = desk_over(journals)
        staff = Actor()
        events.create(desk, "Cup", "warmachine", staff, event_id=CUP, seed="crash")
        people = [(f"Given Surname {n}", {"faction": "Cygnar"}) for n in range(1, PLAYERS + 1)]
        roster.enrol(desk, CUP, people, staff)
        rounds.pair(desk, CUP, staff)
        opened = rounds.publish(desk, CUP, staff)
        matches = opened.event.rounds[0].matches
        first = {"winner": "a", "how": "scenario", "cp": "5-1", "apd": "0-0"}
        for match in matches[:CORRECTED]:
            results.report(desk, CUP, [Report(str(match.table), first)], staff)
    token = Tokens(hall.folder).make(CUP, opened.hashes[0], "Crash", (Scope.RESULTS,), 30)

    def phone(player: PlayerId) -> Callable[[Event], Sender]:
        link = player_link(opened, player)
        return lambda stop: PlayerPhone(hall, f"p{player}", stop, link=link)

    def program(table: int) -> Callable[[Event], Sender]:
        return lambda stop: Corrector(hall, f"t{table}", stop, token=token, table=table)

    return [program(m.table) for m in matches[:CORRECTED]] + [phone(m.a) for m in matches[CORRECTED:]]


def found_in(opened: Opened) -> Counter[str]:
    """Every numbered action that the journal has."""
    found: Counter[str] = Counter()
    for entry in opened.entries:
        if isinstance(entry.fact, ResultReported) and entry.fact.reporter is not None:
            both = entry.fact.result.values["apd"]
            assert isinstance(both, list)
            found[f"p{entry.fact.reporter}-{both[0] or both[1]}"] += 1
        elif isinstance(entry.fact, ResultCorrected):
            found[entry.fact.reason] += 1
    return found


@contextmanager
def under_load(hall: Hall, count: Count) -> Iterator[list[Sender]]:
    """Everybody is busy; at the end the server is stopped, and the event verified."""
    stop = Event()
    senders = [make(stop) for make in build(hall)]
    hall.start()
    for one in senders:
        one.start()
    try:
        yield senders
    finally:
        stop.set()
        for one in senders:
            one.join(60)
        with suppress(ProcessLookupError):
            hall.kill()
        check(hall, senders, count)
        count.acknowledged += sum(len(one.acknowledged) for one in senders)
        count.again += sum(one.again for one in senders)
        if faults := [fault for one in senders for fault in one.faults]:
            count.half += [*faults, hall.log.read_text("utf-8", "replace")[-4_000:]]
        opened = hall.opened()
        with closing(journals_at(hall.folder, hall.database)) as journals:
            outcome = verify(opened, desk_over(journals).seed(CUP))
        if outcome.difference is not None:
            count.half.append(outcome.difference)


def check(hall: Hall, senders: list[Sender], count: Count) -> None:
    acknowledged = [name for one in senders for name in list(one.acknowledged)]
    try:
        found = found_in(hall.opened())
    except DamagedJournal as damaged:
        count.half.append(str(damaged))
    else:
        count.compare(acknowledged, found, CUP)


def _until_heard(senders: list[Sender]) -> None:
    """Until somebody got an answer again, however slow this machine is."""
    before, late = sum(len(one.acknowledged) for one in senders), monotonic() + ANSWERS
    while sum(len(one.acknowledged) for one in senders) < before + len(senders) and monotonic() < late:
        sleep(0.02)


def server_kills(hall: Hall, lots: Random, count: Count) -> Iterator[None]:
    """The whole server, again and again."""
    with under_load(hall, count) as senders:
        while True:
            _until_heard(senders)
            sleep(lots.uniform(0, 1))
            hall.kill()
            count.kills += 1
            check(hall, senders, count)
            hall.start()
            yield


def worker_kills(hall: Hall, lots: Random, count: Count, kill_backend: Callable[[str, Random], bool]) -> Iterator[None]:
    """One of two processes, the whole server, or a process of the database."""
    with under_load(hall, count) as senders:
        while True:
            _until_heard(senders)
            sleep(lots.uniform(0, 1))
            turn = lots.random()
            if turn < 0.15:
                hall.kill()
                count.kills += 1
                hall.start()
            elif turn < 0.5:
                count.kills += kill_backend(hall.database, lots)
            elif workers := hall.workers:
                with suppress(ProcessLookupError):
                    os.kill(lots.choice(workers), 9)
                    count.kills += 1
            check(hall, senders, count)
            yield
