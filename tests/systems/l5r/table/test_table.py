"""Legend of the Five Rings at the table: open information, time, and Emperor’s Judgment line by line."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from muster.core.book.tracker.board import Course, Gauge, Headline, Notice, RoundTime, Steps, Switch
from muster.core.forms.options import Settings, Value
from muster.core.kit.model import Ending, StageKind
from muster.systems.l5r import SYSTEM
from muster.systems.l5r.slip import How
from muster.systems.l5r.table.tracker import first_of
from tests.at_table import MINUTE, STAFF, parts_of
from tests.systems.l5r.table.game import broken, decided, playing, ready, rows, send, table, to_phase


@pytest.mark.parametrize(
    ("setup", "minutes"),
    [
        ({}, (65, 70, 75)),
        ({"stage": StageKind.ELIMINATION}, (65, 70, 75)),
        ({"stage": StageKind.ELIMINATION, "final": True}, (100, 105, 110)),
    ],
)
def test_the_marks_of_the_round(setup: dict[str, Any], minutes: tuple[int, int, int]) -> None:
    """L5R-082 L5R-111 L5R-117 L-13: Swiss and elimination 65 minutes, the final 100, with the steps after them."""
    game = playing(**setup).at(minutes[0] - 0.01)
    clock = game.part(RoundTime)
    assert (clock.marks, clock.to, clock.late) == (minutes, minutes[0] * MINUTE, False)
    assert str(clock.until) == f"until time is called, at {minutes[0]}:00"
    assert "L5R-113" not in game.cited()
    clock = game.at(minutes[0]).part(RoundTime)
    assert (clock.to, clock.late) == (minutes[2] * MINUTE, True) and "L5R-113" in game.cited()
    assert str(clock.until) == f"until all play stops, at {minutes[2]}:00"


def test_who_began_is_told_by_the_first_round_alone() -> None:
    """Later the token has changed hands, so it says nothing about it."""
    state = playing(first=1).state
    assert (state.round, first_of(state), first_of(replace(state, round=2))) == (1, 1, None)


def test_phases_follow_each_other_and_two_phones_go_one_step() -> None:
    """L-38: dynasty, draw, conflict, fate, regroup; then the next round."""
    game = playing()
    assert [str(name) for name in game.part(Steps).names] == ["Dynasty", "Card draw", "Conflict", "Fate", "Regroup"]
    seen = game.press("Next: Card draw").values
    game.push("Next: Card draw")
    assert game.part(Steps).at == 1
    assert "has begun in the meantime" in game.refused("next", 1, **seen)[0]
    to_phase(game, 4).push("Next round: Dynasty")
    assert (game.state.round, game.part(Steps).at) == (2, 0)
    assert str(game.board().under) == "Game round 2"


def test_no_dynasty_phase_begins_after_the_call() -> None:
    """L5R-113 L5R-114 L5R-119: play goes on through the next regroup phase; its end is Emperor’s Judgment."""
    game = to_phase(playing(), 2).at(65)
    assert "No new dynasty phase: play to the end of the next regroup phase, or to 75:00." in game.cited()["L5R-113"]
    for phase, label in ((3, "Next: Regroup"), (4, "Regroup phase is over")):
        to_phase(game, phase)
        assert [str(press.label) for press in game.board().presses if press.key == "next"] == [label]
    game.at(67).push("Regroup phase is over")
    assert (game.state.how, game.state.round, game.state.decided_at) == (How.JUDGMENT, 1, 67)
    assert game.refused("next", round=1, phase=4)[1] == "L5R-119"
    assert game.refused("play_on") == ("Nobody is asked whether to concede now.", "L5R-083")
    assert "The regroup phase is over and nobody has won. Here is the count." in game.texts()
    assert game.tap("go_on").state.how is None
    in_time = to_phase(playing(), 4).at(64.9)
    in_time.push("Next round: Dynasty")
    assert in_time.state.how is None and in_time.state.round == 2


def test_when_time_is_called_each_may_concede_the_first_player_first() -> None:
    """L5R-083 L5R-114 L-19: whoever has the token now answers first, also where the other was first in set-up."""
    game = playing(first=0).tap("first", value=1).at(65)
    asked = game.part(Headline)
    assert (str(asked.text), str(asked.under)) == ("Does anyone concede?", "Bo answers now.")
    assert game.refused("play_on", 0) == ("Bo is first player and answers first.", "L5R-083")
    assert game.refused("concede", 0) == ("Bo is first player and answers first.", "L5R-083")
    game.push("Play on", 1)
    assert str(game.part(Headline).under) == "You answer now."
    assert game.refused("play_on", 1)[0] == "Nobody is asked whether to concede now."
    given_up = playing(first=1).at(65).tap("play_on", STAFF, side=1).tap("concede", 1)
    assert given_up.scored() == (10, 1)
    assert playing(first=0).at(65).refused("concede", 1)[0] == "Ann is first player and answers first."
    assert playing(first=0).at(65).tap("concede", STAFF, side=1).state.won == 0
    assert ready(table(), first=1).at(66).tap("concede", 0).state.won == 1
    assert game.texts().count("Plays on") == 1
    game.push("Play on", 0)
    assert not game.has(Headline) and game.refused("play_on", 0)[1] == "L5R-083"
    game.push("Concede", 1)
    assert game.handover() is not None
    assert playing().at(64).refused("play_on")[1] == "L5R-083"


def test_the_last_call_and_what_it_costs() -> None:
    """L5R-115 L5R-116: at 70; from then on the loser gets 0 points and not 1."""
    game = playing().at(65)
    assert game.cited()["L5R-115"] == "The last call for slips is at 70:00. After it the loser gets 0 points, not 1."
    assert "The last call for slips is over. From now on" in game.at(70).cited()["L5R-115"]
    knockout = playing(stage=StageKind.ELIMINATION).at(70)
    assert knockout.cited()["L5R-115"] == "The last call for slips is over."


def test_all_play_stops_and_a_game_without_winner_is_judged() -> None:
    """L5R-117 L5R-118 L5R-119: at 75; only the staff know of a win before, and nobody plays on."""
    game = playing(picked=1).at(74.99)
    assert not game.state.how
    game.at(75)
    assert (game.state.how, game.state.decided_at) == (How.JUDGMENT, 75)
    assert "Play has stopped and nobody has won. Here is the count." in game.texts()
    assert game.refused("won", value=0)[1] == "L5R-117" and game.refused("go_on")[1] == "L5R-117"
    send(game.at(76))
    assert game.scored() == (6, 0)
    assert "from 0 to 1" in playing().refused("won", value=2)[0]
    assert playing().at(76).tap("won", STAFF, value=0).state.how is How.VICTORY
    won = playing().at(74).push("Report result").tap("won", value=1)
    assert won.at(76).state.how is How.VICTORY
    assert (won.refused("report")[1], won.refused("concede")[1]) == ("L5R-110", "L5R-112")
    assert won.tap("go_on").at(76.5).state.how is How.JUDGMENT


def test_the_worked_example() -> None:
    """L5R-119 L5R-120 L5R-121 L5R-122 L5R-123 L5R-125: Dan has 3 broken provinces and 5 honor, Emily 4, 10 honor and
    the Favor: Dan 6, Emily 9; a modified win and a modified loss."""
    game = ready(table(names=("Dan", "Emily")), honor=(5, 10)).tap("begin")
    broken(game, 3, 4).tap("favor", value="b").at(75)
    assert rows(game, None) == [
        ("Opponent’s broken provinces", "6", "6"),
        ("More honor", "0", "2"),
        ("Imperial Favor", "0", "1"),
        ("Judgment", "6", "9"),
    ]
    assert rows(game, 1)[0] == ("Opponent’s broken provinces", "6", "6")
    assert rows(game, 1)[3] == ("Judgment", "9", "6")
    assert "4 and 3 broken, 2 points each, 6 at most" in game.texts(0)
    assert "Emily wins Emperor’s Judgment" in game.texts(0) and "You win Emperor’s Judgment" in game.texts(1)
    assert "A modified win. Points: Emily 6, you 0." in game.texts(0)
    assert "A modified win. Points: you 6, Dan 0." in game.texts(1)
    assert "A modified win. Points: Emily 6, Dan 0." in game.texts(None)
    send(game)
    assert game.scored() == (0, 6)
    handover = game.handover()
    assert handover is not None and handover.values == {
        "how": "judgment",
        "winner": "b",
        "decided_at": 75,
        "slip_at": 75,
        "broken": [3, 4],
        "honor": [5, 10],
        "favor": [False, True],
        "decider": "a",
    }


def test_a_table_that_was_still_setting_up_is_judged_too() -> None:
    """L5R-081 L5R-119 L5R-123: without honor, to whoever was picked; a table that nobody opened is left alone."""
    assert table().at(75).state.how is None
    game = decided(table(), picked=1).at(75)
    assert (game.state.how, game.state.winner) == (How.JUDGMENT, 1)
    send(game)
    handover = game.handover()
    assert handover is not None and handover.values["honor"] == [0, 0]
    assert game.tap("honor", STAFF, side=0, by=1).state.winner == 0


def test_staff_correct_what_both_agreed_on() -> None:
    """L5R-119 L5R-123: the slip is in; only where nobody wins any more it is sent again."""
    game = playing(picked=1).at(75)
    send(game).tap("favor", STAFF, value="b").tap("honor", STAFF, side=1, by=1).tap("honor", STAFF, side=1, by=1)
    assert game.state.over and game.scored() == (0, 6)
    assert game.tap("favor", STAFF, value="nobody").state.favor is None
    game.state = replace(game.state, picked=None)
    handover = game.handover()
    assert handover is not None and handover.values["decider"] is None
    game.tap("honor", STAFF, side=1, by=-1)
    assert game.state.winner is None
    assert (game.state.over, game.state.slip_at) == (False, None)
    conceded = playing().at(20).tap("concede", 1).tap("honor", STAFF, side=0, by=1)
    assert (conceded.state.slip_at, conceded.scored()) == (20, (10, 1))


@pytest.mark.parametrize(
    ("own", "points"), [((0, 0), ("0", "0")), ((1, 2), ("4", "2")), ((3, 3), ("6", "6")), ((5, 4), ("6", "6"))]
)
def test_two_points_for_each_broken_province_of_the_opponent(own: tuple[int, int], points: tuple[str, str]) -> None:
    """L5R-120 L-16: six at most; the one under the stronghold counts like the others."""
    game = broken(playing(), *own).at(75)
    assert rows(game)[0] == ("Opponent’s broken provinces", *points)


def test_honor_and_favor_count_for_one_side_or_for_nobody() -> None:
    """L5R-121 L5R-122: equal honor, nobody; no holder, nobody."""
    game = playing().tap("honor", side=1, by=1).at(75)
    assert rows(game)[1:] == [("More honor", "0", "0"), ("Imperial Favor", "0", "0"), ("Judgment", "0", "0")]
    assert "Both have 11" in game.texts() and "Nobody holds it" in game.texts()
    game.tap("honor", side=0, by=-1).tap("favor", value="a")
    assert rows(game)[1:] == [("More honor", "0", "2"), ("Imperial Favor", "1", "0"), ("Judgment", "1", "2")]
    assert "10 against 11" in game.texts() and "You hold it" in game.texts()
    assert rows(game.tap("favor", value="nobody"))[2:] == [("Imperial Favor", "0", "0"), ("Judgment", "0", "2")]


@pytest.mark.parametrize("picked", [0, 1])
def test_a_level_count_goes_to_whoever_decided_the_first_player(picked: int) -> None:
    """L5R-123 L-20: not to the first player."""
    game = ready(table(), picked, 1 - picked, (10, 10)).tap("begin").at(75)
    assert game.state.winner == picked
    assert "The count is level, and you decided who went first." in game.texts(picked)
    send(game)
    assert game.scored() == ((6, 0), (0, 6))[picked]


@pytest.mark.parametrize(
    ("judged", "sent", "points"), [(67, 68, (10, 1)), (67, 71, (10, 0)), (72, 72, (10, 0)), (70.5, 70.6, (10, 0))]
)
def test_what_the_minute_does_to_a_judgment(judged: float, sent: float, points: tuple[int, int]) -> None:
    """L5R-116 L5R-124: before the last call an ordinary win and loss, after it a modified loss."""
    game = to_phase(playing(), 4).at(judged).push("Regroup phase is over").at(sent)
    assert any(f"you {points[0]}, Bo {points[1]}." in text for text in game.texts())
    send(game)
    assert game.scored() == points
    assert any(f"you {points[0]}, Bo {points[1]}." in text for text in game.at(90).texts())


def test_the_minute_of_the_slip() -> None:
    """L5R-116 L5R-118: at the last call it is in time; after it and before the stop, in neither of their minutes."""
    game = playing().at(69).tap("won", value=0)
    assert send(game.at(70)).scored() == (10, 1)
    after = to_phase(playing(), 4).at(70.5).push("Regroup phase is over")
    assert after.state.decided_at == 71
    close = to_phase(playing({"slip_offset": 9, "stop_offset": 10}), 4).at(74.5).push("Regroup phase is over")
    assert close.state.decided_at == 74
    alone = playing()
    alone.clock_runs = False
    assert alone.tap("won", value=0).state.decided_at is None


def test_the_minute_of_the_second_slip_counts() -> None:
    """L5R-116: one player sends it before the last call, the other after it, so it is late."""
    game = playing().at(40).push("Report result").tap("won", value=0).at(69).push("Send the slip", 0)
    assert game.at(71).push("Send the slip", 1).state.slip_at == 71
    assert game.scored() == (10, 0)


def test_a_slip_that_is_not_sent_counts_down_to_the_last_call() -> None:
    """L5R-115 L5R-116: until both have sent it; an elimination game pays no points."""
    game = playing().at(40).push("Report result").tap("won", value=0)
    clock = game.part(RoundTime)
    assert (clock.run, clock.to, clock.late) == (40 * MINUTE, 70 * MINUTE, False)
    assert game.cited()["L5R-115"] == "The last call for slips is at 70:00. After it the loser gets 0 points, not 1."
    assert game.at(66).part(RoundTime).late and not game.at(70).has(RoundTime)
    assert not send(game.at(66)).has(RoundTime)
    assert not playing(stage=StageKind.ELIMINATION).at(40).tap("won", value=0).has(RoundTime)


def test_a_late_slip_is_waived_by_the_staff_only() -> None:
    """L-17 L5R-116: a game won at 40, sent at 71; a player cannot forgive it."""
    game = playing().at(40).push("Report result").tap("won", value=0).at(71)
    assert "The slip comes after the last call. Points: you 10, Bo 0." in game.texts()
    assert game.refused("waive", value="yes") == ("Only the staff can waive a late slip. Call a judge.", "L-17")
    send(game)
    assert game.scored() == (10, 0)
    handover = game.tap("waive", STAFF, value="yes").handover()
    assert game.scored() == (10, 1)
    assert handover is not None
    assert handover.values["decided_at"] is None
    staff_only = {field.key for field in SYSTEM.result_fields if field.staff_only}
    assert staff_only.isdisjoint(handover.values), "the players send it"


def test_a_judgment_that_is_late_is_not_waived() -> None:
    """L5R-124 L-17: only the slip is forgiven, not that the game was judged after the last call."""
    game = to_phase(playing(), 4).at(72).push("Regroup phase is over")
    assert send(game).tap("waive", STAFF, value="yes").scored() == (10, 0)
    in_time = to_phase(playing(), 4).at(67).push("Regroup phase is over").at(71)
    assert send(in_time).tap("waive", STAFF, value="yes").scored() == (10, 1)
    handover = in_time.handover()
    assert handover is not None and (handover.values["decided_at"], "slip_at" in handover.values) == (67, False)
    early = playing().at(40).tap("won", value=0)
    handover = send(early).tap("waive", STAFF, value="yes").handover()
    assert handover is not None and (handover.values["decided_at"], handover.values["slip_at"]) == (40, 40)


def test_a_table_with_more_time_has_no_minutes_below_nothing() -> None:
    """L-18: what it was given is taken off the round's clock."""
    game = playing().at(-3).push("Concede")
    assert game.scored() == (1, 10) and game.state.decided_at == 0


