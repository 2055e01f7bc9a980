"""A server that is killed in the middle: what it had not delivered arrives after the next start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

from muster.app.staff import announcements
from muster.main import desk_at
from tests.browser.server import without_slow
from tests.web.conftest import STAFF, site_in, start
from tests.web.webhooks.receiver import Receiver, free_port, receiving

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 90.0


@contextmanager
def running(folder: Path, log: Path) -> Iterator[subprocess.Popen[str]]:
    """A server that the test may kill; its webhooks may go to this computer."""
    command = [sys.executable, "-m", "muster", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--json"]
    allowed = {"PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder), "MUSTER_ALLOW_PRIVATE_WEBHOOKS": "1"}
    with log.open("a") as errors:
        process = subprocess.Popen(
            command, env={**os.environ, **allowed}, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        try:
            assert process.stdout is not None and process.stdout.readline()
            yield process
        finally:
            process.kill()
            process.wait()


def until(what: str, is_so: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, what
        sleep(0.05)


def test_a_killed_server_delivers_after_the_next_start(tmp_path: Path) -> None:
    folder, log = tmp_path / "data", tmp_path / "log"
    site = site_in(folder)
    start(site)
    assert site.webhooks is not None
    other = Receiver(free_port())
    hooks = replace(site.webhooks, anywhere=True)
    webhook = hooks.add(site.open("cup"), "Board", other.address, "muster", ["announcement"])
    with running(folder, log):
        announcements.announce(desk_at(folder), "cup", "Lunch", STAFF)
        until("a first try", lambda: hooks.view(webhook).deliveries and hooks.view(webhook).deliveries[0].tries)
    (waiting,) = hooks.view(webhook).deliveries
    with receiving(other), running(folder, log):
        until("the delivery", lambda: other.received)
        until("that it is noted", lambda: hooks.view(webhook).deliveries[0].state == "delivered")
    assert [(m["id"], m["announcement"]) for m in other.told] == [(waiting.id, "Lunch")]
    (line,) = without_slow(log.read_text("utf-8")).splitlines()
    assert line.startswith("Webhook 1 of cup: will be tried again (unreachable")
    assert "very-secret" not in line
