"""The Main Phase of Bushido: turns to act, passes, exhaustion, and two minutes to declare with their penalties."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.book.tracker.board import PlayersClock
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Raw
from muster.systems.bushido.table.state import Acting, BushidoPhase
from tests.systems.bushido.table.hall import (
    ANN,
    BO,
    JUDGE,
    SECOND,
    Hall,
    keys,
    labels,
    notices,
    pick,
    refused,
    said,
    setup,
)


def counters(hall: Hall, side: int) -> list[int]:
    return [model.counters for model in hall.game.warbands[side].models]


def acting(hall: Hall) -> Acting:
    return hall.game.activation.acting


def phase(hall: Hall) -> BushidoPhase:
    return hall.game.phase


def late(side: int = ANN, model: int | None = None) -> Hall:
    """Two minutes are over, with a model named or without."""
    hall = Hall().to_main(side)
    if model is not None:
        hall.tap(side, "model", model=model)
    hall.wait(120 * SECOND)
    return hall


def clock(hall: Hall, side: int | None = ANN) -> PlayersClock:
    return next(part for part in hall.board(side).parts if isinstance(part, PlayersClock))


@pytest.mark.parametrize("winner", [ANN, BO])
def test_the_winner_of_the_test_acts_first(winner: int) -> None:
    """BSG-23 BSG-24: and becomes the Active Player, who may use Active Feats from then on."""
    hall = Hall().to_main(winner)
    assert hall.game.active == winner
    assert refused(hall, 1 - winner, "model", model=0).clause == "BSG-30"
    assert "Your turn to act" in said(hall.board(winner)) and "to act" in said(hall.board(1 - winner))
    assert notices(hall.board(winner))["BSG-24"] == "You may use Active Feats."
    assert notices(hall.board(1 - winner))["BSG-24"] == f"{hall.game.names[winner]} may use Active Feats."


@pytest.mark.parametrize("action", ["simple", "complex"])
def test_a_model_and_its_action(action: str) -> None:
    """BSG-25 BSG-28 BSG-29: named, resolved, and then Active Feats for the last time."""
    hall = Hall().to_main()
    assert refused(hall, ANN, "declare", action=action).clause == "BSG-25"
    assert refused(hall, ANN, "done").clause == "BSG-25"
    hall.tap(ANN, "model", model=1)
    assert refused(hall, ANN, "declare", action="quick")
    assert labels(hall.board())[:2] == ["Old Ren: simple action named", "Old Ren: complex action named"]
    hall.tap(ANN, "declare", action=action)
    assert hall.game.activation.action == action
    assert counters(hall, ANN) == [2, 1, 2]
    for key in ("model", "declare", "pass", "spent"):
        assert refused(hall, ANN, key, model=0, action="simple").clause == "BSG-28"
    board = hall.board()
    assert "Resolve the action" in said(board) and "Old Ren, 1 counter left" in said(board)
    assert notices(board)["BSG-29"] == "Last chance for your Active Feats in this activation."
    assert labels(board) == ["Done, Bo acts", "Concede"]
    assert refused(hall, BO, "done").clause == "BSG-30"


def test_players_act_in_turn() -> None:
    """BSG-30: the opponent becomes the Active Player."""
    hall = Hall().to_main()
    order = []
    for _ in range(5):
        side = hall.game.active
        assert side is not None
        order.append(side)
        assert refused(hall, 1 - side, "model", model=0).clause == "BSG-30"
        hall.act(side, 0 if order.count(side) < 3 else 1)
    assert order == [ANN, BO, ANN, BO, ANN]


def test_a_pass_token_in_place_of_an_action() -> None:
    """BSG-26: two tokens become one, no counter is used, and Active Feats may still be used before the other acts."""
    hall = Hall().to_main()
    assert "Pass (2 left)" in labels(hall.board())
    hall.tap(ANN, "pass")
    assert hall.game.tokens == (1, 0) and counters(hall, ANN) == [2, 2, 2]
    assert acting(hall) is Acting.RESOLVE and hall.game.active == ANN
    assert "BSG-29" in notices(hall.board()) and "Passed" in said(hall.board())
    hall.tap(ANN, "done")
    assert hall.game.active == BO


def test_whoever_has_counters_must_act() -> None:
    """BSG-27: with counters left and no token, a pass is refused, and so is doing nothing."""
    hall = Hall().to_main(BO)
    assert not [label for label in labels(hall.board(BO)) if "Pass" in label]
    why = refused(hall, BO, "pass")
    assert why.clause == "BSG-27" and "Akamatsu, Temple Bushi 1" in str(why)
    assert refused(hall, BO, "spent").clause == "BSG-27"
    assert "spent" not in keys(hall.board(BO))
    hall.tap(BO, "counter", model=0, by=-1)
    hall.tap(BO, "counter", model=0, by=-1)
    assert refused(hall, BO, "model", model=0).clause == "BSG-27"
    assert isinstance(refused(hall, BO, "model", model=5), BadInput)


def test_one_side_is_exhausted() -> None:
    """BSG-31 B-24: the other goes on until it is too; without counters there is no pass either."""
    hall = Hall().to_main()
    for model in (1, 2):
        for _ in range(2):
            hall.tap(ANN, "counter", model=model, by=-1)
    hall.act(ANN, 0)
    hall.act(BO, 0)
    hall.tap(ANN, "model", model=0)
    hall.tap(ANN, "declare", action="simple")
    hall.tap(ANN, "done")
    assert counters(hall, ANN) == [0, 0, 0] and hall.game.tokens == (2, 0)
    for model in (0, 1, 1, 2, 2, 3, 3, 4):
        assert hall.game.active == BO
        assert refused(hall, ANN, "pass").clause == "BSG-30"
        hall.tap(BO, "model", model=model)
        hall.tap(BO, "declare", action="simple")
        assert "You act again: Ann has nothing left to activate" in said(hall.board(BO))
        hall.tap(BO, "done")
    assert phase(hall) is BushidoPhase.MAIN and counters(hall, BO) == [0, 0, 0, 0, 1]
    hall.act(BO, 4)
    assert phase(hall) is BushidoPhase.END


def test_neither_can_activate() -> None:
    """BSG-32: the last counter used ends the Main Phase, also when the other side wins the test without any."""
    hall = Hall().to_main().to_end()
    assert phase(hall) is BushidoPhase.END and counters(hall, ANN) == [0] * 3 and counters(hall, BO) == [0] * 5
    assert refused(hall, ANN, "model", model=0).clause == "BSG-23"
    hall = Hall().to_main()
    for side, models in ((ANN, 3), (BO, 5)):
        for model in range(models):
            hall.tap(side, "out", model=model)
    assert phase(hall) is BushidoPhase.END


def test_the_last_counter_of_the_active_side_is_lost() -> None:
    """BSG-31: it is then the other's turn; a model that was named and cannot act is not named any more."""
    hall = Hall().to_main()
    hall.tap(ANN, "model", model=0)
    hall.tap(ANN, "out", model=0)
    assert hall.game.activation.chosen is None
    hall.tap(ANN, "out", model=1)
    hall.tap(ANN, "out", model=2)
    assert hall.game.active == BO