def test_a_game_that_is_won_and_one_that_is_conceded() -> None:
    """L5R-110 L5R-112: 10 and 1; both send the slip, a concession needs one."""
    game = playing().at(30)
    assert game.refused("agree")[1] == "L5R-110"
    game.push("Report result", 1)
    assert "won" in {getattr(part, "key", "") for part in parts_of(game.board())}
    assert not game.push("It goes on", 1).state.asks_winner
    game.push("Report result", 1).tap("won", 1, value=1)
    send(game, 1)
    assert game.handover() is None
    send(game, 0)
    assert game.scored() == (1, 10) and "You won" in game.texts(1) and "Bo won" in game.texts(0)
    assert "Call a judge" in game.refused("honor", side=0, by=1)[0]
    given_up = playing().at(20).push("Concede")
    handover = given_up.handover()
    assert handover is not None and (handover.ending, handover.by) == (Ending.CONCESSION, 0)
    assert given_up.scored() == (1, 10) and given_up.board().over


def test_a_slip_is_sent_for_what_was_seen() -> None:
    game = playing().at(75)
    seen = game.press("Send the slip").values
    game.tap("favor", 1, value="b").tap("honor", side=1, by=1)
    assert game.refused("agree", **seen)[1] == "L5R-119"
    send(game, 0)
    game.tap("favor", 1, value="nobody")
    assert game.state.agreed.said == (None, None)


