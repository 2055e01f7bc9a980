"""One game of an event at its table: its two phones, and a way to let it have been played for a while already.

Most of a long game is tapped through the app, at times in the past, so that a browser comes to the moments that matter.
A tap has its own time, so the server cannot tell it from one that a phone made then.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep
from typing import Any

from playwright.sync_api import Page, expect

from muster.app.clock import actions as clock
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.table import actions as at_table
from muster.app.table.actions import SentTap
from muster.app.table.tables import OpenTable, Tables
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.clock import instant
from muster.main import desk_at
from tests.browser.venue import Venue

STAFF = Actor()
LIVE = re.compile("/live/table/")
ANN, BO = "Ann Lee", "Bo Cole"


class Then:
    """A clock that says some time ago, and goes on as this machine's does."""

    def __init__(self, minutes: float) -> None:
        self.ago = timedelta(minutes=minutes)

    def now(self) -> str:
        return (datetime.now(UTC) - self.ago).isoformat(timespec="microseconds")


class GameRoom:
    """An event of two players, its round published some minutes ago, with the round's clock running if it is `on`.

    Ann is side 0 if she was drawn first; `names` says who is which.
    """

    def __init__(
        self,
        folder: Path,
        system: str,
        *,
        ago: float = 0,
        on: bool = True,
        scenario: str = "",
        filled: dict[str, str] | None = None,
        names: tuple[str, ...] = (ANN, BO),
        definition: dict[str, Any] | None = None,
        **options: str,
    ) -> None:
        self.desk = desk_at(folder)
        self.device = "earlier"
        self.time = Then(ago)
        self.desk.clock = self.time
        self.event = events.create(
            self.desk, "Cup", system, STAFF, seed="seed", options=options, definition=definition
        ).id
        roster.enrol(self.desk, self.event, [(name, dict(filled or {})) for name in names], STAFF)
        if scenario:
            events.choose_scenario(self.desk, self.event, 1, scenario, STAFF)
        rounds.pair(self.desk, self.event, STAFF)
        rounds.publish(self.desk, self.event, STAFF)
        if on:
            clock.start(self.desk, self.event, STAFF)
        self.tables = Tables(self.desk.journals, self.time, self.desk.fresh)
        event = self.desk.open(self.event).event
        self.match = event.rounds[0].matches[0]
        self.names = (event.name_of(self.match.a), event.name_of(self.match.b))

    def table(self) -> OpenTable:
        return at_table.open_match(self.tables, self.desk.open(self.event), 1, self.match.a, STAFF)

    def tap(self, key: str, side: int | None, /, **values: Any) -> GameRoom:
        """A tap at this room's current time; it must count.

        No two share a millisecond, where the names of their phones would decide their order.
        """
        sleep(0.002)
        table = self.table()
        now = instant(self.time.now())
        taps = at_table.tap(
            self.tables, table.id, [SentTap(key, 0, now, values)], side, f"{self.device}.{side}", Actor("Earlier")
        )
        made = taps.record.taps[-1]
        refusal = self.game().refusal(made)
        assert refusal is None, refusal
        return self

    def game(self) -> Any:
        table = self.tables.open(self.table().id)
        return self.tables.game(table, at_table.round_of(self.desk.open(self.event), table))

    @property
    def state(self) -> Any:
        game = self.game()
        return game.at(instant(self.time.now()))

    def wait(self, minutes: float) -> GameRoom:
        self.time.ago -= timedelta(minutes=minutes)
        return self

    def player(self, side: int) -> PlayerId:
        return (self.match.a, self.match.b)[side]

    def result(self) -> Any:
        """What the event has of the game."""
        return self.desk.open(self.event).event.rounds[0].matches[0].result

    def phone(self, venue: Venue, side: int, width: int = 390, height: int = 844, **context: Any) -> Page:
        """Somebody takes their name and opens their game from their own page."""
        person = venue.person(width, height, **context)
        person.open(f"/e/{self.event}/me/")
        person.page.get_by_role("button", name=self.names[side]).click()
        with person.page.expect_response(LIVE):
            person.page.get_by_role("link", name="Follow the game here").click()
        expect(person.page.locator("#line")).to_have_text("Live")
        return person.page
