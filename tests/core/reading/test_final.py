"""The final order: places of a bracket, then the Swiss standings, then those without a place; and why."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.kit.model import PlayerId
from muster.core.reading.final import bracket_place, final_standings
from muster.core.reading.tally import standings
from tests.app.hall import Hall
from tests.core.rules.test_stages import Tree, after_swiss

Place = tuple[str, dict[str, Any]] | None


def place(hall: Hall, player: PlayerId) -> Place:
    reason = bracket_place(hall.event, hall.system, player)
    return None if reason is None else (reason.code, reason.data)


def ranks(hall: Hall) -> dict[PlayerId, int | None]:
    rows = final_standings(hall.event, hall.system).rows
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    return {row.player: row.rank for row in rows}


@pytest.mark.parametrize(
    ("system", "texts", "places"), [("bushido", {"vp": "2-1"}, 4), ("urban_war", {"lost": "1-3"}, 3)]
)
def test_who_dropped_has_a_place_unless_the_book_wants_every_round(system: str, texts: Any, places: int) -> None:
    """U-22."""
    hall = Hall(system, ["Ann", "Bob", "Cat", "Dan"])
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    hall.publish()
    for name in ("Ann", "Cat"):
        hall.report(name, **texts)
    hall.close()
    hall.drop("Dan")
    hall.by_hand(("Ann", "Cat"), ("Bob", ""))
    hall.publish()
    hall.report("Ann", **texts)
    assert sum(rank is not None for rank in ranks(hall).values()) == places


def test_those_below_a_leaver_move_up_and_level_ones_share() -> None:
    """U-22: the places of those who stayed are counted among themselves."""
    hall = Hall("urban_war", ["Ann", "Bob", "Cat", "Dan"])
    hall.disqualify("Dan")
    hall.enrol("Eve", "Fay")
    hall.by_hand(("Ann", "Bob"), ("Cat", "Eve"), ("Fay", ""))
    hall.publish()
    hall.report("Ann", lost="0-9")
    hall.report("Cat", lost="1-3")
    hall.close()
    hall.drop("Ann")
    hall.by_hand(("Bob", "Cat"), ("Eve", "Fay"))
    hall.publish()
    hall.report("Bob", lost="2-2")
    hall.report("Eve", lost="2-2")
    found = ranks(hall)
    assert (found[PlayerId(1)], found[PlayerId(4)]) == (None, None)
    swiss = [row.player for row in standings(hall.event, hall.system).ranked() if row.player != 1]
    assert [player for player, rank in found.items() if rank is not None] == swiss
    assert min(rank for rank in found.values() if rank is not None) == 1


def test_before_a_game_of_the_bracket_the_swiss_standings_are_final() -> None:
    """L-26."""
    hall = after_swiss(4, 2)
    hall.cut()
    assert final_standings(hall.event, hall.system).rows == standings(hall.event, hall.system).rows
    hall.begin()
    assert final_standings(hall.event, hall.system).rows == standings(hall.event, hall.system).rows
    assert place(hall, hall.event.stage.seeds[0]) is None


def test_a_swiss_round_gives_no_place_in_a_bracket() -> None:
    hall = after_swiss(2, 0)
    assert place(hall, PlayerId(1)) is None


def test_without_seeds_losers_of_a_round_share_their_place() -> None:
    """L-26."""
    hall = Tree(4)
    first, second = hall.begin()
    hall.win(first, second)
    assert sorted(filter(None, ranks(hall).values())) == [1, 1, 3, 3]
    assert (place(hall, first.a), place(hall, first.b)) == (("bracket_in", {}), ("bracket_semi", {}))
    (final,) = hall.begin()
    assert place(hall, final.a) == ("bracket_in", {})
    hall.win(final)
    assert ranks(hall) == {final.a: 1, final.b: 2, first.b: 3, second.b: 3}
    assert [place(hall, p) for p in (final.a, final.b)] == [("bracket_won", {}), ("bracket_second", {})]


def test_seeds_rank_those_who_lose_in_the_same_round() -> None:
    """L-26: everybody outside the cut follows by the Swiss standings, those without a place at the end."""
    hall = after_swiss(8, 4)
    order = hall.swiss_order()
    hall.cut()
    hall.disqualify(f"#{order[7]}")
    hall.win(*hall.begin())
    hall.win(*hall.begin())
    final = hall.event.rounds[-1].matches[0]
    losers = [p for p in order[:4] if p not in (final.a, final.b)]
    expected: list[PlayerId] = [final.a, final.b, *losers, *order[4:7]]
    assert ranks(hall) == {**{p: n for n, p in enumerate(expected, start=1)}, order[7]: None}
    assert [place(hall, p) for p in losers] == [("bracket_semi_seeded", {"seed": order.index(p) + 1}) for p in losers]
    assert place(hall, order[4]) is None


def test_third_and_fourth_place_are_played_for() -> None:
    """L-26."""
    hall = Tree(4, play_for_third="yes")
    first, second = hall.begin()
    hall.win(first, second)
    hall.begin()
    beside = next(m for m in hall.event.rounds[-1].matches if m.game == 2)
    hall.win(*hall.event.rounds[-1].matches)
    assert [place(hall, p) for p in (beside.a, beside.b)] == [("bracket_third", {}), ("bracket_fourth", {})]
    assert [ranks(hall)[p] for p in (beside.a, beside.b)] == [3, 4]
    final = next(m for m in hall.event.rounds[-1].matches if m.game == 1)
    assert place(hall, final.b) == ("bracket_second", {})


def test_how_far_somebody_came_in_a_large_bracket() -> None:
    """L-26: out of sixteen, in the quarter-finals; with a bye nobody is out."""
    hall = Tree(9)
    (game,) = hall.begin()
    hall.win(game)
    rested = hall.event.rounds[0].byes[0].player
    assert [place(hall, p) for p in (game.b, rested)] == [("bracket_out", {"players": 16}), ("bracket_in", {})]
    quarter = hall.begin()[0]
    hall.win(*hall.event.rounds[-1].matches)
    assert place(hall, quarter.b) == ("bracket_quarter", {})


def test_whoever_left_is_below_the_losers_of_the_round_missed() -> None:
    """X-24: whether the round is over or not yet drawn."""
    hall = Tree(8)
    hall.win(*hall.begin())
    leaver = hall.event.rounds[0].matches[0].a
    hall.leave(leaver)
    assert place(hall, leaver) == ("bracket_left", {"round": 2})
    still = [m.a for m in hall.event.rounds[0].matches[1:]]
    assert [ranks(hall)[p] for p in (*still, leaver)] == [1, 1, 1, 4]
    hall.win(*hall.begin())
    lost = [m.b for m in hall.event.rounds[1].matches]
    found = ranks(hall)
    assert place(hall, leaver) == ("bracket_left", {"round": 2})
    order = list(found)
    assert max(order.index(p) for p in lost) < order.index(leaver)
    early = [m.b for m in hall.event.rounds[0].matches]
    assert order.index(leaver) < min(order.index(p) for p in early)
