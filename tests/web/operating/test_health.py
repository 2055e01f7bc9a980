"""Whether the server answers and is ready: for service managers and proxies, and the same for strangers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from muster.core.kit.errors import Busy, DamagedJournal
from muster.main import journals_at
from muster.store.memory import MemoryJournals
from muster.web.operating import health
from muster.web.operating.health import HEALTH, READY, Health

Said = tuple[int, dict[bytes, bytes], bytes]


class Store(MemoryJournals):
    """A store that can be told what is wrong with it, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.trouble: Exception | None = None
        self.go = Event()
        self.go.set()

    def must_answer(self) -> None:
        self.asked += 1
        assert self.go.wait(60)
        if self.trouble is not None:
            raise self.trouble


async def ask(own: Health, path: str, method: str = "GET") -> Said:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    await own({"type": "http", "method": method, "path": path, "headers": []}, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


def test_a_server_that_can_serve_is_ready() -> None:
    own = Health(Store(), lambda: False)
    for path in (HEALTH, READY):
        status, headers, body = asyncio.run(ask(own, path))
        assert (status, body) == (200, b"ok\n")
        assert headers[b"cache-control"] == b"no-store" and b"set-cookie" not in headers


def test_one_that_stops_is_healthy_and_not_ready() -> None:
    own = Health(Store(), lambda: True)
    assert asyncio.run(ask(own, HEALTH))[0] == 200
    status, headers, body = asyncio.run(ask(own, READY))
    assert (status, body) == (503, b"not ready: the server is stopping\n") and headers[b"retry-after"] == b"2"


@pytest.mark.parametrize("trouble", [Busy("The database db.example does not answer."), DamagedJournal("{f}", f="/x")])
def test_strangers_are_told_nothing_of_the_store(trouble: Exception) -> None:
    store = Store()
    store.trouble = trouble
    assert asyncio.run(ask(Health(store, lambda: False), READY))[::2] == (
        503,
        b"not ready: the store does not answer\n",
    )


def test_a_flood_of_questions_is_one_question_to_the_store() -> None:
    store = Store()

    async def flood() -> list[Said]:
        own = Health(store, lambda: False)
        return await asyncio.gather(*(ask(own, READY) for _ in range(500)))

    assert {status for status, _, _ in asyncio.run(flood())} == {200}
    assert store.asked == 1


def test_a_store_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    store = Store()
    store.go.clear()

    async def hanging() -> tuple[Said, Said]:
        own = Health(store, lambda: False)
        first = await ask(own, READY), await ask(own, HEALTH)
        store.go.set()
        return first

    ready, healthy = asyncio.run(hanging())
    assert ready[::2] == (503, b"not ready: the store does not answer\n") and healthy[0] == 200
    assert store.asked == 1


def test_it_is_only_asked() -> None:
    status, headers, _ = asyncio.run(ask(Health(Store(), lambda: False), READY, "POST"))
    assert status == 405 and headers[b"allow"] == b"GET"


def test_a_file_of_a_newer_version_is_noticed_while_it_is_open(tmp_path: Path) -> None:
    import sqlite3

    from muster.app.events import actions as events
    from muster.core.kit.model import Actor
    from muster.main import desk_at

    journals = journals_at(tmp_path)
    journals.must_answer()
    events.create(desk_at(tmp_path), "Cup", "bushido", Actor(), seed="seed")
    journals.must_answer()
    with sqlite3.connect(tmp_path / "muster.db") as link:
        link.execute("PRAGMA user_version = 900")
    link.close()
    with pytest.raises(DamagedJournal, match="written by a newer version"):
        journals.must_answer()
