"""Control points at the end of each turn: both agree, and the game goes on or is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.book.tracker.board import Answers, Course, Headline, Notice, ScoreTable, Switch
from muster.systems.warmachine.table.state import BattleStep, GameEnd
from tests.systems.warmachine.table.game import MINUTE, TableGame, clauses, keys, parts, presses, said

Load = Callable[[str], dict[str, Any]]

NAMES = {"rect1": "rectangle1", "rect2": "rectangle2", "circle": "circle", "flag": "flag"}


@pytest.mark.parametrize("first", [0, 1])
def test_king_of_the_hill(golden: Load, first: int) -> None:
    """WMH-159 WMH-186 WMH-192 WMH-193 WMH-196 WMH-198 W-19 W-20 W-21: the trace, tapped, whoever is first player."""
    book = golden("V-WMH-CP")
    game = TableGame().deployed(first)
    for turn in book["turns"]:
        held = [set(turn[player]) for player in ("p1", "p2")]
        both = held[0] & held[1]
        a, b = (held[game.state.player(side)] - both for side in (0, 1))
        gone = "".join(str(game.state.player(0 if p == "P2" else 1)) for p in turn.get("objective_destroyed_by", []))
        names = [" ".join(NAMES[name] for name in some) for some in (a, b, both)]
        game.end_turn(names[0], names[1], both=names[2], gone=gone, kill_box=turn["kill_box"] is not None)
        assert list(game.state.play.cp) == turn["cp"]
    second = 1 - first
    assert (game.state.end, game.state.winner) == (GameEnd.SCENARIO, second)


def test_nothing_is_asked_for_before_it_counts() -> None:
    """WMH-159 WMH-192 W-21: nothing in turn 1, the Kill Box from the first player's turn 2, all from the second's."""
    game = TableGame().deployed()
    asked = []
    for _ in range(4):
        side = game.state.active
        game.tap("end", side)
        if game.state.ending:
            board = game.board(side)
            found = {"kill_box", "circle", "objective0"} & keys(board)
            game.tap("table", side, **game.table()).tap("agree", 1 - side)
        else:
            found = set()
        asked.append(found)
    assert asked == [set(), set(), {"kill_box"}, {"kill_box", "circle", "objective0"}]
    TableGame().deployed().turns(2).tap("end", 0).refused("table", 0, None, kill_box=False, circle="0")


def rows(game: TableGame, side: int = 0) -> dict[str, tuple[str, str, str]]:
    """What a score that waits for its confirmation pays: own and other points, and the rule."""
    table = next(p for p in game.board(side).parts if isinstance(p, ScoreTable))
    return {str(row.label): (str(row.own), str(row.other), row.clause) for row in table.rows}


def test_the_kill_box_pays_the_opponent() -> None:
    """WMH-159: two points, for the other side than the one whose turn ends."""
    game = TableGame().deployed().turns(2).tap("end", 0)
    inside = 'completely within 12" of {edge} edge? Then {who} opponent scores 2.'
    assert f"Is your leader {inside.format(edge='your', who='your')}" in said(game.board(0))
    game.tap("table", 0, **game.table(kill_box=True))
    assert rows(game)["Kill Box"] == ("0", "2", "WMH-159")
    assert f"Is {{name}}’s leader {inside.format(edge='{name}’s', who='the')}" in said(game.board(1))
    game.tap("agree", 1)
    assert game.state.cp == (0, 2)
    assert game.end_turn(kill_box=True).state.cp == (2, 2)


def test_the_kill_box_is_asked_anew_each_turn() -> None:
    """WMH-159: that a leader was in it is not filled in for the other player, whose turn ends next."""
    game = TableGame().deployed().turns(2).end_turn(kill_box=True).tap("end", 1)
    (asked,) = (part for part in game.board(1).parts if isinstance(part, Answers) and part.key == "table")
    assert {switch.key: switch.chosen for switch in asked.switches}["kill_box"] is False


def test_both_score_at_each_turns_end() -> None:
    """WMH-192 WMH-193 WMH-143 W-19: an element is nobody's; whoever controls it has a point, in either's turn."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1", b="flag circle")
    assert game.state.cp == (1, 2)
    assert game.end_turn(a="flag", b="rectangle1").state.cp == (2, 3)


