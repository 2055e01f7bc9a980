"""Several processes behind one port, on one database: one desk, news everywhere, and one that dies is replaced."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from threading import Thread, Timer
from time import monotonic, sleep
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

import muster
from muster.app.accounts import actions as accounts
from muster.app.accounts.book import AccountBook
from muster.app.events import actions as events
from muster.app.staff import announcements
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.web.serving.server import new_sign_in

LINUX = sys.platform.startswith("linux")
STREAMS = 12
LONG = 60.0


class Hall:
    """A server with two processes, and who is connected to it."""

    def __init__(self, process: subprocess.Popen[str], sign_in: str, log: Path) -> None:
        self.process, self.sign_in, self._log = process, urlsplit(sign_in), log
        assert self.sign_in.hostname and self.sign_in.port

    def ask(self, path: str, cookie: str = "") -> HTTPResponse:
        """On a new connection, which the system gives to one process or the other."""
        line = HTTPConnection(str(self.sign_in.hostname), self.sign_in.port or 0, timeout=LONG)
        line.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        return line.getresponse()

    @property
    def doors(self) -> set[str]:
        """The sockets that listen on the port, as Linux numbers them."""
        lines = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
        port = f":{self.sign_in.port or 0:04X}"
        return {line[9] for line in lines if line[1].endswith(port) and line[3] == "0A"}

    def comes_in_at(self, connection: socket.socket, worker: int) -> bool:
        """Whether the system gave it to this process."""
        lines = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
        ours, theirs = f":{connection.getsockname()[1]:04X}", f":{self.sign_in.port or 0:04X}"
        sockets = {f"socket:[{line[9]}]" for line in lines if line[1].endswith(theirs) and line[2].endswith(ours)}
        files = Path(f"/proc/{worker}/fd").iterdir()
        return bool(sockets & {os.readlink(one) for one in files if one.is_symlink()})

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8")

    @property
    def workers(self) -> list[int]:
        """In the order of their numbers, as long as none was replaced."""
        return children(self.process.pid)


def children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()]


class Follower(Thread):
    """One open stream: the numbers of the entries that it was told of, and whether it has ended."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(daemon=True)
        self.heard: list[int] = []
        self._answer = hall.ask("/live/cup")
        self.start()

    def run(self) -> None:
        try:
            for line in self._answer:
                if line.startswith(b"data: {"):
                    self.heard.append(json.loads(line[6:])["seq"])
        except OSError:
            pass


def until(true: object, what: str) -> None:
    assert callable(true)
    late = monotonic() + LONG
    while not true():
        assert monotonic() < late, what
        sleep(0.02)


@pytest.fixture
def hall(tmp_path: Path, database: str) -> Iterator[Hall]:
    events.create(desk_at(tmp_path, database), "Cup", "bushido", Actor(), seed="seed")
    with serving(tmp_path, database) as found:
        yield found


@contextmanager
def serving(
    folder: Path, database: str, *more: str, first: Callable[[int], None] = lambda process: None
) -> Iterator[Hall]:
    """`first`: what happens to it before it is ready."""
    source = Path(muster.__file__).parent.parent
    options = ["--host", "127.0.0.1", "--port", "0", "--no-browser", "--json", "--workers", "2", *more]
    log = folder.with_name(f"{folder.name}.log")
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "muster", "--data", str(folder), "serve", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source), "MUSTER_DATABASE": database},
        )
    patience = Timer(2 * LONG, process.kill)
    patience.start()
    try:
        first(process.pid)
        assert process.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            line = process.stdout.readline()
            assert line, f"the server did not start: {said}"
            said += line
        patience.cancel()
        yield Hall(process, json.loads(said)["sign_in"], log)
    finally:
        patience.cancel()
        process.send_signal(signal.SIGINT)
        process.wait(LONG)


