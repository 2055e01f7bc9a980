"""Where the organiser is signed in: one small file for each browser, beside the key of the data folder.

A cookie only claims; without its file it is nobody's. So a sign-in can be ended from elsewhere, by another browser or
by the command line, without a new key, which would void every badge and private link too.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from time import time

FOLDER = "web.organisers"
AGE = 14 * 24 * 3600
"""Seconds that a sign-in lasts."""
NOTED_EVERY = 60
"""Seconds: when a browser was last seen is noted no oftener."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""What a browser says of itself, and what people call it; the first that fits, as most claim to be others too."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that is signed in; `browser` and `system` are empty where it does not say. Times are UTC, ISO 8601."""

    name: str
    browser: str
    system: str
    since: str
    seen: str
    here: bool
    whose: str = ""
    """The name of a second organiser; empty for the first."""


class Sessions:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def begin(self, says: str, whose: str = "") -> str:
        """The key of a new sign-in, for the cookie; `says` is what the browser says of itself."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._forget()
        key = token_urlsafe(24)
        record = {"since": time(), "browser": _named(says, BROWSERS), "system": _named(says, SYSTEMS), "whose": whose}
        handle = os.open(self._folder / _name(key), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(record, file)
        return key

    def holds(self, key: object) -> bool:
        """Whether a cookie's key is of a sign-in that nobody has ended."""
        if not isinstance(key, str):
            return False
        file = self._folder / _name(key)
        try:
            if abs(time() - file.stat().st_mtime) > NOTED_EVERY:
                os.utime(file)
        except OSError:
            return False
        return True

    def whose(self, key: object) -> str:
        """The name that somebody signed in under; empty for the first organiser."""
        if not isinstance(key, str):
            return ""
        try:
            return str(json.loads((self._folder / _name(key)).read_text("utf-8")).get("whose", ""))
        except (OSError, ValueError, AttributeError):
            return ""

    def devices(self, key: object = None) -> list[Device]:
        """All that are signed in, the one seen last first; `key` tells which of them asks."""
        self._forget()
        here = _name(key) if isinstance(key, str) else ""
        found = []
        for file in self._files():
            try:
                record, seen = json.loads(file.read_text("utf-8")), file.stat().st_mtime
                since, browser, system = float(record["since"]), str(record["browser"]), str(record["system"])
                whose = str(record.get("whose", ""))
            except (OSError, ValueError, LookupError, TypeError, AttributeError):
                continue
            found.append((seen, Device(file.name, browser, system, _iso(since), _iso(seen), file.name == here, whose)))
        return [device for _, device in sorted(found, key=lambda one: one[0], reverse=True)]

    def end(self, name: str) -> None:
        """Ends one, by the name that `devices` gave it."""
        for file in self._files():
            if file.name == name:
                file.unlink(missing_ok=True)

    def end_of(self, key: object) -> None:
        """Ends the one that a cookie has the key of."""
        if isinstance(key, str):
            self.end(_name(key))

    def end_all(self) -> int:
        """How many there were."""
        files = self._files()
        for file in files:
            file.unlink(missing_ok=True)
        return len(files)

    def _files(self) -> list[Path]:
        return [file for file in self._folder.iterdir() if file.is_file()] if self._folder.is_dir() else []

    def _forget(self) -> None:
        """Those whose cookie has run out."""
        for file in self._files():
            try:
                if time() - file.stat().st_mtime > AGE:
                    file.unlink(missing_ok=True)
            except OSError:
                continue


def _name(key: str) -> str:
    """The name of a sign-in's file; whoever reads it cannot make a cookie of it."""
    return sha256(key.encode()).hexdigest()[:32]


def _named(says: str, known: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in known if mark in says), "")


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