def test_models_that_are_only_counted_say_when_they_are_spent() -> None:
    """BSG-27 BSG-31 BSG-32: the players know; the phone asks for confirmation."""
    hall = Hall(setup(lists=False))
    hall.tap(ANN, "count", count=1)
    hall.tap(BO, "count", count=2)
    hall.to_main()
    assert hall.game.tokens == (1, 0)
    assert "not followed" in str(refused(hall, ANN, "model", model=0))
    hall.tap(ANN, "declare", action="simple")
    hall.tap(ANN, "done")
    hall.tap(BO, "spent")
    assert hall.game.active == ANN
    hall.tap(ANN, "pass")
    hall.tap(ANN, "done")
    assert hall.game.active == ANN
    asked = next(press for press in hall.board(ANN).presses if press.key == "spent")
    assert "really" in str(asked.ask)
    hall.tap(ANN, "spent")
    assert phase(hall) is BushidoPhase.END
    hall.to_scoring().score()
    assert hall.to_main().game.active == ANN


def test_a_counted_side_without_models_is_passed_over() -> None:
    """BSG-31: also if only the number of models is tracked."""
    hall = Hall(setup(lists=False))
    hall.both("count", count=1)
    hall.to_main()
    hall.tap(JUDGE, "models", of=BO, by=-1)
    hall.tap(ANN, "declare", action="simple")
    assert hall.tap(ANN, "done").active == ANN


