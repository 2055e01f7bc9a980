"""A hall to run events in: the real desk on a store in memory, with a clock that ticks a second per action."""

from __future__ import annotations

from itertools import count
from typing import Any

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.book.system import System
from muster.core.kit.model import Actor, Ending
from muster.core.reading.tally import standings
from muster.core.record.event import Event
from muster.store.memory import MemoryJournals

STAFF = Actor()


class TickingClock:
    def __init__(self) -> None:
        self._ticks = count()

    def now(self) -> str:
        tick = next(self._ticks)
        return f"2026-11-15T{10 + tick // 3600:02}:{tick // 60 % 60:02}:{tick % 60:02}.000000+00:00"


def new_desk() -> Desk:
    fresh = count(1)
    return Desk(MemoryJournals(), TickingClock(), lambda: f"fresh-{next(fresh)}")


class Hall:
    """One event and short ways to act on it as the organiser."""

    def __init__(
        self, system: str | dict[str, Any], names: list[str] | int, *, seed: str = "seed", **options: str
    ) -> None:
        """`system`: a key, or the definition of a composed one."""
        self.desk = new_desk()
        key, definition = (system, None) if isinstance(system, str) else ("custom", system)
        opened = events.create(self.desk, "Test event", key, STAFF, seed=seed, options=options, definition=definition)
        self.id = opened.id
        self._opened: Opened | None = None
        if isinstance(names, int):
            names = [f"Player {chr(ord('A') + n // 26)}{chr(ord('a') + n % 26)}" for n in range(names)]
        if names:
            self.enrol(*names)

    @property
    def opened(self) -> Opened:
        """The current event; only opened again when the journal has grown."""
        length = len(self.desk.rows(self.id))
        if self._opened is None or len(self._opened.entries) != length:
            self._opened = self.desk.open(self.id)
        return self._opened

    @property
    def event(self) -> Event:
        return self.opened.event

    @property
    def system(self) -> System:
        return self.opened.system

    def enrol(self, *names: str, stand_in: bool = False, **texts: str) -> Opened:
        people = [(name, self._needed() | texts) for name in names]
        return roster.enrol(self.desk, self.id, people, STAFF, stand_in=stand_in)

    def _needed(self) -> dict[str, str]:
        """Required player fields with a plain value."""
        return {f.key: "12" for f in self.system.player_fields if f.required and f.default is None}

    def pair(self, redraw: str = "") -> Opened:
        return rounds.pair(self.desk, self.id, STAFF, redraw_reason=redraw)

    def by_hand(self, *pairs: tuple[str, str]) -> Opened:
        return rounds.pair_by_hand(self.desk, self.id, [("", a, b) for a, b in pairs], STAFF)

    def publish(self) -> Opened:
        return rounds.publish(self.desk, self.id, STAFF)

    def close(self) -> Opened:
        return rounds.close(self.desk, self.id, STAFF)

    def report(self, where: str, *, player: str = "", ending: str = "played", by: str = "", **texts: str) -> Opened:
        actor = roster.as_player(self.desk, self.id, player) if player else STAFF
        one = Report(where, texts, Ending(ending), (by,) if by else ())
        return results.report(self.desk, self.id, [one], actor)

    def correct(self, where: str, round_: int, *, ending: str = "played", by: str = "", **texts: str) -> Opened:
        one = Report(where, texts, Ending(ending), (by,) if by else (), round_)
        return results.correct(self.desk, self.id, one, "misread slip", STAFF)

    def drop(self, name: str, *declined: str) -> Opened:
        return roster.drop(self.desk, self.id, name, STAFF, declined=declined)

    def rejoin(self, name: str) -> Opened:
        return roster.rejoin(self.desk, self.id, name, STAFF)

    def disqualify(self, name: str) -> Opened:
        return roster.disqualify(self.desk, self.id, name, "unsporting", STAFF)

    def option(self, key: str, value: str, reason: str = "") -> Opened:
        return events.set_option(self.desk, self.id, key, value, STAFF, reason)

    def cut(self, size: int | None = None) -> Opened:
        return rounds.cut(self.desk, self.id, STAFF, size)

    def undo(self) -> Opened:
        return history.undo(self.desk, self.id, STAFF)[0]

    def redo(self) -> Opened:
        return history.redo(self.desk, self.id, STAFF)[0]

    def finish(self, reason: str = "") -> Opened:
        return events.finish(self.desk, self.id, STAFF, reason)

    def play(self, texts: dict[str, str]) -> Opened:
        """Draws, publishes and plays a round in which every table has this result."""
        self.pair()
        opened = self.publish()
        for match in opened.event.rounds[-1].matches:
            self.report(str(match.table), **texts)
        return self.close()

    def order(self, round_: int | None = None) -> list[str]:
        event = self.event
        return [event.name_of(p) for p in standings(event, self.system, round_).order()]

    def points(self, round_: int | None = None) -> dict[str, Any]:
        event = self.event
        return {event.name_of(r.player): r.points for r in standings(event, self.system, round_).rows}

    def pairs(self, round_: int = 0) -> set[frozenset[str]]:
        event = self.event
        drawn = event.rounds[round_ - 1]
        return {frozenset((event.name_of(m.a), event.name_of(m.b))) for m in drawn.matches}
