"""The short form, walked with every run of the tests; `scripts/browsers` walks the long ones too."""

from __future__ import annotations

from tests.engines.hall import FOUR, Hall


def test_in_brief(hall: Hall) -> None:
    """From the first page to round 2: claimed, reported without network, confirmed, heard of live."""
    organiser = hall.organiser()
    organiser.create("Cup", "bushido")
    organiser.enrol(FOUR)
    organiser.draw()
    ann = hall.player("Ann Lee")
    ann.claim()
    organiser.publish()
    ann.sees_seat(*hall.seat_of("Ann Lee"))
    ann.page_is_kept()
    bob = hall.player(ann.opponent)
    bob.claim()
    bob.window.sees(".seat .no", ann.table)
    ann.fill_in("2-1")
    ann.network.cut()
    ann.send()
    ann.report_is_kept("2 – 1")
    assert hall.reports() == 0
    ann.network.restore()
    ann.has_reported()
    assert hall.reports() == 1
    bob.confirm()
    bob.has_result()
    ann.has_result()
    organiser.window.sees(".desk-in .plate", ann.table)
    organiser.enter_all("2-0")
    organiser.draw()
    organiser.publish()
    ann.sees_seat(*hall.seat_of("Ann Lee"))