def test_two_minutes_per_declaration() -> None:
    """BUS-20 B-22: for each declaration again; naming model and action stops the clock, resolving does not count."""
    hall = Hall().to_main()
    assert (clock(hall).left, clock(hall).running, clock(hall).out_of) == (120 * SECOND, True, 120 * SECOND)
    hall.wait(118 * SECOND)
    assert clock(hall, BO).left == 2 * SECOND and clock(hall, BO).late
    hall.tap(ANN, "model", model=0)
    hall.wait(SECOND - 1)
    assert acting(hall) is Acting.DECLARE
    hall.wait(1)
    assert acting(hall) is Acting.LATE
    hall = Hall().to_main()
    hall.tap(ANN, "model", model=0)
    hall.tap(ANN, "declare", action="simple")
    hall.wait(600 * SECOND)
    assert acting(hall) is Acting.RESOLVE
    hall.tap(ANN, "done")
    assert clock(hall).left == 120 * SECOND
    hall.wait(50 * SECOND)
    hall.act(BO, 0)
    assert clock(hall).left == 120 * SECOND
    other = Hall(setup(options={"declaration_seconds": 90})).to_main()
    assert clock(other).left == 90 * SECOND


def test_no_clock_runs_where_nobody_wants_one() -> None:
    """BUS-20: two people who play without an event have all the time they like."""
    hall = Hall()
    hall.game = replace(hall.game, timed=False)
    hall.to_main()
    hall.wait(600 * SECOND)
    assert acting(hall) is Acting.DECLARE and "Your turn to act" in said(hall.board())
    assert not any(isinstance(part, PlayersClock) for part in hall.board().parts)


def test_late_with_a_model_named() -> None:
    """BUS-21 BUS-23: that model goes from two counters to one, and the opponent acts."""
    hall = late(ANN, model=1)
    assert refused(hall, ANN, "declare", action="simple").clause == "BUS-20"
    assert refused(hall, ANN, "pass").clause == "BUS-20"
    assert "Old Ren was named without an action" in notices(hall.board(BO))["BUS-21"]
    assert "Then it is your turn to act" in notices(hall.board(BO))["BUS-23"]
    hall.tap(BO, "late", value=-1)
    assert counters(hall, ANN) == [2, 1, 2] and hall.game.active == BO
    assert acting(hall) is Acting.DECLARE and clock(hall).left == 120 * SECOND
    assert notices(hall.board(ANN))["BUS-21"] == "Your time to declare was up: Old Ren lost one activation counter."


def test_late_with_a_model_named_aloud() -> None:
    """BUS-21: it was named across the table; the slow player says which, or a judge, never the opponent."""
    hall = late()
    assert pick(hall.board(ANN), "late") == {0: "Aiko", 1: "Old Ren", 2: "Tora", -1: "No model"}
    assert "late" not in keys(hall.board(BO))
    assert refused(hall, BO, "late", value=-1).clause == "BSG-30"
    assert refused(hall, ANN, "late", value=3).clause == "BSG-27"
    hall.tap(JUDGE, "late", value=2)
    assert counters(hall, ANN) == [2, 2, 1] and hall.game.active == BO


def test_late_without_a_model() -> None:
    """BUS-22 BUS-23 B-21: the opponent takes a counter off any one model that has one, and then acts."""
    hall = late()
    for _ in range(2):
        hall.tap(ANN, "counter", model=0, by=-1)
    hall.tap(ANN, "late", value=-1)
    assert hall.game.active == ANN and acting(hall) is Acting.TAKE
    assert pick(hall.board(BO), "take") == {1: "Old Ren", 2: "Tora"}
    assert "take" not in keys(hall.board(ANN))
    assert refused(hall, ANN, "take", value=2).clause == "BUS-22"
    assert refused(hall, BO, "take", value=0).clause == "BSG-27"
    assert isinstance(refused(hall, BO, "take", value=3), BadInput)
    hall.tap(BO, "take", value=2)
    assert counters(hall, ANN) == [0, 2, 1] and counters(hall, BO) == [2] * 5
    assert hall.game.active == BO and "Tora lost one" in notices(hall.board(ANN))["BUS-22"]


