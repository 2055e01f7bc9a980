"""The published record: what it covers, and that a forged journal with a chain that fits does not have it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.app.desk import from_elsewhere
from muster.app.events.carry import export_event, open_export
from muster.app.log.entries import log_view
from muster.app.past.record import find_mark, mark
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.staff.announcements import announce
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Result
from muster.core.record.erasing.erased import erased
from muster.core.record.facts.play import ResultReported
from muster.core.record.journal import GENESIS, to_rows
from muster.core.rules.people.persons import forget_name
from tests.app.hall import STAFF, Hall


def playing() -> Hall:
    hall = Hall("bushido", ["Ann", "Ben", "Cem", "Dee"])
    hall.pair()
    hall.publish()
    hall.report("1", vp="2-1")
    return hall


def test_the_record_goes_on_with_every_entry_but_tells_nothing_of_a_draft() -> None:
    hall = playing()
    before = mark(hall.opened)
    assert before.entry == hall.opened.last
    assert before.hash.replace(" ", "") == hall.opened.head[:16]
    hall.report("2", vp="2-1")
    closed = mark(hall.close())
    assert closed.entry == hall.opened.last and closed.hash != before.hash
    assert mark(hall.pair()) == closed
    assert mark(hall.undo()) == closed
    hall.pair()
    assert mark(hall.publish()).entry == hall.opened.last


def test_a_published_record_is_found_in_every_later_copy() -> None:
    hall = playing()
    printed = mark(hall.opened)
    hall.report("2", vp="2-1")
    hall.pair()
    copy, _ = open_export(export_event(hall.desk, hall.id, with_seed=False))
    for opened in (hall.opened, copy):
        assert find_mark(opened, printed.hash) == printed.entry
        assert find_mark(opened, f"{printed.hash.upper()} @{printed.entry}") == printed.entry
    with pytest.raises(Refusal, match="is not in this journal"):
        find_mark(copy, f"{printed.hash} @{printed.entry - 1}")
    with pytest.raises(Refusal, match="This copy ends at entry"):
        find_mark(copy, f"{printed.hash} @9999")
    for typed in ("4f2a", "no hash", "4f2a 91c0 7be3 0d55 @x"):
        with pytest.raises(
            BadInput,
            match="should be a record as printed",
        ):
            find_mark(copy, typed)


def test_a_result_that_was_possible_is_found_by_the_record_alone() -> None:
    """X-01: nothing in the file shows that Ben won; the sheet on the wall does."""
    hall = playing()
    printed = mark(hall.opened)
    entries = hall.opened.entries
    told = entries[-1].fact
    assert isinstance(told, ResultReported)
    lost = replace(told, result=Result({**told.result.values, "vp": [1, 2]}))
    rows = to_rows([*entries[:-1], replace(entries[-1], fact=lost)], GENESIS)
    forged = from_elsewhere("forged", rows)
    assert verify(forged, "seed").ok
    assert find_mark(hall.opened, printed.hash) == printed.entry
    with pytest.raises(Refusal, match="is not in this journal"):
        find_mark(forged, printed.hash)


def erase(hall: Hall, name: str) -> None:
    """As forgetting does in an event."""
    player = hall.event.find(name).id
    hall.desk.act(hall.id, lambda opened: forget_name(opened.event, player), STAFF)
    hall.desk.rewrite(hall.id, erased)


def test_a_printed_record_outlives_that_somebody_is_erased() -> None:
    """Also for actions on a phone: the entry has the number, not the name."""
    hall = playing()
    hall.report("2", vp="2-1")
    roster.drop(hall.desk, hall.id, "Ann", roster.as_player(hall.desk, hall.id, "Ann"), "has to leave")
    assert log_view(hall.opened)[-1].who == "Ann"
    printed = mark(hall.opened)
    erase(hall, "Ann")
    assert "Ann" not in str(hall.desk.rows(hall.id))
    assert find_mark(hall.opened, printed.hash) == printed.entry and verify(hall.opened, "seed").ok
    assert log_view(hall.opened)[-1].text == "The name of player 1 was forgotten"


def test_a_record_from_before_a_name_was_taken_out_of_a_text_is_told_so_and_earlier_ones_are_found() -> None:
    hall = playing()
    printed = mark(hall.opened)
    announce(hall.desk, hall.id, "Ann, please!", STAFF)
    after = mark(hall.opened)
    erase(hall, "Ann")
    assert verify(hall.opened, "seed").ok
    for typed in (printed.hash, f"{printed.hash} @{printed.entry}"):
        assert find_mark(hall.opened, typed) == printed.entry
    for typed in (after.hash, f"{after.hash} @{after.entry}"):
        with pytest.raises(Refusal, match=rf"A name was erased on .*, so records of entry {after.entry} and later"):
            find_mark(hall.opened, typed)
    with pytest.raises(Refusal, match="Something was changed after it was published"):
        find_mark(hall.opened, f"{after.hash} @{printed.entry}")
    assert f"the hashes from entry {after.entry} on are new since then" in log_view(hall.opened)[-1].text
