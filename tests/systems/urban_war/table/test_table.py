"""Urban War at the table: losses, withdrawal checks, time, ends, and the result that both agree on."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.tracker.board import Gauge, Notice, Pick, RoundTime, ScoreRow, Stepper, Switch, Tone
from muster.core.forms.options import Value
from muster.core.kit.model import Ending
from muster.systems.urban_war import SYSTEM
from muster.systems.urban_war.table.state import End
from tests.at_table import MINUTE, STAFF, AtTable


def table(
    models: tuple[int | None, int | None] = (12, 13), options: dict[str, Value] | None = None, **setup: Any
) -> AtTable:
    return AtTable(SYSTEM, options, models=models, **setup)


def playing(
    models: tuple[int, int] = (12, 13),
    lost: tuple[int, int] = (0, 0),
    options: dict[str, Value] | None = None,
    **setup: Any,
) -> AtTable:
    """A game that has begun, in which each side has lost so many models."""
    game = table(models, options, **setup).tap("begin")
    for side in (0, 1):
        for _ in range(lost[side]):
            game.tap("lost", side=side, by=1)
    return game


def now(game: AtTable, side: int | None = 0) -> tuple[str, str, str]:
    """What it would pay, as a board shows it: both numbers, and the degree."""
    row = game.part(ScoreRow, side, clause="UW-52")
    return str(row.own), str(row.other), str(row.note)


def test_the_scenario_is_shown_and_so_is_where_to_deploy() -> None:
    """UW-42 UW-62 UW-63: Strategic Withdrawal unless a campaign has its own; 6 inches along opposite sides."""
    game = table()
    assert str(game.board().under) == "Strategic Withdrawal"
    assert game.cited()["UW-63"] == "Deploy within 6 inches of your table edge. The two edges face each other."
    assert "UW-62" not in game.cited()
    assert str(table(scenario="The Bridge").board().under) == "The Bridge"
    assert table(options={"campaign": True}).cited()["UW-62"] == (
        "The documents of the campaign may have another deployment and more objectives."
    )
    assert str(game.tap("begin").board().under) == "Strategic Withdrawal, turn 1"
    assert "UW-63" not in game.cited()


def test_models_are_asked_for_where_nobody_knows_them() -> None:
    """UW-21 U-21: without them no casualties can be counted; the event's own numbers are not the players' to change."""
    friends = table((None, None), event=False)
    assert friends.refused("begin")[1] == "UW-21" and friends.board().presses == ()
    assert friends.refused("agree")[1] == "UW-45"
    assert friends.refused("lost", side=0, by=1)[1] == "UW-63"
    assert table((12, 12), event=False).tap("models", a=9, b=9).state.forces[0].models == 9
    friends.tap("models", 1, a=12, b=13).tap("begin")
    assert [gauge.of for gauge in (friends.part(Gauge, side=0), friends.part(Gauge, side=1))] == [12, 13]
    assert friends.refused("models", a=9, b=9)[1] == "U-21"
    assert friends.refused("begin")[0] == "The game has begun."
    for unknown in (table(), friends):
        assert "not something to tap" in unknown.refused("dance")[0]
    assert "“0” for “a” should be a whole number from 1 to 1000" in table((None, None)).refused("models", a=0, b=1)[0]
    assert "The event knows" in table().refused("models", a=9, b=9)[0]
    corrected = playing(lost=(4, 0)).tap("models", STAFF, a=10, b=13)
    assert corrected.part(Gauge, side=0).of == 10
    assert corrected.tap("models", STAFF, a=4, b=13).state.end is End.WIPED_OUT
    assert corrected.refused("models", STAFF, a=3, b=13)[0] == "“3” is fewer than the 4 models that Ann has lost."


def test_losses_are_counted_against_the_thresholds() -> None:
    """UW-49 UW-51 UW-52: 4 of 12 are Moderate, 8 of 13 Heavy; if it ended now, a Minor Victory, 16 to 8."""
    game = playing(lost=(4, 8))
    own, other = game.part(Gauge, side=0), game.part(Gauge, side=1)
    assert (own.filled, own.of, own.dashed, str(own.note)) == (4, 12, 6, "12 models. Moderate losses.")
    assert [(end, str(name)) for end, name in own.bounds] == [
        (3, "Light"), (6, "Moderate"), (9, "Heavy"), (12, "Severe")
    ]  # fmt: skip
    assert (other.dashed, str(other.note)) == (7, "13 models. Heavy losses.")
    assert now(game) == ("16", "8", "Minor Victory for you")
    assert now(game, 1) == ("8", "16", "Minor Victory for Ann")
    assert now(game, None) == ("16", "8", "Minor Victory for Ann")
    assert now(playing(lost=(2, 2))) == ("12", "12", "Draw")
    assert now(playing(lost=(0, 10))) == ("24", "0", "Crushing Victory for you")


def test_nobody_loses_more_models_than_there_were() -> None:
    """U-21: the base is the force that began; and nobody loses fewer than none."""
    game = playing((3, 3), (3, 0))
    assert game.refused("lost", side=0, by=1) == ("Ann began with 3 models, and all of them are lost.", "U-21")
    assert game.refused("lost", side=1, by=-1) == ("Bo has not lost any models.", "U-21")
    assert game.tap("lost", side=1, by=1).tap("lost", side=1, by=-1).state.forces[1].lost == 0


@pytest.mark.parametrize(("models", "mark"), [(12, 6), (13, 7), (1, 1), (2, 1)])
def test_the_withdrawal_check_comes_at_the_break_point(models: int, mark: int) -> None:
    """UW-43 U-17: 12 models, at 6 lost; 13 models, at 7."""
    game = playing((20, models), (0, mark - 1))
    assert not game.has(Switch)
    if mark < models:
        game.tap("lost", side=1, by=1)
        assert game.part(Switch).values == {"side": 1}
        notice = game.part(Notice, clause="UW-43", tone=Tone.WRONG)
        due = f"at the break point: {mark} of {models} models lost. Make the withdrawal check."
        assert str(notice.text) == f"Bo is {due}"
        assert str(game.part(Notice, 1, clause="UW-43", tone=Tone.WRONG).text) == f"You are {due}"
        assert game.part(Gauge, side=1).dashed == mark
        assert "The dashed line is the break point, half of the models." in game.texts()


def test_the_check_is_asked_for_once_in_each_turn_and_recorded() -> None:
    """UW-43 U-18: at or past the mark, each turn; the app records what came of it."""
    game = playing(lost=(0, 7))
    assert game.refused("turn", turn=1) == ("First record the withdrawal check of Bo.", "UW-43")
    assert playing(lost=(6, 0)).refused("turn", turn=1) == ("First record the withdrawal check of Ann.", "UW-43")
    game.tap("check", 1, side=1, value="fights_on")
    assert not game.has(Switch)
    assert game.refused("check", side=1, value="withdraws")[1] == "U-18"
    game.tap("lost", side=1, by=1)
    assert not game.has(Switch)
    game.tap("turn", turn=1)
    assert "Turn 2 has begun" in game.refused("turn", 1, turn=1)[0]
    assert game.has(Switch)
    assert game.refused("check", side=0, value="withdraws")[1] == "UW-43"
    game.tap("check", side=1, value="fights_on")
    assert [text for text in game.texts() if text in ("Turn 1", "Turn 2", "Bo fought on")] == [
        "Turn 1", "Bo fought on", "Turn 2", "Bo fought on"
    ]  # fmt: skip


def test_a_side_that_withdraws_ends_the_game_and_counts_as_severe() -> None:
    """UW-41 UW-45 UW-50 U-30: it is not a concession."""
    game = playing(lost=(5, 7)).tap("check", side=1, value="withdraws")
    assert game.state.end is End.WITHDREW
    assert "You 20, Bo 4" in game.texts() and "Bo withdrew, which counts as Severe." in game.texts()
    assert "You withdrew, which counts as Severe." in game.texts(1)
    game.push("Send the score of Bo: 4").push("Send the score of Ann: 20", 1)
    handover = game.handover()
    assert handover is not None and handover.ending is Ending.PLAYED
    assert game.scored(models=[12, 13]) == (20, 4)


def test_both_sides_that_withdraw_draw() -> None:
    """U-19: the other side still makes the check that is due; both Severe, a draw."""
    game = playing(lost=(6, 7)).tap("check", side=1, value="withdraws")
    assert game.part(Switch).values == {"side": 0}
    assert game.refused("agree", points=[16, 8])[1] == "UW-43"
    game.tap("check", side=0, value="withdraws")
    assert "Both sides withdrew. Both count as Severe." in game.texts()
    game.push("Send the score of Bo: 12").push("Send the score of Ann: 12", 1)
    assert game.scored(models=[12, 13]) == (12, 12)


def test_a_side_that_is_wiped_out_ends_the_game() -> None:
    """UW-41 UW-45: without anybody saying so; a tap too many is put right."""
    game = playing((3, 3), (0, 3))
    assert game.state.end is End.WIPED_OUT and "Bo’s side was wiped out." in game.texts()
    assert "Your side was wiped out." in game.texts(1)
    assert "Both sides were wiped out." in playing((3, 3), (3, 3)).texts()
    assert game.refused("turn", turn=1)[1] == "UW-45"
    game.tap("lost", side=1, by=-1)
    assert not game.state.end
    game.tap("end").tap("ended", value="wiped_out_1")
    assert game.state.forces[1].lost == 3 and game.state.end is End.WIPED_OUT
    assert game.refused("end")[1] == "UW-45"
    game.push("Send the score of Bo: 0").push("Send the score of Ann: 24", 1)
    game.tap("lost", STAFF, side=1, by=-1)
    assert game.handover() is None and not game.state.asks_end


@pytest.mark.parametrize("side", [0, 1])
def test_a_withdrawal_that_was_said_is_taken_back(side: int) -> None:
    """UW-45: the game goes on with the losses it had; time and a concession are only for the staff to take back."""
    game = playing(lost=(4, 5)).tap("end").tap("ended", value=f"withdrew_{side}")
    assert game.state.end is End.WITHDREW and game.state.forces[side].withdrew
    game = game.push("It goes on")
    assert game.state.end is None and [force.lost for force in game.state.forces] == [4, 5]
    assert not game.tap("end").push("It goes on").state.asks_end
    game.tap("concede", STAFF, side=side)
    assert game.state.conceder == side
    assert game.refused("go_on")[1] == "UW-45"
    assert game.refused("concede", 1)[1] == "UW-53" and game.refused("ended", value="time")[1] == "UW-53"
    assert game.tap("go_on", STAFF).state.end is None
    assert game.at(80).state.end is End.TIME


@pytest.mark.parametrize(
    ("first", "second"), [("time", "withdrew_1"), ("withdrew_1", "time"), ("withdrew_1", "withdrew_0")]
)
def test_two_answers_to_how_it_ended_that_cross(first: str, second: str) -> None:
    """UW-45: the first one counts; a force that withdrew after time was called would count as Severe."""
    game = playing(lost=(4, 5)).tap("end").tap("ended", value=first)
    ended = game.state
    assert game.refused("ended", 1, value=second) == ("The game has ended.", "UW-45")
    assert game.refused("concede", 1) == ("The game has ended.", "UW-45")
    assert (game.state.end, game.state.forces) == (ended.end, ended.forces)
    corrected = game.tap("ended", STAFF, value=second).state
    assert corrected.end is (End.TIME if second == "time" else End.WITHDREW)
    assert [force.withdrew for force in corrected.forces] == [second == "withdrew_0", second == "withdrew_1"]


def test_nobody_retires_for_a_concession_after_time_was_called() -> None:
    """UW-10 UW-53: a press that came a moment after the end."""
    game = playing(lost=(4, 5)).at(80)
    assert game.refused("concede", 1) == ("The game has ended.", "UW-45")
    assert game.refused("ended", 1, value="withdrew_1")[1] == "UW-45"
    assert game.tap("concede", STAFF, side=1).state.conceder == 1


def test_the_ends_that_can_be_said() -> None:
    """UW-41 UW-45: time, a withdrawal, a force that is gone; objectives in campaigns only."""
    game = playing().tap("end")
    assert game.cited()["UW-45"] == "How did the game end?"
    assert [(way.value, str(way.label), str(way.note)) for way in game.part(Pick).ways] == [
        ("time", "Time was called", "Losses count as they are"),
        ("withdrew_1", "Bo withdrew", "Counts as Severe, whatever is left"),
        ("withdrew_0", "You withdrew", "Counts as Severe, whatever is left"),
        ("wiped_out_1", "Bo’s side was wiped out", "All 13 models lost"),
        ("wiped_out_0", "Your side was wiped out", "All 12 models lost"),
    ]
    assert game.refused("ended", value="objectives") == ("Only a game of a campaign ends by its objectives.", "UW-45")
    assert "should be one of" in game.refused("ended", value="boredom")[0]
    campaign = playing(options={"campaign": True}).tap("end")
    assert ("objectives", "Objectives were met") in [(way.value, str(way.label)) for way in campaign.part(Pick).ways]
    campaign.tap("ended", value="objectives").tap("bonus", side=0, by=1)
    assert "The objectives of the campaign were met." in campaign.texts()
    campaign.push("Send the score of Bo: 12").push("Send the score of Ann: 13", 1)
    assert campaign.scored(models=[12, 13]) == (13, 12)
    assert game.refused("bonus", side=0, by=1)[1] == "UW-47"


def test_bonus_points_have_their_limits() -> None:
    """UW-47 UW-55: from 0 to 1000, and none for a player who concedes."""
    game = playing(options={"campaign": True})
    assert game.refused("bonus", side=0, by=-1)[1] == "UW-47"
    for _ in range(1000):
        game.tap("bonus", side=0, by=1)
    assert game.refused("bonus", side=0, by=1)[1] == "UW-47"
    game.tap("bonus", side=1, by=1).tap("bonus", side=1, by=-1).tap("concede", 0)
    assert [force.bonus for force in game.state.forces] == [0, 0]
    assert game.refused("bonus", side=0, by=1)[1] == "UW-55"


@pytest.mark.parametrize(("before", "mark"), [(15, 65), (10, 70)])
def test_the_warning_comes_before_the_end(before: int, mark: int) -> None:
    """UW-10 UW-11: a round of 80 minutes, at 65 or at 70; by the round's clock."""
    game = playing(options={"warning_minutes": before}).at(mark - 0.1)
    clock = game.part(RoundTime)
    assert (clock.to, clock.marks, clock.late) == (80 * MINUTE, (mark, 80), False)
    assert str(clock.until) == f"left; the warning comes {before} minutes before the end"
    assert "UW-11" not in game.cited() and clock.running
    game.paused = True
    assert not game.part(RoundTime).running
    game.at(mark)
    assert game.part(RoundTime).late and str(game.part(RoundTime).until) == "left until the game ends"
    assert game.cited()["UW-11"].startswith(f"Less than {before} minutes are left. Finish the turn you are in")