def test_somebody_goes_on_from_an_elimination_game() -> None:
    """L5R-119 L5R-105 L-14: judged like any other; no points are named, and nobody advances from the last round."""
    game = playing(stage=StageKind.ELIMINATION).at(75)
    assert game.cited()["L5R-105"] == "You advance to the next round."
    assert game.cited(1)["L5R-105"] == "Ann advances to the next round."
    game = playing(stage=StageKind.ELIMINATION, final=True).at(110)
    assert game.cited()["L5R-105"] == game.cited(1)["L5R-105"] == "This was the last round."
    assert not [text for text in game.texts() if "points." in text or "advance" in text]
    send(game)
    assert game.scored(elimination=True) == (0, 0)


def test_provinces_are_boxes_and_two_phones_break_one_once() -> None:
    """L5R-073 L5R-120: four, and the stronghold's apart."""
    game = playing()
    for gauge in parts_of(game.board()):
        if isinstance(gauge, Gauge):
            assert gauge.of == (1 if gauge.key == "stronghold" else 4)
    for side in (0, 1):
        game.tap("broken", side, side=1, box=2, was=0)
    assert game.state.sides[1].broken == 2
    game.tap("broken", side=1, box=2, was=2)
    assert game.state.sides[1].broken == 1
    assert game.tap("stronghold", side=1, box=1, was=0).state.sides[1].all_broken == 2
    assert "from 0 to 1" in game.refused("stronghold", side=1, box=1, was=2)[0]


