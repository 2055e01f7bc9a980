"""The staff's list of tables shows which games wait for them, and what to decide."""

from __future__ import annotations

import pytest

from muster.app.table.decisions import decisions_view
from tests.app.table.test_paused import Table


def to_decide(table: Table) -> list[tuple[int, str, str]]:
    organiser = table.hall.opened.event.staff.members[0]
    found = decisions_view(table.tables, table.hall.opened, organiser)
    return [(one.table, one.text, one.clause) for one in found]


def test_a_tie_that_waits_for_the_organiser_is_listed() -> None:
    """WMH-104: at the expected end with more than five minutes on both clocks, until somebody has decided."""
    table = Table("warmachine")
    table.tap("scenario", value="Spread the Net")
    table.tap("start", winner=0, first=0, edge="A")
    table.wait(3_000)  # The round is on, and nobody has started the Deathclocks.
    table.tap("clocks", 0)
    assert to_decide(table) == []
    for side in (0, 1, 0, 1):
        table.tap("deployed", side)
    table.wait(1_800)
    table.tap("end", 0)
    table.wait(2_500)
    ((number, text, clause),) = to_decide(table)
    assert (number, clause) == (1, "WMH-104") and "Decide: a tie, or let them play on" in text
    table.tap("play_on")
    assert to_decide(table) == []


def test_tables_that_have_not_changed_are_not_asked_for_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk shows this list in every answer: one query tells the heads of all tables."""
    table = Table("warmachine")
    table.tap("scenario", value="Spread the Net")
    opened = table.hall.opened
    organiser = opened.event.staff.members[0]
    decisions_view(table.tables, opened, organiser)

    def asked(journal: object) -> None:
        raise AssertionError(f"asked for {journal}")

    monkeypatch.setattr(table.tables.journals, "head", asked)
    assert decisions_view(table.tables, opened, organiser) == []


def test_games_that_never_ask_are_not_looked_at() -> None:
    table = Table("urban_war")
    assert to_decide(table) == []
