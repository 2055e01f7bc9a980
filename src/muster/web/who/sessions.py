"""Where the organiser is signed in: one small file for each browser, beside the key of the data folder.

A cookie only claims; without its file it is nobody's. So a sign-in can be ended from elsewhere, by another browser or
by the command line, without a new key, which would void every badge and private link too.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from time import time

from muster.app.keeping import files

FOLDER = "web.organisers"
AGE = 14 * 24 * 3600
"""Seconds that a sign-in lasts."""
NOTED_EVERY = 60
"""Seconds: when a browser was last seen is saved at most this often."""

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
"""What a browser says about itself, and its common name; the first match counts, because most also claim to be
others.
"""
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
    """A browser that is signed in; `browser` and `system` are empty if it does not say. Times are UTC, ISO 8601."""

    name: str
    browser: str
    system: str
    since: str
    seen: str
    here: bool
    second: int = 0
    """The number of a second organiser; 0 for the first."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who is signed in: an account, by its number; or the administrator, if that is 0. `second`: the number of a
    second one. `linked`: by a link, not by a password."""

    second: int
    account: int
    linked: bool


class Sessions:
    def __init__(self, folder: Path) -> None:
        self.home = folder
        self._folder = folder / FOLDER

    def begin(self, says: str, second: int = 0, account: int = 0, *, linked: bool = True) -> str:
        """The key of a new sign-in, for the cookie; `says` is what the browser says of itself."""
        self._forget()
        key = token_urlsafe(24)
        record = {
            "since": time(),
            "browser": _named(says, BROWSERS),
            "system": _named(says, SYSTEMS),
            "second": second,
            "account": account,
            "linked": linked,
        }
        with files.in_words(self._folder):
            files.make_folder(self._folder)
            files.add(self._folder / _name(key), json.dumps(record).encode())
        return key

    def find(self, key: object) -> SignedIn | None:
        """Whose key a cookie has, if that sign-in was not ended."""
        if not isinstance(key, str):
            return None
        file = self._folder / _name(key)
        try:
            record = json.loads(file.read_text("utf-8"))
            found = SignedIn(
                int(record.get("second", 0)), int(record.get("account", 0)), bool(record.get("linked", True))
            )
            seen = file.stat().st_mtime
        except (OSError, ValueError, TypeError, AttributeError):
            return None
        if abs(time() - seen) > NOTED_EVERY:
            with suppress(OSError):  # Nobody is turned away because the disk cannot be written right now.
                os.utime(file)
        return found

    def devices(self, key: object = None, account: int = 0) -> list[Device]:
        """All devices on which an account, or the administrator, is signed in, last seen first; `key` tells which of
        them asks.
        """
        self._forget()
        here = _name(key) if isinstance(key, str) else ""
        found = []
        for file in self._files():
            try:
                record, seen = json.loads(file.read_text("utf-8")), file.stat().st_mtime
                since, browser, system = float(record["since"]), str(record["browser"]), str(record["system"])
                second = int(record.get("second", 0))
                if int(record.get("account", 0)) != account:
                    continue
            except (OSError, ValueError, LookupError, TypeError, AttributeError):
                continue
            found.append((seen, Device(file.name, browser, system, _iso(since), _iso(seen), file.name == here, second)))
        return [device for _, device in sorted(found, key=lambda one: one[0], reverse=True)]

    def end(self, name: str, account: int = 0) -> None:
        """Ends one of an account's, or of the administrator's, by the name that `devices` gave it."""
        for device in self.devices(account=account):
            if device.name == name:
                self._end(device.name)

    def end_of(self, key: object) -> None:
        """Ends the one whose key a cookie has."""
        if isinstance(key, str):
            self._end(_name(key))

    def end_all_of(self, account: int) -> int:
        """For one account, or the administrator. Returns how many there were."""
        found = self.devices(account=account)
        for device in found:
            self._end(device.name)
        return len(found)

    def end_all(self) -> int:
        """Everybody's. Returns how many there were."""
        ended = self._files()
        for file in ended:
            file.unlink(missing_ok=True)
        files.settle(self._folder)
        return len(ended)

    def _end(self, name: str) -> None:
        (self._folder / name).unlink(missing_ok=True)
        files.settle(self._folder)

    def _files(self) -> list[Path]:
        return [file for file in self._folder.iterdir() if file.is_file()] if self._folder.is_dir() else []

    def _forget(self) -> None:
        """Those whose cookie has expired."""
        for file in self._files():
            try:
                if time() - file.stat().st_mtime > AGE:
                    file.unlink(missing_ok=True)
            except OSError:
                continue


def _name(key: str) -> str:
    """The file name of a sign-in; nobody can make a cookie from it."""
    return sha256(key.encode()).hexdigest()[:32]


def _named(says: str, known: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in known if mark in says), "")


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