def test_controlled_by_both_pays_the_active_player() -> None:
    """WMH-198: and the form says so."""
    game = TableGame().deployed().turns(3)
    assert "only the player whose turn it is scores it" in said(game.tap("end", 1).board(1))
    game.tap("table", 1, **game.table(both="circle"))
    assert rows(game)["Circle"] == ("0", "1", "WMH-198")
    game.tap("agree", 0)
    assert game.state.cp == (0, 1)
    assert game.end_turn(both="circle").state.cp == (1, 1)


def test_an_objective_pays_the_other_side_once() -> None:
    """WMH-193 WMH-142: the own one is the enemy of the other; once each."""
    game = TableGame().deployed().turns(3).tap("end", 1)
    game.tap("table", 1, **game.table(gone="0"))
    assert rows(game)["Your objective"] == ("0", "1", "WMH-193")
    game.tap("agree", 0)
    assert game.state.cp == (0, 1)
    game.end_turn(gone="01").end_turn(gone="01")
    assert game.state.cp == (1, 1) and game.state.removed == (True, True)


def test_a_score_counts_when_both_have_confirmed_it() -> None:
    """WMH-192 WMH-193: until then the turn goes on, but the next one cannot end, nor the game by a leader's loss."""
    game = TableGame().deployed().turns(3).tap("end", 1)
    game.tap("table", 1, **game.table(b="circle"))
    assert game.state.cp == (0, 0) and game.state.moment == (3, 0)
    assert set(presses(game.board(0))) >= {"agree"} and "agree" not in presses(game.board(1))
    game.refused("end", 0, "WMH-192")
    game.refused("leader", 0, "WMH-192", value="1")
    game.refused("agree", 1, "WMH-192")
    table = next(p for p in game.board(0).parts if isinstance(p, ScoreTable))
    assert [(str(r.label), r.own, r.other) for r in table.rows if r.other != "0"] == [
        ("Circle", "0", "1"),
        ("In all", "0", "1"),
    ]
    game.tap("agree", 0)
    assert game.state.cp == (0, 1)
    game.tap("end", 0)


def test_a_disagreement_is_shown_to_both() -> None:
    """WMH-193 WMH-192: until one gives in, changes what they said, or the staff decide."""

    def apart() -> TableGame:
        game = TableGame().deployed().turns(3).tap("end", 1)
        game.tap("table", 1, **game.table(b="circle")).tap("table", 0, **game.table())
        for side in (0, 1, None):
            assert any(isinstance(p, Headline) and "disagree" in str(p.text) for p in game.board(side).parts)
        assert game.state.cp == (0, 0) and game.state.clock.running == 0
        return game

    assert apart().tap("agree", 0).state.cp == (0, 1)
    assert apart().tap("agree", 1).state.cp == (0, 0)
    game = apart()
    assert game.tap("table", 1, **game.table()).state.said.said == (None, None)
    game = apart()
    assert game.tap("table", None, **game.table(a="flag")).state.cp == (1, 0)
    assert game.state.moment == (3, 0)


def test_staff_settle_only_what_is_open() -> None:
    """WMH-193 WMH-145: otherwise they change the points themselves; players cannot."""
    game = TableGame().deployed().turns(4)
    game.refused("table", None, **game.table())
    game.refused("control_points", 0, "WMH-145", a=3, b=1)
    assert game.tap("control_points", None, a=3, b=1).state.cp == (3, 1)
    assert game.state.course == ((0, 0), (0, 0), (0, 0), (3, 1)), "the picture of the points has it too"
    assert TableGame().deployed().tap("control_points", None, a=1, b=0).state.course == (), "no turn has ended"
    assert game.tap("control_points", None, a=8, b=1).state.end is GameEnd.SCENARIO


