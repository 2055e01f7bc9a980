"""Whole events, with the organiser, phones and the big screen at once, and what goes wrong in one.

Two games that differ most are played in two languages; MUSTER_LONG_TESTS=1 plays every game in every language.
"""

from __future__ import annotations

import os
from itertools import product

import pytest
from playwright.sync_api import expect

from muster.app.languages import NAMES as LANGUAGES
from tests.browser.screens import WON, Desk, Phone, Screen, turned
from tests.browser.venue import Venue

NAMES = ["Ann Lee", "Bob Cole", "Cem Arslan", "Dai Evans", "Eve Moreau", "Finn Olsen"]
# The longest result, which one reports and the other confirms; and one that both enter, by the book.
TWO = [("warmachine", "de"), ("urban_war", "fr")]
EVENTS = list(product(WON, LANGUAGES)) if os.environ.get("MUSTER_LONG_TESTS") else TWO


def lines(system: str) -> list[str]:
    return [f"{name}; models=9" if system == "urban_war" else name for name in NAMES]


class Hall:
    """Everybody at one event, with one language, round 1 published."""

    def __init__(self, venue: Venue, system: str, language: str) -> None:
        self.venue, self.language = venue, language
        self.won = WON[system]
        self.desk = Desk.create(venue.organiser(locale=language), "Spring Cup", system)
        self.event = self.desk.event
        self.desk.enrol(lines(system))
        self.screen = Screen(venue.person(1920, 1080, locale=language), self.event)
        self.screen.shows("Pairings will appear here.")
        self.desk.draw(1)
        self.desk.publish(1)
        self.screen.shows_round(1)
        self.one = self.join(NAMES[0], 390)
        self.two = self.join(self.one.opponent)

    def join(self, name: str, width: int = 320) -> Phone:
        return Phone.scan(self.venue.person(width, locale=self.language), self.event, name)

    def disagree(self) -> None:
        """Both say that they won; the desk decides for the first."""
        self.one.report(self.won)
        self.one.is_waiting()
        self.two.report(self.won)
        for phone in (self.one, self.two):
            phone.disputed()
        row = self.desk.row(self.one.name)
        expect(row).to_contain_text(self.desk.person.words("Disputed"))
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


@pytest.mark.parametrize(("system", "language"), EVENTS)
def test_a_whole_event(venue: Venue, system: str, language: str) -> None:
    hall = Hall(venue, system, language)
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
    desk.tells("{name} dropped after round {round}", name=hall.two.name, round=1)
    hall.next_round(2)
    one.sees_round(2)
    screen.shows("bye")

    # Round 2: a phone loses its network while it reports; then everybody reports, one confirms and the desk enters the
    # rest.
    if one.has_bye(2):
        one = hall.one = hall.join(desk.names_out()[0])
    hall.two = hall.join(one.opponent)
    one.fill_in(hall.won)
    one.person.offline(True)
    one.says_lost(True)
    one.send()
    one.keeps()
    one.person.offline(False)
    one.is_waiting()
    hall.two.is_asked()
    (other,) = (table for table in desk.tables_out() if table != one.table)
    venue.server.stop()
    for phone in (one, hall.two):
        phone.says_lost(True)
    hall.two.agree(turned(hall.won))
    hall.two.keeps()
    desk.key(other)
    desk.keeps(other)
    venue.server.start()
    one.has_result("You won")
    hall.two.has_result("You lost")
    desk.knows_of(one.name)
    desk.enter_kept(other, hall.won)
    hall.next_round(3)
    one.sees_round(3)
    one.says_lost(False)

    # Round 3: a result is corrected, with a preview of what it changes; then the end.
    hall.collect()
    shown = desk.correct(desk.tables_in()[0], turned(hall.won), "slip misread")
    assert desk.person.words("What changes").search(shown) and "→" in shown
    desk.tells("slip misread")
    desk.finish()
    screen.person.open(f"/e/{hall.event}/")
    screen.shows("The seed, now revealed:")