@pytest.mark.skipif(not LINUX, reason="the processes of a server are counted as Linux tells them")
def test_two_processes_are_one_server(hall: Hall, tmp_path: Path, database: str) -> None:
    first, second = hall.workers

    # One desk: a link is good once, and whoever it signed in is known on every connection.
    link = hall.ask(hall.sign_in.path)
    cookie = str(link.headers["Set-Cookie"]).partition(";")[0]
    assert link.status == 302
    for _ in range(8):  # Wherever it comes in.
        another = urlsplit(new_sign_in(tmp_path)).path
        assert [hall.ask(another).status for _ in range(2)] == [302, 409]
    assert {hall.ask("/e/cup/desk/", cookie).status for _ in range(6)} == {200}
    # An account: known on every connection, and out everywhere as soon as another process disables it.
    book = AccountBook(desk_at(tmp_path, database))
    account = accounts.add(book, "ann", "Ann", Actor()).id
    accounts.hand_over(book, "cup", "ann", Actor())
    link = hall.ask(urlsplit(new_sign_in(tmp_path, account)).path)
    hers = str(link.headers["Set-Cookie"]).partition(";")[0]
    assert (link.status, link.headers["Location"]) == (302, "/e/cup/desk/")
    assert {hall.ask("/e/cup/desk/", hers).status for _ in range(6)} == {200}
    accounts.disable(book, "ann", True, Actor())
    assert {hall.ask("/e/cup/desk/", hers).status for _ in range(6)} == {403}
    tag = hall.ask("/e/cup/").headers["ETag"]
    assert {hall.ask("/e/cup/").headers["ETag"] for _ in range(6)} == {tag}, "the same page, whoever made it"

    # News: what a third process writes reaches the streams of both.
    followers = [Follower(hall) for _ in range(STREAMS)]
    until(lambda: all(one.heard for one in followers), "every stream says where the event is")
    desk = desk_at(tmp_path, database)
    last = announcements.announce(desk, "cup", "Lunch at noon", Actor()).last
    until(lambda: all(last in one.heard for one in followers), "every stream tells the news")

    # One process is killed: the other continues, and a new one comes.
    os.kill(second, signal.SIGKILL)
    until(lambda: not all(one.is_alive() for one in followers), "the killed one had streams")
    until(lambda: len(hall.workers) == 2 and second not in hall.workers, "it is replaced")
    assert first in hall.workers
    again = [Follower(hall) for _ in range(STREAMS)]
    until(lambda: all(last in one.heard for one in again), "new streams know")
    last = announcements.announce(desk, "cup", "Lunch is over", Actor()).last
    until(
        lambda: all(last in one.heard for one in (*followers, *again) if one.is_alive()), "no open stream is forgotten"
    )
    assert any(one.is_alive() for one in followers), "the first one had streams too, and kept them"

    # The first one is killed: there is a desk again, and links to it.
    os.kill(first, signal.SIGKILL)
    until(lambda: len(hall.workers) == 2 and first not in hall.workers, "it is replaced")
    until(lambda: hall.ask("/e/cup/desk/", cookie).status == 200, "whoever was signed in still is")
    link_path = urlsplit(new_sign_in(tmp_path)).path
    assert [hall.ask(link_path).status for _ in range(3)] == [302, 409, 409]

    # Stopped: nobody is left behind.
    workers = hall.workers
    hall.process.send_signal(signal.SIGINT)
    hall.process.wait(LONG)
    assert not [one for one in workers if Path(f"/proc/{one}").exists()]


class Phone(Thread):
    """A page followed as a browser does: when its stream ends, it reconnects after the time it was told."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(daemon=True)
        self.hall, self.heard, self.opened, self.failed, self.left = hall, set[int](), 0, list[str](), False
        self.start()

    def run(self) -> None:
        while not self.left:
            retry, again = 100, False
            try:
                answer = self.hall.ask("/live/cup")
                assert answer.status == 200, answer.status
                self.opened += 1
                for line in answer:
                    if line.startswith(b"data: {"):
                        self.heard.add(json.loads(line[6:])["seq"])
                    if line.startswith(b"retry: "):
                        retry = int(line[7:])
                    again = again or line == b"event: again\n"
            except (OSError, HTTPException, AssertionError) as error:
                if not self.left:
                    self.failed.append(repr(error))
            if not again and not self.left:
                self.failed.append("it was not told when to come back")
            sleep(retry / 1000)


class Visitor(Thread):
    """Asks for a page again and again, each time on a connection of its own, and sends a form in between."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(daemon=True)
        self.hall, self.answered, self.failed, self.left = hall, 0, list[str](), False
        self.start()

    def run(self) -> None:
        while not self.left:
            try:
                found = self.hall.ask("/e/cup/").status
            except (OSError, HTTPException) as error:
                self.failed.append(repr(error))
            else:
                self.failed += [] if found == 200 else [str(found)]
                self.answered += 1


