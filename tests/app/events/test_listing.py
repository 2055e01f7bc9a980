"""The list of events: each is opened once for as long as it stays the same, however many there are."""

from __future__ import annotations

from threading import Event

import pytest

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.events import listing
from muster.app.events.listing import events_view, public_events
from muster.app.keeping.readings import Readings, StillReading
from muster.app.people import roster
from muster.core.kit.model import Actor
from tests.app.hall import new_desk

STAFF = Actor()
MANY = 18
"""More than a desk keeps open."""


@pytest.fixture
def desk() -> Desk:
    found = new_desk()
    for number in range(MANY):
        events.create(found, f"Cup {number}", "bushido", STAFF)
    return found


def opened_by(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the events opened from now on."""
    found: list[str] = []
    really = desk.open

    def open_(journal_id: str, until: str = "") -> Opened:
        found.append(journal_id)
        return really(journal_id, until)

    monkeypatch.setattr(desk, "open", open_)
    return found


def test_only_what_changed_is_opened_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = events_view(desk)
    roster.enrol(desk, "cup-3", [("Ann", {})], STAFF)
    opened = opened_by(desk, monkeypatch)
    after = events_view(desk)
    assert opened == ["cup-3"] and [line.players for line in after] == [int(n == 3) for n in range(MANY)]
    assert [line.id for line in before] == [line.id for line in after] == [line.id for line in public_events(desk)]
    assert opened == ["cup-3"]


def test_an_event_that_takes_the_place_of_another_is_another_line(desk: Desk) -> None:
    events_view(desk)
    desk.remove("cup-3")
    events.create(desk, "Cup 3", "l5r", STAFF)
    assert {line.id: line.system for line in events_view(desk)}["cup-3"] == "l5r"


def test_many_new_events_are_read_beside_the_pages(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "FEW", 5)
    desk.readings, go_on, really = Readings(0.02), Event(), desk.open

    def slow(journal_id: str, until: str = "") -> Opened:
        go_on.wait(10)
        return really(journal_id, until)

    monkeypatch.setattr(desk, "open", slow)
    with pytest.raises(StillReading, match="0 of 18 so far"):
        events_view(desk)
    go_on.set()
    desk.readings = Readings(10)
    assert len(events_view(desk)) == MANY
