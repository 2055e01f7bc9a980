"""Control points turn by turn, and what decides a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.kit.errors import Refusal
from muster.systems.warmachine.table.control_points import (
    By,
    Elements,
    FinalTable,
    Play,
    TableVerdict,
    after_last_turn,
    leads_to_win,
    tie_break,
)

Load = Callable[[str], dict[str, Any]]

PLAYERS = ("P1", "P2")
NOTHING = Elements()
NOBODY: frozenset[str] = frozenset()


def hold(first: str = "", second: str = "", **more: Any) -> Elements:
    """Elements by one letter each, the first and the second player's."""
    return Elements((frozenset(first), frozenset(second)), **more)


def play(*ends: Elements) -> Play:
    game = Play()
    for end in ends:
        game = game.end_turn(end)
    return game


def from_turn_2_of_the_second(*ends: Elements) -> Play:
    """Nothing has been scored yet, and everything scores from here on."""
    return play(NOTHING, NOTHING, NOTHING, *ends)


def test_king_of_the_hill(golden: Load) -> None:
    """WMH-159 WMH-192 WMH-193 WMH-196 WMH-198 W-19 W-20 W-21: the trace, the count after each turn, and who wins."""
    book = golden("V-WMH-CP")
    game = Play()
    for turn in book["turns"]:
        number, active = game.moment
        assert turn["end_of"] == f"{PLAYERS[active]}T{number}"
        assert turn["kill_box"] in (None, PLAYERS[active])
        destroyers = turn.get("objective_destroyed_by", [])
        game = game.end_turn(
            Elements(
                (frozenset(turn["p1"]), frozenset(turn["p2"])),
                (frozenset(["its"] * ("P1" in destroyers)), frozenset(["its"] * ("P2" in destroyers))),
                kill_box=turn["kill_box"] is not None,
            )
        )
        assert list(game.cp) == turn["cp"]
        won = leads_to_win(game.cp)
        assert (won is not None) == (turn is book["turns"][-1])
    assert won is not None
    assert {"winner": PLAYERS[won], "how": By.SCENARIO.value} == book["result"]


def test_scoring_begins_with_turn_2_of_the_second_player() -> None:
    """WMH-192."""
    assert [play(*[hold("a")] * turns).cp for turns in range(1, 6)] == [(0, 0), (0, 0), (0, 0), (1, 0), (2, 0)]


def test_kill_box() -> None:
    """WMH-159 W-21: from turn 2 of the first player, two for the opponent of the player whose turn ends."""
    inside = hold(kill_box=True)
    assert [play(*[inside] * turns).cp for turns in range(5)] == [(0, 0), (0, 0), (0, 0), (0, 2), (2, 2)]


def test_zones_flags_and_objectives_pay_one_each() -> None:
    """WMH-193: every element held pays at every turn end, an objective once only."""
    gone = hold("zf", destroyed=(frozenset("o"), NOBODY))
    assert from_turn_2_of_the_second(gone).cp == (3, 0)
    assert from_turn_2_of_the_second(gone, hold("", "z", destroyed=gone.destroyed)).cp == (3, 1)
    # Two objectives destroyed one after the other are paid one after the other.
    more = hold(destroyed=(frozenset("op"), NOBODY))
    assert from_turn_2_of_the_second(gone, more, more).cp == (4, 0)
    # What one player was paid for is still paid to the other, although both call their objective the same.
    theirs, both = hold(destroyed=(NOBODY, frozenset("o"))), hold(destroyed=(frozenset("o"), frozenset("o")))
    assert from_turn_2_of_the_second(theirs, theirs, both).cp == (1, 1)
    # An objective gone before anything scores is paid for at the first scoring.
    early = hold(destroyed=(NOBODY, frozenset("o")))
    assert play(NOTHING, NOTHING, early, early, early).cp == (0, 1)