def test_a_lead_of_five_ends_the_turn_when_both_confirm() -> None:
    """WMH-100 WMH-196 WMH-164: the turn and its clock wait for the other; then the game is over by scenario."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1 rectangle2 circle").tap("end", 0)
    game.tap("table", 0, **game.table(a="rectangle1 circle")).wait(MINUTE)
    assert game.state.clock.running == 0 and game.state.moment == (3, 0) and game.state.end is None
    told = next(p for p in game.board(1).parts if isinstance(p, Headline) and p.clause == "WMH-100")
    assert "If both of you confirm the table, the turn ends now and the game is won by scenario." in repr(told)
    assert "is ending the turn" not in said(game.board(1))
    game = game.tap("agree", 1)
    assert (game.state.end, game.state.winner, game.state.cp) == (GameEnd.SCENARIO, 0, (5, 0))
    assert clauses(game.board(0))["WMH-164"] == "You won by scenario"
    game.refused("end", 1)


def test_a_lead_of_five_can_be_taken_back_or_disputed() -> None:
    """WMH-100: without the other's word the turn goes on."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1 rectangle2 circle").tap("end", 0)
    lead = game.table(a="rectangle1 circle")
    game.tap("table", 0, **lead)
    game.refused("go_on", 1, "WMH-094")
    game.tap("go_on", 0)
    assert game.state.moment == (3, 0) and game.state.said.said == (None, None)
    game.tap("table", 0, **lead).tap("table", 1, **game.table(a="circle"))
    assert game.state.end is None and game.state.clock.running == 0
    game.tap("table", 0, **game.table(a="circle"))
    assert game.state.cp == (4, 0) and game.state.clock.running == 1 and game.state.moment == (3, 1)


def test_a_turn_that_was_not_over_goes_on() -> None:
    """WMH-094 WMH-096 WMH-097: whoever taps too early is back in the turn, with the clock as it was."""
    game = TableGame().deployed().turns(2).tap("charge", 0).tap("end", 0)
    game.refused("go_on", 1, "WMH-094")
    game.tap("go_on", 0)
    assert not game.state.ending and game.state.clock.running == 1 and game.state.charged
    game.refused("go_on", 0, "WMH-094")
    second = TableGame().deployed(first=1).turns(2).tap("charge", 1).tap("end", 1).tap("go_on", 1)
    assert second.state.clock.running == 0
    game.tap("back", 0).tap("end", 0).tap("pause", None).tap("go_on", 0)
    assert game.state.clock.running is None
    game.tap("resume", None).tap("end", 0).tap("table", 0, **game.table())
    game.refused("go_on", 0, "WMH-094")
    game.refused("go_on", 1, "WMH-094")
    game = game.tap("agree", 1).tap("end", 1).tap("go_on", 1)
    assert game.state.clock.running == 1 and game.state.moment == (2, 1)


def test_only_the_player_whose_turn_it_is_tells_the_table_first() -> None:
    """WMH-094: the other confirms or says something else afterwards; while stopped nobody does."""
    game = TableGame().deployed().turns(3)
    game.refused("table", 0, "WMH-094", **game.table(a="circle"))
    game.tap("pause", None).refused("table", 1, "WMH-096", **game.table())


@pytest.mark.parametrize("out", [0, 1])
def test_what_was_told_before_the_clock_ran_out_is_answered_after_it(out: int) -> None:
    """WMH-100 WMH-101: a lead of five told in time needs only the other's word."""
    three: dict[str, Any] = {"ab"[out]: "rectangle1 rectangle2 circle"}
    two: dict[str, Any] = {"ab"[out]: "rectangle1 circle"}
    game = TableGame().deployed(first=out).turns(3).end_turn(**three).tap("end", out)
    game.tap("table", out, **game.table(**two)).tap("table", 1 - out, **game.table()).wait(60 * MINUTE)
    assert game.state.step is BattleStep.CLOCK_OUT
    game.refused("agree", out, "WMH-192")
    game.tap("agree", 1 - out)
    assert (game.state.end, game.state.winner) == (GameEnd.SCENARIO, out)


