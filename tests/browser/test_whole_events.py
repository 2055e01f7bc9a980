"""A whole event of each game, with the organiser, phones and the big screen at once, and what goes wrong in one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.screens import WON, Desk, Phone, Screen, turned
from tests.browser.venue import Venue

NAMES = ["Ann Lee", "Bob Cole", "Cem Arslan", "Dai Evans", "Eve Moreau", "Finn Olsen"]
ROUNDS = 3


def lines(system: str) -> list[str]:
    return [f"{name}; models=9" if system == "urban_war" else name for name in NAMES]


class Hall:
    """Everybody at one event, round 1 published."""

    def __init__(self, venue: Venue, system: str) -> None:
        self.venue = venue
        self.won = WON[system]
        self.desk = Desk.create(venue.organiser(), "Spring Cup", system)
        self.event = self.desk.event
        self.desk.enrol(lines(system))
        self.screen = Screen(venue, self.event)
        self.screen.shows("Pairings will appear here.")
        self.desk.draw(1)
        self.desk.publish(1)
        self.screen.shows_round(1)
        self.one = Phone.scan(venue.person(390), self.event, NAMES[0])
        self.two = self.join(self.one.opponent)

    def join(self, name: str) -> Phone:
        return Phone.scan(self.venue.person(320), self.event, name)

    def disagree(self) -> None:
        """Both say that they won; the desk decides for the first."""
        self.one.report(self.won)
        self.one.is_waiting()
        self.two.report(self.won)
        for phone in (self.one, self.two):
            phone.disputed()
        row = self.desk.row(self.one.name)
        expect(row).to_contain_text("Disputed")
        first = self.one.name in row.locator(".who").first.inner_text()
        self.desk.settle(self.one.table, self.won if first else turned(self.won))
        self.one.has_result("You won")
        self.two.has_result("You lost")

    def collect(self) -> None:
        """The desk keys what is still out."""
        for table in self.desk.tables_out():
            self.desk.enter(table, self.won)

    def next_round(self, number: int) -> None:
        self.desk.draw(number)
        self.desk.publish(number)
        self.screen.shows_round(number)


@pytest.mark.parametrize("system", WON)
def test_a_whole_event(venue: Venue, system: str) -> None:
    hall = Hall(venue, system)
    desk, screen, one = hall.desk, hall.screen, hall.one

    # Round 1: a dispute settled at the desk, a reload, an undo and a redo.
    hall.disagree()
    one.page.reload()
    one.has_result("You won")
    desk.undo()
    one.disputed()
    desk.redo()
    one.has_result("You won")
    hall.collect()

    # The loser leaves by phone: five are left, so that somebody has the bye.
    hall.two.prove(desk.code_of(hall.two.name))
    hall.two.leave()
    desk.tells(f"{hall.two.name} dropped")
    hall.next_round(2)
    one.sees_round(2)
    screen.shows("Bye")

    # Round 2: the server goes down in the middle of it and comes back; then a phone loses its network.
    if one.has_bye(2):
        one = hall.one = hall.join(desk.names_out()[0])
    hall.two = hall.join(one.opponent)
    one.report(hall.won)
    one.is_waiting()
    venue.server.stop()
    one.says_lost(True)
    venue.server.start()
    for phone in (one, hall.two):
        phone.says_lost(False)
    hall.two.agree(turned(hall.won))
    one.has_result("You won")
    desk.knows_of(one.name)
    one.person.offline(True)
    one.says_lost(True)
    one.has_result("You won")
    hall.collect()
    hall.next_round(3)
    one.person.offline(False)
    one.sees_round(3)
    one.says_lost(False)

    # Round 3: a result of round 3 is put right, with a look at what it changes; then the end.
    hall.collect()
    shown = desk.correct(desk.tables_in()[0], turned(hall.won), "slip misread")
    assert "What changes" in shown and "→" in shown
    desk.tells("slip misread")
    desk.finish()
    screen.person.open(f"/e/{hall.event}/")
    screen.shows("The seed, now revealed")
