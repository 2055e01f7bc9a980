"""The live stream: who is told of what, by the application itself and by a server as a process."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from itertools import takewhile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from muster.app.clock import actions as clock
from muster.app.past import history
from muster.app.ports import JournalName
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import announcements, rulings
from muster.core.kit.errors import Busy
from muster.core.kit.model import Actor, Role
from muster.main import desk_at
from muster.store.watch import SqliteWatch
from muster.web.live.news import News, Reporter
from muster.web.live.stream import BEHIND, Live, Stream
from muster.web.operating.logs import WithoutSecrets
from muster.web.pages import static
from muster.web.serving.server import Addresses, Listening, serve
from muster.web.site import Site
from tests.browser.server import Server, without_slow
from tests.web.conftest import RESULTS, STAFF, publish, start

ROOT = Path(__file__).resolve().parents[3]


def test_the_watch_sees_who_ever_writes(site: Site, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    watch = SqliteWatch(folder)
    assert watch.changes() == {}
    last = start(site).last
    cup = JournalName("event", "cup")
    assert watch.changes() == {cup: last}
    assert watch.changes() == {}
    other = desk_at(folder)
    history.undo(other, "cup", STAFF)
    assert watch.changes() == {cup: last + 1}
    other.remove("cup")
    assert watch.changes() == {cup: 0}
    assert watch.changes() == {}
    watch.close()


def test_an_address_answers_the_moment_it_is_told_and_a_stop_is_taken_then(tmp_path: Path) -> None:
    """Whoever opens it right away, or presses Ctrl-C, finds a running server."""
    told: list[int] = []

    def ready(addresses: Addresses) -> None:
        with urlopen(addresses.phones, timeout=10) as answer:
            told.append(answer.status)
        os.kill(os.getpid(), signal.SIGINT)

    folder = tmp_path / "data"
    folder.mkdir()
    with pytest.raises(KeyboardInterrupt):
        serve(desk_at(folder), SqliteWatch(folder), folder, Listening("127.0.0.1", 0), ready)
    assert told == [200]


class Follower:
    """One open stream."""

    def __init__(self, live: Live, path: str, query: str = "", who: str = "127.0.0.1") -> None:
        self.sent: list[bytes] = []
        self.status = 0
        self._gone = asyncio.Event()
        scope = {"path": path, "method": "GET", "query_string": query.encode(), "client": (who, 1)}
        self.task = asyncio.ensure_future(live(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.sent.append(message.get("body", b""))

    @property
    def news(self) -> list[dict[str, Any]]:
        lines = b"".join(self.sent).decode().splitlines()
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]

    @property
    def heard(self) -> list[int]:
        return [one["seq"] for one in self.news]

    async def leave(self) -> None:
        self._gone.set()
        await asyncio.wait_for(self.task, 5)


def test_a_link_that_signs_in_is_not_written_to_the_log() -> None:
    record = logging.LogRecord("muster", logging.ERROR, "", 0, "Broken: %s", ("/e/cup/ after /p/secret:x/",), None)
    assert WithoutSecrets().filter(record)
    assert record.getMessage() == "Broken: /e/cup/ after /p/…/"


def test_only_those_who_follow_an_event_hear_of_it(site: Site, tmp_path: Path) -> None:
    last = start(site).last

    async def follow() -> None:
        live = Live(SqliteWatch(tmp_path / "data"), site.desk.journals, {"event": Reporter(site.open)})
        one, two = Follower(live, "/live/cup"), Follower(live, "/live/cup")
        nobody = Follower(live, "/live/nothing")
        while len(one.heard) < 1 or len(two.heard) < 1 or not nobody.status:
            await asyncio.sleep(0.01)
        assert nobody.status == 404
        await two.leave()
        history.undo(site.desk, "cup", STAFF)
        await live.look()
        while len(one.heard) < 2:
            await asyncio.sleep(0.01)
        assert (one.heard, two.heard) == ([last, last + 1], [last])
        await one.leave()

    asyncio.run(asyncio.wait_for(follow(), 20))


def test_each_phone_is_told_its_own_seat_when_a_round_is_published(site: Site, tmp_path: Path) -> None:
    event = start(site, played=1).event

    async def follow() -> None:
        live = Live(SqliteWatch(tmp_path / "data"), site.desk.journals, {"event": Reporter(site.open)})
        phones = {p: Follower(live, "/live/cup", f"seat={p}") for p in event.players}
        reader, odd = Follower(live, "/live/cup"), Follower(live, "/live/cup", "seat=x&seat=1")
        everybody = [*phones.values(), reader, odd]
        while not all(one.news for one in everybody):
            await asyncio.sleep(0.01)
        for match in event.rounds[1].matches:
            results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
        drawn = rounds.pair(site.desk, "cup", STAFF)
        await live.look()
        while not all(one.heard[-1] == drawn.last for one in everybody):
            await asyncio.sleep(0.01)
        draft = {p: phone.news[-1] for p, phone in phones.items()}
        # Nobody learns about the draft except that something happened.
        assert all(set(news) == {"seq", "spread"} for news in draft.values())
        published = rounds.publish(site.desk, "cup", STAFF)
        await live.look()
        while not all(one.heard[-1] == published.last for one in everybody):
            await asyncio.sleep(0.01)
        round_ = published.event.rounds[2]
        for match in round_.matches:
            for own, other in ((match.a, match.b), (match.b, match.a)):
                name = published.event.name_of(other)
                seat = {"round": 3, "table": match.table, "room": "", "opponent": name}
                assert phones[own].news[-1]["seat"] == seat
        (bye,) = round_.byes
        assert phones[bye.player].news[-1]["seat"] == {"round": 3, "table": None, "opponent": None}
        assert "seat" not in reader.news[-1] and "seat" not in odd.news[-1]
        late = Follower(live, "/live/cup", f"seat={bye.player}")
        while not late.news:
            await asyncio.sleep(0.01)
        assert late.news[0]["seat"]["round"] == 3
        for one in (*everybody, late):
            await one.leave()

    asyncio.run(asyncio.wait_for(follow(), 20))


def test_a_change_says_which_tables_it_is_about(site: Site) -> None:
    opened = start(site)
    reporter = Reporter(site.open)
    reporter.tell("cup")
    first, second = opened.event.rounds[0].matches
    player = Actor("x", Role.PLAYER, first.a)
    results.report(site.desk, "cup", [Report(str(first.table), RESULTS["bushido"])], player)
    assert reporter.tell("cup").about == (first.table,)
    rulings.rule(site.desk, "cup", 0, 1, "Cocked dice", "Roll again")
    assert reporter.tell("cup").about == ()
    announcements.announce(site.desk, "cup", "Lunch", STAFF)
    assert reporter.tell("cup").about is None
    results.confirm(site.desk, "cup", str(first.table), STAFF)
    assert reporter.tell("cup").about == (first.table,)
    # The last result of a round moves everybody's rank.
    results.report(site.desk, "cup", [Report(str(second.table), RESULTS["bushido"])], STAFF)
    assert reporter.tell("cup").about is None
    rounds.pair(site.desk, "cup", STAFF)
    assert reporter.tell("cup") == News(site.open("cup").last, ())
    history.undo(site.desk, "cup", STAFF)
    assert reporter.tell("cup").about is None
    publish(site)
    told = reporter.tell("cup")
    assert told.about is None and told.seats is not None and len(told.seats) == 5


def test_the_clock_travels_in_the_stream_and_an_extension_is_about_its_table(site: Site) -> None:
    start(site)
    reporter = Reporter(site.open)
    reporter.tell("cup")
    clock.start(site.desk, "cup", STAFF)
    started = reporter.tell("cup")
    assert started.about is None
    assert json.loads(started.clock) == {
        "round": 1,
        "since": site.open("cup").event.rounds[0].clock.since,
        "ran": 0,
        "added": 0,
    }
    clock.add(site.desk, "cup", "5", STAFF)
    assert json.loads(reporter.tell("cup").clock)["added"] == 300_000
    clock.extend(site.desk, "cup", "2", "5", STAFF)
    assert reporter.tell("cup") == News(site.open("cup").last, (2,))


class Slow(Reporter):
    """Thinks about its first word until it is told to go on."""

    def __init__(self, site: Site) -> None:
        super().__init__(site.open)
        self.asked, self.go_on = threading.Event(), threading.Event()

    def hello(self, event: str) -> News:
        self.asked.set()
        assert self.go_on.wait(20)
        return super().hello(event)


def test_a_stream_that_was_about_to_begin_ends_with_the_server(site: Site, tmp_path: Path) -> None:
    start(site)

    async def run() -> None:
        slow = Slow(site)
        live = Live(SqliteWatch(tmp_path / "data"), site.desk.journals, {"event": slow})
        follower = Follower(live, "/live/cup")
        await asyncio.to_thread(slow.asked.wait, 20)
        live.stop()
        slow.go_on.set()
        await asyncio.wait_for(follower.task, 20)

    asyncio.run(run())


class Away(Reporter):
    """Over a store that does not answer."""

    def hello(self, event: str) -> News:
        raise Busy("The database does not answer right now. Nothing was saved. Try again in a moment.")


def test_a_stream_that_cannot_begin_is_refused_so_that_its_page_asks_instead(site: Site, tmp_path: Path) -> None:
    start(site)

    async def run() -> int:
        follower = Follower(
            Live(SqliteWatch(tmp_path / "data"), site.desk.journals, {"event": Away(site.open)}), "/live/cup"
        )
        await asyncio.wait_for(follower.task, 20)
        return follower.status

    assert asyncio.run(run()) == 503


def test_a_reader_who_takes_nothing_is_let_go() -> None:
    async def fall_behind() -> None:
        stream = Stream(None)
        for _ in range(BEHIND + 1):
            stream.put(b"x")
        taken = [stream.queue.get_nowait() for _ in range(BEHIND + 1)]
        assert taken == [b"x"] * BEHIND + [None]

    asyncio.run(fall_behind())


@contextmanager
def from_nothing(folder: Path) -> Iterator[dict[str, str]]:
    """`muster serve` as typed, on a free port of this machine; it must say something when interrupted."""
    command = [sys.executable, "-m", "muster", "serve"]
    command += ["--host", "127.0.0.1", "--port", "0", "--no-browser", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = [*takewhile(lambda line: line != "}\n", process.stdout), "}"]
        assert len(said) > 1, process.communicate()
        yield json.loads("".join(said))
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=20)
        assert (process.returncode, without_slow(complaints).strip()) == (130, "Stopped.")
    finally:
        process.kill()
        process.wait()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[dict[str, str]]:
    """The same, with everything loaded before."""
    with Server(folder, *options) as server:
        yield server.printed


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "muster", "serve", "--host", "127.0.0.1", "--port", port, "--no-browser"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(tmp_path)}
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"The server cannot use port {port} on 127.0.0.1: Address already in use. Choose another --port.\n"
    )


def test_a_second_server_on_the_same_data_is_refused_and_named_the_first(site: Site, tmp_path: Path) -> None:
    """Other commands keep working, and a server that was killed is in nobody's way."""
    start(site)
    folder = tmp_path / "data"
    again = ("serve", "--host", "127.0.0.1", "--port", "0", "--no-browser")
    with serving(folder) as addresses:
        own = addresses["phones"].rstrip("/")
        refused = muster(folder, *again)
        assert (refused.returncode, refused.stdout, refused.stderr) == (
            1,
            "",
            f"A server is already running on the data in {folder}, at {own}. Use that one, stop it first, or choose "
            "another folder with --data.\n",
        )
        assert get(f"{own}/e/cup/").status == 200
        assert muster(folder, "announce", "cup", "Lunch").returncode == 0
        assert muster(folder, "sign-in").returncode == 0
    killed = subprocess.Popen(
        [sys.executable, "-m", "muster", *again, "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with killed:
        assert killed.stdout is not None and killed.stdout.readline() == "{\n"
        killed.kill()
    with serving(folder) as addresses:
        assert get(addresses["phones"]).status == 200


def get(address: str, **headers: str) -> HTTPResponse:
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=20)
    connection.request("GET", parts.path, headers=headers)
    return connection.getresponse()


def test_a_server_signs_in_serves_and_notices_a_command_beside_it(site: Site, tmp_path: Path) -> None:
    last = start(site).last
    with from_nothing(tmp_path / "data") as addresses:
        base = addresses["phones"].rstrip("/")
        assert b"Cup" in get(f"{base}/").read()
        signed = get(addresses["sign_in"])
        cookie = signed.getheader("Set-Cookie", "").partition(";")[0]
        assert (signed.status, signed.getheader("Location")) == (302, "/e/cup/desk/")
        assert b"Collect 2 results" in get(f"{base}/e/cup/desk/", Cookie=cookie).read()
        assert get(addresses["sign_in"]).status == 409
        style = get(base + static("tokens.css"))
        assert style.status == 200 and "max-age" in style.getheader("Cache-Control", "")
        stream = get(f"{base}/live/cup")
        assert stream.getheader("Content-Type") == "text/event-stream"
        first = b'data: {"seq":%d,"spread":400}\n' % last
        assert [stream.readline() for _ in range(3)] == [b"retry: 2000\n", first, b"\n"]
        history.undo(site.desk, "cup", STAFF)
        assert stream.readline().startswith(b'data: {"seq":%d,' % (last + 1))
        assert get(f"{base}/sign-in/secret-word/").status == 409


def muster(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)}
    command = [sys.executable, "-m", "muster", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_a_new_sign_in_link_comes_from_a_command_beside_the_server(site: Site, tmp_path: Path) -> None:
    start(site)
    folder = tmp_path / "data"
    with serving(folder) as addresses:
        assert get(addresses["sign_in"]).status == 302
        link = muster(folder, "sign-in").stdout.strip()
        assert link != addresses["sign_in"] and link.startswith(addresses["phones"] + "sign-in/")
        assert (get(link).status, get(link).status) == (302, 409)
    after = muster(folder, "sign-in")
    assert (after.returncode, after.stderr) == (
        1,
        f"No server is running on the data in {folder}. Start one with “muster serve”.\n",
    )
    with serving(folder):
        assert get(urlsplit(muster(folder, "sign-in").stdout.strip())._replace(path="/").geturl()).status == 200


def test_https_is_believed_of_a_proxy_that_was_named_and_of_nobody_else(site: Site, tmp_path: Path) -> None:
    start(site)
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Host": "cup.example.org"}
    with serving(tmp_path / "data", "--name", "cup.example.org", "--proxy", "127.0.0.1") as addresses:
        assert addresses["phones"] == "https://cup.example.org/"
        answer = get(addresses["sign_in"], **said)
        assert answer.status == 302 and "Secure" in answer.getheader("Set-Cookie", "")
        assert answer.getheader("Strict-Transport-Security") == f"max-age={30 * 24 * 3600}"
        plain = get(addresses["sign_in"], Host="cup.example.org")  # The proxy says nothing of https.
        assert plain.getheader("Strict-Transport-Security") is None
    with serving(tmp_path / "data", "--name", "cup.example.org") as addresses:
        assert addresses["phones"].startswith("http://cup.example.org:")
        answer = get(addresses["sign_in"], **said)
        assert answer.status == 302 and "Secure" not in answer.getheader("Set-Cookie", "")
        assert answer.getheader("Strict-Transport-Security") is None
        assert get(addresses["sign_in"], Host="other.example.org").status == 421
