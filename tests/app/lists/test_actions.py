"""The life of a list: deadline, late flag, locks, versions, marks, who sees it when, and what is declared in secret."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from muster.app.events import actions as events
from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.app.lists.actions import Brought
from muster.app.lists.intake import from_files
from muster.app.lists.shapes import ListCounts
from muster.app.lists.terms import terms_view
from muster.app.past.verify import verify
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Actor, Role
from muster.core.reading.words import say
from muster.core.record.facts.lists import ListMark
from muster.core.rules.rounds import advice
from tests.app.hall import STAFF
from tests.app.paperwork import BAND, FORCE, Lists, refusal, urban

PAST, FUTURE = "2026-11-15 09:00+00:00", "2026-11-16 09:00+00:00"
JUDGE = Actor("Jo", Role.JUDGE)


# Handing in


def test_a_list_is_kept_exactly_and_checked_at_once() -> None:
    hall = urban()
    ugly = "\ufeff“Faction”:\tViridian\r\n\r\n" + FORCE
    hall.hand_in("Ann", ugly, by="Ann")
    view = hall.view("Ann")
    assert view.text == ugly
    assert (view.state, view.versions, view.late, view.locked) == ("unproven", 1, False, False)
    assert view.errors == 0
    assert view.card == {"models": 12, "moderate": 3, "heavy": 6, "severe": 9}


def test_an_illegal_list_comes_in_and_says_why() -> None:
    """UW-58 UW-68: it counts as illegal until it is fixed; nothing typed is lost."""
    hall = urban()
    hall.hand_in("Ann", FORCE.replace("300", "301"), by="Ann")
    view = hall.view("Ann")
    assert view.state == "illegal"
    assert [(f.level, f.clause, f.line) for f in view.findings][:2] == [
        ("error", "UW-58", None),
        ("error", "UW-69", None),
    ]
    assert all(f.heading for f in view.findings)
    hall.hand_in("Ann", FORCE, by="Ann")
    assert (hall.view("Ann").state, hall.view("Ann").versions) == ("unproven", 2)


def test_every_version_is_kept_with_who_and_when() -> None:
    hall = urban()
    hall.hand_in("Ann", "first", by="Ann")
    hall.hand_in("Ann", "second", by="Ann")
    hall.hand_in("Ann", "third")
    history = views.history_view(hall.opened, hall.player("Ann"), 1)
    assert [(v.version, v.text, v.who, v.role) for v in history] == [
        (1, "first", "Ann", "player"),
        (2, "second", "Ann", "player"),
        (3, "third", "organiser", "organiser"),
    ]
    assert [v.at for v in history] == sorted(v.at for v in history)


def test_undo_brings_the_version_before_back() -> None:
    hall = urban()
    hall.hand_in("Ann", "first")
    hall.hand_in("Ann", FORCE)
    assert hall.player("Ann").values["points"] == 300
    hall.undo()
    assert hall.view("Ann").text == "first"
    assert "points" not in hall.player("Ann").values
    hall.redo()
    assert hall.view("Ann").text == FORCE


def test_a_list_fills_in_what_the_event_knows_of_the_player() -> None:
    """UW-15 UW-21: the list's models and points go to the player, so that the score card has its thresholds."""
    hall = urban()
    hall.hand_in("Ann", FORCE.replace("8 x", "9 x").replace("12", "13"))
    values = hall.player("Ann").values
    assert (values["faction"], values["models"], values["points"]) == ("Viridian", 13, 300)


def test_the_same_list_twice_is_told() -> None:
    hall = urban()
    hall.hand_in("Ann", FORCE)
    said = refusal(lambda: hall.hand_in("Ann", FORCE))
    assert str(said) == "Ann has already handed in this list (version 1)."


