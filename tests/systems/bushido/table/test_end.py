"""How a Bushido game is scored turn by turn, when it is over, and the result that it hands over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.book.lists import Item
from muster.core.book.system import Game
from muster.core.book.tracker.board import Course, Headline, Notice, RoundTime, ScoreTable, Stepper, Tick, Tone
from muster.core.book.tracker.tracker import ForceList, Now
from muster.core.forms.fields import check_values
from muster.core.kit.model import Ending, PlayerId, Raw, Result, Score
from muster.core.record.player import Player
from muster.systems.bushido import SYSTEM
from muster.systems.bushido.table.machine import TRACKER
from muster.systems.bushido.table.state import BushidoEnd, BushidoPhase, BushidoStep, TurnPoints
from tests.systems.bushido.table.hall import (
    ANN,
    BO,
    JUDGE,
    MINUTE,
    SECOND,
    Hall,
    every,
    keys,
    labels,
    notices,
    refused,
    said,
    setup,
    steppers,
)

PLAYERS = Player(PlayerId(1), "Ann", lot=1), Player(PlayerId(2), "Bo", lot=2)


def worth(hall: Hall) -> tuple[Score, Score]:
    """The result as the system's own form and check take it."""
    handed = TRACKER.handover(hall.game)
    assert handed is not None
    played = handed.ending is Ending.PLAYED
    values = check_values(SYSTEM.result_fields, dict(handed.values), "a result", required=played)
    by = () if handed.by is None else (PLAYERS[handed.by].id,)
    game = Game(*PLAYERS, Result(values, handed.ending, by), hall.setup.settings)
    SYSTEM.check(game)
    return SYSTEM.score(game)


def at_minute(hall: Hall, minute: int) -> Hall:
    """The round has run for this long. A declaration clock that runs out on the way is reset."""
    hall.at = minute * MINUTE
    if hall.game.phase is BushidoPhase.MAIN:
        hall.game = TRACKER.later(hall.game, hall.now())
        hall.tap(JUDGE, "seconds", seconds=600)
    return hall


def test_a_whole_game() -> None:
    """BSG-36 BSG-37 BUS-34: from the set-up to a 2-1 in turn 3, with a VIM removed in turn 2, worth 7 and 2."""
    hall = Hall().up_to("turn 1", vims=1)
    hall.whole_turn(sp=(2, 1), vp=(1, 0))
    hall.to_main()
    hall.tap(BO, "out", model=0)
    hall.to_end().to_scoring()
    hall.score((3, 2), (0, 1))
    assert TRACKER.handover(hall.game) is None
    hall.whole_turn(sp=(4, 3), vp=(1, 0))
    handed = TRACKER.handover(hall.game)
    assert handed is not None and handed.values == {"vp": [2, 1], "sp": [9, 6], "vim": [2, None]}
    assert [score.points for score in worth(hall)] == [7, 2]
    assert hall.game.ended is BushidoEnd.VICTORY_POINTS
    board = hall.board(BO)
    assert board.over and "You lost, 1 – 2" in said(board) and "You won, 2 – 1" in said(hall.board(ANN))
    assert "Ann won, 2 – 1" in said(hall.board(None))
    table = next(part for part in board.parts if isinstance(part, ScoreTable))
    assert [(str(row.label), str(row.own), str(row.other)) for row in table.rows] == [
        ("Victory points", "1", "2"),
        ("Tournament points", "2", "7"),
        ("Scenario points", "6", "9"),
        ("Enemy VIM removed", "–", "2"),
    ]
    courses = [part for part in every(board.parts) if isinstance(part, Course)]
    assert [course.points for course in courses] == [((2, 3, 4), (1, 2, 3)), ((1, 0, 1), (0, 1, 0))]
    course = TRACKER.course(hall.game)
    assert course is not None and (course.points, str(course.counted)) == (courses[0].points, "Scenario points")