def test_a_game_ends_when_time_is_called() -> None:
    """UW-10 UW-41: losses count as they are; no turn begins, no check is due, and players cannot play on."""
    game = playing(lost=(4, 8)).tap("check", side=1, value="fights_on").at(79.9)
    assert not game.state.end
    game.tap("turn", turn=1).at(80)
    assert game.state.end is End.TIME and not game.has(Switch)
    assert "Time was called. Losses count as they are." in game.texts()
    assert game.refused("turn", turn=2) == ("Time was called: no turn begins any more.", "UW-10")
    assert game.refused("go_on")[1] == "UW-45"
    game.tap("lost", 1, side=0, by=1).push("Send the score of Bo: 8").push("Send the score of Ann: 16", 1)
    assert game.scored(models=[12, 13]) == (16, 8)


def test_friends_have_a_clock_of_their_own() -> None:
    """UW-10: it runs from the beginning of their game."""
    game = table((12, 12), event=False).at(30).tap("begin")
    assert game.at(109).state.end is None and game.part(RoundTime).run == 79 * MINUTE
    assert game.at(110).state.end is End.TIME


def test_friends_play_on_after_time() -> None:
    """No organiser waits for them: without a clock from then on. A time that was said too early does not stop it."""
    game = table((12, 12), event=False).tap("begin").at(30).tap("end").tap("ended", value="time").push("It goes on")
    assert game.state.end is None and game.part(RoundTime).run == 30 * MINUTE
    assert game.at(80).state.end is End.TIME
    game.push("It goes on", 1)
    assert game.at(300).state.end is None and not game.has(RoundTime)
    assert "It goes on" not in [str(press.label) for press in playing().at(80).board().presses]
    conceded = playing().at(80).tap("concede", STAFF, side=0)
    assert conceded.state.started is not None
    assert conceded.tap("go_on", STAFF).state.started == playing().state.started  # an event's clock is the round's


