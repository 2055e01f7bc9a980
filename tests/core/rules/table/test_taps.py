"""Who follows a game for a side, and which taps are taken in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.book.tracker.board import Board
from muster.core.book.tracker.tracker import Tracker
from muster.core.kit.errors import BadInput, Conflict, Refusal
from muster.core.record.table.facts import ChoiceMade, PhoneShared, SideTaken, TableFact, TableOpened, TapMade
from muster.core.record.table.journal import TableRecord, advance
from muster.core.rules.table.taps import must_share, take_side, tap

COUNTING: Tracker[int] = Tracker(
    begin=lambda setup: 0,
    play=lambda state, tap: state + 1,
    board=lambda state, eye, now: Board(),
    handover=lambda state: None,
    secret=frozenset({"choose"}),
)
TABLE = TableRecord(TableOpened("counting", ("Ann", "Bo")), ("phone", ""))
MOST_TAPS, LONGEST_WORD, MOST_VALUES = 4_000, 200, 40
ONE = TapMade("more", 0, 50, "phone", 1, {"by": 2})


def sent(tapped: TapMade, *known: TapMade, now: int = 100, seen: int = 10) -> list[TableFact]:
    return tap(advance(TABLE, known), COUNTING, tapped, now, seen)


@pytest.mark.parametrize("side", [-1, 2])
def test_there_are_two_sides(side: int) -> None:
    with pytest.raises(BadInput, match=f"“{side}” is not a side"):
        take_side(TABLE, side, "phone", instead=False)


def test_one_phone_follows_for_a_side_until_another_does_instead() -> None:
    """Asking again changes nothing; a side that nobody follows for is free."""
    assert take_side(TABLE, 0, "phone", instead=False) == []
    assert take_side(TABLE, 1, "phone", instead=False) == [SideTaken(1, "phone")]
    with pytest.raises(Conflict, match="already follows the game for Ann"):
        take_side(TABLE, 0, "other", instead=False)
    assert take_side(TABLE, 0, "other", instead=True) == [SideTaken(0, "other")]


def test_one_phone_taps_for_both_where_the_other_side_has_none() -> None:
    """Who tapped elsewhere is told how to give that up, alone at this table or together in an event."""
    must_share(TABLE, 1, "phone")
    theirs = advance(TABLE, [replace(ONE, side=1, device="theirs")])
    with pytest.raises(Refusal, match="press “Use this phone for both”"):
        must_share(theirs, 1, "phone")
    with pytest.raises(Refusal, match="Bo presses there: “Follow the game on Ann’s phone”"):
        must_share(replace(theirs, opened=replace(TABLE.opened, event="cup")), 1, "phone")
    must_share(advance(theirs, [PhoneShared(1, True)]), 1, "phone")


def test_a_tap_that_came_before_is_not_there_twice() -> None:
    """By its name, wherever it is among the others, and whatever time it claims the second time."""
    other = replace(ONE, device="other")
    assert sent(replace(ONE, at=70), other, ONE, replace(ONE, count=2)) == []
    assert sent(ONE, other) == [ONE]


@pytest.mark.parametrize("change", [{"key": "less"}, {"side": 1}, {"values": {}}], ids=["key", "side", "values"])
def test_another_tap_by_the_same_name_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Conflict, match="something else as its tap 1"):
        sent(replace(ONE, **change), ONE)


@pytest.mark.parametrize(("at", "kept"), [(9, 10), (10, 10), (50, 50), (100, 100), (101, 100)])
def test_its_time_is_no_later_than_now_and_no_earlier_than_what_the_phone_had_seen(at: int, kept: int) -> None:
    assert sent(replace(ONE, at=at)) == [replace(ONE, at=kept)]


def test_a_phone_whose_clock_is_set_back_keeps_its_taps_in_order() -> None:
    """Also for the other side, on a phone between both; what another phone tapped says nothing about this one."""
    for side in (0, 1):
        assert sent(replace(ONE, at=20, count=2, side=side), ONE) == [replace(ONE, at=50, count=2, side=side)]
    assert sent(replace(ONE, at=20), replace(ONE, device="other"), replace(ONE, count=2)) == [replace(ONE, at=20)]
    assert sent(replace(ONE, at=20, count=2), replace(ONE, device="other")) == [replace(ONE, at=20, count=2)]


def test_a_phone_that_saw_a_later_time_than_now_tapped_now() -> None:
    assert sent(ONE, now=100, seen=120) == [replace(ONE, at=100)]


@pytest.mark.parametrize(
    ("count", "fits"), [(0, False), (1, True), (MOST_TAPS * 10, True), (MOST_TAPS * 10 + 1, False)]
)
def test_taps_of_a_phone_are_numbered_from_one(count: int, fits: bool) -> None:
    tapped = replace(ONE, count=count)
    if fits:
        assert sent(tapped) == [tapped]
    else:
        with pytest.raises(BadInput, match=f"“{count}” is not the number of a tap"):
            sent(tapped)


def test_a_game_has_so_many_taps_and_no_more() -> None:
    many = [replace(ONE, device="other", count=n) for n in range(1, MOST_TAPS)]
    assert sent(ONE, *many) == [ONE]
    with pytest.raises(Refusal, match="more than 4000 taps"):
        sent(ONE, *many, replace(ONE, device="third"))


def test_a_secret_choice_is_sealed() -> None:
    choice = replace(ONE, key="choose", at=5)
    assert sent(choice) == [ChoiceMade("choose", 0, 10, "phone", 1, {"by": 2})]


LARGE, SMALL = 10**9 + 1, 10**9


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("k" * LONGEST_WORD, {"v" * LONGEST_WORD: "t" * LONGEST_WORD, "few": ["t" * LONGEST_WORD]}, ""),
        ("k" * (LONGEST_WORD + 1), {}, "1 values"),
        ("more", {"v" * (LONGEST_WORD + 1): 1}, "3 values"),
        ("more", {"by": "t" * (LONGEST_WORD + 1)}, "3 values"),
        ("more", {"by": ["t", "t" * (LONGEST_WORD + 1)]}, "4 values"),
        ("more", {"by": [0] * (MOST_VALUES - 2)}, ""),
        ("more", {"by": [0] * (MOST_VALUES - 1)}, "41 values"),
        ("more", {"by": SMALL, "less": [-SMALL]}, ""),
        ("more", {"by": LARGE}, "number in this tap is too large"),
        ("more", {"by": [1, -LARGE]}, "number in this tap is too large"),
    ],
)
def test_how_large_a_tap_may_be(key: str, values: dict[str, Any], said: str) -> None:
    tapped = replace(ONE, key=key, values=values)
    if said:
        with pytest.raises(BadInput, match=said):
            sent(tapped)
    else:
        assert sent(tapped) == [tapped]
