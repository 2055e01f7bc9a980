"""Lists that are taken back, by their player or by the staff."""

from __future__ import annotations

import pytest

from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.app.log.entries import log_view
from muster.app.people import roster
from muster.core.kit.errors import BadInput
from muster.core.record.facts.lists import ListMark
from tests.app.hall import STAFF
from tests.app.paperwork import FORCE, Lists, refusal, urban


def withdraw(hall: Lists, name: str, *, by: str = "", reason: str = "", slot: int = 1) -> None:
    actor = roster.as_player(hall.desk, hall.id, by) if by else STAFF
    lists.withdraw(hall.desk, hall.id, name, slot, actor, reason)


def test_a_player_withdraws_their_own_list_and_hands_in_another() -> None:
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE, by="Ann")
    withdraw(hall, "Ann", by="Ann")
    view = hall.view("Ann")
    assert (view.state, view.versions, view.text) == ("missing", 0, "")
    assert [p.name for p in views.missing_view(hall.opened)] == ["Ann", "Ben"]
    assert views.shown_to(hall.opened, hall.player("Ann"), STAFF, lists.now(hall.desk)) == []
    hall.hand_in("Ann", FORCE, by="Ann")  # The same list again is no longer “already in”.
    assert hall.view("Ann").versions == 2
    first, second = views.history_view(hall.opened, hall.player("Ann"), 1)
    assert first.withdrawn and (first.version, first.text, first.withdrawn.who) == (1, FORCE, "Ann")
    assert (second.version, second.withdrawn) == (2, None)


def test_what_is_locked_only_the_staff_withdraw_and_they_say_why() -> None:
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    assert "Enter why" in str(refusal(lambda: withdraw(hall, "Ann")))
    lists.lock(hall.desk, hall.id, (), STAFF)
    locked = refusal(lambda: withdraw(hall, "Ann", by="Ann", reason="mine"))
    assert "Ask the organiser to unlock it." in str(locked) and locked.clause == "", "the organiser's own lock"
    withdraw(hall, "Ann", reason="wrong player")
    (version,) = views.history_view(hall.opened, hall.player("Ann"), 1)
    assert version.withdrawn and (version.withdrawn.who, version.withdrawn.reason) == ("organiser", "wrong player")
    assert log_view(hall.opened)[-1].text == "Ann’s list 1 withdrawn (wrong player)"


def test_a_withdrawal_can_be_undone() -> None:
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    lists.mark(hall.desk, hall.id, "Ann", 1, ListMark.IN_ORDER, STAFF)
    before = hall.view("Ann")
    withdraw(hall, "Ann", reason="by mistake")
    hall.undo()
    assert hall.view("Ann") == before
    hall.redo()
    assert hall.view("Ann").state == "missing"


def test_nobody_withdraws_what_is_not_in_or_not_theirs() -> None:
    hall = urban("Ann", "Ben")
    assert "has no list to withdraw" in str(refusal(lambda: withdraw(hall, "Ann", by="Ann")))
    hall.hand_in("Ann", FORCE)
    assert "Only Ann or staff" in str(refusal(lambda: withdraw(hall, "Ann", by="Ben")))
    with pytest.raises(BadInput, match="There is no list 7"):
        withdraw(hall, "Ann", slot=7, reason="x")
    withdraw(hall, "Ann", by="Ann")
    assert "has no list to withdraw" in str(refusal(lambda: withdraw(hall, "Ann", by="Ann")))
    no_list = refusal(lambda: lists.mark(hall.desk, hall.id, "Ann", 1, ListMark.IN_ORDER, STAFF))
    assert "has not handed in a list to check." in str(no_list)