def test_both_confirm_a_turn() -> None:
    """BSG-36: one ends the turn, the other says whether it is right; after a change both must agree again."""
    hall = Hall().to_main().to_end().to_scoring()
    kinds = [type(part) for part in hall.board().parts]
    assert kinds.index(Stepper) < kinds.index(Tick), "on a small phone the steps fill a screen"
    assert refused(Hall().to_main(), ANN, "disagree").clause == "BSG-36"
    for by in (1, -1, -1, 1):
        hall.tap(ANN, "points", what="sp", of=ANN, by=by)
    hall.tap(ANN, "agree", sp=[1, 0], vp=[0, 0])
    assert hall.game.turn == 1 and labels(hall.board(BO))[:2] == ["Confirm", "That’s not right"]
    assert "Ann’s score for turn 1" in said(hall.board(BO)) and "Waiting for Bo" in said(hall.board(ANN))
    hall.tap(BO, "disagree")
    assert steppers(hall.board(BO), "points")
    hall.tap(ANN, "agree", sp=[1, 0], vp=[0, 0])
    hall.tap(BO, "points", what="sp", of=ANN, by=1)
    assert hall.game.agreed.said == (None, None)
    why = refused(hall, BO, "agree", sp=[1, 0], vp=[0, 0])
    assert why.clause == "BSG-36" and "changed to 2-0, 0-0" in str(why)
    hall.both("agree", sp=[2, 0], vp=[0, 0])
    assert hall.game.turn == 2 and hall.game.total().sp == (2, 0)


def test_three_victory_points_in_all() -> None:
    """BSG-37 BUS-35: in a turn and over the turns."""
    hall = Hall().up_to("turn 1")
    hall.whole_turn(vp=(1, 1))
    hall.to_main().to_end().to_scoring()
    hall.tap(ANN, "points", what="vp", of=BO, by=1)
    assert refused(hall, ANN, "points", what="vp", of=ANN, by=1).clause == "BSG-37"
    assert "0 of 3 victory points left." in notices(hall.board())["BSG-37"]
    scored = [one for one in steppers(hall.board(), "points") if one.values["what"] == "vp"]
    assert [(one.value, one.most) for one in scored] == [(0, 0), (1, 1)]
    assert all(one.most == one.value for one in steppers(hall.board(None, staff=True), "correct")[2:])
    hall.both("agree", sp=[0, 0], vp=[0, 1])
    assert refused(hall, JUDGE, "correct", turn=1, what="vp", of=ANN, by=1).clause == "BSG-37"


@pytest.mark.parametrize("play_on", [False, True])
def test_over_when_all_three_are_scored(play_on: bool) -> None:
    """BSG-37 B-20: 2-1 after turn 3 of 6 is the end, unless the event plays on for scenario points."""
    hall = Hall(setup(options={"play_on_for_sp": play_on})).up_to("turn 1")
    assert [hall.whole_turn(vp=vp).ended for vp in ((1, 0), (1, 0))] == [None, None]
    hall.whole_turn(vp=(0, 1))
    assert hall.game.ended is (None if play_on else BushidoEnd.VICTORY_POINTS)
    assert hall.game.turn == (4 if play_on else 3)


def test_over_after_the_last_turn() -> None:
    """BSG-37 BUS-30: when all turns of the scenario are played, and not before the last one is scored."""
    hall = Hall().up_to("turn 1", turns=2)
    hall.whole_turn()
    hall.to_main().to_end().to_scoring()
    assert hall.game.ended is None
    assert hall.score().ended is BushidoEnd.TURNS
    assert refused(hall, ANN, "begin").clause == "BSG-37"
    assert [score.points for score in worth(hall)] == [4, 4]
    assert "A draw, 0 – 0" in said(hall.board())


def test_a_warband_without_models() -> None:
    """BSG-38 BUS-30 BUS-31: the turn is played to its end and scored; then the game is over."""
    hall = Hall().to_main()
    for model in range(3):
        hall.tap(ANN, "out", model=model)
    assert hall.game.phase is BushidoPhase.MAIN and hall.game.ended is None
    assert "You have no models left in play" in notices(hall.board(ANN))["BSG-38"]
    assert "Ann has no models left in play" in notices(hall.board(BO))["BSG-38"]
    hall.to_end().to_scoring()
    assert hall.score((0, 3), (0, 2)).ended is BushidoEnd.NO_MODELS
    assert [score.points for score in worth(hall)] == [1, 8]
    spent = Hall().to_main().to_end().to_scoring()
    assert spent.game.without_models is None and spent.score().ended is None


def test_a_warband_without_models_that_are_only_counted() -> None:
    """BSG-38."""
    hall = Hall(setup(lists=False))
    hall.both("count", count=1)
    hall.up_to("turn 1", vims=0)
    hall.to_main()
    hall.tap(ANN, "spent")
    hall.tap(BO, "spent")
    hall.tap(JUDGE, "models", of=BO, by=-1)
    hall.to_scoring()
    assert hall.score().ended is BushidoEnd.NO_MODELS