@pytest.mark.parametrize("slow", [ANN, BO])
def test_penalties_only_when_time_is_up(slow: int) -> None:
    """BUS-20 BUS-21 BUS-22: nobody loses a counter before, and only the opponent of the slow player takes one."""
    hall = Hall().to_main(slow)
    assert refused(hall, slow, "late", value=0).clause == "BUS-20"
    assert refused(hall, 1 - slow, "take", value=0).clause == "BUS-22"
    hall.wait(120 * SECOND)
    assert refused(hall, 1 - slow, "take", value=0).clause == "BUS-22"
    hall.tap(slow, "late", value=-1)
    assert refused(hall, slow, "late", value=0).clause == "BUS-20"
    assert refused(hall, slow, "take", value=0).clause == "BUS-22"
    hall.tap(1 - slow, "take", value=0)
    assert counters(hall, slow)[0] == 1 and hall.game.active == 1 - slow
    assert refused(Hall().up_to("turn 1"), BO, "take", value=0).clause == "BSG-23"


def test_late_without_a_counter_to_take() -> None:
    """B-21 BUS-23: nothing happens except that the other acts."""
    hall = late()
    for model in range(3):
        hall.tap(ANN, "out", model=model)
    hall.tap(ANN, "late", value=-1)
    assert hall.game.active == BO and acting(hall) is Acting.DECLARE
    assert "It is Bo’s turn to act" in notices(hall.board(None))["BUS-22"]


def test_a_counter_that_was_already_taken_off_holds_nobody_up() -> None:
    """B-21 BUS-23: taken off by hand, or the model left play; nobody has to put it back to go on."""
    for key, values in (("counter", {"by": -1}), ("out", dict[str, Raw]())):
        hall = Hall().to_main()
        hall.tap(ANN, "counter", model=1, by=-1)
        hall.tap(ANN, "model", model=1)
        hall.wait(120 * SECOND)
        assert labels(hall.board(BO))[0] == "Old Ren loses a counter"
        hall.tap(ANN, key, model=1, **values)
        assert "has no activation counter left to lose" in notices(hall.board(BO))["BUS-21"]
        assert labels(hall.board(BO))[0] == "Continue"
        hall.tap(ANN, "late", value=1)
        assert counters(hall, ANN)[0] == 2 and hall.game.active == BO
        assert notices(hall.board(ANN))["BUS-21"] == "Your time to declare was up. It is Bo’s turn to act."
    hall = late()
    hall.tap(ANN, "late", value=-1)
    for model in (2, 1, 0):
        assert hall.game.active == ANN and "take" in keys(hall.board(BO))
        hall.tap(ANN, "out", model=model)
    assert hall.game.active == BO and acting(hall) is Acting.DECLARE
    assert "It is Bo’s turn to act" in notices(hall.board(None))["BUS-22"]


def test_late_where_models_are_only_counted() -> None:
    """BUS-21 BUS-22 BUS-23: the counters are on the table; the phone says what to do and passes on."""
    for answer, takes in ((0, False), (-1, True)):
        hall = Hall(setup(lists=False))
        hall.both("count", count=2)
        hall.to_main()
        hall.wait(120 * SECOND)
        assert pick(hall.board(ANN), "late") == {0: "A model, but no action", -1: "No model"}
        hall.tap(ANN, "late", value=answer)
        if takes:
            assert labels(hall.board(BO)) == ["Counter is taken off", "Concede"]
            hall.tap(BO, "take")
        assert hall.game.active == BO
        assert "It is Bo’s turn to act" in notices(hall.board(None))["BUS-22" if takes else "BUS-21"]