def test_only_open_information_is_followed() -> None:
    """L-45 L5R-080: no text can be typed, there is no deck data and no course of the game; both see the same."""
    game = playing()
    assert "no notes, no deck data" in game.cited()["L-45"]
    assert not game.has(Course) and not SYSTEM.tracker.history  # type: ignore[union-attr]  # the game has one
    kinds = {type(part).__name__ for part in parts_of(game.board())}
    assert kinds == {"Board", "Press", "RoundTime", "Steps", "Stepper", "Gauge", "Switch", "Way", "Notice"}
    held = {one.name for one in fields(game.state.sides[0])}
    assert held == {"honor", "broken", "stronghold", "replaced"}


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, True),
        ({"tier": "formal"}, False),
        ({"tier": "premier"}, False),
        ({"tier": "premier", "table_tracker": "yes"}, True),
        ({"table_tracker": "no"}, False),
    ],
)
def test_the_tracker_is_for_relaxed_events(options: dict[str, Value], allowed: bool) -> None:
    """L-45: Formal and Premier events only take results, unless the organiser says otherwise."""
    assert SYSTEM.tracker is not None
    refusal = SYSTEM.tracker.allowed(Settings(SYSTEM.options, options))
    assert (refusal is None) is allowed
    if refusal is not None:
        assert refusal.clause == "L-45" and "Report your result here." in str(refusal)
        assert ("of this event" in str(refusal)) == ("table_tracker" in options)


