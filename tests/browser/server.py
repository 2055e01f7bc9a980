"""`muster serve` as a process: started, stopped in mid-round, started again on the same port and the same data."""

from __future__ import annotations

import json
import os
import re
import signal
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from urllib.parse import urlsplit

from muster.web.serving.server import new_sign_in
from tests.browser.warm import LoadedPython
from tests.postgres import INSTEAD

ROOT = Path(__file__).resolve().parents[2]

warm = cache(LoadedPython)
"""One for all servers of a test process; it ends with it."""


def without_slow(log: str) -> str:
    """What a server wrote, except slow answers: this machine may be busy."""
    return re.sub(r"(?m)^\S+ Slow: .*\n", "", log)


class Server:
    """A server as somebody starts it, on a free port of this machine; with more options, if any."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._options = options
        self._port = 0
        self._process = 0
        self._said: IO[str] | None = None
        self._complaints: IO[str] | None = None
        self.printed: dict[str, str] = {}
        self.base = ""
        self._sign_in = ""

    def start(self) -> None:
        options = ["--host", "127.0.0.1", "--port", str(self._port), "--no-browser", "--json", *self._options]
        options += INSTEAD.options(self.folder, self._options)
        self._complaints = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # Closed when the server has ended.
        reading, writing = os.pipe()
        self._process = warm().start(self.folder, options, writing, self._complaints.fileno())
        os.close(writing)
        self._said = os.fdopen(reading, encoding="utf-8")
        said = [*takewhile(lambda line: line != "}\n", self._said), "}"]
        assert len(said) > 1, self._ended()
        self.printed = json.loads("".join(said))
        self.base, self._sign_in = self.printed["phones"].rstrip("/"), self.printed["sign_in"]
        self._port = urlsplit(self.base).port or 0

    def sign_in(self) -> str:
        """The link that was printed; once that is used, another."""
        printed, self._sign_in = self._sign_in, ""
        return printed or new_sign_in(self.folder)

    def stop(self) -> None:
        """As Ctrl-C does; it must say something and end without complaints."""
        os.kill(self._process, signal.SIGINT)
        code, complaints = self._ended()
        assert (code, complaints.strip()) == (130, "Stopped."), f"{code}: {complaints}"

    def _ended(self) -> tuple[int, str]:
        """How, and what it complained of."""
        assert self._process and self._said is not None and self._complaints is not None
        process, self._process = self._process, 0
        with self._said, self._complaints:
            code = warm().ended(process, within=60)
            self._complaints.seek(0)
            return code, without_slow(self._complaints.read())

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if error is None and self._process:
                self.stop()
        finally:
            if self._process:
                os.kill(self._process, signal.SIGKILL)
                self._ended()
