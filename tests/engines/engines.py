"""The engines besides Chromium: how each is found and started, without a window that anybody sees."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.engines.webdriver import Http, Marionette, Wire

START_WITHIN = 120
"""Seconds. A busy machine is slow."""

ANSWERS_IN_MS = 60_000
"""For pages and scripts."""

PACKAGES = {"webkit": ("webkit2gtk-driver", "xvfb"), "firefox": ("firefox-esr",)}
"""Debian's."""

# Firefox contacts nobody: no updates, no reports, no lists of bad sites, no start page.
PREFERENCES: dict[str, Any] = {
    "marionette.port": 0,  # A free one.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.blockedURIs.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "dom.push.connection.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "network.http.speculative-parallel-limit": 0,
    "network.prefetch-next": False,
    "services.settings.server": "data:,",
    "startup.homepage_welcome_url": "about:blank",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


def missing(engine: str) -> str:
    """What this machine lacks for an engine, as a sentence; empty if nothing."""
    programs = {
        "webkit": (shutil.which("WebKitWebDriver"), shutil.which("Xvfb"), mini_browser()),
        "firefox": (firefox(),),
    }
    if all(programs[engine]):
        return ""
    return f"there is no {engine} here: apt-get install {' '.join(PACKAGES[engine])}"


def mini_browser() -> str | None:
    """The browser that comes with the engine. It is not on the path, because nobody uses it by hand."""
    found = sorted(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser")) + sorted(
        Path("/usr/libexec").glob("webkit*gtk-*/MiniBrowser")
    )
    return str(found[0]) if found else None


def firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def started(engine: str) -> Iterator[Wire]:
    """Its own browser, with nothing stored."""
    with _webkit() if engine == "webkit" else _firefox() as wire:
        wire("SetTimeouts", {"implicit": 0, "pageLoad": ANSWERS_IN_MS, "script": ANSWERS_IN_MS})
        _narrow(wire)
        yield wire


def _narrow(wire: Wire) -> None:
    """A window without bars, as only that can be as narrow as a phone."""
    first = wire("GetWindowHandles", {})
    wire("ExecuteScript", {"script": "open('about:blank', 'narrow', 'popup,width=390,height=844')", "args": []})
    deadline = time.monotonic() + START_WITHIN
    while not (more := set(wire("GetWindowHandles", {})) - set(first)):
        assert time.monotonic() < deadline, "no second window opened"
        time.sleep(0.05)
    wire("SwitchToWindow", {"handle": more.pop()})


@contextmanager
def _webkit() -> Iterator[Wire]:
    with _screen() as display:
        port = _free_port()
        command = ["WebKitWebDriver", "--host=127.0.0.1", f"--port={port}"]
        with _running(command, {**os.environ, "DISPLAY": display}) as driver:
            _until(lambda: _listens(port), driver)
            wire = Http(port)
            arguments = ["--automation", "--javascript-can-open-windows-automatically=true"]
            wire.begin({"webkitgtk:browserOptions": {"binary": mini_browser(), "args": arguments}})
            try:
                yield wire
            finally:
                wire.close()


@contextmanager
def _screen() -> Iterator[str]:
    """A screen that only exists in memory. It picks a free number and reports it."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with _running(command, dict(os.environ)) as screen:
        assert screen.stdout is not None
        number = screen.stdout.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"


@contextmanager
def _firefox() -> Iterator[Wire]:
    program = firefox()
    assert program is not None
    with TemporaryDirectory(prefix="muster-firefox-", ignore_cleanup_errors=True) as profile:
        lines = (f"user_pref({_js(name)}, {_js(value)});\n" for name, value in PREFERENCES.items())
        Path(profile, "user.js").write_text("".join(lines), "utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", profile]
        environment = {**os.environ, "HOME": profile, "MOZ_DISABLE_AUTO_SAFE_MODE": "1"}
        with _running(command, environment) as process:
            note = Path(profile, "MarionetteActivePort")
            _until(lambda: note.exists() and bool(note.read_text().strip()), process)
            wire = Marionette(int(note.read_text()))
            wire.begin({})
            try:
                yield wire
            finally:
                wire.close()


def _js(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
        # Its children end with it, even if it could not end them itself.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _until(ready: Any, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + START_WITHIN
    while not ready():
        assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
        assert time.monotonic() < deadline, f"{process.args!r} did not start within {START_WITHIN} seconds"
        time.sleep(0.05)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
