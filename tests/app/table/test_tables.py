"""Tables through the real ledger: taps are taken in once, in any order, from devices whose clocks are wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from muster.app.people import roster
from muster.app.ports import Journals
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.table import actions
from muster.app.table.actions import SentTap
from muster.app.table.tables import Tables
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import BadInput, Conflict, Refusal
from muster.core.kit.model import Actor, Ending
from muster.core.record.clock import instant
from muster.core.record.table.facts import TAKE_BACK, TapMade
from muster.core.rules.table import taps
from muster.core.rules.table.taps import MOST_TAPS
from muster.store.memory import MemoryJournals
from muster.store.sqlite import SqliteJournals
from tests.app.hall import STAFF, Hall, TickingClock

ANN, BO = Actor("Ann"), Actor("Bo")


@pytest.fixture(params=["memory", "sqlite"])
def journals(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journals]:
    if request.param == "memory":
        yield MemoryJournals()
        return
    with closing(SqliteJournals(tmp_path)) as store:
        yield store


def tables_of(journals: Journals) -> Tables:
    numbers = count(1)
    return Tables(journals, TickingClock(), lambda: f"{next(numbers):032}")


@pytest.fixture
def tables(journals: Journals) -> Tables:
    return tables_of(journals)


def casual(tables: Tables, system: str = "urban_war") -> str:
    return actions.open_casual(tables, system, ["Ann", "Bo"], {}, "", "phone-a").id


def begun(tables: Tables) -> str:
    table = casual(tables)
    tap(tables, table, 0, SentTap("models", 0, 0, {"a": 12, "b": 13}), SentTap("begin", 2))
    return table


def tap(tables: Tables, table: str, side: int, *sent: SentTap, seen: int = 0) -> None:
    actions.tap(tables, table, sent, side, f"phone-{'ab'[side]}", (ANN, BO)[side], seen)


def lost(side: int, number: int, at: int = 0) -> SentTap:
    return SentTap("lost", number, at, {"side": side, "by": 1})


def losses(tables: Tables, table: str) -> list[int]:
    return [force.lost for force in tables.game(tables.open(table)).state.forces]


def test_a_tap_sent_twice_counts_once_and_another_by_its_name_is_refused(tables: Tables) -> None:
    table = begun(tables)
    tap(tables, table, 0, lost(0, 3))
    tap(tables, table, 0, lost(0, 3))
    assert losses(tables, table) == [1, 0]
    with pytest.raises(Conflict, match="something else as its tap 3"):
        tap(tables, table, 0, lost(1, 3))


def test_what_phones_kept_while_offline_counts_where_its_time_puts_it(tables: Tables, journals: Journals) -> None:
    """However the two phones' taps reach the server, the game is the same, also after a restart."""
    table = begun(tables)
    start = instant(tables.now(tables.open(table)))
    sent = [(side, lost(side, 10 + n, start + 100 * n + side)) for side in (0, 1) for n in range(6)]
    Random(3).shuffle(sent)
    for _ in range(20):
        tables.clock.now()
    for side, one in sent:
        tap(tables, table, side, one)
    game = tables.game(tables.open(table))
    assert [t.at for t in game.taps] == sorted(t.at for t in game.taps)
    assert losses(tables, table) == losses(tables_of(journals), table) == [6, 6]


def test_a_device_whose_clock_is_wrong_changes_nothing(tables: Tables) -> None:
    """An hour ahead counts as now; an hour behind is no earlier than what its page showed."""
    table = begun(tables)
    opened = tables.open(table)
    now = instant(tables.now(opened))
    tap(tables, table, 0, lost(0, 5, now + 3_600_000))
    tap(tables, table, 1, lost(1, 5, now - 3_600_000), seen=opened.last)
    ahead, behind = (t.at for t in tables.open(table).record.taps[-2:])
    assert now <= ahead <= now + 60_000
    assert behind == instant(opened.entries[-1].at)


def test_many_and_large_taps_are_refused(tables: Tables) -> None:
    table = casual(tables)
    with pytest.raises(BadInput, match="201 taps are too many at once"):
        tap(tables, table, 0, *(SentTap("begin", n) for n in range(1, 202)))
    with pytest.raises(BadInput, match="too large"):
        tap(tables, table, 0, SentTap("x" * 300, 1))
    with pytest.raises(BadInput, match="too large"):
        tap(tables, table, 0, SentTap("lost", 1, 0, {str(n): n for n in range(60)}))
    with pytest.raises(BadInput, match="“-1” is not the number of a tap"):
        tap(tables, table, 0, SentTap("lost", -1))
    assert not tables.open(table).record.taps


def test_a_table_does_not_grow_without_end(tables: Tables) -> None:
    table = tables.open(casual(tables))
    many = tuple(TapMade("begin", 0, 1, "phone", n) for n in range(1, MOST_TAPS + 1))
    full = replace(table.record, taps=many)
    with pytest.raises(Refusal, match="more than 4000 taps"):
        taps.tap(full, table.tracker, TapMade("begin", 0, 1, "other", 1), 5, 0)


def test_who_takes_back_is_told_by_their_own_board(tables: Tables) -> None:
    table = begun(tables)
    tap(tables, table, 0, lost(0, 3))
    views = [actions.table_view(tables, tables.open(table), None, Eye(side), "") for side in (0, 1)]
    assert views[0].last == ("phone-a", 3) and views[1].last is None
    tap(tables, table, 0, SentTap(TAKE_BACK, 4, 0, {"device": "phone-a", "count": 3}))
    assert losses(tables, table) == [0, 0]
    judge = actions.table_view(tables, tables.open(table), None, Eye(None, staff=True), "")
    assert judge.last == ("phone-a", 2)


