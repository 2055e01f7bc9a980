"""A game of a composed system at the table: the plain tracker, with what the definition adds."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.tracker.board import PlayersClock, RoundTime, Stepper
from muster.core.kit.errors import Refusal
from muster.systems.custom import DEFAULT, build, parse, to_toml
from tests.at_table import MINUTE, AtTable, parts_of


def table(**keys: Any) -> dict[str, Any]:
    return {**DEFAULT, "table": keys}


def test_a_chess_clock_and_counters_come_from_the_definition() -> None:
    game = AtTable(build(table(chess_clock=60, counters=["Command points"])))
    assert [clock.left for clock in parts_of(game.board()) if isinstance(clock, PlayersClock)] == [60 * MINUTE] * 2
    steppers = [str(part.label) for part in parts_of(game.board()) if isinstance(part, Stepper)]
    assert steppers[-2:] == ["Command points: You", "Command points: Bo"]


def test_without_them_the_rounds_time_is_shown() -> None:
    game = AtTable(build(DEFAULT), {"round_minutes": 90}).at(30)
    assert (game.part(RoundTime).run, game.part(RoundTime).to) == (30 * MINUTE, 90 * MINUTE)
    assert not AtTable(build(DEFAULT)).has(RoundTime)


def test_they_are_written_and_read_back() -> None:
    given = table(chess_clock=45, counters=["Wounds", "Command points"])
    assert parse(to_toml(given)) == given


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"chess_clock": -1}, "[table] chess_clock: “-1” should be a whole number from 0 to 600."),
        ({"chess_clock": "long"}, "[table] chess_clock: “long” should be a whole number from 0 to 600."),
        ({"counters": ["A", "a"]}, "[table] counters: “['A', 'a']” should be up to 6 different lines of text"),
        ({"counters": [""]}, "[table] counters: "),
        ({"clock": 5}, "No key of [table] is called “clock”"),
    ],
)
def test_wrong_tables(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refusal:
        build(table(**keys))
    assert str(refusal.value).startswith(said)
