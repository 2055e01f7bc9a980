"""What is sent is read before a thread takes it up: as much as its address takes, at the pace of people."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, MutableMapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.server import ServerState

from muster.store.watch import SqliteWatch
from muster.web.connections import Doors, guarded, network
from muster.web.live import stream as live
from muster.web.live.news import Reporter
from muster.web.live.stream import Live
from muster.web.serving.bodies import BODY, TOO_LARGE, Bodies, Pace
from muster.web.site import Site
from muster.web.sizes import FIELDS, FORM, UPLOADS
from muster.web.urls import urlpatterns
from tests.web.conftest import Browser, player_of, start
from tests.web.live.test_stream import Follower, serving

Message = MutableMapping[str, Any]


class Sender:
    """One request: what is sent of its body, and the answer. Nothing more comes after the last part."""

    def __init__(
        self, app: Bodies, *parts: bytes, whole: bool, size: int = 0, path: str = "/", who: str = "10.0.0.1"
    ) -> None:
        self._parts, self._whole = list(parts), whole
        self.scope: Message = {
            "path": path,
            "headers": [
                (b"content-length", str(size or sum(map(len, parts))).encode()),
                (b"accept-language", b"de"),
            ],
            "client": (who, 1),
        }
        self.status, self.answer = 0, b""
        self.task = asyncio.ensure_future(app(self.scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if not self._parts:
            await asyncio.Event().wait()
        body = self._parts.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(self._parts) or not self._whole}

    async def _send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.answer += message.get("body", b"")


class Pages:
    """An application that notes what it was given."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Message, receive: Callable[[], Any], send: Callable[[Message], Any]) -> None:
        self.bodies.append(scope[BODY].read())
        await send({"type": "http.response.start", "status": 200, "headers": []})


def test_a_body_that_does_not_come_to_its_end_is_let_go_and_reaches_nobody() -> None:
    async def run() -> None:
        pages = Pages()
        app = Bodies(pages, Pace(grace=0.05))
        slow, quick = Sender(app, b"na", whole=False, size=9), Sender(app, b"na", b"me", whole=True)
        await asyncio.wait_for(asyncio.gather(slow.task, quick.task), 20)
        assert (slow.status, quick.status, pages.bodies) == (408, 200, [b"name"])

    asyncio.run(run())


def test_whoever_was_too_slow_is_told_in_their_language_and_a_program_by_a_document() -> None:
    async def run() -> None:
        app = Bodies(Pages(), Pace(grace=0.05))
        phone = Sender(app, b"na", whole=False, size=9, path="/e/cup/me/report/")
        program = Sender(app, b"{", whole=False, size=9, path="/api/v1/events/cup/players")
        await asyncio.wait_for(asyncio.gather(phone.task, program.task), 20)
        told = json.loads(program.answer)
        assert (told["status"], told["kind"]) == (408, "too_slow")
        assert phone.answer.decode() == told["detail"] + "\n" and "zu lange gedauert" in told["detail"]

    asyncio.run(run())


def test_one_too_many_unfinished_ends_the_oldest_of_the_same_origin_alone() -> None:
    async def run() -> None:
        pages = Pages()
        app = Bodies(pages, Pace(each=3, all=5))
        other = Sender(app, b"x", whole=False, size=9, who="10.0.0.2")
        await asyncio.sleep(0)
        flood = [Sender(app, b"x", whole=False, size=9) for _ in range(8)]
        await asyncio.wait_for(asyncio.gather(*(one.task for one in flood[:5])), 20)
        assert [one.status for one in (other, *flood)] == [0, *[408] * 5, 0, 0, 0]
        phone = Sender(app, b"result", whole=True)
        await asyncio.wait_for(phone.task, 20)
        assert (phone.status, pages.bodies) == (200, [b"result"])
        for one in (other, *flood):
            one.task.cancel()

    asyncio.run(run())


@pytest.mark.parametrize("size", [0, 3 * FORM])
def test_more_than_an_address_takes_is_heard_out_and_thrown_away(size: int) -> None:
    """Even if the request's headers did not say so."""

    async def run() -> None:
        pages = Pages()
        sender = Sender(Bodies(pages), *[b"x" * FORM] * 3, whole=True, size=size or 5, path="/e/cup/scan/read/")
        await asyncio.wait_for(sender.task, 20)
        assert (sender.status, pages.bodies, sender.scope[TOO_LARGE]) == (200, [b""], FORM)

    asyncio.run(run())


def test_a_stranger_cannot_upload_what_the_organiser_can(site: Site, tmp_path: Path) -> None:
    start(site)
    with serving(tmp_path / "data") as addresses:
        where = urlsplit(addresses["sign_in"])

        def ask(path: str, cookie: str, body: bytes | None = None) -> tuple[int, list[str], str]:
            connection = HTTPConnection(where.netloc, timeout=60)
            headers = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=b"}
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers.get_all("Set-Cookie") or [], answer.read().decode()

        def cookies(path: str, known: str = "") -> str:
            return "; ".join([c.partition(";")[0] for c in ask(path, known)[1]] + ([known] if known else []))

        def sent(cookie: str, size: int) -> tuple[int, str]:
            token = cookie.partition("muster-form=")[2].partition(";")[0]
            part = '--b\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
            body = part.format("csrfmiddlewaretoken", "") + token + "\r\n"
            body += part.format("pictures", '; filename="slip.png"')
            status, _, page = ask("/e/cup/scan/read/", cookie, body.encode() + b"x" * size + b"\r\n--b--\r\n")
            return status, page

        stranger, organiser = cookies("/e/cup/me/"), cookies("/e/cup/me/", cookies(where.path))
        status, page = sent(stranger, 2 * FORM)
        assert status == 413 and "The limit is 500 KB" in page
        assert sent(stranger, 1000)[0] == 403
        assert sent(organiser, 2 * FORM)[0] == 302
        assert ask("/", "muster=x; a\x01b=[")[0] == 200


