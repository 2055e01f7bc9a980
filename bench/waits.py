"""How long people wait for a season's leaderboard, a profile and statistics: the pages themselves, over HTTP.

Each folder gets a server of its own, just started, on this machine. Every page is asked for twice, one after the
other: the first time its server knows nothing, the second time nothing has changed since.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.cookiejar import CookieJar
from pathlib import Path
from time import perf_counter, sleep
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from bench.server import Server, serving

PATIENCE = 600
"""Seconds after which a page that is still being prepared counts as an error."""

BEING_DONE = re.compile(rb'id="job" data-page="([^"]+)"|Muster is still reading')
"""On a job's page, and on one that says how many events were read so far."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Milliseconds from requesting a page until all of it is there, and the server's processor milliseconds for it,
    which are meaningful even on a busy machine. `size`: kilobytes of the page.
    """

    path: str
    first: float
    first_cpu: float
    again: float
    again_cpu: float
    size: int


def waits(folder: Path, paths: Sequence[str]) -> list[Wait]:
    """Requested as the organiser, because profiles and the statistics of everything are private."""
    with serving(folder) as server:
        browser = _signed_in(server)
        found = []
        for path in paths:
            first, first_cpu, size = _wait(browser, server, path)
            again, again_cpu, _ = _wait(browser, server, path)
            found.append(Wait(path, first, first_cpu, again, again_cpu, size // 1024))
        return found


def _signed_in(server: Server) -> OpenerDirector:
    """Once the list of events is there, which the link leads to: what is read for it beside the pages would count for
    the page that is measured."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    _load(browser, server, server.sign_in)
    _wait(browser, server, "/")
    return browser


def _load(browser: OpenerDirector, server: Server, path: str) -> bytes:
    try:
        with browser.open(f"http://127.0.0.1:{server.port}{path}", timeout=PATIENCE) as answer:
            body: bytes = answer.read()
    except HTTPError as told:
        if told.code != HTTPStatus.SERVICE_UNAVAILABLE:
            raise
        body = told.read()
    return body


def _wait(browser: OpenerDirector, server: Server, path: str) -> tuple[float, float, int]:
    """Slow pages are prepared in the background and show their progress: that is part of the wait."""
    worked, start = server.processor, perf_counter()
    page, body = path, _load(browser, server, path)
    while (job := BEING_DONE.search(body)) and perf_counter() - start < PATIENCE:
        sleep(0.05)
        page = job[1].decode() if job[1] else page
        body = _load(browser, server, page)
    assert b"<h1" in body, f"{path} was not answered with a page"
    waited = perf_counter() - start
    return 1000 * waited, 1000 * (server.processor - worked), len(body)


HEADS = "events  page                         first time   processor  again  processor     size"


def lines(events: int, found: Sequence[Wait]) -> list[str]:
    return [
        f"{events:6}  {one.path[:28]:28} {one.first:7.0f} ms {one.first_cpu:8.0f} ms"
        f" {one.again:3.0f} ms {one.again_cpu:7.0f} ms {one.size:5} kB"
        for one in found
    ]