@pytest.mark.parametrize(("rice", "own", "minutes"), [(40, None, 75), (70, None, 75), (100, None, 120), (55, 60, 60)])
def test_the_length_of_a_round(rice: int, own: int | None, minutes: int) -> None:
    """BUS-10 BUS-11: by the size of the game, or as the organiser sets it; the phones count down to it."""
    options: dict[str, Any] = {"rice": rice} | ({} if own is None else {"round_minutes": own})
    hall = Hall(setup(options=options)).up_to("turn 1")
    shown = next(part for part in hall.board().parts if isinstance(part, RoundTime))
    assert (shown.to, str(shown.until), shown.late) == (minutes * MINUTE, "to the last turn", False)
    hall.at = minutes * MINUTE - 1
    hall.wait(0)
    assert hall.game.last is None
    hall.wait(1)
    assert hall.game.last == 1


def test_time_up_in_the_main_phase_of_turn_4() -> None:
    """BUS-30 BUS-31 B-16: a notice says that it is the last turn, which is played to its end, End Phase included."""
    hall = Hall().up_to("turn 1")
    for _ in range(3):
        hall.whole_turn(sp=(1, 1))
    hall.to_main()
    at_minute(hall, 120)
    assert hall.game.last == 4 and hall.game.ended is None
    notice = notices(hall.board())["BUS-31"]
    assert "Last turn" in notice and "Finish turn 4" in notice
    hall.wait(100 * SECOND)
    shown = next(part for part in hall.board().parts if isinstance(part, RoundTime))
    assert shown.late and shown.run > shown.to and str(shown.until) == "over time"
    hall.to_end().to_scoring()
    assert hall.game.ended is None
    assert hall.score((1, 0), (1, 0)).ended is BushidoEnd.TIME
    assert "after turn 4: round time was up" in said(hall.board())
    assert [score.points for score in worth(hall)] == [6, 3]


def test_a_hard_stop() -> None:
    """B-16: minutes after time the turn is scored as it is; off, it is played on without limit."""
    hall = Hall(setup(options={"hard_stop_minutes": 10})).to_main()
    at_minute(hall, 120)
    assert str(next(part for part in hall.board().parts if isinstance(part, RoundTime)).until) == "to the hard stop"
    hall.at = 130 * MINUTE
    hall.wait(0)
    assert hall.game.scoring and notices(hall.board())["B-16"] == "Stop playing. The turn is scored as it is."
    assert refused(hall, ANN, "model", model=0).clause == "BSG-23"
    assert hall.score((1, 0)).ended is BushidoEnd.TIME
    without = at_minute(Hall().to_main(), 500)
    assert without.game.phase is BushidoPhase.MAIN and not without.game.stopped


def test_time_up_before_turn_1() -> None:
    """BUS-30: no turn is being played, so the game is over without a score."""
    hall = Hall().up_to("begin")
    hall.at = 120 * MINUTE
    hall.wait(0)
    assert hall.game.ended is BushidoEnd.TIME and "before turn 1" in said(hall.board())
    assert refused(hall, ANN, "look again").clause == "BUS-30"
    assert [score.points for score in worth(hall)] == [4, 4]


def test_a_game_without_a_round_has_no_time() -> None:
    """BUS-30: two friends take as long as they like, and no round is over before its clock has started."""
    waiting = Hall()
    assert TRACKER.later(waiting.game, Now(10**9, None)).ended is None
    hall = Hall(setup(event=False, options={"hard_stop_minutes": 10}))
    hall.at = 10**9
    hall.wait(0)
    assert hall.game.ended is None and not any(isinstance(part, RoundTime) for part in hall.board().parts)


def test_looking_again_at_the_end() -> None:
    """BSG-37: the last turn is scored once more."""
    hall = Hall().up_to("turn 1", turns=2)
    assert "not over" in str(refused(hall, ANN, "look again"))
    hall.whole_turn(sp=(2, 2))
    hall.whole_turn(sp=(1, 0), vp=(1, 0))
    assert labels(hall.board(BO)) == ["Something is wrong"]
    assert labels(hall.board(None)) == []
    hall.tap(BO, "look again")
    assert TRACKER.handover(hall.game) is None and hall.game.points.sp == (1, 0)
    hall.tap(BO, "points", what="vp", of=ANN, by=-1)
    hall.both("agree", sp=[1, 0], vp=[0, 0])
    handed = TRACKER.handover(hall.game)
    assert handed is not None and handed.values == {"vp": [0, 0], "sp": [3, 2], "vim": [None, None]}