@pytest.mark.skipif(not LINUX, reason="the processes of a server are counted as Linux tells them")
def test_processes_are_replaced_without_anybody_noticing(tmp_path: Path, database: str) -> None:
    desk = desk_at(tmp_path, database)
    events.create(desk, "Cup", "bushido", Actor(), seed="seed")
    numbers = free_port()
    with serving(tmp_path, database, "--metrics", str(numbers)) as hall:
        assert (hall.ask("/ready").status, hall.ask("/health").status) == (200, 200)
        phones, visitors = [Phone(hall) for _ in range(STREAMS)], [Visitor(hall) for _ in range(3)]
        until(lambda: all(one.heard for one in phones) and all(one.answered for one in visitors), "they are there")
        before, answered = set(hall.workers), sum(one.answered for one in visitors)
        until(lambda: read(numbers)["muster_open_streams"] == STREAMS, "every stream is counted")
        counted = read(numbers)
        assert counted["muster_processes"] == 2 and counted["muster_resident_bytes"] > 10_000_000
        assert counted['muster_requests_total{page="event",status="200"}'] >= answered
        doors = hall.doors
        hall.process.send_signal(signal.SIGHUP)
        told: list[int] = []
        while before & set(hall.workers):
            told.append(announcements.announce(desk, "cup", f"Number {len(told)}", Actor()).last)
            sleep(0.2)
        until(lambda: all(told[-1] in one.heard for one in phones), "what was published meanwhile reaches every phone")
        until(lambda: sum(one.answered for one in visitors) > answered + 20, "pages go on")
        until(lambda: read(numbers)["muster_processes"] == 2, "the new ones count")
        later = read(numbers)
        assert hall.doors == doors, "what waits in a socket is taken by the next process, not reset"
        assert [one for visitor in visitors for one in visitor.failed] == []
        assert [one for phone in phones for one in phone.failed] == []
        assert all(phone.opened >= 2 for phone in phones), "each stream was ended once, and came back"
        wrong = [
            name
            for name, value in counted.items()
            if re.search("_(total|bucket|sum|count)", name) and later[name] < value
        ]
        assert wrong == [], "what is counted goes on where the earlier processes ended"
        for phone in phones:
            phone.left = True
        for visitor in visitors:
            visitor.left = True

        # What cannot start replaces nothing: the key is not readable, as after a failed update.
        working, key = set(hall.workers), tmp_path / "web.key"
        key.rename(tmp_path / "kept.key")
        key.mkdir()
        hall.process.send_signal(signal.SIGHUP)
        until(lambda: "A new process 0 did not start, so the earlier ones go on" in hall.log, "it is said")
        until(lambda: set(hall.workers) == working, "only what could not start is gone")
        assert hall.ask("/e/cup/").status == 200
        key.rmdir()
        (tmp_path / "kept.key").rename(key)
        hall.process.send_signal(signal.SIGHUP)
        until(lambda: not working & set(hall.workers), "with the key they are replaced again")


def read(port: int) -> dict[str, float]:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=LONG) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, _, value in (one.rpartition(" ") for one in lines if one[0] != "#")}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.mark.skipif(not LINUX, reason="the processes of a server are counted as Linux tells them")
def test_the_processes_end_with_the_one_that_was_started(hall: Hall) -> None:
    workers = hall.workers
    hall.process.kill()
    until(lambda: not [one for one in workers if Path(f"/proc/{one}").exists()], "they notice")


@pytest.mark.skipif(not LINUX, reason="the processes of a server are counted as Linux tells them")
def test_the_address_is_told_even_if_the_first_process_dies_before_it_is_ready(tmp_path: Path, database: str) -> None:
    def die_early(process: int) -> None:
        until(lambda: processes(process), "the first process starts")
        os.kill(processes(process)[0], signal.SIGKILL)

    def processes(process: int) -> list[int]:
        return [one for one in children(process) if b"import work" in Path(f"/proc/{one}/cmdline").read_bytes()]

    with serving(tmp_path, database, first=die_early) as hall:
        assert "Process 0 ended with code -9" in hall.log
        assert hall.ask(hall.sign_in.path).status == 302


@pytest.mark.skipif(not LINUX, reason="the processes of a server are counted as Linux tells them")
def test_the_first_process_stops_last(hall: Hall) -> None:
    """What the organiser sends to another one while the server stops is handed on to the first."""
    first, second = hall.workers
    cookie = str(hall.ask(hall.sign_in.path).headers["Set-Cookie"]).partition(";")[0]
    body = b"text=Tea"
    head = f"POST /e/cup/announce/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nContent-Length: {len(body)}\r\n"
    place = (str(hall.sign_in.hostname), hall.sign_in.port or 0)

    def begun() -> socket.socket:
        while True:
            form = socket.create_connection(place, timeout=LONG)
            form.sendall(f"{head}\r\n".encode() + body[:4])
            sleep(0.2)  # So that it is taken in.
            if hall.comes_in_at(form, second):
                return form
            form.close()

    form = begun()
    hall.process.send_signal(signal.SIGINT)
    sleep(2)  # The first one has nothing to do, and would be gone long since.
    assert Path(f"/proc/{first}").exists()
    form.sendall(body[4:])
    answer = b"".join(iter(lambda: form.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 403 "), "by the first process: the form has no token, and only that one knows"
    hall.process.wait(LONG)
    assert not [one for one in (first, second) if Path(f"/proc/{one}").exists()]


@pytest.mark.skipif(not LINUX, reason="the processes of a server are counted as Linux tells them")
def test_a_server_that_is_told_to_stop_has_done_well(hall: Hall) -> None:
    workers = hall.workers
    hall.process.send_signal(signal.SIGTERM)
    assert hall.process.wait(LONG) == 0
    assert not [one for one in workers if Path(f"/proc/{one}").exists()]
    assert "rror" not in hall.log
