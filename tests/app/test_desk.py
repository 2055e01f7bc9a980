"""Opening an event: from what was opened before and its new entries alone, and always as the whole journal says."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.app.demo import demo
from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.views.event import standings_view
from muster.core.kit.model import Actor, Role
from muster.core.record.event import Event
from muster.core.record.fold.play import fold
from muster.core.record.journal import Row
from muster.main import SystemClock, desk_at
from muster.store.memory import MemoryJournals
from muster.systems import registry

STAFF = Actor()


class Counting(MemoryJournals):
    """How many rows were read, all told."""

    read = 0

    def rows(self, event: str, after: int = 0) -> list[Row]:
        found = super().rows(event, after)
        self.read += len(found)
        return found


def a_desk() -> tuple[Desk, Counting]:
    journals = Counting()
    numbers = iter(range(10**6))
    return Desk(journals, SystemClock(), lambda: f"request {next(numbers)}"), journals


def anew(opened: Opened) -> Opened:
    """The same event, worked out from its whole journal."""
    event = fold(opened.entries)
    return Opened(opened.id, event, registry.of(event), opened.entries, opened.head)


@pytest.mark.parametrize("system", registry.names())
def test_step_by_step_is_the_same_as_all_at_once(system: str) -> None:
    desk, journals = a_desk()
    steps = 0
    before: list[tuple[Opened, Event]] = []
    for step in demo(desk, system, 9):
        opened = desk.open(step.opened.id)
        whole = anew(opened)
        assert opened.event == whole.event
        assert standings_view(opened) == standings_view(whole)
        before.append((opened, whole.event))
        steps += 1
    assert steps > 5 and journals.read < 10 * len(desk.open(before[0][0].id).entries)
    # What somebody still reads is never changed under their eyes.
    assert all(opened.event == event for opened, event in before)


def test_reports_one_by_one_keep_the_standings_right() -> None:
    """Standings are handed on while a round is on, and worked out anew when its last result is in."""
    desk, _ = a_desk()
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(f"Player {n}", {}) for n in range(7)], STAFF)
    for _ in range(2):
        rounds.pair(desk, "cup", STAFF)
        opened = rounds.publish(desk, "cup", STAFF)
        kept = standings_view(opened)
        matches = opened.event.rounds[-1].matches
        for match in matches:
            player = Actor("x", Role.PLAYER, match.a)
            opened = results.report(desk, "cup", [Report(str(match.table), {"vp": "2-1"})], player)
            assert standings_view(opened) == kept == standings_view(anew(opened))
            opened = results.confirm(desk, "cup", str(match.table), STAFF)
            assert standings_view(opened) == standings_view(anew(opened))
        assert standings_view(opened) != kept
    taken_back, _ = history.undo(desk, "cup", STAFF)
    assert standings_view(taken_back) == standings_view(anew(taken_back)) == kept


def test_part_rounds_count_at_once_where_the_option_says_so() -> None:
    """X-15: with `count_part_round` every result moves the standings."""
    desk, _ = a_desk()
    events.create(desk, "Cup", "bushido", STAFF, seed="seed", options={"count_part_round": "yes"})
    roster.enrol(desk, "cup", [(f"Player {n}", {}) for n in range(6)], STAFF)
    rounds.pair(desk, "cup", STAFF)
    opened = rounds.publish(desk, "cup", STAFF)
    kept = standings_view(opened)
    opened = results.report(desk, "cup", [Report("1", {"vp": "2-1"})], STAFF)
    assert standings_view(opened) == standings_view(anew(opened)) != kept


def test_another_process_and_another_event_of_the_same_name_are_noticed(tmp_path: Path) -> None:
    one, other = desk_at(tmp_path), desk_at(tmp_path)
    events.create(one, "Cup", "bushido", STAFF, seed="seed")
    assert one.open("cup").last == 1
    roster.enrol(other, "cup", [("Ann", {}), ("Bob", {})], STAFF)
    assert [p.name for p in one.open("cup").event.players.values()] == ["Ann", "Bob"]
    other.journals.remove("cup")
    events.create(other, "Cup", "l5r", STAFF, seed="another")
    roster.enrol(other, "cup", [("Cem", {}), ("Dai", {}), ("Eve", {})], STAFF)
    opened = one.open("cup")
    assert (opened.event.system, len(opened.event.players)) == ("l5r", 3)
