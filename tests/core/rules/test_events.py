"""An event as a whole: what is changed and what stays, its options, announcements, and when it is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.kit.errors import BadInput, Refusal
from muster.core.record.clock import ClockPlan, Mark
from muster.core.record.facts.play import EventAmended, EventFinished, OptionSet, RoundClosed
from muster.core.record.facts.staff import Announced, AnnouncementWithdrawn, EventListed, SitesAllowed
from muster.core.record.facts.timetable import Timetable
from muster.core.rules import events
from tests.app.hall import STAFF, Hall
from tests.core.rules.test_stages import Tree, after_swiss

ENDS = (Mark(60, "clock_end"),)


def test_an_event_without_options_of_its_own_begins_with_none() -> None:
    hall = Hall("bushido", 0)
    assert len(events.create(hall.system, "Cup", "seed", "1", options=None)) == 1


def test_only_what_is_different_is_amended() -> None:
    hall = Hall("bushido", 0)
    assert events.amend(hall.event, hall.event.name, "2026-11-15") == [EventAmended(date="2026-11-15")]
    with pytest.raises(Refusal, match="Nothing was changed"):
        events.amend(hall.event, hall.event.name, hall.event.date)


def test_an_event_is_listed_or_hidden_once() -> None:
    hall = Hall("bushido", 0)
    assert events.list_event(hall.event, True) == []
    assert events.list_event(hall.event, False) == [EventListed(False)]


def test_a_site_has_two_hundred_characters_at_most() -> None:
    hall = Hall("bushido", 0)
    (told,) = events.allow_sites(hall.event, [site := "https://" + "a." * 92 + "examples"])
    assert told == SitesAllowed((site,)) and len(site) == 200
    with pytest.raises(BadInput, match="is not a site"):
        events.allow_sites(hall.event, [f"{site}s"])


def test_times_need_the_length_of_a_round_where_the_clock_only_counts_up() -> None:
    """None is needed for what has no times, or says how long rounds take."""
    hall = Hall("custom", 0)
    for times in (Timetable("10:00", length=90), Timetable(between=15)):
        assert events.set_times(hall.event, hall.system, "2026-11-15", times) == [
            EventAmended(date="2026-11-15", timetable=times)
        ]
    with pytest.raises(BadInput, match="The clock of this game only counts up"):
        events.set_times(hall.event, hall.system, "2026-11-15", Timetable("10:00"))
    timed = Hall("bushido", 0)
    endless_final = replace(timed.system, clock=lambda settings, kind, final: ClockPlan(() if final else ENDS))
    assert events.set_times(timed.event, endless_final, "2026-11-15", Timetable("10:00"))


def test_sites_are_kept_as_browsers_write_them() -> None:
    hall = Hall("bushido", 0)
    typed = ["HTTPS://Club.Example/", "", "http://192.168.1.20:8080", "https://club.example:443", "http://[::1]:80"]
    written = SitesAllowed(("http://192.168.1.20:8080", "http://[::1]", "https://club.example"))
    assert events.allow_sites(hall.event, typed) == [written]
    assert events.allow_sites(hall.event, []) == []


@pytest.mark.parametrize(
    "text",
    [
        "club.example",
        "*",
        "null",
        "https://*.club.example",
        "https://club.example/standings",
        "https://me@club.example",
        "ftp://club.example",
        "https://club.example:0",
        "https://club.example:99999",
        "https://bücher.example",
        "https://-.example",
        "https://a.example;b",
        "https://club.example:65536",
        "https://" + "a." * 120 + "example",
    ],
)
def test_what_is_not_a_site_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"is not a site\. Write it without a page"):
        events.allow_sites(Hall("bushido", 0).event, [text])


def test_an_event_has_20_sites_at_most() -> None:
    sites = [f"https://club-{n}.example" for n in range(21)]
    assert events.allow_sites(Hall("bushido", 0).event, sites[:20])
    with pytest.raises(BadInput, match=r"These are 21 sites\. An event can have at most 20"):
        events.allow_sites(Hall("bushido", 0).event, sites)


def test_an_option_is_set_once_to_the_same_value() -> None:
    """The book's own value can be set once, on the record."""
    hall = Hall("bushido", 2)
    usual = hall.system.settings(hall.event).value("two_sided_confirm")
    assert events.set_option(hall.event, hall.system, "two_sided_confirm", usual)
    hall.option("two_sided_confirm", "no")
    with pytest.raises(Refusal, match="is already"):
        events.set_option(hall.event, hall.system, "two_sided_confirm", False)
    assert events.set_option(hall.event, hall.system, "two_sided_confirm", True) == [
        OptionSet("two_sided_confirm", True)
    ]


def test_announcements_are_short_visible_and_new() -> None:
    hall = Hall("bushido", 0)
    with pytest.raises(Refusal, match="There is no announcement to remove"):
        events.withdraw_announcement(hall.event)
    for text in ("", "\u200b", "x" * 161):
        with pytest.raises(BadInput, match="announcement"):
            events.announce(hall.event, text)
    assert events.announce(hall.event, "x" * 160) == [Announced("x" * 160)]
    hall.desk.act(hall.id, lambda o: events.announce(o.event, "Lunch"), STAFF)
    with pytest.raises(Refusal, match="is already announced"):
        events.announce(hall.event, " Lunch ")
    assert events.withdraw_announcement(hall.event) == [AnnouncementWithdrawn()]


def early(hall: Hall) -> str:
    """Why the event is not over yet; nothing if it is."""
    try:
        events.finish(hall.event, hall.system, "seed")
    except Refusal as refusal:
        return str(refusal)
    return ""


def test_an_event_is_over_after_its_rounds_and_not_before() -> None:
    """X-15."""
    hall = Hall("bushido", 4, rounds="2")
    assert "No round is finished" in early(hall)
    hall.pair()
    assert "No round is finished" in early(hall)
    hall.publish()
    for table in "12":
        hall.report(table, vp="2-1")
    assert "1 of 2 planned rounds is played" in early(hall)
    closed, finished = events.finish(hall.event, hall.system, "seed", "the hall closes")
    assert isinstance(closed, RoundClosed) and finished == EventFinished("seed", "the hall closes")
    hall.pair()
    assert "round 2 is a draft" in early(hall)
    hall.publish()
    hall.report("1", vp="2-1")
    assert "round 2 is not finished (no result from table 2" in early(hall)
    hall.report("2", vp="2-1")
    assert early(hall) == ""


def test_an_event_that_the_book_ends_early_is_over() -> None:
    """WMH-067: one player leads alone."""
    hall = Hall("warmachine", ["Ann", "Bob"], rounds="3")
    hall.by_hand(("Ann", "Bob"))
    hall.publish()
    hall.report("Ann", winner="a", how="scenario", cp="5-0", apd="40-10")
    assert early(hall) == ""


def test_a_planned_cut_and_a_bracket_are_played_first() -> None:
    """L5R-099."""
    hall = after_swiss(4, 2)
    assert "the cut to the top 2 has not been made" in early(hall)
    tree = Tree(4)
    tree.win(*tree.begin())
    assert "the bracket is not played out" in early(tree)
    tree.win(*tree.begin())
    assert early(tree) == ""