def test_every_field_has_a_length(site: Site) -> None:
    start(site)
    ann = player_of(site, "cup", 1)
    before = site.open("cup").last
    long = "1" * 5_000
    page = ann.send("/e/cup/me/report/send/", 413, once="x" * 400_000, round="1")
    assert "“once” has 400000 characters." in page
    assert "5000 characters" in ann.send("/e/cup/me/report/send/", 413, **{"vp-1": long})
    assert "characters" in ann.send("/e/cup/me/list/send/", 413, text="x" * (FORM + 1))
    stranger = Browser(site)
    assert "characters" in stranger.send("/e/cup/enrol/", 413, reason=long)
    assert site.open("cup").last == before


def test_the_sizes_name_addresses_that_exist() -> None:
    assert {pattern.name for pattern in urlpatterns} >= {*UPLOADS, *FIELDS}


async def _until_let_go(writer: asyncio.StreamWriter) -> None:
    """One letter at a time does not keep a connection open."""
    while not writer.is_closing():
        writer.write(b"x")
        await asyncio.sleep(0.01)


def test_a_head_that_never_ends_is_let_go() -> None:
    async def run() -> None:
        config = uvicorn.Config(Bodies(Pages()), http=guarded(Doors(1000)), log_config=None)
        config.load()
        made = type("Hasty", (config.http_protocol_class,), {"headers_within": 0.1})
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(lambda: made(config, ServerState(), {}), "127.0.0.1", 0)
        host, port = listening.sockets[0].getsockname()
        for said in (b"", b"GET / HTTP/1.1\r\nHos", b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\nGET / HT"):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(said)
            answer = b"" if b"\r\n\r\n" not in said else await reader.readuntil(b"\r\n\r\n")
            assert answer == b"" or b"200 OK" in answer
            await asyncio.wait_for(_until_let_go(writer), 20)
        listening.close()

    asyncio.run(run())


def test_an_answer_that_nobody_takes_is_given_up() -> None:
    async def large(scope: Message, receive: Callable[[], Any], send: Callable[[Message], Any]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(50_000_000)})

    async def run() -> None:
        config = uvicorn.Config(large, http=guarded(Doors(1000)), log_config=None)
        config.load()
        made = type("Hasty", (config.http_protocol_class,), {"taken_within": 0.1})
        state = ServerState()
        listening = await asyncio.get_running_loop().create_server(lambda: made(config, state, {}), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname(), limit=1)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.read(1)
        async with asyncio.timeout(20):
            while state.connections:
                await asyncio.sleep(0.01)
        writer.close()
        listening.close()

    asyncio.run(run())


def test_a_flood_of_one_address_leaves_room_for_others() -> None:
    doors = Doors(files=1_512)
    flood = [doors.enter("10.0.0.9") for _ in range(2_000)]
    assert sum(flood) == doors.each == 750
    assert doors.enter("10.0.0.8") and all(doors.enter("127.0.0.1") for _ in range(249))
    assert not doors.enter("127.0.0.1"), "full"
    doors.leave("10.0.0.9")
    assert doors.enter("127.0.0.1")
    hall = Doors(files=65_536, proxy="192.0.2.1")
    assert all(hall.enter("10.0.0.9") for _ in range(3 * 2_000)), "a hall behind one address"
    assert all(hall.enter("192.0.2.1") for _ in range(hall.each + 1)), "everybody comes through a proxy"


def test_a_network_is_counted_as_one() -> None:
    assert network("2001:db8::1:2") == network("2001:db8::ffff:0:0:3") != network("2001:db8:0:1::1")
    assert network("::ffff:10.0.0.1") == network("10.0.0.1") == "10.0.0.1"
    assert network("fe80::1%eth0") == network("fe80::2") and network("testclient") == "testclient"


def test_streams_of_one_origin_are_counted(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(site)
    monkeypatch.setattr(live, "STREAMS_EACH", 2)

    async def follow() -> None:
        lines = Live(SqliteWatch(tmp_path / "data"), site.desk.journals, {"event": Reporter(site.open)})
        two = [Follower(lines, "/live/cup", who="10.0.0.1") for _ in range(2)]
        while not all(one.heard for one in two):
            await asyncio.sleep(0.01)
        more, other = Follower(lines, "/live/cup", who="10.0.0.1"), Follower(lines, "/live/cup", who="10.0.0.2")
        while not (more.status and other.heard):
            await asyncio.sleep(0.01)
        assert (more.status, other.status) == (503, 200)
        await two[0].leave()
        again = Follower(lines, "/live/cup", who="10.0.0.1")
        while not again.status:
            await asyncio.sleep(0.01)
        assert again.status == 200
        for one in (two[1], other, again):
            await one.leave()

    asyncio.run(asyncio.wait_for(follow(), 30))