@pytest.mark.parametrize(("event", "who"), [(True, JUDGE), (False, BO)])
def test_a_wrong_number_of_turns_is_put_right_at_the_end(event: bool, who: int | None) -> None:
    """BSG-15 BSG-37: a game that ended too early goes on; in an event a judge says so, elsewhere the two players."""
    hall = Hall().up_to("turn 1", turns=1)
    hall.game = replace(hall.game, event=event)
    hall.whole_turn(sp=(2, 2))
    assert hall.game.ended is BushidoEnd.TURNS
    hall.tap(ANN, "look again")
    assert steppers(hall.board(who, staff=who is JUDGE), "turns")[0].value == 1
    assert not steppers(hall.board(None), "turns")
    if event:
        assert not steppers(hall.board(ANN), "turns") and refused(hall, ANN, "turns", by=1).clause == "BSG-17"
    hall.tap(who, "turns", by=1)
    hall.both("agree", sp=[2, 2], vp=[0, 0])
    assert TRACKER.handover(hall.game) is None and hall.game.turn == 2


def test_a_judge_corrects_a_turn() -> None:
    hall = Hall().up_to("turn 1", turns=3)
    hall.whole_turn(sp=(1, 0))
    hall.whole_turn(sp=(0, 4))
    assert "Only a judge" in str(refused(hall, ANN, "correct", turn=1, what="sp", of=ANN, by=1))
    hall.whole_turn(sp=(1, 0))
    hall.tap(JUDGE, "correct", turn=1, what="sp", of=BO, by=1)
    handed = TRACKER.handover(hall.game)
    assert handed is not None and handed.values["sp"] == [2, 5]
    assert "correct" in keys(hall.board(None, staff=True)) and "correct" not in keys(hall.board(ANN))
    assert "No turn is scored" in str(refused(Hall(), JUDGE, "correct", turn=1, what="sp", of=BO, by=1))


def test_points_have_their_limits_in_a_correction_too() -> None:
    """BSG-37: with what is being scored now; scenario points up to 99 in a turn."""
    hall = Hall().up_to("turn 1")
    hall.whole_turn(vp=(1, 0))
    hall.to_main().to_end().to_scoring()
    for side in (ANN, BO):
        hall.tap(ANN, "points", what="vp", of=side, by=1)
    assert refused(hall, JUDGE, "correct", turn=1, what="vp", of=BO, by=1).clause == "BSG-37"
    hall.game = replace(hall.game, points=TurnPoints(sp=(99, 0)))
    assert hall.tap(ANN, "points", what="sp", of=ANN, by=1).points.sp == (99, 0)


def test_a_judge_confirms_for_both() -> None:
    hall = Hall().to_main().to_end().to_scoring()
    assert hall.tap(JUDGE, "agree", sp=[0, 0], vp=[0, 0]).turn == 2


@pytest.mark.parametrize("loser", [ANN, BO])
def test_a_concession(loser: int) -> None:
    """B-12: 9 to 0, with the scenario points as scored; only a judge brings the game back."""
    hall = Hall().up_to("turn 1")
    hall.whole_turn(sp=(2, 1))
    asked = next(press for press in hall.board(loser).presses if press.key == "concede")
    assert "Concede the game" in str(asked.ask)
    hall.tap(loser, "concede")
    scores = worth(hall)
    assert [score.points for score in scores] == ([0, 9] if loser == ANN else [9, 0])
    assert [score.stats["sp"] for score in scores] == [2, 1]
    assert "You conceded" in said(hall.board(loser)) and "conceded" in said(hall.board(None))
    assert "Only a judge" in str(refused(hall, loser, "look again"))
    assert hall.tap(JUDGE, "look again").ended is None


def test_points_that_were_not_agreed_on_are_not_kept() -> None:
    """B-12: a concession while the turn is being scored has the scenario points of the turns before."""
    hall = Hall().up_to("turn 1")
    hall.whole_turn(sp=(2, 1))
    hall.to_main().to_end().to_scoring()
    hall.tap(ANN, "points", what="sp", of=ANN, by=1)
    hall.tap(ANN, "concede")
    assert [score.stats["sp"] for score in worth(hall)] == [2, 1]