def test_time_is_the_rounds() -> None:
    """UW-10: whenever a table began; one that has not begun, and a round without a clock, are not ended by it."""
    assert table().at(30).tap("begin").at(80).state.end is End.TIME
    assert table().at(80).state.end is None
    game = playing()
    game.clock_runs = False
    assert game.at(80).state.end is None


def test_a_player_who_concedes_is_told_what_it_means() -> None:
    """UW-53 UW-54: every model counts as lost; the opponent's real losses count, here Moderate: 20 to 4."""
    game = playing(lost=(4, 0))
    ask = str(game.press("Concede", 1).ask)
    assert "lost every model" in ask and "no winning place" in ask
    game.push("Concede", 1)
    assert "Bo conceded, and counts as having lost every model." in game.texts()
    game.push("Send the score of Bo: 4").push("Send the score of Ann: 20", 1)
    handover = game.handover()
    assert handover is not None and (handover.ending, handover.by) == (Ending.CONCESSION, 1)
    assert game.scored(models=[12, 13]) == (20, 4)
    assert "lost every model." in str(playing(event=False).press("Concede").ask)


def test_both_agree_on_the_same_numbers() -> None:
    """UW-19: each sends what the other scored; numbers that change are agreed on again, and then only staff correct."""
    game = playing(lost=(4, 8)).tap("check", side=1, value="fights_on").tap("end").tap("ended", value="time")
    seen = game.press("Send the score of Bo: 8").values
    game.push("Send the score of Bo: 8")
    assert game.handover() is None
    game.tap("lost", 1, side=1, by=1).tap("lost", 1, side=1, by=1)
    assert game.state.agreed.said == (None, None)
    assert game.refused("agree", **seen) == (
        "The numbers have changed in the meantime. Check them again.", "UW-19"
    )  # fmt: skip
    game.push("Send the score of Bo: 4").push("Send the score of Ann: 20", 1)
    assert game.board().over and game.board().presses == ()
    assert "Call a judge" in game.refused("lost", side=1, by=-1)[0]
    game.tap("lost", STAFF, side=1, by=-1)
    assert game.scored(models=[12, 13]) == (16, 8)


def test_spectators_tap_nothing_and_staff_settle_it() -> None:
    game = playing(lost=(4, 8))
    assert not game.has(Stepper, None) and game.board(None).presses == ()
    assert "Bo is at the break point: 8 of 13 models lost. Make the withdrawal check." in game.texts(None)
    game.tap("check", STAFF, side=1, value="fights_on").tap("end", STAFF).tap("ended", STAFF, value="time")
    game.push("Settle it for both", STAFF)
    assert game.handover() is not None


def test_a_force_of_one_model_is_not_models() -> None:
    game = table((1, 12))
    assert any(text.startswith("1 model: ") for text in game.texts())
    told = game.tap("begin").texts()
    assert any(text.startswith("1 model. ") for text in told) and not any("1 models" in text for text in told)
