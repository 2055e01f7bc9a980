"""Army lists in an event: their number and content are fixed, the opponent sees them, the choice of one is secret."""

from __future__ import annotations

import pytest

from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.app.lists.actions import Brought
from muster.app.lists.terms import declarations_view
from muster.app.people import roster
from muster.core.kit.errors import BadInput, Refusal
from muster.core.rules.lists.declarations import declared
from tests.app.hall import STAFF, Hall
from tests.systems.warmachine.lists import army

OTHER = army("(Garryth 1) Garryth, Blade of Retribution")


def hall(**options: str) -> Hall:
    at = Hall("warmachine", ["Ann", "Ben"], **options)
    for name in ("Ann", "Ben"):
        for slot, text in enumerate((army(), OTHER), start=1):
            lists.hand_in(at.desk, at.id, Brought(name, text, slot), STAFF)
    return at


def test_lists_cannot_change_once_the_event_has_begun() -> None:
    """WMH-025 WMH-032: not an attachment, not a client, not their number."""
    at = hall()
    at.pair()
    at.publish()
    ann = roster.as_player(at.desk, at.id, "Ann")
    for change in (army() + "\n - Officer [0(4)]", army(group=[19, 11, 9])):
        with pytest.raises(Refusal, match="is locked") as refused:
            lists.hand_in(at.desk, at.id, Brought("Ann", change), ann)
        assert refused.value.clause == "WMH-032"
    with pytest.raises(BadInput, match="There is no list 3"):
        lists.hand_in(at.desk, at.id, Brought("Ann", army("(Third 1) Third"), 3), STAFF)
    with pytest.raises(Refusal):
        at.option("lists", "trinity")


def test_a_list_too_few_is_told() -> None:
    """WMH-023: a Trinity with two lists is refused."""
    at = hall(lists="trinity")
    found = views.player_view(at.opened, at.event.find("Ann"), lists.now(at.desk))
    assert [f.clause for f in found.together] == ["WMH-023"]
    assert [one.state for one in found.lists] == ["unproven", "unproven", "missing"]


def test_the_opponent_sees_the_lists_while_they_play() -> None:
    """WMH-079 X-17: nobody does before the round."""
    at = hall()
    ben = roster.as_player(at.desk, at.id, "Ben")
    with pytest.raises(Refusal):
        views.shown_to(at.opened, at.event.find("Ann"), ben, lists.now(at.desk))
    at.pair()
    at.publish()
    shown = views.shown_to(at.opened, at.event.find("Ann"), ben, lists.now(at.desk))
    assert [one.slot for one in shown] == [1, 2]


def test_the_choice_of_a_list_is_hidden_until_both_have_chosen() -> None:
    """WMH-080: and it stays."""
    at = hall()
    at.pair()
    at.publish()
    ann = at.event.find("Ann").id
    lists.declare(at.desk, at.id, "Ann", "list", "2", STAFF)
    assert views.declared_view(at.opened, 1, STAFF)
    assert declared(at.event, at.system, 1, ann) == {}
    lists.declare(at.desk, at.id, "Ben", "list", "1", STAFF)
    assert declared(at.event, at.system, 1, ann) == {"list": 2}
    with pytest.raises(Refusal, match="already"):
        lists.declare(at.desk, at.id, "Ann", "list", "1", STAFF)


def test_a_list_that_was_not_brought_cannot_be_chosen() -> None:
    """WMH-024 WMH-080: the second list of Champions is optional, and who has one plays that."""
    at = Hall("warmachine", ["Ann", "Ben"], kind="champions")
    lists.hand_in(at.desk, at.id, Brought("Ann", army()), STAFF)
    at.pair()
    at.publish()
    with pytest.raises(Refusal, match="Ann has not handed in this list"):
        lists.declare(at.desk, at.id, "Ann", "list", "2", STAFF)
    ann, ben = (at.event.find(name) for name in ("Ann", "Ben"))
    assert [d.options for d in declarations_view(at.opened, ann)] == [[("1", "List 1: Kaelyssa 1")]]
    assert [len(d.options) for d in declarations_view(at.opened, ben)] == [2]
    lists.declare(at.desk, at.id, "Ann", "list", "1", STAFF)
    lists.declare(at.desk, at.id, "Ben", "list", "2", STAFF)  # Ben’s lists are on paper.


def test_where_every_list_is_played_none_comes_again_too_often() -> None:
    """W-46: off by the house rule; on, the last round is for the list that was not played."""
    for option, refused in (("no", False), ("yes", True)):
        at = Hall("warmachine", ["Ann", "Ben", "Cem", "Dee"], rounds="2", play_all_lists=option)
        for number in (1, 2):
            at.pair()
            at.publish()
            if number == 2 and refused:
                with pytest.raises(Refusal, match="still has to play List 2; rounds after this one:") as said:
                    lists.declare(at.desk, at.id, "Ann", "list", "1", STAFF)
                assert said.value.clause == "W-46"
                lists.declare(at.desk, at.id, "Ann", "list", "2", STAFF)
            else:
                lists.declare(at.desk, at.id, "Ann", "list", "1", STAFF)
            for table in ("1", "2"):
                at.report(table, winner="a", how="scenario", cp="5-1", apd="30-10")
            at.close()


def test_three_lists_in_two_rounds_are_played_as_far_as_they_can_be() -> None:
    """W-46: a list that was not played is never refused."""
    at = Hall("warmachine", ["Ann", "Ben", "Cem", "Dee"], rounds="2", play_all_lists="yes", lists="trinity")
    at.pair()
    at.publish()
    lists.declare(at.desk, at.id, "Ann", "list", "3", STAFF)


def test_a_list_tells_the_faction_of_its_player() -> None:
    """WMH-030."""
    at = hall()
    assert at.event.find("Ann").values["faction"] == "Retribution"


def test_the_sheet_has_the_cost_of_every_model() -> None:
    """WMH-026."""
    at = hall()
    sheet = views.sheet_view(at.opened, at.event.find("Ann"), 1)
    assert sheet.columns == ["Number", "Name", "Cost"]
    assert "19" in str(sheet.rows)
