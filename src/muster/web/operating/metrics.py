"""What the server counts about itself, in the text format of Prometheus: kinds of pages, never who asked for which.

Each process adds up in a table of its own; whoever is asked adds the tables together (decision 79).
"""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mmap import mmap
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any

from muster.app.keeping.counted import Counted
from muster.core.kit.errors import Refusal
from muster.web.operating.under_way import UnderWay

_log = logging.getLogger(__name__)

PATH = "/metrics"

AT_ONCE = 16
"""So many connections are kept; one more ends the oldest, so that nobody who asks slowly keeps others from asking."""

FAMILIES = {
    "muster_requests_total": ("counter", "Requests answered, by the kind of page and the status."),
    "muster_request_seconds": ("histogram", "Seconds until a request was answered, without live streams."),
    "muster_too_often_total": ("counter", "Requests refused because somebody tried too often."),
    "muster_appends_total": ("counter", "Actions saved in a journal."),
    "muster_conflicts_total": ("counter", "Actions decided again because another process saved first."),
    "muster_store_errors_total": ("counter", "Times that the file or the database with the journals failed."),
    "muster_open_streams": ("gauge", "Pages that follow an event live right now."),
    "muster_events_in_memory": ("gauge", "Events that are kept open in memory, in all processes together."),
    "muster_webhooks_waiting": ("gauge", "Messages of webhooks that have not arrived yet."),
    "muster_resident_bytes": ("gauge", "Memory in use, of all processes together."),
    "muster_processes": ("gauge", "Processes that answer."),
}

STATUSES = (
    200,
    204,
    206,
    301,
    302,
    304,
    400,
    401,
    403,
    404,
    405,
    406,
    408,
    409,
    412,
    413,
    415,
    421,
    422,
    429,
    500,
    503,
)

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

_STORED = {
    Counted.APPENDED: "muster_appends_total",
    Counted.CONFLICT: "muster_conflicts_total",
    Counted.FAILED: "muster_store_errors_total",
}

BESIDE_PAGES = ("static", "live", "health")
"""Kinds of pages without a name in `web/urls.py`."""

_SECONDS = "muster_request_seconds"


def page_names(patterns: Iterable[Any]) -> set[str]:
    """The names of all addresses, including nested ones."""
    found = set(BESIDE_PAGES)
    for pattern in patterns:
        below = getattr(pattern, "url_patterns", None)
        found |= page_names(below) if below is not None else {pattern.name} if pattern.name else set()
    return found


def series(pages: Iterable[str]) -> list[str]:
    """Every possible line, in the order they are written."""
    asked = [_asked(page, status) for page in sorted({*pages, "other"}) for status in (*map(str, STATUSES), "other")]
    times = [_bucket(most) for most in (*map(str, BUCKETS), "+Inf")]
    rest = [name for name in FAMILIES if name not in ("muster_requests_total", _SECONDS)]
    return [*asked, *times, f"{_SECONDS}_sum", f"{_SECONDS}_count", *rest]


def _asked(page: str, status: str) -> str:
    return f'muster_requests_total{{page="{page}",status="{status}"}}'


def _bucket(most: str) -> str:
    return f'{_SECONDS}_bucket{{le="{most}"}}'


