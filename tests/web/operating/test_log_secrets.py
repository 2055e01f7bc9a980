"""The log of a real server into which names and secrets are planted wherever something comes in or breaks."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import sqlite3
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import quote

import pytest

from muster.app.events import actions as events
from muster.app.people import roster
from muster.core.kit.model import Actor
from muster.main import desk_at, watch_at
from muster.web.live.stream import Live
from muster.web.operating import logs, requests
from muster.web.serving.server import Addresses, Listening, serve

NAME, WORD, TOKEN, ADDRESS = "Xaveria Quillfeather", "quince-jam", "tok-9f8e7d6c5b", "203.0.113.9"
PLANTED = ("xaveria", "quillfeather", WORD, TOKEN, ADDRESS, "127.0.0.1")


@pytest.fixture(params=["plain", "json"])
def form(request: pytest.FixtureRequest) -> Iterator[str]:
    yield str(request.param)
    logs.set_up("plain", False)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue("database")) if request.param == "postgres" else ""


def planted(*_: object, **__: object) -> NoReturn:
    """A database's error about a row that it rejects contains the row."""
    try:
        sqlite3.connect(":memory:").execute(f'SELECT 1 FROM "{NAME}"')
    except sqlite3.Error as error:
        raise LookupError(f"{NAME} {WORD} {TOKEN}") from error
    raise AssertionError


def ask(port: int, method: str, path: str, body: str = "", **headers: str) -> tuple[HTTPResponse, str]:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    sent = {"X-Forwarded-For": ADDRESS, "Referer": f"http://x/{quote(NAME)}", "User-Agent": NAME, **headers}
    sent["Cookie"] = f"muster={TOKEN}"
    line.request(method, path, body or None, {name.replace("_", "-"): value for name, value in sent.items()})
    answer = line.getresponse()
    return answer, answer.read().decode()


def test_no_name_and_no_secret_is_in_the_log(
    tmp_path: Path, store: str, form: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    desk = desk_at(tmp_path, store)
    events.create(desk, "Cup", "bushido", Actor(), seed="seed")
    roster.enrol(desk, "cup", [(NAME, {})], Actor())

    async def no_stream(*_: object) -> None:
        planted()

    answers: dict[str, tuple[HTTPResponse, str]] = {}

    def ready(addresses: Addresses) -> None:
        logs.set_up(form, requests=True)
        port = int(addresses.phones.rpartition(":")[2].strip("/"))
        for number, path in enumerate(
            (f"/p/{TOKEN}/", f"/sign-in/{TOKEN}/", f"/staff/{TOKEN}/", f"/e/{quote(NAME)}/", f"/e/cup/?q={quote(NAME)}")
        ):
            answers[f"asked {number}"] = ask(port, "GET", path, X_Request_ID=quote(NAME))
        ask(port, "GET", "/", Host=f"{WORD}.example")
        ask(port, NAME.partition(" ")[0].upper(), f"/{WORD}/")
        sent, written = f"name={quote(NAME)}&w={WORD}", "application/x-www-form-urlencoded"
        with monkeypatch.context() as breaking:
            breaking.setattr("muster.web.views.public.start.nobody", planted)
            answers["form"] = ask(port, "POST", "/e/cup/me/pick/", sent, Content_Type=written)
        program = ask(port, "GET", f"/api/v1/{quote(NAME)}", Authorization=f"Bearer {TOKEN}")
        answers["program"] = program
        with monkeypatch.context() as breaking:
            breaking.setattr(type(desk.journals), "head", planted)
            answers["store"] = ask(port, "GET", f"/e/cup/?q={WORD}")
        with monkeypatch.context() as breaking:
            breaking.setattr(Live, "__call__", no_stream)
            answers["stream"] = ask(port, "GET", "/live/cup")
        thread = threading.Thread(target=planted, name=f"thread of {NAME}")
        thread.start()
        thread.join()
        logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: <Task {NAME}>")
        logging.getLogger("django.security.SuspiciousOperation").error(f"Invalid path {NAME}")
        os.kill(os.getpid(), signal.SIGINT)

    capfd.readouterr()
    with pytest.raises(KeyboardInterrupt):
        serve(desk, watch_at(tmp_path, store), tmp_path, Listening("127.0.0.1", 0), ready)
    log = capfd.readouterr().err
    assert [word for word in PLANTED if word in log.casefold()] == []
    for broke in ("form", "store"):
        answer, page = answers[broke]
        assert answer.status == 500, (broke, page)
        found = re.search(r"[0-9a-f]{6}-([0-9a-f]{12})", page)
        assert found and found[1] == answer.headers["X-Request-ID"], "the number of the page is that of the request"
        assert found[0] in log
    assert "LookupError" in log and "planted" in log and "OperationalError (SQLITE_ERROR)" in log
    assert {answers[key][0].headers["X-Request-ID"] for key in answers if key.startswith("asked")}.isdisjoint({NAME})
    if form == "json":
        lines = [json.loads(line) for line in log.splitlines()]
        asked = [line for line in lines if line["log"] == "muster.requests"]
        assert len(asked) == 11 and {"page", "status", "seconds", "method", "request_id"} <= set(asked[0])
        assert {"private", "sign-in", "other", "live"} <= {line["page"] for line in asked}, asked
        assert {line["log"] for line in lines} >= {"django.request", "uvicorn.error", "muster.serving", "asyncio"}
        assert all("trace" in line for line in lines if "error" in line)


def test_only_a_proxy_names_a_request() -> None:
    async def id_of(peer: str, sent: bytes, proxy: str = "10.0.0.9") -> str:
        sends: list[Any] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"x-request-id", b"of the app")]})
            await send({"type": "http.response.body"})

        async def send(message: Any) -> None:
            sends.append(message)

        async def receive() -> Any:
            raise AssertionError("nothing is read")

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "client": (peer, 1),
            "headers": [(b"x-request-id", sent)],
        }
        await requests.Requests(app, proxy)(scope, receive, send)
        (found,) = [value for name, value in sends[0]["headers"] if name == b"x-request-id"]
        return bytes(found).decode()

    ids = asyncio.run(id_of("10.0.0.9", b"proxy-1234")), asyncio.run(id_of("10.0.0.8", b"proxy-1234"))
    assert ids[0] == "proxy-1234" and re.fullmatch("[0-9a-f]{12}", ids[1])
    for odd in (b"x", b"a b c d e f", b"a\nb: c-d-e-f", b"x" * 65, "Änne-Berg".encode()):
        assert re.fullmatch("[0-9a-f]{12}", asyncio.run(id_of("10.0.0.9", odd)))
    assert re.fullmatch("[0-9a-f]{12}", asyncio.run(id_of("127.0.0.1", b"proxy-1234", proxy="")))


def test_what_is_slow_is_logged_and_who_sends_slowly_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", lambda record: lines.append(record.getMessage()))
    monkeypatch.setattr(requests, "SLOW", 0.0)

    async def answered(status: int, lasting: bool = False) -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            this = scope["muster.under_way"]
            this.page, this.lasting = "desk", lasting
            if status:
                await send({"type": "http.response.start", "status": status})

        async def nothing(*_: Any) -> Any:
            return None

        await requests.Requests(app)(
            {"type": "http", "method": "GET", "client": ("::1", 1), "headers": []}, nothing, nothing
        )

    requests.log.addHandler(handler)
    try:
        for status in (200, 408, 0):
            asyncio.run(answered(status))
        asyncio.run(answered(200, lasting=True))
    finally:
        requests.log.removeHandler(handler)
    (line,) = lines
    assert re.fullmatch(r"Slow: GET desk 200 [0-9.]+ s", line)
