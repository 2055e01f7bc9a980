"""A player's ways through an event, with a network that comes and goes."""

from __future__ import annotations

import pytest

from tests.engines.hall import FOUR, Hall
from tests.engines.people import OTHERS_CHOICE, form, option

pytestmark = pytest.mark.long_journey


def test_a_name_stays_with_its_phone_until_a_code_proves_it(hall: Hall) -> None:
    """X-03: the second phone is asked for the code; with it, the first is told, and signed out."""
    hall.begin()
    organiser = hall.organiser()
    organiser.event = "cup"
    ann = hall.seated("Ann Lee")
    other = hall.player("Ann Lee")
    other.pick_name()
    other.show_code("AAAAAA")
    other.window.sees("[role=alert]", "AAAAAA")
    other.show_code(organiser.code_of("Ann Lee").lower())
    other.sees_seat(*hall.seat_of("Ann Lee"))
    ann.window.misses(".seat")


def test_a_secret_choice_shows_when_both_have_chosen(hall: Hall) -> None:
    """WMH-080: the list for this game, chosen on two phones, each hidden until the other has chosen."""
    hall.begin("warmachine")
    organiser = hall.organiser()
    organiser.event = "cup"
    _, _, name = hall.seat_of("Ann Lee")
    ann, bob = hall.player("Ann Lee"), hall.player(name)
    for player in (ann, bob):
        player.prove(organiser.code_of(player.name))
        player.window.press('a[href$="/me/list/"]')
        player.hand_in("Army: Cygnar\n[Kaelyssa 1] Kaelyssa [+28]\n- Sentry [10]\n")
    ann.choose("1")
    assert not bob.window.shows(OTHERS_CHOICE)
    bob.choose("2")
    bob.window.sees(OTHERS_CHOICE, "1")
    ann.window.sees(OTHERS_CHOICE, "2")


def test_a_result_is_disputed_settled_and_heard_of(hall: Hall) -> None:
    hall.begin()
    organiser = hall.organiser()
    organiser.window.open("/e/cup/desk/")
    ann = hall.seated("Ann Lee")
    bob = hall.player(ann.opponent)
    bob.claim()
    ann.fill_in("2-1")
    ann.send()
    ann.has_reported()
    bob.window.press('.end a[href$="/me/report/"]')
    bob.window.press(option("vp-pad", "3-0"))
    bob.send()
    ann.window.sees('.say .chip[data-state="disputed"]')
    organiser.window.press(f'.desk-out li[data-state="disputed"] a[href$="?table={ann.table}"]')
    organiser.window.write('[name="vp-1"]', "2")
    organiser.window.write('[name="vp-2"]', "1")
    organiser.window.press(form("result"))
    ann.has_result()
    bob.has_result()


def test_a_report_that_is_refused_keeps_what_was_typed(hall: Hall) -> None:
    hall.begin()
    ann = hall.seated("Ann Lee")
    ann.window.press('.end a[href$="/me/report/"]')
    ann.window.press("main form summary")
    ann.window.write("#f-sp-1", "many")
    ann.window.press(option("vp-pad", "2-1"))
    ann.send()
    ann.window.sees("[role=alert]", "many")
    assert ann.window.ask("return document.querySelector('#f-sp-1').value") == "many"
    ann.window.write("#f-sp-1", "4")
    ann.send()
    ann.has_reported()
    assert hall.reports() == 1


def test_a_table_stays_readable_without_network(hall: Hall) -> None:
    hall.begin()
    ann = hall.seated("Ann Lee")
    ann.page_is_kept()
    seat = hall.seat_of("Ann Lee")
    ann.network.cut()
    ann.window.sees("#lost")
    ann.window.reload()
    ann.sees_seat(*seat)
    ann.window.until("return document.body.dataset.kept")
    ann.window.sees("#lost")
    hall.next_round()
    ann.network.restore()
    ann.sees_seat(*hall.seat_of("Ann Lee"))
    ann.window.misses("#lost")


def test_a_page_that_is_older_than_its_worker_is_kept_too(hall: Hall) -> None:
    """WebKit ignores a page that was loading while the worker woke up, which happens with a quick thumb's first
    page.
    """
    hall.begin()
    for name in FOUR:
        player = hall.seated(name)
        player.page_is_kept()
        player.network.cut()
        player.window.reload()
        player.sees_seat(*hall.seat_of(name))
        hall.leave()


def test_half_a_page_does_not_replace_the_kept_one(hall: Hall) -> None:
    """A connection that breaks in mid-page: Firefox takes what arrived for the whole."""
    hall.begin()
    ann = hall.seated("Ann Lee")
    ann.page_is_kept()
    seat = hall.seat_of("Ann Lee")
    ann.network.break_off()
    for _ in range(2):
        ann.window.reload()
        ann.sees_seat(*seat)
        ann.window.until("return document.body.dataset.kept")


def test_a_report_is_kept_over_a_reload_and_a_restart(hall: Hall) -> None:
    hall.begin()
    ann = hall.seated("Ann Lee")
    ann.page_is_kept()
    ann.fill_in("3-0")
    hall.server.stop()
    ann.send()
    ann.report_is_kept("3 – 0")
    ann.window.reload()
    ann.report_is_kept("3 – 0")
    ann.window.press(".unsent [data-do=send]")
    ann.report_is_kept("3 – 0")
    hall.server.start()
    ann.has_reported()
    assert hall.reports() == 1


def test_a_report_whose_answer_is_lost_counts_once(hall: Hall) -> None:
    hall.begin()
    ann = hall.seated("Ann Lee")
    ann.fill_in("2-1")
    ann.network.lose_answers()
    ann.send()
    ann.report_is_kept("2 – 1")
    assert hall.reports() == 1
    ann.network.restore()
    ann.has_reported()
    assert hall.reports() == 1


def test_a_report_into_silence_is_kept_and_sent_once(hall: Hall) -> None:
    """A network that accepts nothing: a hall's Wi-Fi at its limit."""
    hall.begin()
    ann = hall.seated("Ann Lee")
    ann.fill_in("2-1")
    ann.network.go_silent()
    ann.send()
    ann.report_is_kept("2 – 1")
    assert hall.reports() == 0
    ann.network.restore()
    ann.has_reported()
    assert hall.reports() == 1