def test_a_game_that_is_over_stays_as_it_ended() -> None:
    """BUS-30 B-12: conceded in the set-up, it is not ended by the round's time as well."""
    hall = Hall().up_to("begin")
    hall.tap(BO, "concede")
    hall.wait(120 * MINUTE)
    assert hall.game.ended is BushidoEnd.CONCEDED


def test_a_typed_vim_is_marked_when_it_leaves() -> None:
    """BSG-12 BUS-37: where models are only counted, the turn is that of the mark."""
    hall = Hall(setup(lists=False))
    hall.both("count", count=1)
    hall.both("ready")
    hall.tap(ANN, "sheet", turns=1, vims=1)
    hall.tap(ANN, "objectives")
    hall.tap(ANN, "test", value=BO)
    hall.tap(BO, "zone")
    hall.both("own terrain", BO)
    hall.tap(ANN, "vim", name="Aiko")
    hall.tap(BO, "vim", name="Ito")
    hall.tap(BO, "first", value=BO)
    hall.both("deployed", BO)
    hall.tap(BO, "begin")
    hall.to_main()
    hall.both("spent")
    hall.to_scoring()
    assert "vim out" in keys(hall.board(BO))
    hall.tap(BO, "vim out")
    assert hall.game.vim_turn(ANN) == 1
    assert hall.tap(BO, "vim out").vim_turn(ANN) is None
    hall.tap(BO, "vim out")
    hall.score()
    handed = TRACKER.handover(hall.game)
    assert handed is not None and handed.values["vim"] == [1, None]


def test_the_first_vim_that_leaves_counts() -> None:
    """BUS-37 BSG-12: of several the one that left first; a VIM that is followed, or is none, is not just marked."""
    hall = Hall().up_to("vims", vims=2)
    for value in (0, 1):
        hall.both("vim", value=value)
    hall.tap(BO, "first", value=BO)
    hall.both("deployed", BO)
    hall.tap(BO, "begin")
    assert refused(hall, BO, "vim out").clause == "BSG-12"
    assert hall.game.vim_turn(ANN) is None
    hall.tap(BO, "out", model=1)
    assert hall.game.vim_turn(ANN) == 1
    hall.whole_turn()
    hall.tap(BO, "out", model=0)
    assert hall.game.vim_turn(ANN) == 1
    bare = Hall(setup(lists=False))
    bare.both("count", count=1)
    assert refused(bare.up_to("turn 1"), BO, "vim out").clause == "BSG-12"
    typed = Hall(setup(lists=False))
    typed.both("count", count=1)
    typed.up_to("vims", vims=1)
    typed.both("vim", name="Ito")
    assert refused(typed, BO, "vim out").clause == "BSG-12"


def test_nobody_has_a_vim_that_was_not_chosen() -> None:
    """BSG-12 BUS-37: not the only model, not one of two alike, and none where the scenario has none."""
    alone = Hall(setup(lists=False))
    alone.both("count", count=1)
    alone.both("follow", value="yes")
    assert alone.up_to("vims", vims=1).game.setup.step is BushidoStep.VIMS
    alike = ForceList("Twins", (Item(1, "Aiko"), Item(2, "Aiko")))
    declared: tuple[dict[str, Raw], dict[str, Raw]] = ({"vim": "Aiko"}, {"vim": "Aiko"})
    twins = Hall(replace(setup(), lists=((alike,), (alike,)), declared=declared)).up_to("vims", vims=1)
    assert twins.game.setup.step is BushidoStep.VIMS
    declared = ({"vim": "Aiko"}, {"vim": "Akamatsu"})
    without = Hall(replace(setup(), declared=declared)).up_to("turn 1", vims=0)
    assert without.tap(BO, "out", model=0).vim_turn(ANN) is None


def test_the_notice_of_the_last_turn_is_amber() -> None:
    hall = at_minute(Hall().to_main(), 121)
    tones = {part.clause: part.tone for part in hall.board().parts if isinstance(part, Notice)}
    assert tones["BUS-31"] is Tone.LATE
    assert any(isinstance(part, Headline) and str(part.text) == "Turn 1 of 6" for part in hall.board().parts)
