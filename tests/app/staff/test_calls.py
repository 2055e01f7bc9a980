"""Calls for a judge and reports of a breach: once for each table, answered, done, over with the round, undone."""

from __future__ import annotations

import msgspec
import pytest

from muster.app.events.carry import export_event, open_export
from muster.app.log.entries import log_view
from muster.app.past import history
from muster.app.staff import actions as staff
from muster.app.staff import calls
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.staff import StaffMember
from muster.core.rules.audit.walk import walk
from muster.core.rules.staff import join
from tests.app.hall import Hall

STAFF, WATCHER = Actor(), Actor("spectator", Role.SPECTATOR)


def hall() -> Hall:
    """Round 1 of four players, Ann at table 1."""
    found = Hall("l5r", ["Ann", "Bob", "Cem", "Dai"])
    found.pair()
    found.publish()
    return found


def ring(at: Hall, player: int, round_: int = 1) -> None:
    calls.call(at.desk, at.id, PlayerId(player), round_, Actor(at.event.name_of(PlayerId(player)), Role.PLAYER))


def joined(at: Hall, name: str) -> int:
    opened = at.desk.act(at.id, lambda o: join(o.event, o.system, name, Role.JUDGE, "key"), STAFF)
    return opened.event.staff.joined


def organiser(at: Hall) -> StaffMember:
    return at.event.staff.members[0]


def waiting(at: Hall) -> list[calls.CallView]:
    return calls.calls_view(at.opened, organiser(at))


def test_a_call_has_its_room() -> None:
    """L5R-021: the list of calls says where to go, on pages and to programs."""
    at = hall()
    at.option("rooms", "Gallery: 1; Cellar: 2-9")
    match = at.event.rounds[0].matches[0]
    ring(at, match.a)
    assert [one.room for one in waiting(at)] == ["Gallery" if match.table == 1 else "Cellar"]


def test_called_answered_and_done() -> None:
    """L5R-021: a table that asks is on the staff's list until somebody was there; pressing twice lists it once."""
    at = hall()
    match = at.event.rounds[0].matches[0]
    ring(at, match.a)
    ring(at, match.a)
    ring(at, match.b)
    [one] = waiting(at)
    assert (one.table, one.by, one.coming) == (match.table, at.event.name_of(match.a), "")
    calls.answer(at.desk, at.id, 0, one.number)
    [one] = waiting(at)
    assert one.mine and one.coming == "The organiser"
    assert calls.my_call(at.opened, at.event.rounds[0], match) == calls.MyCall(coming="The organiser")
    calls.end(at.desk, at.id, 0, one.number)
    assert waiting(at) == [] and calls.my_call(at.opened, at.event.rounds[0], match) is None
    ring(at, match.b)
    assert [c.number for c in waiting(at)] == [2]
    a, b = at.event.name_of(match.a), at.event.name_of(match.b)
    assert [line.text for line in log_view(at.opened)[-4:]] == [
        f"{a} called a judge: Round 1, table {match.table}, {a} v {b}",
        "organiser answered call 1",
        "Call 1 done",
        f"{b} called a judge: Round 1, table {match.table}, {a} v {b}",
    ]


def test_undone_one_by_one() -> None:
    at = hall()
    match = at.event.rounds[0].matches[0]
    ring(at, match.a)
    calls.answer(at.desk, at.id, 0, 1)
    calls.call_off(at.desk, at.id, match.b, 1, STAFF)
    assert waiting(at) == []
    history.undo(at.desk, at.id, STAFF)
    assert [c.coming for c in waiting(at)] == ["The organiser"]
    history.undo(at.desk, at.id, STAFF)
    assert [c.coming for c in waiting(at)] == [""]
    history.undo(at.desk, at.id, STAFF)
    assert waiting(at) == [] and at.event.staff.calls == []


def test_one_goes_and_if_they_leave_the_table_waits_again() -> None:
    at = hall()
    number = joined(at, "Iris")
    ring(at, at.event.rounds[0].matches[0].a)
    calls.answer(at.desk, at.id, number, 1)
    calls.answer(at.desk, at.id, number, 1)
    with pytest.raises(Refusal, match="Iris is already going to table"):
        calls.answer(at.desk, at.id, 0, 1)
    staff.duty(at.desk, at.id, number, False)
    assert [c.coming for c in waiting(at)] == [""]
    calls.answer(at.desk, at.id, 0, 1)
    calls.end(at.desk, at.id, 0, 1)
    with pytest.raises(Refusal, match="This call is over"):
        calls.answer(at.desk, at.id, 0, 1)


def test_too_late_for_a_round_that_is_over() -> None:
    """A call ends with its round. A breach waits, because it may still cost somebody a penalty."""
    at = hall()
    match = at.event.rounds[0].matches[0]
    ring(at, match.a)
    calls.report_breach(at.desk, at.id, match.table, "Looks at the deck", 1, WATCHER)
    for played in at.event.rounds[0].matches:
        at.report(str(played.table), winner="a")
    at.close()
    assert [(c.by, c.text) for c in waiting(at)] == [("", "Looks at the deck")]
    with pytest.raises(Refusal, match="Round 1 is over"):
        ring(at, match.a)
    with pytest.raises(Refusal, match="Round 1 is over"):
        calls.report_breach(at.desk, at.id, match.table, "Late", 1, WATCHER)


@pytest.mark.parametrize(
    ("table", "text", "sentence"),
    [
        (1, " \u200b", "Write in a few words"),
        (1, "x" * 301, "can have at most 300"),
        (99, "Looks at the deck", "There is no table 99 in round 1"),
    ],
)
def test_breaches_that_are_not_taken(table: int, text: str, sentence: str) -> None:
    at = hall()
    with pytest.raises(Refusal, match=sentence):
        calls.report_breach(at.desk, at.id, table, text, 1, WATCHER)
    assert at.event.staff.calls == []


def test_a_judge_who_plays_there_neither_goes_nor_reads_it() -> None:
    """L5R-016, L5R-018: a call from that table is for the others, and so is what is reported about it."""
    at = hall()
    match = at.event.rounds[0].matches[0]
    number = joined(at, "Iris")
    staff.play(at.desk, at.id, number, match.a)
    ring(at, match.b)
    calls.report_breach(at.desk, at.id, match.table, "Iris draws two cards", 1, WATCHER)
    calls.report_breach(at.desk, at.id, match.table, "Iris draws two cards", 1, WATCHER)
    iris = at.event.staff.members[number]
    assert calls.calls_view(at.opened, iris) == [] and len(waiting(at)) == 2
    with pytest.raises(Refusal, match="Another staff member must rule there"):
        calls.answer(at.desk, at.id, number, 1)
    with pytest.raises(Refusal, match="Another staff member must rule there"):
        calls.end(at.desk, at.id, number, 2)
    assert "draws two cards" not in " ".join(line.text for line in log_view(at.opened, iris))
    assert "draws two cards" in log_view(at.opened)[-1].text
    assert len(list(walk(at.opened.entries, at.system))) == len(at.opened.entries) - 1


def test_a_copy_that_is_handed_out_leaves_out_what_was_reported() -> None:
    at = hall()
    calls.report_breach(at.desk, at.id, 1, "Iris draws two cards", 1, WATCHER)
    shared = export_event(at.desk, at.id, with_seed=False)
    assert "draws two cards" not in str(shared)
    opened, _ = open_export(msgspec.to_builtins(shared))
    assert log_view(opened)[-1].text.endswith("what it says is withheld")
    assert "draws two cards" in str(export_event(at.desk, at.id))
