"""A server that is told to stop: who is being answered is answered, and pages are told when to come back."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from itertools import takewhile
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

import muster
from muster.app.events import actions as events
from muster.core.kit.model import Actor
from muster.main import desk_at, watch_at
from muster.web import connections
from muster.web.serving import server

LONG = 60.0


@pytest.mark.skipif(sys.platform == "win32", reason="a process there is not told, but ended")
def test_what_is_under_way_is_answered_and_streams_are_told_to_come_back(tmp_path: Path) -> None:
    desk = desk_at(tmp_path)
    events.create(desk, "Cup", "bushido", Actor(), seed="seed")
    desk.journals.close()
    command = [sys.executable, "-m", "muster", "--data", str(tmp_path), "serve", "--json", "--no-browser"]
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # Under nohup it is ignored, and a new process inherits that.
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(muster.__file__).parent.parent)},
    )
    signal.signal(signal.SIGHUP, before)
    try:
        assert process.stdout is not None
        port = urlsplit(
            json.loads("".join([*takewhile(lambda line: line != "}\n", process.stdout), "}"]))["phones"]
        ).port
        assert port is not None
        stream = HTTPConnection("127.0.0.1", port, timeout=LONG)
        stream.request("GET", "/live/cup")
        told = stream.getresponse()
        assert told.readline().startswith(b"retry: ")

        form = socket.create_connection(("127.0.0.1", port), timeout=LONG)
        body = b"name=Ann"
        head = f"POST /e/cup/me/pick/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        form.sendall(head + body[:4])
        sleep(0.5)  # So that the server has it in hand; if not, it is answered as a newcomer too.
        process.send_signal(signal.SIGHUP)  # As “reload” does; there is no terminal that was closed.
        with urlopen(f"http://127.0.0.1:{port}/ready", timeout=LONG) as ready:
            assert ready.read() == b"ok\n"
        process.send_signal(signal.SIGTERM)
        late = monotonic() + LONG
        while accepts(port):
            assert monotonic() < late, "nobody else is let in"
        form.sendall(body[4:])
        answer = b"".join(iter(lambda: form.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 403 ") and b"\r\nconnection: close\r\n" in answer.lower()

        rest = told.read().decode()
        assert "event: again\n" in rest and rest.rpartition("retry: ")[2].partition("\n")[0].isdigit()
        _, complaints = process.communicate(timeout=LONG)
        assert "rror" not in complaints
        assert "this server goes on" in complaints and process.returncode == 0, "it was told to stop, and did"
        assert not (tmp_path / "muster.db-wal").exists(), "the journals are closed"
        assert not (tmp_path / server.ADDRESS_FILE).exists()
    finally:
        process.kill()
        process.wait()


def test_who_has_just_come_in_is_heard_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection made a moment before the stop, which says what it wants only afterwards."""
    monkeypatch.setattr(connections, "HEARD_OUT", LONG)
    monkeypatch.setattr(server, "LET_GO_AFTER", LONG)
    monkeypatch.setattr(server, "STOP_WITHIN", LONG)
    answers: list[bytes] = []

    def come_and_ask(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=LONG) as fresh:
            # Another one that was answered shows that the first one is in.
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=LONG) as answer:
                assert answer.read() == b"ok\n"
            os.kill(os.getpid(), signal.SIGINT)
            while accepts(port):
                sleep(0.05)
            fresh.sendall(b"GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answers.append(b"".join(iter(lambda: fresh.recv(65536), b"")))

    def ready(addresses: server.Addresses) -> None:
        visitor.append(Thread(target=come_and_ask, args=(urlsplit(addresses.phones).port,)))
        visitor[0].start()

    visitor: list[Thread] = []
    with pytest.raises(KeyboardInterrupt):
        server.serve(desk_at(tmp_path), watch_at(tmp_path), tmp_path, server.Listening("127.0.0.1", 0), ready)
    visitor[0].join(LONG)
    (answer,) = answers
    assert answer.startswith(b"HTTP/1.1 503 ") and answer.endswith(b"not ready: the server is stopping\n")
    assert b"\r\nconnection: close\r\n" in answer.lower()


def accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=LONG).close()
    except ConnectionError:
        return False
    return True
