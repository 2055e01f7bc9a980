"""`muster serve` as a process: started, stopped in mid-round, started again on the same port and the same data."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

from muster.web.serving.server import new_sign_in

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """A server as somebody starts it, on a free port of this machine; with more options, if any."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._options = options
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.base = ""
        self._sign_in = ""

    def start(self) -> None:
        options = ["--host", "127.0.0.1", "--port", str(self._port), "--no-browser", "--json", *self._options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(self.folder)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "muster", "serve", *options],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        said = [*takewhile(lambda line: line != "}\n", self._process.stdout), "}"]
        assert len(said) > 1, self._process.communicate()
        printed = json.loads("".join(said))
        self.base, self._sign_in = printed["phones"].rstrip("/"), printed["sign_in"]
        self._port = int(self.base.rpartition(":")[2])

    def sign_in(self) -> str:
        """The link that was printed; once that is used, another."""
        printed, self._sign_in = self._sign_in, ""
        return printed or new_sign_in(self.folder)

    def stop(self) -> None:
        """As Ctrl-C does; it must end with a word and without a complaint."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        _, complaints = self._process.communicate(timeout=60)
        code, self._process = self._process.returncode, None
        assert (code, complaints.strip()) == (130, "Stopped."), f"{code}: {complaints}"

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if error is None and self._process is not None:
                self.stop()
        finally:
            if self._process is not None:
                self._process.kill()
                self._process.wait()