def test_spectators_tap_nothing_and_staff_stop_a_game_without_clock() -> None:
    """L5R-117 L5R-119: where nobody started the round's clock; never before time is called."""
    game = playing()
    assert game.board(None).presses == () and not game.has(Switch, None)
    assert game.refused("stop")[1] == "L5R-117" and game.refused("stop", STAFF)[1] == "L5R-119"
    game.clock_runs = False
    game.push("All play stops", STAFF)
    assert game.part(Notice).clause == "L5R-126" and game.state.how is How.JUDGMENT
    assert game.push("Settle it for both", STAFF).scored() == (10, 1)
    assert playing().at(66).tap("stop", STAFF).state.how is How.JUDGMENT
    for unknown in (table(), game):
        assert "not something to tap" in unknown.refused("dance", STAFF)[0]


def test_a_judgment_without_a_decider_asks_for_one() -> None:
    """L5R-123: the count is level and nobody recorded it."""
    game = playing()
    game.state = replace(game.state, picked=None)
    game.clock_runs = False
    game.tap("honor", side=1, by=1).tap("stop", STAFF)
    assert game.board().presses == ()
    assert game.refused("agree")[1] == "L5R-123"
    assert game.part(Switch, clause="L5R-123").key == "picked"
    assert game.tap("picked", value=1).state.winner == 1
    assert game.refused("picked", value=0)[1] == "L5R-069"
    assert game.tap("picked", STAFF, value=0).state.winner == 0
    assert "from 0 to 1" in game.refused("picked", STAFF, value=2)[0]