def test_six_to_two_is_not_enough() -> None:
    """WMH-196: 7-2 wins, 6-2 does not."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1 circle", b="flag")
    game.end_turn(a="rectangle1 circle", b="flag").end_turn(a="rectangle1 circle")
    assert game.state.cp == (6, 2) and game.state.end is None
    score = next(p for p in game.board(1).parts if isinstance(p, Notice) and p.clause == "WMH-196")
    assert str(score.text) == "You 2 – 6 Asha"
    assert game.end_turn(a="circle").state.winner == 0


def test_there_is_no_ceiling_and_the_game_ends_after_seven_turns() -> None:
    """WMH-194 WMH-195 WMH-197: eleven scoring moments; then more control points are a scenario win."""
    game = TableGame().deployed().turns(3)
    for _ in range(10):
        game.end_turn(a="rectangle1", b="circle")
    assert game.state.moment == (7, 1) and game.state.cp == (10, 10)
    assert str(game.board(1).under) == "King of the Hill · Your turn 7 of 7"
    game.tap("end", 1).tap("table", 1, **game.table(a="rectangle1 flag", b="circle")).wait(MINUTE)
    assert game.state.clock.left == (60 * MINUTE, 60 * MINUTE) and game.state.moment == (7, 1)
    game = game.tap("agree", 0)
    assert game.state.cp == (12, 11) and game.state.end is GameEnd.LAST_TURN
    assert "More control points after the last turn win by scenario." in said(game.board(0))
    game.tap("army", 0, a=99, b=0).tap("army", 1, a=99, b=0)
    assert clauses(game.board(0))["WMH-197"] == "You won by scenario"
    assert (game.state.winner, game.state.verdict.clause) == (0, "WMH-197")
    moments = next(p for p in game.board(0).parts if isinstance(p, Course))
    assert len(moments.moments) == 12 and moments.lead == 5  # eleven, and the Kill Box of 2a
    assert sum(moments.points[0]) == 12 and sum(moments.points[1]) == 11


def test_the_course_says_what_each_turn_gained() -> None:
    """WMH-196: by side, with the line of five."""
    game = TableGame().deployed(first=1).turns(2).end_turn(kill_box=True).end_turn(a="circle", b="flag")
    course = next(p for p in game.board(0).parts if isinstance(p, Course))
    assert ([str(m) for m in course.moments], course.points) == (["2a", "2b"], ((2, 1), (0, 1)))
    assert course.lead == 5


def test_assassination() -> None:
    """WMH-160 WMH-169: the one player with a leader left wins, when both say so; the other's counts 10."""
    game = TableGame().deployed().turns(4).tap("leader", 0, value="1")
    (told,) = (str(p.text) for p in game.board(1).parts if isinstance(p, Notice) and p.clause == "WMH-160")
    assert game.state.end is None and told == "Asha says: Bo’s leader is destroyed."
    game.tap("leader", 1, value="0")
    assert game.state.end is None
    game = game.tap("leader", 1, value="1")
    assert (game.state.end, game.state.winner, game.state.step) == (GameEnd.ASSASSINATION, 0, BattleStep.LAST_SCORE)
    assert game.state.armies[1].points_lost() == 10