def test_held_by_both_pays_the_active_player() -> None:
    """WMH-198 W-19: whoever's turn ends has it; the other still scores what is theirs alone."""
    assert from_turn_2_of_the_second(hold("xa", "xb")).cp == (1, 2)
    assert from_turn_2_of_the_second(NOTHING, hold("xa", "xb")).cp == (2, 1)


@pytest.mark.parametrize(
    ("cp", "winner"), [((7, 2), 0), ((6, 2), None), ((2, 7), 1), ((2, 6), None), ((0, 9), 1), ((5, 5), None)]
)
def test_a_lead_of_five_wins(cp: tuple[int, int], winner: int | None) -> None:
    """WMH-164 WMH-196."""
    assert leads_to_win(cp) == winner


def test_all_of_a_turn_end_is_added_before_the_lead_counts() -> None:
    """W-20: two for the Kill Box and four zones would be a lead of six, but the other side scores as well."""
    game = from_turn_2_of_the_second(hold("abcd", "ef", kill_box=True))
    assert game.cp == (6, 2)
    assert leads_to_win(game.cp) is None


def test_there_is_no_ceiling_and_the_game_ends_after_seven_turns() -> None:
    """WMH-194 WMH-195: eleven scoring moments from turn 2 to turn 7 of the second player."""
    game = play(*[hold("abc", "def")] * 13)
    assert (game.moment, game.out_of_turns) == ((7, 1), False)
    game = game.end_turn(hold("abc", "def"))
    assert (game.cp, game.out_of_turns) == ((33, 33), True)
    with pytest.raises(Refusal, match="ends after turn 7 of the second player") as refused:
        game.end_turn(NOTHING)
    assert refused.value.clause == "WMH-195"


def test_nothing_is_scored_once_a_game_is_won() -> None:
    """WMH-196: the win is immediate."""
    game = from_turn_2_of_the_second(hold("abcde"))
    with pytest.raises(Refusal, match="5-0 on control points") as refused:
        game.end_turn(NOTHING)
    assert refused.value.clause == "WMH-196"


def test_last_scoring_after_an_assassination() -> None:
    """WMH-161 W-22: scored as at a turn end for both players, and before turn 2 of the second player not at all."""
    assert Play(3, (1, 1)).scored(hold("ab", "c")).cp == (3, 2)
    assert Play(2, (0, 0)).scored(hold("ab", "c")).cp == (0, 0)


def test_tie_breakers(golden: Load) -> None:
    """WMH-162 WMH-165 WMH-166 WMH-167 WMH-173 W-28: leaders, control points, own army points lost, presence."""
    for *pairs, winner, by in golden("V-WMH-TB")["rows"]:
        verdict = tie_break(FinalTable(*(tuple(pair) for pair in pairs)))
        assert (verdict.winner, verdict.by.value) == (None if winner is None else PLAYERS.index(winner), by)


def test_after_the_last_turn() -> None:
    """WMH-197 W-27: more control points are a scenario victory; level, army points and presence decide. Leaders come
    first, but only an uneven number of them decides anything.
    """

    def ended(cp: tuple[int, int], lost: tuple[int, int], presence: tuple[int, int]) -> TableVerdict:
        return after_last_turn(FinalTable((1, 1), cp, lost, presence))

    assert ended((4, 6), (0, 50), (9, 0)) == TableVerdict(1, By.SCENARIO, "WMH-197")
    more_leaders = after_last_turn(FinalTable((2, 1), (4, 6), (0, 0), (0, 0)))
    assert more_leaders == TableVerdict(0, By.LEADERS, "WMH-165")
    assert ended((4, 4), (20, 30), (0, 9)) == TableVerdict(0, By.ARMY_POINTS, "WMH-167")
    assert ended((4, 4), (20, 20), (0, 9)) == TableVerdict(1, By.PRESENCE, "WMH-173")
    assert ended((4, 4), (20, 20), (9, 9)) == TableVerdict(None, By.NOTHING, "W-28")