def test_taking_back_a_tap_needs_the_game_played_again(tables: Tables) -> None:
    """After an undo of the journal, what was kept in memory is no longer shown."""
    table = begun(tables)
    tap(tables, table, 0, lost(0, 3))
    assert losses(tables, table) == [1, 0]
    tables.undo(table, STAFF)
    assert losses(tables, table) == [0, 0]


def test_a_match_has_one_table_with_what_the_event_knows() -> None:
    hall = Hall("urban_war", ["Ann", "Bo", "Cy", "Di"])
    hall.pair()
    hall.publish()
    tables = tables_of(hall.desk.journals)
    match = hall.event.rounds[0].matches[0]
    one = actions.open_match(tables, hall.opened, 1, match.a, ANN)
    two = actions.open_match(tables, hall.opened, 1, match.b, BO)
    assert one.id == two.id and len(tables.listed()) == 1
    assert (
        one.setup.models == (12, 12)
        and one.setup.event
        and one.setup.names == tuple(hall.event.name_of(p) for p in (match.a, match.b))
    )
    assert [actions.side_of(one, p, "") for p in (match.a, match.b, None)] == [0, 1, None]


def test_the_result_is_sent_again_after_another_report() -> None:
    """A report by hand replaced it; pressing the button again replaces that. Pressed twice, it is one report."""
    hall = Hall("l5r", ["Ann", "Bo"], tier="relaxed", structure="custom", rounds="3")
    hall.pair()
    hall.publish()
    tables, match = tables_of(hall.desk.journals), hall.event.rounds[0].matches[0]
    table = actions.open_match(tables, hall.opened, 1, match.a, ANN).id
    tap(tables, table, 0, SentTap("concede", 1))
    name = hall.event.name_of(match.a)
    player = roster.as_player(hall.desk, hall.id, name)

    def send() -> tuple[Ending, int]:
        actions.send_result(tables, hall.desk, tables.open(table), match.a, player, "phone")
        return hall.event.rounds[0].matches[0].reports[match.a].ending, len(hall.opened.entries)

    conceded, entries = send()
    assert conceded is Ending.CONCESSION and send() == (conceded, entries)
    results.report(hall.desk, hall.id, [Report("1", {"winner": "a"})], player, "by hand", "phone")
    assert send() == send() == (conceded, entries + 2)


def test_an_event_is_listed_without_its_tables() -> None:
    hall = Hall("urban_war", 4)
    hall.pair()
    hall.publish()
    tables = tables_of(hall.desk.journals)
    actions.open_match(tables, hall.opened, 1, hall.event.rounds[0].matches[0].a, ANN)
    assert [stored.id for stored in hall.desk.listed()] == [hall.id]
    assert [stored.kind for stored in tables.listed()] == ["table"]


def test_one_sending_cannot_have_two_taps_by_one_name(tables: Tables) -> None:
    """Which of them counted would depend on whether the game was replayed from the beginning."""
    table = begun(tables)
    with pytest.raises(Conflict, match="something else as its tap 3"):
        tap(tables, table, 0, lost(0, 3), lost(1, 3))
    tap(tables, table, 0, lost(0, 3), lost(0, 3))
    assert losses(tables, table) == losses(tables_of(tables.journals), table) == [1, 0]


def steps(do: Callable[[], object]) -> int:
    """How many function calls it takes: its cost, whatever else the machine is doing."""
    made = 0

    def note(frame: FrameType, kind: str, what: object) -> None:
        nonlocal made
        made += kind in ("call", "c_call")

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return made


def test_a_tap_costs_the_same_however_long_the_game_is() -> None:
    """To record it, and to show the board after it, on the phone that made it and on the other."""
    tables = tables_of(MemoryJournals())
    table = begun(tables)

    def play(number: int) -> None:
        tap(tables, table, number % 2, SentTap("lost", number, 0, {"side": 0, "by": 1 if number % 4 < 2 else -1}))
        for side in (0, 1):
            actions.table_view(tables, tables.open(table), None, Eye(side), f"phone-{'ab'[side]}")

    costs = [steps(partial(play, number)) for number in range(10, 18)]
    for number in range(18, 150):
        play(number)
    assert max(steps(partial(play, number)) for number in range(150, 154)) <= max(costs[4:])


def test_the_table_of_a_final_has_its_time(tables: Tables) -> None:
    """L5R-082: 65 minutes in Swiss rounds and semi-finals, 100 in the final, at the table as on the round's clock."""
    hall = Hall("l5r", 4, structure="custom", rounds="1", cut="4")
    ends = []
    for number in (1, 2, 3):
        hall.pair()
        hall.publish()
        match = hall.event.rounds[-1].matches[0]
        table = actions.open_match(tables, hall.opened, number, match.a, STAFF)
        state = tables.game(table).state
        ends.append((state.minutes.end, state.minutes.slips, state.minutes.stop, state.elimination))
        for one in hall.event.rounds[-1].matches:
            hall.report(str(one.table), winner="a")
        hall.close()
        if number == 1:
            hall.cut()
    assert ends == [(65, 70, 75, False), (65, 70, 75, True), (100, 105, 110, True)]