def test_one_last_scoring_that_changes_no_result() -> None:
    """WMH-161: five ahead after it is an assassination still."""
    game = TableGame().deployed().turns(4).tap("leader", 0, value="0").tap("leader", 1, value="0")
    assert "do not change who has won" in clauses(game.board(0))["WMH-161"]
    game.tap("table", 0, **game.table(a="rectangle1 rectangle2 circle flag", gone="1", b=""))
    assert "agree" in presses(game.board(1)) and rows(game)["In all"][:2] == ("5", "0")
    game.tap("agree", 1)
    assert game.state.cp == (5, 0)
    assert (game.state.end, game.state.winner, game.state.step) == (GameEnd.ASSASSINATION, 1, BattleStep.ARMY)


def test_no_last_scoring_before_anything_counts() -> None:
    """WMH-161 W-22: the second player's turn 1 scores nothing, so nothing is asked; then the Kill Box alone."""
    game = TableGame().deployed().turns(1).tap("leader", None, value="0")
    assert game.state.step is BattleStep.ARMY
    game = TableGame().deployed().turns(2).tap("leader", None, value="0")
    asked = [s.key for p in game.board(0).parts for s in getattr(p, "switches", ())]
    assert asked == ["kill_box"]


def test_all_leaders_at_once() -> None:
    """WMH-162 WMH-166: no last scoring; the tie-breakers decide."""
    game = TableGame().deployed().turns(3).end_turn(b="circle")
    game.tap("leader", 0, value="both")
    (told,) = (str(p.text) for p in game.board(1).parts if isinstance(p, Notice) and p.clause == "WMH-162")
    assert told == "Asha says: both players’ leaders are destroyed together."
    game.tap("leader", 1, value="both")
    assert (game.state.end, game.state.step, game.state.winner) == (GameEnd.NO_LEADERS, BattleStep.ARMY, None)
    assert clauses(game.board(0))["WMH-162"] == "The tie-breakers decide"
    game.tap("army", 0, a=30, b=90).tap("army", 1, a=30, b=90)
    assert (game.state.winner, game.state.verdict.clause) == (1, "WMH-166")
    assert clauses(game.board(1))["WMH-166"] == "You won on control points"


def test_a_leader_is_named_by_side() -> None:
    """WMH-160: own, the other's, or both; tapped twice it is taken back."""
    game = TableGame().deployed()
    switch = next(p for p in parts(game.board(1)) if isinstance(p, Switch) and p.key == "leader")
    assert [way.value for way in switch.ways] == ["1", "0", "both"]
    game.tap("leader", 1, value="0").tap("leader", 1, value="0").tap("leader", 0, value="0")
    assert game.state.end is None


