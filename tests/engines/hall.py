"""A server, an event on it, and whoever comes in front of it with a browser and a network of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.core.record.event import MatchState
from muster.main import desk_at
from tests.browser.server import Server
from tests.engines.network import Network
from tests.engines.people import Organiser, Player
from tests.engines.window import Window

STAFF = Actor()
FOUR = ["Ann Lee", "Bob Cole", "Cem Arslan", "Dai Evans"]
PHONE, LAPTOP = (390, 844), (1280, 900)

Lend = Callable[[int, str], Window]
"""An engine's first, second or third window, at this address.

Halls come and go, browsers stay, because one takes seconds to start.
"""


class Hall:
    """`desk`: the server's journals, to act and look without a page."""

    def __init__(self, server: Server, folder: Path, lend: Lend) -> None:
        self.server = server
        self.desk = desk_at(folder)
        self._lend = lend
        self._lent = 0
        self._networks: list[Network] = []

    def begin(self, system: str = "bushido", **options: str) -> None:
        """Four players, round 1 published."""
        events.create(self.desk, "Cup", system, STAFF, seed="seed", options=options)
        fields = {"models": "9"} if system == "urban_war" else {}
        roster.enrol(self.desk, "cup", [(name, fields) for name in FOUR], STAFF)
        rounds.pair(self.desk, "cup", STAFF)
        rounds.publish(self.desk, "cup", STAFF)

    def next_round(self) -> None:
        for match in self.desk.open("cup").event.rounds[-1].matches:
            if match.state is not MatchState.IN:
                results.report(self.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
        rounds.pair(self.desk, "cup", STAFF)
        rounds.publish(self.desk, "cup", STAFF)

    def seat_of(self, name: str) -> tuple[int, int, str]:
        """The round, the table and the opponent."""
        event = self.desk.open("cup").event
        number = event.find(name).id
        match = event.rounds[-1].match_of(number)
        assert match is not None
        return event.rounds[-1].number, match.table, event.name_of(match.other(number))

    def reports(self) -> int:
        return sum(type(entry.fact).__name__ == "ResultReported" for entry in self.desk.open("cup").entries)

    def organiser(self) -> Organiser:
        return Organiser(self._window(self.server.base, LAPTOP), self.server.sign_in())

    def player(self, name: str) -> Player:
        """Somebody who opened the page that the code on the screen leads to."""
        network = Network(self.server.base)
        self._networks.append(network)
        return Player(self._window(network.base, PHONE), network, "cup", name)

    def seated(self, name: str) -> Player:
        """Somebody who picked this name and sees the table."""
        player = self.player(name)
        player.claim()
        player.sees_seat(*self.seat_of(name))
        return player

    def screen(self) -> Window:
        window = self._window(self.server.base, LAPTOP)
        window.open("/e/cup/screen/")
        return window

    def leave(self) -> None:
        """Everybody leaves; their windows go to others, and forget them."""
        self._lent = 0

    def _window(self, base: str, size: tuple[int, int]) -> Window:
        window = self._lend(self._lent, base)
        self._lent += 1
        window.resize(*size)
        return window

    def close(self) -> None:
        for network in self._networks:
            network.close()