class Metrics:
    """One process's table.

    In a folder, others can read it, and it continues where an earlier process ended, so that the total never decreases
    while the server runs.
    """

    def __init__(self, names: Sequence[str], folder: Path | None = None) -> None:
        self.names = names
        self._at = {name: at for at, name in enumerate(names)}
        self._lock = Lock()
        self._file: IO[bytes] | None = None
        if folder is None:
            self._values = memoryview(bytearray(8 * len(names))).cast("d")
            return
        self._file = _claimed(folder, names)
        self._values = memoryview(mmap(self._file.fileno(), 8 * len(names))).cast("d")

    def add(self, name: str, by: float = 1) -> None:
        with self._lock:
            self._values[self._at[name]] += by

    def set(self, name: str, value: float) -> None:
        self._values[self._at[name]] = value

    def answered(self, this: UnderWay, seconds: float) -> None:
        asked = _asked(this.page, str(this.status) if this.status in STATUSES else "other")
        self.add(asked if asked in self._at else _asked("other", "other"))
        if this.status == 429:
            self.add("muster_too_often_total")
        if this.lasting or this.status == 0:
            return
        for most in BUCKETS:
            if seconds <= most:
                self.add(_bucket(str(most)))
        self.add(_bucket("+Inf"))
        self.add(f"{_SECONDS}_sum", seconds)
        self.add(f"{_SECONDS}_count")

    def stored(self, what: Counted) -> None:
        self.add(_STORED[what])

    def read(self) -> dict[str, float]:
        return dict(zip(self.names, self._values, strict=True))


def _claimed(folder: Path, names: Sequence[str]) -> IO[bytes]:
    """The first table with this version's lines that no process has; a new one if there is none."""
    import fcntl  # Available wherever there are several processes.

    folder.mkdir(mode=0o700, exist_ok=True)
    wanted = json.dumps(names)
    number = 0
    while True:
        file = (folder / f"{number}.values").open("a+b")
        listed = folder / f"{number}.names"
        number += 1
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            continue
        if not listed.exists():
            listed.write_text(wanted, "utf-8")
            file.truncate(8 * len(names))
        if listed.read_text("utf-8") == wanted:
            return file
        file.close()


def read_all(folder: Path) -> dict[str, float]:
    """The sum of all processes' tables. Current values are taken only from live processes."""
    import fcntl

    found: dict[str, float] = {}
    for listed in sorted(folder.glob("*.names")):
        with listed.with_suffix(".values").open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                lives = False
            except BlockingIOError:
                lives = True
            values = array("d", file.read())
        for name, value in zip(json.loads(listed.read_text("utf-8")), values, strict=True):
            if lives or FAMILIES.get(name, ("counter",))[0] != "gauge":
                found[name] = found.get(name, 0.0) + value
    return found


def text(found: dict[str, float]) -> str:
    """In Prometheus's format. For requests, only the kinds that occurred."""
    lines = []
    for family, (kind, words) in FAMILIES.items():
        lines += [f"# HELP {family} {words}", f"# TYPE {family} {kind}"]
        for name, value in found.items():
            own = name.partition("{")[0]
            belongs = own == family or (kind == "histogram" and own.startswith(f"{family}_"))
            if belongs and (value or "page=" not in name):
                lines.append(f"{name} {value:.15g}")
    return "\n".join(lines) + "\n"


def resident_bytes() -> int:
    """Memory that this process uses; 0 if the system does not report it as Linux does."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


class _Server(ThreadingHTTPServer):
    def __init__(self, place: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(place, handler)
        self._latest: deque[Any] = deque()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._latest.append(request)
        if len(self._latest) > AT_ONCE:
            with suppress(OSError):  # It has ended already.
                self._latest.popleft().shutdown(socket.SHUT_RDWR)
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Without the address of whoever asked; whoever leaves early is not an error."""
        if not isinstance(sys.exception(), OSError):
            _log.exception("The numbers for Prometheus cannot be read")


@contextmanager
def listening(host: str, port: int, read: Callable[[], dict[str, float]]) -> Iterator[int]:
    """Answers at an address of its own, separate from the pages; yields its port."""

    class Handler(BaseHTTPRequestHandler):
        timeout = 5

        def do_GET(self) -> None:
            known = self.path == PATH
            body = text(read()).encode() if known else b"There is only /metrics here.\n"
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody needs a log of how often it was asked."""

    try:
        server = _Server((host, port), Handler)
    except OSError as error:
        raise Refusal(
            "Metrics cannot use port {port} on {host}: {why}. Choose another one with --metrics.",
            host=host,
            port=port,
            why=(error.strerror or str(error)).partition(" (")[0],
        ) from error
    thread = Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