def test_a_pending_score_is_settled_before_the_clock_decides() -> None:
    """WMH-101 WMH-102: first the turn before, then the table of whoever ran out."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1 rectangle2 circle").end_turn()
    game.tap("end", 1).tap("table", 1, **game.table(a="flag")).wait(60 * MINUTE)
    assert game.state.step is BattleStep.CLOCK_OUT and game.state.passed
    game.refused("lost", 1, "WMH-192")
    game.tap("table", 0, **game.table())
    assert game.state.said.apart
    game.tap("agree", 0)
    assert game.state.cp == (4, 0) and game.state.step is BattleStep.CLOCK_OUT
    game.tap("table", 0, **game.table(a="flag")).tap("agree", 1)
    assert (game.state.end, game.state.winner, game.state.cp) == (GameEnd.SCENARIO, 0, (5, 0))


def test_objectives_are_safe_until_the_second_players_second_turn() -> None:
    """WMH-179: damage entered in turn 2 of the first player is refused."""
    game = TableGame().deployed().turns(2)
    game.refused("damage", 0, "WMH-179", of=1, by=1)
    game.refused("removed", 0, "WMH-179", of=1, value=True)
    assert "cannot be targeted or damaged before the second player’s second turn" in said(game.board(0))
    assert "damage" not in keys(game.board(0))
    game.end_turn().tap("damage", 1, of=0, by=1)
    assert game.state.damage == (1, 0) and "damage" in keys(game.board(0))
    TableGame("Spread the Net").deployed().turns(3).refused("damage", 1, "WMH-028", of=0, by=1)


def test_an_objective_is_gone_with_its_last_box() -> None:
    """WMH-177 WMH-193 W-32: the boxes are filled in from the card; the form then says it is destroyed."""
    game = TableGame().deployed().turns(3).tap("boxes", 0, boxes=2)
    game.tap("damage", 1, of=0, by=1).tap("damage", 1, of=0, by=1)
    game.refused("damage", 1, "WMH-177", of=0, by=1)
    game.tap("damage", 1, of=1, by=1).tap("damage", 1, of=1, by=-1)
    assert game.state.damage == (2, 0)
    game.refused("damage", 1, "WMH-177", of=1, by=-1)
    asked = {s.key: s.chosen for p in game.tap("end", 1).board(1).parts for s in getattr(p, "switches", ())}
    assert (asked["objective0"], asked["objective1"]) == (True, False)
    game.tap("table", 1, **game.table(gone="0")).tap("agree", 0)
    game.refused("removed", 0, "WMH-193", of=0, value=False)
    assert game.tap("removed", 0, of=0, value=True).state.removed == (True, False)


@pytest.mark.parametrize(
    ("key", "phase", "clause"),
    [
        ("armory", "Control Phase", "WMH-180"),
        ("fuel_cache", "Control Phase", "WMH-181"),
        ("stockpile", "Maintenance Phase", "WMH-182"),
        ("dugout", "Maintenance Phase", "WMH-183"),
        ("observatory", "Control Phase", "WMH-184"),
    ],
)
def test_an_objective_helps_its_owner_once_a_turn(key: str, phase: str, clause: str) -> None:
    """WMH-180 WMH-181 WMH-182 WMH-183 WMH-184: told in the own turn, ticked when used, open again in the next."""
    game = TableGame().chosen().tap("objective", 0, value=key).tap("objective", 1, value="armory")
    game.round_start = game.at
    game.tap("clocks", 0)
    for side in (0, 1, 0, 1):
        game.tap("deployed", side)
    tick = next(p for p in parts(game.board(0)) if getattr(p, "key", "") == "use")
    assert tick.clause == clause and str(tick.note).startswith(phase)
    assert "use" not in keys(game.board(1)), "it is not their turn"
    game.tap("use", 0)
    assert "use" not in keys(game.board(0))
    game.refused("use", 0, clause)
    game.refused("use", 1, "WMH-180")
    game.end_turn().tap("use", 1).end_turn().tap("use", 0).end_turn().tap("use", 1)
    assert game.state.used == ((1, 2), (1, 2))


def test_the_treasure_chest_helps_once_a_game() -> None:
    """WMH-185: the second use is refused in whichever turn, and the board offers none."""
    game = TableGame().deployed(first=0)
    assert "use" in keys(game.board(0)) and "use" not in keys(game.board(1))
    game = TableGame().deployed(first=1).tap("use", 1).turns(2)
    assert str(game.refused("use", 1, "WMH-185")).endswith("was used in turn 1: it helps once a game.")
    assert "use" not in keys(game.board(1))


def test_an_objective_that_is_gone_helps_no_more() -> None:
    """WMH-182 WMH-193."""
    game = TableGame().deployed().turns(3).end_turn(gone="0")
    game.refused("use", 0, "WMH-182")


def test_turn_1_has_no_score() -> None:
    """WMH-159 WMH-192: it just ends."""
    TableGame().deployed().refused("table", 0, "WMH-159", kill_box=True)


def test_spread_the_net_is_scored_without_objectives() -> None:
    """WMH-188 WMH-193."""
    game = TableGame("Spread the Net").deployed().turns(3).end_turn(a="flag1", b="circle flag2")
    assert game.state.cp == (1, 2)
    game.refused("use", 0, "WMH-028")
    game.refused("objective", 0, value="armory")


def test_what_staff_set_has_bounds() -> None:
    """WMH-145 WMH-196: a number that can be, and a game that is over stays over."""
    game = TableGame().deployed().turns(4)
    game.refused("control_points", None, None, a=1000, b=0)
    game.refused("control_points", None, None, a=0, b=1000)
    assert game.tap("control_points", None, a=0, b=0).state.cp == (0, 0)
    game.turns(10).tap("control_points", None, a=9, b=0)
    assert game.state.end is GameEnd.LAST_TURN and game.state.cp == (9, 0)
    pending = TableGame().deployed().turns(3).tap("end", 1)
    pending.tap("table", 1, **pending.table()).tap("control_points", None, a=0, b=5)
    assert (pending.state.end, pending.state.winner, pending.state.step) == (GameEnd.SCENARIO, 1, BattleStep.ARMY)


def test_confirming_leaves_the_clock_as_it_is() -> None:
    """WMH-097: the other's time goes on while the turn before is confirmed."""
    game = TableGame().deployed().turns(3).tap("end", 1)
    game.tap("table", 1, **game.table()).tap("charge", 0).tap("table", 0, **game.table(a="circle"))
    assert game.state.charged and game.state.clock.running == 1
    game.tap("agree", 0)
    assert game.state.charged and game.state.clock.running == 1


