"""A Python that has loaded all that `muster serve` needs, and becomes one as often as it is asked: each of the hundred
servers of a test run starts at once, as a process of its own with its own data, and no test waits for imports.

That `muster serve` starts from nothing is tested in tests/web/live/test_stream.py and by the organiser's guide.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import jinja2

from muster.app import languages
from muster.main import main
from muster.web import pages

ROOT = Path(__file__).resolve().parents[2]
LOADED = (
    "muster.app.",
    "muster.core.",
    "muster.store.",
    "muster.systems.",
    "muster.web.",
    "muster.cli.verbs.events.serve",
)
EXTRA = "muster.store.postgres."
"""Needs a driver that is not always installed; a server on a database loads it itself."""

MESSAGE = 4_096
"""Bytes of a request or an answer at most."""


class LoadedPython:
    """From the side of the tests."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
        command = [sys.executable, "-m", "tests.browser.warm", str(other.fileno())]
        self._process = subprocess.Popen(command, env=environment, pass_fds=[other.fileno()])
        other.close()

    def start(self, folder: Path, options: list[str], out: int, complaints: int) -> int:
        """A server on a data folder that writes to these two files; the number of its process."""
        asked = {"data": str(folder), "options": options}
        self._line.settimeout(None)
        socket.send_fds(self._line, [json.dumps(asked).encode()], [out, complaints])
        return int(self._line.recv(MESSAGE))

    def ended(self, process: int, within: float) -> int:
        """Its exit code. One that does not end within this many seconds is killed."""
        self._line.settimeout(within)
        self._line.sendall(json.dumps({"ended": process}).encode())
        try:
            return int(self._line.recv(MESSAGE))
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            self._line.settimeout(None)
            self._line.recv(MESSAGE)
            raise

    def close(self) -> None:
        """Whatever still runs is ended."""
        self._line.close()
        self._process.wait()


class CompiledTemplates(jinja2.BytecodeCache):
    """Templates that were compiled before."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Any) -> None:
        if bucket.key in self._known:
            bucket.bytecode_from_string(self._known[bucket.key])

    def dump_bytecode(self, bucket: Any) -> None:
        self._known[bucket.key] = bucket.bytecode_to_string()


def load() -> None:
    """Code, languages and templates; nothing that depends on a data folder."""
    import muster

    for module in walk_packages(muster.__path__, "muster."):
        if module.name.startswith(LOADED) and not module.name.startswith(EXTRA):
            import_module(module.name)
    for code in languages.NAMES:
        languages.language(code)
    kept, environment = CompiledTemplates(), pages.environment

    def compiled(**options: Any) -> jinja2.Environment:
        return environment(**options, bytecode_cache=kept)

    pages.environment = compiled
    loader = jinja2.FileSystemLoader(pages.TEMPLATES)
    templates = compiled(loader=loader, autoescape=True, auto_reload=False)
    for name in templates.list_templates():
        templates.get_template(name)


def wait_for_orders(line: socket.socket) -> None:
    """Returns in each new process that will be a server; ends with the tests that asked for them."""
    running: set[int] = set()
    while True:
        said, files, _, _ = socket.recv_fds(line, MESSAGE, 2)
        if not said:
            for process in running:
                os.kill(process, signal.SIGKILL)
            os._exit(0)
        asked = json.loads(said)
        if "ended" in asked:
            _, status = os.waitpid(asked["ended"], 0)
            running.discard(asked["ended"])
            line.sendall(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        process = os.fork()
        if not process:
            line.close()
            become(asked["data"], asked["options"], files)
            return
        running.add(process)
        for file in files:
            os.close(file)
        line.sendall(str(process).encode())


def become(data: str, options: list[str], files: list[int]) -> None:
    """A process as `muster serve` finds itself."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for own, file in zip((1, 2), files, strict=True):
        os.dup2(file, own)
        os.close(file)
    sys.stdout, sys.stderr = (os.fdopen(own, "w", encoding="utf-8", closefd=False) for own in (1, 2))
    os.environ["MUSTER_DATA"] = data
    sys.argv = ["muster", "serve", *options]


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()
    gc.collect()
    gc.freeze()
    wait_for_orders(socket.socket(fileno=int(sys.argv[1])))
    main()
