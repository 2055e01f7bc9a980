"""A year of events and a season over them: the real desk and the real ledger on a store in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from muster.app.circuit import actions
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.seasons import OpenSeason, Seasons
from muster.app.circuit.views import SeasonView, season_view
from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.ports import JournalName, Journals
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.store.memory import MemoryJournals
from muster.systems.warmachine.circuit import IRON_GAUNTLET

STAFF = Actor()
_LAPTOPS = count(1)


class Calendar:
    """A clock that advances a second each time it is read, on a day that a test chooses."""

    def __init__(self, day: str) -> None:
        self.day = day
        self._ticks = count()

    def now(self) -> str:
        tick = next(self._ticks)
        return f"{self.day}T{tick // 3600 % 24:02}:{tick // 60 % 60:02}:{tick % 60:02}.000000+00:00"


class Laptop:
    """A computer with events, some of one round that ends in exactly the order a test wants."""

    def __init__(self, day: str = "2027-06-01", journals: Journals | None = None) -> None:
        self.calendar = Calendar(day)
        self.journals = journals or MemoryJournals()
        number, own = count(1), next(_LAPTOPS)
        self.desk = Desk(self.journals, self.calendar, lambda: f"laptop-{own}-{next(number)}")
        self.start_again()

    def start_again(self) -> None:
        """Only what is in the journals is remembered."""
        self.desk = Desk(self.journals, self.calendar, self.desk.fresh)
        self.seasons = Seasons(self.journals, self.calendar, self.desk.fresh)

    def damage(self, kind: str, journal: str, at: int) -> None:
        """Somebody edits a row with an editor."""
        assert isinstance(self.journals, MemoryJournals)
        rows = self.journals._journals[JournalName(kind, journal)].rows
        rows[at] = replace(rows[at], actor="somebody else", hash="0" * 64)
        self.start_again()

    def event(
        self, name: str, order: Sequence[str], date: str = "2026-09-01", *, finish: bool = True, **options: str
    ) -> str:
        """A WARMACHINE event. The better half wins, and control points order everybody."""
        opened = events.create(self.desk, name, "warmachine", STAFF, date=date, options=options)
        roster.enrol(self.desk, opened.id, [(one, {}) for one in order], STAFF)
        half = len(order) // 2
        pairs = [("", a, b) for a, b in zip(order[:half], reversed(order[half:]), strict=True)]
        rounds.pair_by_hand(self.desk, opened.id, pairs, STAFF)
        rounds.publish(self.desk, opened.id, STAFF)
        worth = {one: len(order) - at for at, one in enumerate(order)}
        for _, a, b in pairs:
            self.result(opened.id, a, worth[a], worth[b])
        if finish:
            self.finish(opened.id)
        return opened.id

    def result(self, event: str, where: str, cp: int, other: int) -> None:
        one = Report(where, {"winner": "a", "how": "scenario", "cp": f"{cp}-{other}", "apd": "0-0"})
        results.report(self.desk, event, [one], STAFF)

    def finish(self, event: str) -> Opened:
        rounds.close(self.desk, event, STAFF)
        return events.finish(self.desk, event, STAFF, "one round is enough")

    def reopen(self, event: str) -> None:
        history.undo(self.desk, event, STAFF)

    def finish_again(self, event: str) -> None:
        events.finish(self.desk, event, STAFF, "one round is enough")

    def correct(self, event: str, where: str, winner: str, cp: str) -> None:
        """A finished event is reopened, a result corrected, and it is finished again."""
        self.reopen(event)
        one = Report(where, {"winner": winner, "how": "scenario", "cp": cp, "apd": "0-0"}, round=1)
        results.correct(self.desk, event, one, "misread slip", STAFF)
        self.finish_again(event)


class Year(Laptop):
    """A laptop with one season."""

    def __init__(
        self,
        definition: Mapping[str, Any] = IRON_GAUNTLET,
        first: str = "2026-06-01",
        last: str = "2027-05-31",
        name: str = "Iron Gauntlet 2026",
        journals: Journals | None = None,
    ) -> None:
        super().__init__(journals=journals)
        self.id = actions.open_season(self.seasons, name, definition, first, last, STAFF).id

    @property
    def opened(self) -> OpenSeason:
        return self.seasons.open(self.id)

    @property
    def view(self) -> SeasonView:
        return season_view(self.seasons, self.desk, self.opened)

    def enter(self, event: str, **about: Any) -> OpenSeason:
        return actions.enter(self.seasons, self.desk, self.id, event, AboutEvent(**about), STAFF)

    def meet(self, event: str, requirement: str, on: str, reason: str = "") -> OpenSeason:
        return actions.meet(self.seasons, self.id, event, requirement, on, STAFF, reason)

    def qualifier(self, name: str, order: Sequence[str], date: str = "2026-09-01", **about: Any) -> str:
        """An event with everything Iron Gauntlet asks for."""
        event = self.event(name, order, date)
        self.enter(event, **about)
        for requirement in ("sanctioned", "requested", "reported"):
            self.meet(event, requirement, date)
        return event

    def same(self) -> OpenSeason:
        """Everybody knows everybody."""
        return actions.join_alike(self.seasons, self.id, STAFF)

    def table(self) -> list[tuple[int, str, int | str]]:
        return [(row.rank, row.name, row.points) for row in self.view.table]

    def checks(self, event: str) -> dict[str, tuple[str, str]]:
        """An event's requirements: the state of each, and its clause."""
        line = next(one for one in self.view.events if one.event == event)
        return {check.key: (check.state.value, check.clause) for check in line.checks}
