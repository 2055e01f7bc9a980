"""Opening an event: from what was opened before and its new entries alone, and always as the whole journal says."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from threading import Barrier, Thread
from time import sleep

import pytest

from muster.app.demo import demo
from muster.app.desk import REMEMBERED, Desk, Opened, trial
from muster.app.events import actions as events
from muster.app.keeping.turns import Turns
from muster.app.past import history
from muster.app.people import claims, roster
from muster.app.ports import JournalName
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import announcements
from muster.app.views.event import of_round, standings_view
from muster.core.kit.errors import Busy
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.reading.tally import standings
from muster.core.record.event import Event
from muster.core.record.facts.claims import ClaimedBy
from muster.core.record.facts.play import OptionSet, ResultReported
from muster.core.record.fold.play import fold
from muster.core.record.journal import Row
from muster.main import SystemClock, desk_at
from muster.store.memory import MemoryJournals
from muster.systems import registry

STAFF = Actor()


class Counting(MemoryJournals):
    """How many rows were read, all told."""

    read = 0

    def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
        found = super().rows(journal, after)
        self.read += len(found)
        return found


def a_desk() -> tuple[Desk, Counting]:
    journals = Counting()
    numbers = iter(range(10**6))
    return Desk(journals, SystemClock(), lambda: f"request {next(numbers)}"), journals


def anew(opened: Opened) -> Opened:
    """The same event, computed from its whole journal."""
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
    # What somebody is still reading never changes.
    assert all(opened.event == event for opened, event in before)


def test_an_event_that_has_not_changed_is_not_read_again() -> None:
    desk, journals = a_desk()
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    opened, read = desk.open("cup"), journals.read
    assert desk.open("cup") is opened and journals.read == read
    other = Desk(journals, desk.clock, desk.fresh)
    roster.enrol(other, "cup", [("Ann", {})], STAFF)
    assert desk.open("cup").last == opened.last + 1


def test_reports_one_by_one_keep_the_standings_right() -> None:
    """Standings are reused during a round, and computed again when its last result is in."""
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


def a_round(desk: Desk, players: int = 6) -> Opened:
    """A round being played, after one that is over."""
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(f"Player {n}", {}) for n in range(players)], STAFF)
    rounds.pair(desk, "cup", STAFF)
    opened = rounds.publish(desk, "cup", STAFF)
    for match in opened.event.rounds[0].matches:
        results.report(desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    rounds.pair(desk, "cup", STAFF)
    return rounds.publish(desk, "cup", STAFF)


def test_a_result_costs_its_match_and_everything_else_is_shared() -> None:
    desk, _ = a_desk()
    before = a_round(desk)
    after = results.report(desk, "cup", [Report("2", {"vp": "2-1"})], STAFF)
    was, is_ = before.event, after.event
    assert is_.players is was.players and is_.rounds[0] is was.rounds[0]
    same = [new is old for new, old in zip(is_.rounds[1].matches, was.rounds[1].matches, strict=True)]
    assert same == [match.table != 2 for match in was.rounds[1].matches]
    assert after.entries._items is before.entries._items and len(before.entries) == len(after.entries) - 1
    assert of_round(after, None) is of_round(before, None), "no round counts that did not before"


def test_a_result_is_scored_when_it_is_entered_and_not_again() -> None:
    desk, _ = a_desk()
    opened = a_round(desk)
    scored = {}
    for match in opened.event.rounds[1].matches:
        opened = results.report(desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
        scored[2, match.number] = opened.event.scored[2, match.number]
    opened = rounds.pair(desk, "cup", STAFF)
    standings_view(opened)
    assert all(opened.event.scored[place] is worth for place, worth in scored.items())
    opened = results.correct(desk, "cup", Report("1", {"vp": "1-2"}, round=2), "misread", STAFF)
    assert standings_view(opened) == standings_view(anew(opened))
    assert sum(opened.event.scored[place] is worth for place, worth in scored.items()) == len(scored) - 1


def test_the_same_result_of_another_pair_is_another_one() -> None:
    desk, _ = a_desk()
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [("Ann", {}), ("Bob", {}), ("Cem", {}), ("Dai", {})], STAFF)
    for pairs in ((("", "Ann", "Bob"), ("", "Cem", "Dai")), (("", "Dai", "Ann"), ("", "Bob", "Cem"))):
        rounds.pair_by_hand(desk, "cup", pairs, STAFF)
        rounds.publish(desk, "cup", STAFF)
        both = [Report(table, {"vp": "2-1"}) for table in ("1", "2")]
        opened = results.report(desk, "cup", both, STAFF)
        assert standings(opened.event, opened.system).rows == standings(fold(opened.entries), opened.system).rows
        for _ in range(3):
            history.undo(desk, "cup", STAFF)


def test_an_option_that_changes_scores_is_heeded_at_once() -> None:
    """L5R-116: a slip that is late in a round of 65 minutes is in time in one of 120."""
    desk, _ = a_desk()
    events.create(desk, "Cup", "l5r", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(f"Player {n}", {}) for n in range(4)], STAFF)
    rounds.pair(desk, "cup", STAFF)
    opened = rounds.publish(desk, "cup", STAFF)
    for match in opened.event.rounds[0].matches:
        opened = results.report(desk, "cup", [Report(str(match.table), {"winner": "a", "slip_at": "100"})], STAFF)
    longer = trial(opened, [OptionSet("round_minutes", 120)])
    points = [sorted(row.points for row in standings(event, opened.system).rows) for event in (opened.event, longer)]
    assert points == [[0, 0, 10, 10], [1, 1, 10, 10]]


def test_undo_goes_on_from_an_earlier_state_also_when_names_were_claimed_since() -> None:
    desk, _ = a_desk()
    before = a_round(desk)
    for table in ("1", "2", "3"):
        results.report(desk, "cup", [Report(table, {"vp": "2-1"})], STAFF)
    claimed = claims.claim(desk, "cup", PlayerId(1), "phone", ClaimedBy.PICKED)
    for _ in range(3):
        opened, _ = history.undo(desk, "cup", STAFF)
        assert opened.event == fold(opened.entries)
    assert opened.event.claims == claimed.event.claims != before.event.claims
    assert opened.event.rounds is before.event.rounds, "nothing was folded again"
    for _ in range(3):
        opened, _ = history.redo(desk, "cup", STAFF)
        assert opened.event == fold(opened.entries)
    for _ in range(REMEMBERED + 2):
        opened, _ = history.undo(desk, "cup", STAFF)
        assert opened.event == fold(opened.entries)


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
    other.remove("cup")
    events.create(other, "Cup", "l5r", STAFF, seed="another")
    roster.enrol(other, "cup", [("Cem", {}), ("Dai", {}), ("Eve", {})], STAFF)
    opened = one.open("cup")
    assert (opened.event.system, len(opened.event.players)) == ("l5r", 3)


def test_800_reports_at_once_are_all_taken_once_each(tmp_path: Path) -> None:
    desk = desk_at(tmp_path)
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(f"Player {n}", {}) for n in range(800)], STAFF)
    rounds.pair(desk, "cup", STAFF)
    opened = rounds.publish(desk, "cup", STAFF)
    begin = Barrier(800)

    def report(player: PlayerId, score: str) -> None:
        begin.wait()
        one = Report(f"#{player}", {"vp": score}, round=1)
        results.report(desk, "cup", [one], Actor("x", Role.PLAYER, player), f"report {player}")

    said = [(p, score) for m in opened.event.rounds[0].matches for p, score in ((m.a, "2-1"), (m.b, "1-2"))]
    with ThreadPoolExecutor(800) as hall:
        for answer in [hall.submit(report, *one) for one in said]:
            answer.result()
    facts = [e.fact for e in desk.open("cup").entries if isinstance(e.fact, ResultReported)]
    assert len(facts) == 800 and desk.open("cup").event.rounds[0].complete


class Rivals(MemoryJournals):
    """Another process writes just before each of the next appends."""

    def __init__(self) -> None:
        super().__init__()
        self.desk: Desk | None = None
        self.times = 0

    def append(self, journal: JournalName, rows: Sequence[Row], expected: int) -> None:
        if self.times and self.desk:
            self.times -= 1
            rival, self.desk = self.desk, None
            announcements.announce(rival, journal.id, f"Word {self.times}", STAFF)
            self.desk = rival
        super().append(journal, rows, expected)


def test_a_busy_process_beside_us_delays_and_does_not_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.app.keeping.ledger.LONGEST_PAUSE", 0)
    journals = Rivals()
    desk = Desk(journals, SystemClock(), lambda: token_hex(8))
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    journals.desk, journals.times = Desk(journals, SystemClock(), lambda: token_hex(8)), 20
    roster.enrol(desk, "cup", [("Ann", {})], STAFF)
    assert journals.times == 0 and [p.name for p in desk.open("cup").event.players.values()] == ["Ann"]
    journals.times = 10**6
    with pytest.raises(Busy, match=r"Others are changing “cup” right now\."):
        roster.enrol(desk, "cup", [("Bob", {})], STAFF)


def test_turns_are_taken_in_the_order_of_coming() -> None:
    turns, order = Turns(), list[int]()
    waiting = [Thread(target=lambda n=n: take(n)) for n in range(20)]

    def take(number: int) -> None:
        with turns.of("cup"):
            order.append(number)

    with turns.of("cup"):
        with turns.of("another"):
            order.append(-1)
        for at, thread in enumerate(waiting):
            thread.start()
            while turns.waiting("cup") < at + 2:
                sleep(0.001)
    for thread in waiting:
        thread.join()
    assert order == list(range(-1, 20)) and turns.waiting("cup") == 0