def test_only_a_judge_stops_the_clock() -> None:
    """BUS-24: it continues with what was left when the answer is known."""
    hall = Hall().to_main()
    hall.wait(57 * SECOND)
    for side in (ANN, BO):
        assert refused(hall, side, "stop clock").clause == "BUS-24"
        assert not {"stop clock", "resume clock"} & keys(hall.board(side))
    hall.tap(JUDGE, "stop clock")
    stopped = clock(hall).left
    assert (clock(hall).running, str(clock(hall).note)) == (False, "Clock stopped")
    assert "Stopped by a judge" in notices(hall.board(ANN))["BUS-24"]
    hall.wait(500 * SECOND)
    assert clock(hall).left == stopped and acting(hall) is Acting.DECLARE
    for key in ("model", "pass", "resume clock"):
        assert refused(hall, ANN, key, model=0).clause == "BUS-24"
    assert refused(hall, JUDGE, "stop clock").clause == "BUS-24"
    hall.tap(JUDGE, "resume clock")
    assert clock(hall).left == stopped and clock(hall).running
    assert refused(hall, JUDGE, "resume clock").clause == "BUS-24"
    hall.wait(stopped)
    assert acting(hall) is Acting.LATE


def test_a_judge_gives_time_back() -> None:
    """BUS-24: also when it was up; players cannot."""
    hall = late(ANN, model=0)
    assert refused(hall, BO, "seconds", seconds=60).clause == "BUS-24"
    for wrong in (0, 601):
        assert isinstance(refused(hall, JUDGE, "seconds", seconds=wrong), BadInput)
    for right in (1, 600, 60):
        hall.tap(JUDGE, "seconds", seconds=right)
    assert clock(hall).left == 60 * SECOND and hall.game.activation.chosen == 0
    assert clock(hall).running
    hall.tap(JUDGE, "stop clock")
    hall.tap(JUDGE, "seconds", seconds=30)
    assert (clock(hall).left, clock(hall).running) == (30 * SECOND, False)
    hall.tap(JUDGE, "resume clock")
    assert "seconds" in keys(hall.board(None, staff=True))
    hall.tap(ANN, "declare", action="simple")
    assert refused(hall, JUDGE, "seconds", seconds=60).clause == "BUS-20"
    assert "seconds" not in keys(hall.board(None, staff=True))


def test_a_judge_puts_numbers_right() -> None:
    hall = Hall().to_main()
    for key, values in (("tokens", {"of": BO, "by": 1}), ("active", {"value": BO})):
        assert "Only a judge" in str(refused(hall, ANN, key, **values))
        hall.tap(JUDGE, key, **values)
    assert hall.game.tokens == (2, 1) and hall.game.active == BO
    for _ in range(3):
        hall.tap(JUDGE, "tokens", of=ANN, by=-1)
    assert hall.game.tokens == (0, 1)
    assert hall.tap(JUDGE, "active", value=ANN).active == ANN
    starting = Hall().up_to("turn 1")
    for key in ("tokens", "active"):
        assert isinstance(refused(hall, JUDGE, key, of=2, value=2, by=1), BadInput)
        assert refused(starting, JUDGE, key, of=BO, value=BO, by=1).clause == "BSG-23"
    hall.tap(JUDGE, "counter", of=ANN, model=0, by=1)
    hall.tap(JUDGE, "ki", of=BO, model=0, by=1)
    assert counters(hall, ANN)[0] == 3 and hall.game.warbands[BO].models[0].ki == 2
    assert "Only Bo" in str(refused(hall, ANN, "counter", of=BO, model=0, by=-1))
    assert {"tokens", "active", "seconds", "stop clock"} <= keys(hall.board(None, staff=True))
    assert not {"tokens", "active", "seconds"} & keys(hall.board(ANN))


def test_without_an_event_players_stop_their_own_clock() -> None:
    """BUS-24: there is no judge."""
    hall = Hall(setup(event=False))
    hall.game = Hall().to_main().game
    hall.game = replace(hall.game, event=False)
    hall.tap(BO, "stop clock")
    assert not clock(hall).running
    hall.tap(ANN, "resume clock")
    assert clock(hall).running


def test_spectators_can_touch_nothing() -> None:
    for hall in (Hall().to_main(), late(), late(model=0), Hall().up_to("turn 1"), Hall().to_main().to_end()):
        assert keys(hall.board(None)) == set()
