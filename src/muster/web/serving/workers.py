"""Several processes behind one port. The one that was started watches over them and serves nobody itself; it keeps
their sockets, so that one can take over from another without anybody being turned away (decision 78)."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_urlsafe
from select import select
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep
from typing import Any

import muster
from muster.core.kit.errors import Refusal
from muster.web.operating import logs
from muster.web.operating.metrics import listening as answering
from muster.web.operating.metrics import read_all
from muster.web.serving.first import First
from muster.web.serving.lock import only_server
from muster.web.serving.server import ADDRESS_FILE, STOP_WITHIN, Addresses, Listening, Telling, Worker, listen

JOB = "MUSTER_WORKER"
"""The environment variable that tells a process what to do."""

AT_LEAST = 1.0
"""Seconds between two starts of a process that dies immediately."""

TABLES = "metrics"
"""The folder in which each process counts what it does."""

LOOK_EVERY = 0.1

START_WITHIN, GONE_WITHIN = 120.0, STOP_WITHIN + 10.0
"""Seconds for a replacement to become ready, and for a process to end when told to."""

log = logging.getLogger("muster.serving")


@dataclass(frozen=True, slots=True)
class Assignment:
    """What one process must do. `way`: to the first process.

    `sockets`, `line` and `ready` are file descriptors: where it listens, what closes when its parent ends, where it
    reports that it is ready. `what`: as `main` wants it.
    """

    number: int
    pages: str
    way: str
    sockets: list[int]
    line: int
    ready: int
    what: dict[str, Any]


def serve(
    folder: Path,
    place: Listening,
    ready: Callable[[Addresses], None],
    workers: int,
    telling: Telling,
    what: dict[str, Any],
) -> None:
    """Serves until it is interrupted. SIGHUP replaces the processes one after the other, unless a terminal sent it."""
    if not hasattr(os, "fork") or not hasattr(socket, "SO_REUSEPORT"):
        raise Refusal("Several workers need Linux or macOS. Leave --workers out.")
    logs.set_up(telling.log, telling.requests)
    note = folder / ADDRESS_FILE
    with only_server(folder, note) as lock, TemporaryDirectory(prefix="muster-desk-") as private:
        listen(place.host, place.port).close()  # Fails here if somebody else has the port; our own processes share it.
        tables = Path(private, TABLES)
        asked = answering(*telling.metrics, lambda: read_all(tables)) if telling.metrics else nullcontext()
        crew = _Crew(place, Path(private, "desk"), lock, ready, what)
        try:
            with asked:
                crew.keep_running(workers)
        finally:
            note.unlink(missing_ok=True)


@dataclass(eq=False, slots=True)
class _Place:
    """A process and its listening socket, which its successor takes over."""

    number: int
    listening: socket.socket
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0


class _Crew:
    def __init__(
        self, place: Listening, way: Path, lock: int, ready: Callable[[Addresses], None], what: dict[str, Any]
    ) -> None:
        self._host, self._way, self._lock, self._ready, self._what = place.host, way, lock, ready, what
        self._kept = _reserved(place.host, place.port)
        self._port = self._kept.getsockname()[1]
        self._desk = _desk_socket(way)
        self._pages = token_urlsafe(6)
        self._line, self._held = os.pipe()
        self._places: list[_Place] = []
        self._leaving: list[tuple[subprocess.Popen[bytes], float]] = []
        self._asked = False
        self._told = False

    def keep_running(self, count: int) -> None:
        """Keeps this many processes running; one that dies is restarted.

        They end with this one, however it ends, because they notice that nobody holds the other end of the line.
        """
        before = {signal.SIGTERM: signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))}
        if not (sys.stdin and sys.stdin.isatty()):  # A terminal sends this when it closes.
            before[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._ask)
        try:
            for number in range(count):
                self._places.append(_Place(number, self._socket()))
            for place in self._places:
                self._fill(place)
            while True:
                sleep(LOOK_EVERY)
                self._look()
                if self._asked:
                    self._asked = False
                    self._replace_all()
        finally:
            self._end()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _ask(self, *_: object) -> None:
        self._asked = True

    def _look(self) -> None:
        """Restarts what died, and waits for those that were told to go."""
        for place in self._places:
            if place.process is None or place.process.poll() is None:
                continue
            if monotonic() - place.began < AT_LEAST:
                continue
            log.error(f"Process {place.number} ended with code {place.process.returncode}; another one is started")
            # Better to turn away waiting connections now than to leave them for the next process.
            place.listening.close()
            place.listening = self._socket()
            self._fill(place)
        for process, since in [*self._leaving]:
            if process.poll() is not None:
                self._leaving.remove((process, since))
            elif monotonic() - since > GONE_WITHIN:
                process.kill()

    def _replace_all(self) -> None:
        """The new one is ready on the same socket before the old one is told to go.

        If a new one does not start, because of what was installed since, the others stay as they are.
        """
        for place in self._places:
            before = place.process
            place.process = None  # Not supervised while there are two of them.
            process, said = self._start(place)
            if not self._waited_for(process, said):
                log.error(f"A new process {place.number} did not start, so the earlier ones go on")
                process.kill()
                process.wait()
                place.process = before
                return
            place.process, place.began = process, monotonic()
            if before is not None:
                before.terminate()
                self._leaving.append((before, monotonic()))
                while (before.poll()) is None and monotonic() - self._leaving[-1][1] < GONE_WITHIN:
                    sleep(LOOK_EVERY)
                    self._look()
        log.warning("All processes were replaced")

    def _waited_for(self, process: subprocess.Popen[bytes], said: int) -> bool:
        late = monotonic() + START_WITHIN
        try:
            while monotonic() < late and process.poll() is None:
                self._look()
                if select([said], [], [], LOOK_EVERY)[0]:
                    return bool(os.read(said, 1))
            return False
        finally:
            os.close(said)

    def _fill(self, place: _Place) -> None:
        """The addresses are reported once: by the first process, or by its successor if it died before it was ready."""
        place.process, said = self._start(place)
        place.began = monotonic()
        if place.number == 0 and not self._told:
            Thread(target=self._tell, args=(said,), name="ready", daemon=True).start()
        else:
            os.close(said)

    def _tell(self, said: int) -> None:
        with os.fdopen(said, "rb") as opened:
            text = opened.read()
        if text:
            self._told = True
            read = json.loads(text)
            self._ready(Addresses(**{**read, "others": tuple(map(tuple, read["others"]))}))

    def _start(self, place: _Place) -> tuple[subprocess.Popen[bytes], int]:
        """A new program rather than a fork, so that it uses what is installed now."""
        said, ready = os.pipe()
        sockets = [place.listening.fileno(), *([self._desk.fileno()] if place.number == 0 else [])]
        job = Assignment(place.number, self._pages, str(self._way), sockets, self._line, ready, self._what)
        source = str(Path(muster.__file__).parent.parent)
        paths = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", "from muster.main import work; work()"],
                env={**os.environ, JOB: json.dumps(asdict(job)), "PYTHONPATH": paths},
                pass_fds=(*sockets, self._line, ready, self._lock),
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent, which ends them one by one.
            )
        finally:
            os.close(ready)
        return process, said

    def _socket(self) -> socket.socket:
        """Each place has its own: the system distributes connections evenly."""
        return listen(self._host, self._port, shared=True)

    def _end(self) -> None:
        """The first one ends last: the others still pass requests on to it."""
        running = [place.process for place in self._places if place.process]
        for processes in ([*running[1:], *(one for one, _ in self._leaving)], running[:1]):
            for process in processes:
                process.terminate()
            late = monotonic() + GONE_WITHIN
            for process in processes:
                try:
                    process.wait(max(0.1, late - monotonic()))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        for one in (self._kept, self._desk, *(place.listening for place in self._places)):
            one.close()
        os.close(self._line)
        os.close(self._held)


def _reserved(host: str, port: int) -> socket.socket:
    """The port, with nobody listening yet: it stays ours whatever dies."""
    kept = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    kept.bind((host, port))
    return kept


def _desk_socket(way: Path) -> socket.socket:
    """In a folder that only this user can open."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.bind(str(way))
    made.listen(64)
    return made


Run = Callable[[dict[str, Any], list[socket.socket], Worker, Callable[[Addresses], None]], None]


def work(run: Run) -> int:
    """Runs in one of the processes until its end: does what its parent wrote down for it, and returns the exit code."""
    job = Assignment(**json.loads(os.environ.pop(JOB)))
    Thread(target=_end_with_parent, args=(job.line,), name="line", daemon=True).start()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # This signal is only for the parent.
    way = Path(job.way)
    worker = Worker(job.pages, First(way) if job.number else None, way.with_name("alone"), way.with_name(TABLES))

    def ready(addresses: Addresses) -> None:
        with suppress(BrokenPipeError), os.fdopen(job.ready, "w", encoding="utf-8") as opened:
            opened.write(json.dumps(asdict(addresses)))  # Unless nobody waits for it.

    try:
        run(job.what, [socket.socket(fileno=one) for one in job.sockets], worker, ready)
    except (KeyboardInterrupt, SystemExit):
        return 0
    except BaseException:  # Nobody above would report it.
        log.critical("A process broke", exc_info=True)
        return 1
    return 0


def _end_with_parent(line: int) -> None:
    os.read(line, 1)
    os.kill(os.getpid(), signal.SIGTERM)