@pytest.mark.parametrize(
    ("text", "fields", "said"),
    [
        ("", {}, "This list is empty."),
        (" \n\t", {}, "This list is empty."),
        ("x" * 100_001, {}, "A list can have at most 100000."),
        ("\ud800", {}, "This list contains characters that are not text."),
        (FORCE, {"models": "many"}, "Number of models: “many” should be"),
        (FORCE, {"colour": "red"}, "“colour” is not a field of a list; the fields are: faction, models, points."),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(text: str, fields: dict[str, Any], said: str) -> None:
    hall = urban()
    with pytest.raises(BadInput) as refused:
        hall.hand_in("Ann", text, **fields)
    assert said in str(refused.value)
    assert hall.view("Ann").state == "missing"


def test_a_player_hands_in_their_own_list_only() -> None:
    hall = urban()
    assert "Only Ann or staff" in str(refusal(lambda: hall.hand_in("Ann", FORCE, by="Ben")))


def test_a_slot_that_is_not_there_and_a_game_without_lists() -> None:
    hall = urban()
    assert "There is no list 2. A player has 1 (Force list)." in str(
        refusal(lambda: hall.hand_in("Ann", FORCE, slot=2))
    )
    bare = Lists("custom", ["Ann", "Ben"])
    assert "players do not hand in lists." in str(refusal(lambda: bare.hand_in("Ann", FORCE)))


def test_who_has_left_hands_in_nothing() -> None:
    hall = urban()
    hall.drop("Ann")
    assert "Ann has left the event (dropped)." in str(refusal(lambda: hall.hand_in("Ann", FORCE)))


# Deadline and locks


def test_at_the_deadline_lists_lock_and_what_was_missing_comes_in_late() -> None:
    hall = urban(lists_due=FUTURE)
    hall.hand_in("Ann", FORCE, by="Ann")
    hall.option("lists_due", PAST)
    assert hall.view("Ann").locked
    assert "Ann’s list is locked." in str(refusal(lambda: hall.hand_in("Ann", FORCE + "\n", by="Ann")))
    hall.hand_in("Ben", FORCE, by="Ben")
    assert (hall.view("Ann").late, hall.view("Ben").late) == (False, True)
    assert views.lists_view(hall.opened, lists.now(hall.desk)).late == 1


def test_a_deadline_needs_a_time_and_keeps_its_zone() -> None:
    hall = urban()
    for text in ("tomorrow", "2026-11-15", "2026-13-01 10:00"):
        with pytest.raises(BadInput, match="should be a day and time with its zone"):
            hall.option("lists_due", text)
    hall.option("lists_due", "2026-11-15 20:00+01:00")
    assert hall.event.options["lists_due"] == "2026-11-15 20:00+01:00"
    hall.option("lists_due", "2026-11-15 20:00")
    zone = str(hall.event.options["lists_due"])[16:]
    assert zone[:1] in ("+", "-")
    hall.option("lists_due", "")
    assert hall.system.settings(hall.event).moment("lists_due") is None


def test_the_same_list_all_day() -> None:
    """UW-67: after the start neither the player nor, without a reason, the organiser changes it."""
    hall = urban()
    for name in ("Ann", "Ben", "Cem", "Dee"):
        hall.hand_in(name, FORCE)
    hall.pair()
    assert not hall.view("Ann").locked
    hall.publish()
    for by in ("Ann", ""):
        said = refusal(lambda by=by: hall.hand_in("Ann", FORCE + "\n", by=by))
        assert said.clause == "UW-67"
    assert refusal(lambda: lists.unlock(hall.desk, hall.id, ["Ann"], STAFF)).clause == "UW-67"
    hall.hand_in("Ann", FORCE + "\n", reason="a line was lost in print")
    assert (hall.view("Ann").versions, hall.view("Ann").late) == (2, True)


def test_bushido_fixes_no_list_by_itself() -> None:
    """BSG-02: no rule of the format locks a warband; the organiser may."""
    hall = Lists("bushido", ["Ann", "Ben"])
    hall.hand_in("Ann", BAND, by="Ann")
    hall.pair()
    hall.publish()
    hall.hand_in("Ann", BAND + "Aki 5\n", by="Ann")
    lists.lock(hall.desk, hall.id, [], STAFF)
    assert "is locked" in str(refusal(lambda: hall.hand_in("Ann", BAND, by="Ann")))


def test_lock_and_unlock_one_or_all() -> None:
    hall = urban()
    for name in ("Ann", "Ben"):
        hall.hand_in(name, FORCE)
    lists.lock(hall.desk, hall.id, [], STAFF)
    lists.unlock(hall.desk, hall.id, ["Ann"], STAFF)
    assert (hall.view("Ann").locked, hall.view("Ben").locked) == (False, True)
    lists.unlock(hall.desk, hall.id, [], STAFF)
    lists.lock(hall.desk, hall.id, ["Ben"], STAFF)
    assert (hall.view("Ann").locked, hall.view("Ben").locked) == (False, True)
    lists.lock(hall.desk, hall.id, [], STAFF)
    assert hall.view("Ann").locked
    hall.undo()
    assert not hall.view("Ann").locked


def test_a_list_unlocked_before_the_start_is_locked_by_the_start() -> None:
    """UW-67: unlocking lets a player fix it before round 1; afterwards it is the same list all day."""
    hall = urban()
    for name in ("Ann", "Ben", "Cem", "Dee"):
        hall.hand_in(name, FORCE)
    lists.lock(hall.desk, hall.id, [], STAFF)
    lists.unlock(hall.desk, hall.id, ["Ann"], STAFF)
    assert not hall.view("Ann").locked
    hall.pair()
    hall.publish()
    assert hall.view("Ann").locked
    assert refusal(lambda: hall.hand_in("Ann", FORCE + "\n", by="Ann")).clause == "UW-67"
    lists.unlock(hall.desk, hall.id, ["Ann"], STAFF, "a misprint")
    assert not hall.view("Ann").locked


def test_a_lock_that_was_taken_back_leaves_the_deadline_as_it_is() -> None:
    """An unlock before the deadline ends with it; one after it does not."""
    hall = urban()
    hall.hand_in("Ann", FORCE)
    hall.option("lists_due", FUTURE)
    lists.lock(hall.desk, hall.id, [], STAFF)
    lists.unlock(hall.desk, hall.id, [], STAFF)
    assert (hall.view("Ann").locked, terms_view(hall.opened, lists.now(hall.desk)).said) == (False, False)
    hall.option("lists_due", PAST)
    assert (hall.view("Ann").locked, terms_view(hall.opened, lists.now(hall.desk)).said) == (True, None)
    lists.unlock(hall.desk, hall.id, ["Ann"], STAFF)
    assert not hall.view("Ann").locked


def test_an_optional_list_cannot_be_added_once_lists_are_locked() -> None:
    definition = {
        "name": "Club",
        "points": {"win": 3, "draw": 1},
        "result": {"high": 2},
        "lists": {"lists": 2, "optional": 1},
    }
    hall = Lists("custom", [])
    hall.id = events.create(hall.desk, "Club", "custom", STAFF, definition=definition).id
    hall.enrol("Ann", "Ben")
    hall.hand_in("Ann", "Archers 5")
    lists.lock(hall.desk, hall.id, [], STAFF)
    assert "is locked" in str(refusal(lambda: hall.hand_in("Ann", "Knights 5", slot=2)))
    hall.hand_in("Ben", "Archers 5", by="Ben")
    assert hall.view("Ben").state == "legal"


# Missing lists


def test_the_organiser_is_told_whose_lists_are_missing() -> None:
    """UW-65: before and after the start, and nothing is blocked."""
    hall = urban()
    hall.hand_in("Ben", FORCE)
    assert [m.name for m in views.missing_view(hall.opened)] == ["Ann", "Cem", "Dee"]
    told = [r for r in advice(hall.event, hall.system) if r.code == "lists_missing"]
    assert [(r.clause, str(say(r, hall.event, hall.system))) for r in told] == [
        ("UW-65", "no list handed in yet by Ann, Cem, Dee")
    ]
    hall.pair()
    hall.publish()
    hall.hand_in("Ann", FORCE, by="Ann")
    assert hall.view("Ann").late
    hall.option("lists_required", "no")
    assert views.missing_view(hall.opened) == []


def test_a_long_notice_names_eight_and_counts_the_rest() -> None:
    hall = Lists("urban_war", 12)
    (told,) = [r for r in advice(hall.event, hall.system) if r.code.startswith("lists_missing")]
    assert str(say(told, hall.event, hall.system)).endswith("Player Ah and 4 more")


def test_stand_ins_owe_no_list() -> None:
    hall = urban("Ann")
    hall.enrol("Helper", stand_in=True)
    assert [m.name for m in views.missing_view(hall.opened)] == ["Ann"]


def test_everybodys_lists_at_a_glance() -> None:
    hall = urban()
    hall.hand_in("Ann", FORCE)
    hall.hand_in("Ben", "nothing of use")
    view = views.lists_view(hall.opened, lists.now(hall.desk))
    assert view.counts == ListCounts(missing=2, illegal=1, unproven=1, withheld=0, legal=0)
    assert [p.lists[0].state for p in view.players] == ["unproven", "illegal", "missing", "missing"]
    assert "text" not in to_builtins(view.players[0].lists[0])
    assert view.noun == "force list"


# A judge's check


def test_a_judge_marks_the_version_that_stands() -> None:
    """UW-71 UW-72 UW-73 UW-74: what was checked is kept; a new version has not been checked."""
    hall = urban()
    hall.hand_in("Ann", FORCE)
    ticks = ["UW-71", "UW-72", "UW-73", "UW-74"]
    lists.mark(hall.desk, hall.id, "Ann", 1, ListMark.IN_ORDER, JUDGE, ticked=ticks)
    assert (hall.view("Ann").mark, hall.view("Ann").ticked) == ("in_order", ticks)
    hall.hand_in("Ann", FORCE + "\n")
    assert hall.view("Ann").mark is None
    lists.mark(hall.desk, hall.id, "Ann", 1, ListMark.FAULTY, JUDGE, "Marines stand in for Secutors", ["UW-73"])
    history = views.history_view(hall.opened, hall.player("Ann"), 1)
    assert [[(m.mark, m.who) for m in v.marks] for v in history] == [[("in_order", "Jo")], [("faulty", "Jo")]]
    hall.undo()
    assert hall.view("Ann").mark is None


def test_a_mark_needs_a_list_a_note_and_known_points() -> None:
    hall = urban()
    mark = lists.mark
    assert "has not handed in a list to check." in str(
        refusal(lambda: mark(hall.desk, hall.id, "Ann", 1, ListMark.IN_ORDER, JUDGE))
    )
    hall.hand_in("Ann", FORCE)
    assert "needs a note" in str(refusal(lambda: mark(hall.desk, hall.id, "Ann", 1, ListMark.FAULTY, JUDGE)))
    unknown = refusal(lambda: mark(hall.desk, hall.id, "Ann", 1, ListMark.IN_ORDER, JUDGE, ticked=["UW-99"]))
    assert "No item of the checklist is called “UW-99”" in str(unknown)


# Sheets


def test_a_blank_sheet_and_a_filled_one() -> None:
    """UW-70 UW-68: the blank one has everything a list shows, the filled one what was handed in."""
    hall = urban()
    blank = views.sheet_view(hall.opened)
    assert (blank.player, blank.rows) == (None, [])
    assert [h.label for h in blank.head] == ["Faction", "Number of models", "Total points"]
    assert blank.columns == ["Models", "Model or unit", "Points"]
    hall.hand_in("Ann", FORCE)
    filled = views.sheet_view(hall.opened, hall.player("Ann"))
    assert filled.rows == [[1, "Sergeant", 50], [8, "Marines", 160], [3, "Secutors", 90]]
    assert [h.value for h in filled.head] == ["Viridian", 12, 300]


def test_a_sheet_shows_the_lines_that_could_not_be_read() -> None:
    """X-19: on paper as on the screen; a judge may know what it is."""
    hall = urban()
    hall.hand_in("Ann", FORCE + "I hope that you all like how I painted this force over the summer.\n")
    filled = views.sheet_view(hall.opened, hall.player("Ann"))
    assert filled.rows[-2:] == [
        [3, "Secutors", 90],
        [None, "I hope that you all like how I painted this force over the s…", None],
    ]
    assert filled.sections[-2:] == ["", "Not read"]


# Many at once


def test_many_lists_come_in_together_or_not_at_all() -> None:
    hall = urban()
    brought = [Brought("Ann", FORCE), Brought("ben", FORCE)]
    assert lists.hand_in_many(hall.desk, hall.id, brought, STAFF)[1] == 2
    more = [*brought, Brought("Cem", FORCE)]
    assert lists.hand_in_many(hall.desk, hall.id, more, STAFF)[1] == 1
    said = refusal(
        lambda: lists.hand_in_many(
            hall.desk, hall.id, [Brought("Dee", FORCE), Brought("Benn", "x"), Brought("Q", "y")], STAFF
        )
    )
    assert "“Benn” (Ben?)" in str(said)
    assert "“Q”" in str(said)
    assert hall.view("Dee").state == "missing"
    assert "already" in str(refusal(lambda: lists.hand_in_many(hall.desk, hall.id, brought, STAFF)))
    twice = [Brought("Dee", FORCE), Brought("#4", "x")]
    assert "has two lists numbered 1." in str(refusal(lambda: lists.hand_in_many(hall.desk, hall.id, twice, STAFF)))


def test_a_number_at_the_end_of_a_file_may_be_part_of_a_name() -> None:
    hall = urban("Player", "Player 2")
    brought = from_files([("Player 2.txt", FORCE.encode()), ("player.txt", FORCE.encode())])
    assert lists.hand_in_many(hall.desk, hall.id, brought, STAFF)[1] == 2
    assert [hall.view(name).versions for name in ("Player", "Player 2")] == [1, 1]


def test_a_file_with_fields_may_come_twice() -> None:
    """What is already in stays, including its fields; a changed field is a new version."""
    hall = urban()
    brought = [Brought("Ann", FORCE, 1, {"faction": "Viridian", "models": "12"})]
    assert lists.hand_in_many(hall.desk, hall.id, brought, STAFF)[1] == 1
    more = [*brought, Brought("Ben", FORCE, 1, {"faction": "Viridian"})]
    assert lists.hand_in_many(hall.desk, hall.id, more, STAFF)[1] == 1
    changed = [Brought("Ann", FORCE, 1, {"faction": "Junkers"})]
    assert lists.hand_in_many(hall.desk, hall.id, changed, STAFF)[1] == 1
    assert hall.view("Ann").versions == 2


def test_the_journal_with_lists_verifies() -> None:
    hall = urban()
    hall.hand_in("Ann", FORCE)
    lists.lock(hall.desk, hall.id, [], STAFF)
    hall.pair()
    assert verify(hall.opened, hall.desk.seed(hall.id)) is not None
