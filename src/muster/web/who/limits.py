"""How often somebody may try: counted in memory, per browser, per seat and per address. A hall behind one address is
never locked out: what one phone does too often counts for that phone, and phones without cookies share their own
limit.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from threading import Lock
from time import monotonic

from muster.core.kit.errors import Refusal
from muster.core.kit.language import mark, plural

KEPT = 20_000
"""The most keys remembered; the oldest is forgotten first."""


class TooOften(Refusal):
    """Wait this many seconds."""

    kind = "too_often"

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence, wait=plural(seconds, "{n} second", "{n} seconds"))
        self.seconds = seconds


class Limit:
    """This many in one go for each key, and one more every so many seconds."""

    def __init__(self, at_once: int, every: float, sentence: str, now: Callable[[], float] = monotonic) -> None:
        self.at_once, self.every, self._sentence, self._now = at_once, every, sentence, now
        self._spent_until: dict[str, float] = {}
        self._lock = Lock()

    def spend(self, key: str, at_once: int = 0) -> None:
        """Counts one, or refuses and counts nothing. `at_once` may be larger here, as for a large event."""
        with self._lock:
            now = self._now()
            until = max(self._spent_until.pop(key, now), now)
            wait = until - now - (max(at_once, self.at_once) - 1) * self.every
            self._spent_until[key] = until if wait > 0 else until + self.every
            while len(self._spent_until) > KEPT:
                del self._spent_until[next(iter(self._spent_until))]
        if wait > 0:
            raise TooOften(self._sentence, ceil(wait))


class Limits:
    """One of each per site. A good link is never counted, so that somebody's wrong ones do not lock others out."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.wrong_link = Limit(
            20, 6, mark("Too many wrong links were opened from your network. Try again in {wait}."), now
        )
        self.joining = Limit(
            20, 60, mark("Too many people have just joined this event’s staff. Try again in {wait}."), now
        )
        picked = mark("Too many names were picked from your network. Try again in {wait}.")
        self._picking_here = Limit(12, 20, mark("Too many names were picked on this phone. Try again in {wait}."), now)
        self._picking, self._picking_unknown = Limit(300, 1, picked, now), Limit(20, 6, picked, now)
        name = mark("This name has been picked too often. Ask the desk for your private link, or try again in {wait}.")
        self._one_name_here, self._one_name = Limit(6, 60, name, now), Limit(40, 20, name, now)
        enrolled = mark("Too many people have just enrolled from your network. Try again in {wait}.")
        self._registering_here = Limit(
            3,
            600,
            mark("This phone has enrolled too many people. Try again in {wait}, or ask the desk."),
            now,
        )
        self.code = Limit(
            5,
            60,
            mark(
                "Too many codes were tried for this name. Open your private link, ask the desk, or try again in {wait}."
            ),
            now,
        )
        self.asking = Limit(
            3, 120, mark("This name has been requested too often. Go to the desk, or wait {wait}."), now
        )
        self._registering, self._registering_unknown = Limit(60, 1, enrolled, now), Limit(10, 10, enrolled, now)
        self.checking = Limit(30, 5, mark("You have sent too many lists. Try again in {wait}."), now)
        self.calling = Limit(
            4, 60, mark("You have called a judge too often. Try again in {wait}, or go to the desk."), now
        )
        self.tapping = Limit(60, 1, mark("Too many taps came from this phone. Try again in {wait}."), now)
        opened = mark("Too many tables were opened from your network. Try again in {wait}.")
        self._opening_here = Limit(10, 60, mark("Too many tables were opened on this phone. Try again in {wait}."), now)
        self._opening, self._opening_unknown = Limit(200, 1, opened, now), Limit(10, 60, opened, now)
        breach = mark("Too many reports came from your network. Try again in {wait}, or tell the staff in person.")
        self._breach_here = Limit(
            3, 300, mark("This phone has sent too many reports. Try again in {wait}, or tell the staff in person."), now
        )
        self._breach, self._breach_unknown = Limit(30, 10, breach, now), Limit(5, 60, breach, now)
        self.reporting = Limit(12, 20, mark("You have reported too often. Try again in {wait}, or call a judge."), now)

        guessed = mark(
            "Too many passwords were tried. Try again in {wait}, or ask the administrator for a sign-in link."
        )
        self._password_known = Limit(10, 30, guessed, now)
        self._password, self._passwords_here = Limit(10, 30, guessed, now), Limit(60, 5, guessed, now)
        self._password_anywhere = Limit(100, 10, guessed, now)

    def password(self, login: str, word: str, address: str) -> None:
        """A password is tried for an account, which may not exist.

        `word`: from a browser that signed in with it before; it has its own count, so that guessing does not lock out
        the owner.
        """
        if word:
            self._password_known.spend(f"{login} {word}")
            return
        self._password.spend(f"{login} {address}")
        self._passwords_here.spend(address)
        self._password_anywhere.spend(login)

    def pick(self, event: str, name: str, device: str, address: str, field: int) -> None:
        """A name is picked in an event with this many players: all of them may pick, and pick again, from one address
        together.
        """
        if device:
            self._picking_here.spend(f"{event} {device}")
            self._one_name_here.spend(f"{event} {name} {device}")
            self._picking.spend(f"{event} {address}", at_once=4 * field)
        else:
            self._picking_unknown.spend(f"{event} {address}")
        self._one_name.spend(f"{event} {name}")

    def register(self, event: str, device: str, address: str) -> None:
        """A player enrols themselves."""
        if device:
            self._registering_here.spend(f"{event} {device}")
            self._registering.spend(f"{event} {address}")
        else:
            self._registering_unknown.spend(f"{event} {address}")

    def open_table(self, device: str, address: str) -> None:
        """A table outside of any event."""
        if device:
            self._opening_here.spend(device)
            self._opening.spend(address)
        else:
            self._opening_unknown.spend(address)

    def breach(self, event: str, device: str, address: str) -> None:
        """Somebody reports a breach of the rules to the staff."""
        if device:
            self._breach_here.spend(f"{event} {device}")
            self._breach.spend(f"{event} {address}")
        else:
            self._breach_unknown.spend(f"{event} {address}")
