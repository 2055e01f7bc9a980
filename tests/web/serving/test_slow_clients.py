"""Clients that never finish what they began: the server goes on working for everybody else, and lets them go."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from muster.app.events import actions as events
from muster.app.people import roster
from muster.core.record.facts.play import ResultReported
from muster.web.serving import server
from muster.web.site import Site
from tests.web.conftest import STAFF, publish
from tests.web.live.test_stream import serving

PATIENCE = 60
"""Seconds after which a request counts as unanswered. A working server answers in a fraction of one."""


class Phone:
    """A browser on a connection of its own for every request, with its cookies."""

    def __init__(self, base: str) -> None:
        self._host = urlsplit(base).netloc
        self._cookies: dict[str, str] = {}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        connection = HTTPConnection(self._host, timeout=PATIENCE)
        headers = {"Cookie": self.cookie}
        body = None
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode({"csrfmiddlewaretoken": self._cookies["muster-form"], **fields})
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def play(self, player: int) -> list[int]:
        """Picks a name, opens the form, reports: the status of each answer."""
        statuses = [self.ask("/e/cup/me/")[0], self.ask("/e/cup/me/pick/", {"player": f"#{player}"})[0]]
        status, page = self.ask("/e/cup/me/report/")
        once = re.search(r'name="once" value="([^"]+)"', page)
        assert once, page
        report = {"round": "1", "vp-pad": "2-1", "once": once[1]}
        return [*statuses, status, self.ask("/e/cup/me/report/send/", report)[0]]


@contextmanager
def left_open(base: str, beginnings: list[bytes]) -> Iterator[list[socket.socket]]:
    """Connections on which this much was sent, and no more."""
    host, _, port = urlsplit(base).netloc.partition(":")
    with ExitStack() as stack:
        opened = []
        for beginning in beginnings:
            opened.append(stack.enter_context(socket.create_connection((host, int(port)), timeout=PATIENCE)))
            opened[-1].sendall(beginning)
        yield opened


def upload(path: str, cookie: str, kind: str = "application/x-www-form-urlencoded") -> bytes:
    """The beginning of a form, from a browser that has opened a page: without its cookie nobody would read further."""
    lines = (f"POST {path} HTTP/1.1", "Host: localhost", f"Cookie: {cookie}", f"Content-Type: {kind}")
    return "\r\n".join((*lines, "Content-Length: 50000", "", "name=")).encode()


def test_200_half_open_uploads_keep_nobody_from_playing(site: Site, tmp_path: Path) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(f"Player {n}", {}) for n in range(100)], STAFF)
    first = [int(match.a) for match in publish(site).event.rounds[0].matches]
    with serving(tmp_path / "data") as addresses:
        base = addresses["phones"].rstrip("/")
        stranger = Phone(base)
        stranger.ask("/e/cup/me/")
        slow = [
            *(upload("/e/cup/me/pick/", stranger.cookie) for _ in range(100)),
            *(upload("/e/cup/scan/read/", stranger.cookie, "multipart/form-data; boundary=b") for _ in range(50)),
            *(b"POST /e/cup/me/pick/ HTTP/1.1\r\nHost: local" for _ in range(50)),
        ]
        with left_open(base, slow), ThreadPoolExecutor(50) as hall:
            answers = list(hall.map(lambda player: Phone(base).play(player), first))
    assert answers == [[200, 302, 200, 302]] * 50
    opened = site.desk.open("cup")
    assert sum(isinstance(entry.fact, ResultReported) for entry in opened.entries) == 50


def test_an_answer_does_not_wait_until_the_part_before_it_has_arrived() -> None:
    """Without this, a phone that keeps its connection gets each small answer 40 ms late: the system holds back the body
    until the headers are acknowledged, and the phone's system delays that in the hope of more.
    """
    with server.listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