def test_a_turn_that_ends_in_a_pause_starts_no_clock() -> None:
    """WMH-096 WMH-100: agreed while the staff have paused, the next turn waits with them."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1 rectangle2 circle").tap("end", 0)
    game.tap("table", 0, **game.table(a="rectangle1 circle")).tap("pause", None)
    game.tap("table", 1, **game.table(a="circle")).tap("agree", 0)
    assert game.state.moment == (3, 1) and game.state.clock.running is None
    assert game.tap("resume", None).state.clock.running == 1


def test_an_objective_that_was_marked_as_gone_stays_gone() -> None:
    """WMH-193: by side, and until it is scored it can be put back."""
    game = TableGame().deployed().turns(3).tap("removed", 0, of=1, value=True)
    assert game.state.removed == (False, True)
    game.tap("removed", 1, of=0, value=True).tap("removed", 1, of=0, value=False)
    assert game.state.removed == (False, True)
    assert game.end_turn().state.removed == (False, True)
    assert game.state.cp == (0, 0)
    assert game.tap("removed", 0, of=1, value=False).state.removed == (False, False)
    assert game.tap("removed", 0, of=0, value=True).tap("removed", 0, of=1, value=True).state.removed == (True, True)


@pytest.mark.parametrize("out", [0, 1])
def test_either_players_clock_is_saved_by_a_lead(out: int) -> None:
    """WMH-101: whoever is first player."""
    game = TableGame().deployed(first=out).turns(3)
    three: dict[str, Any] = {"ab"[out]: "rectangle1 rectangle2 circle"}
    two: dict[str, Any] = {"ab"[out]: "rectangle1 circle"}
    game.end_turn(**three).wait(60 * MINUTE)
    assert game.state.out == out
    game.tap("table", out, **game.table(**two)).tap("agree", 1 - out)
    assert (game.state.end, game.state.winner) == (GameEnd.SCENARIO, out)


def test_a_pending_score_comes_before_the_last_one() -> None:
    """WMH-161 WMH-102: the other's clock ran out in the turn after; first that turn's end, then the last scoring."""
    game = TableGame().deployed().turns(3).tap("end", 1)
    game.tap("table", 1, **game.table(b="circle")).tap("charge", 0).wait(60 * MINUTE)
    assert (game.state.step, game.state.passed) == (BattleStep.LAST_SCORE, True)
    game = game.tap("agree", 0)
    assert (game.state.step, game.state.cp) == (BattleStep.LAST_SCORE, (0, 1))
    game.tap("table", 0, **game.table(a="flag")).tap("agree", 1)
    assert (game.state.step, game.state.cp) == (BattleStep.ARMY, (1, 1))
