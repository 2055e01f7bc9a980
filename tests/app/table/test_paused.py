"""The organiser pauses the round: every clock at its tables waits exactly as long, and the boards say why."""

from __future__ import annotations

from itertools import count
from typing import Any

from muster.app.clock import actions as clock
from muster.app.table import actions
from muster.app.table.actions import SentTap
from muster.app.table.tables import Tables
from muster.core.book.tracker.board import Notice, PlayersClock, RoundTime
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.model import Actor
from tests.app.hall import STAFF, Hall
from tests.at_table import parts_of

PAUSED = "The organiser has paused the round. No clock runs until it continues."


class Table:
    """The only table of a round whose clock runs."""

    def __init__(self, system: str) -> None:
        self.hall = Hall(system, ["Ann", "Bo"])
        self.hall.pair()
        self.hall.publish()
        clock.start(self.hall.desk, self.hall.id, STAFF)
        numbers = count(1)
        self.tables = Tables(self.hall.desk.journals, self.hall.desk.clock, lambda: f"{next(numbers):032}")
        match = self.hall.event.rounds[0].matches[0]
        self.id = actions.open_match(self.tables, self.hall.desk.open(self.hall.id), 1, match.a, STAFF).id

    def tap(self, key: str, side: int | None = None, /, **values: Any) -> None:
        device = f"phone {side}"
        actions.tap(self.tables, self.id, [SentTap(key, 0, 0, values)], side, device, Actor())
        game = self.game()
        assert not game.refused, {name: str(why) for name, why in game.refused.items()}

    def game(self) -> Any:
        table = self.tables.open(self.id)
        return self.tables.game(table, actions.round_of(self.hall.opened, table))

    def on(self, kind: type[Any]) -> list[Any]:
        view = actions.table_view(self.tables, self.tables.open(self.id), self.hall.opened, Eye(0), "phone 0")
        return [part for part in parts_of(view.board) if isinstance(part, kind)]

    def said(self) -> list[str]:
        return [str(part.text) for part in self.on(Notice)]

    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.hall.desk.clock.now()


def left(table: Table) -> list[int]:
    """What is on the faces that the board shows."""
    return [face.left // 1000 for face in table.on(PlayersClock)]


def deathclocks() -> Table:
    table = Table("warmachine")
    table.tap("scenario", value="Spread the Net")
    table.tap("start", winner=0, first=0, edge="A")
    table.tap("clocks", 0)
    return table


def test_deathclocks_wait_while_the_round_is_paused() -> None:
    """W-16: the organiser's pause moves the expected end, and is on nobody's Deathclock."""
    table = deathclocks()
    clock.pause(table.hall.desk, table.hall.id, STAFF)
    before = left(table)
    assert table.said()[0] == PAUSED
    assert not any(face.running for face in (*table.on(PlayersClock), *table.on(RoundTime)))
    table.wait(1800)
    table.tap("deployed", 0)
    assert left(table) == before, "a tap in the pause starts no clock"
    clock.resume(table.hall.desk, table.hall.id, STAFF)
    table.wait(60)
    assert PAUSED not in table.said()
    assert sum(before) - 75 < sum(left(table)) < sum(before) - 60
    assert [face.running for face in table.on(PlayersClock)].count(True) == 1
    (time,) = table.on(RoundTime)
    assert time.running and time.since > 0 and 60_000 < time.run < 100_000


def test_a_pause_that_is_undone_never_was() -> None:
    table = deathclocks()
    clock.pause(table.hall.desk, table.hall.id, STAFF)
    table.wait(300)
    before = left(table)
    table.hall.undo()
    assert 300 < sum(before) - sum(left(table)) < 320


def test_the_time_to_declare_waits_too() -> None:
    """BUS-20: two minutes, and the round's time beside them does not run either."""
    table = Table("bushido")
    for side in (0, 1):
        table.tap("count", side, count=2)
        table.tap("follow", side, value="no")
        table.tap("ready", side)
    table.tap("offer", name="The Idol")
    table.tap("scenario", value=0)
    table.tap("sheet", turns=6, vims=0)
    table.tap("objectives")
    table.tap("test", value=0)
    table.tap("zone", 0)
    for side in (0, 1):
        table.tap("own terrain", side)
    table.tap("first", value=0)
    for side in (0, 1):
        table.tap("deployed", side)
    table.tap("begin")
    for step in ("variable", "ki", "counters"):
        table.tap("starting", step=step)
    table.tap("test", value=0)
    table.tap("starting", step="effects")
    table.tap("main")
    clock.pause(table.hall.desk, table.hall.id, STAFF)
    assert PAUSED in table.said() and not any(part.running for part in table.on(RoundTime))
    table.wait(600)
    assert left(table)[0] > 100 and not table.on(PlayersClock)[0].running
    clock.resume(table.hall.desk, table.hall.id, STAFF)
    assert table.on(PlayersClock)[0].running and left(table)[0] > 90
    table.wait(120)
    assert table.game().at(actions.now(table.tables)).activation.acting == "late"
