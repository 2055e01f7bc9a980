"""What phones say at each step of a Bushido game, as the book has it: to the player, to the opponent, to everybody."""

from __future__ import annotations

import pytest

from muster.core.book.tracker.board import Headline, Pick, Switch, Tick
from tests.systems.bushido.table.hall import ANN, BO, JUDGE, SECOND, Hall, every, labels, notices, said, setup


def placing() -> Hall:
    """Two people without an organiser, about to place terrain."""
    hall = Hall(setup(event=False))
    hall.both("ready")
    hall.tap(ANN, "offer", name="The Idols")
    hall.tap(ANN, "scenario", value=0)
    hall.tap(ANN, "sheet", turns=6, vims=1)
    hall.tap(BO, "objectives")
    return hall


def headline(hall: Hall, side: int | None = ANN) -> str:
    """What is asked first."""
    return next(str(part.text) for part in hall.board(side).parts if isinstance(part, Headline))


def asked(hall: Hall, key: str, side: int = ANN) -> str:
    return next(
        str(part.label) for part in every(hall.board(side).parts) if isinstance(part, Switch) and part.key == key
    )


def note(hall: Hall, clause: str, side: int | None = ANN) -> str:
    """What is beside a step."""
    return next(str(part.note) for part in hall.board(side).parts if isinstance(part, Tick) and part.clause == clause)


def label(hall: Hall, clause: str) -> str:
    return next(str(part.label) for part in hall.board().parts if isinstance(part, Tick) and part.clause == clause)


def test_eight_steps_of_which_the_last_is_turn_1() -> None:
    """BSG-01 BSG-14: the seven to tick, by name, and the button that opens turn 1."""
    hall = placing()
    assert [str(part.label) for part in hall.board().parts if isinstance(part, Tick)] == [
        "Show the warbands",
        "Scenario",
        "Place the objectives",
        "Terrain and deployment zones",
        "Warband terrain",
        "VIMs",
        "Deploy",
    ]
    assert "Turn 1 opens when every step is ticked." in said(hall.board())
    assert labels(Hall().up_to("begin").board()) == ["Start turn 1"]


def test_how_a_scenario_is_found() -> None:
    """BSG-03: agreed on, or drawn; there must be two to draw from."""
    hall = Hall(setup(event=False))
    hall.both("ready")
    hall.tap(ANN, "offer", name="The Idols")
    assert labels(hall.board()) == []
    hall.tap(ANN, "offer", name="Escort")
    assert labels(hall.board()) == ["Draw one at random"]
    pick = next(part for part in hall.board().parts if isinstance(part, Pick))
    assert (str(pick.send), [str(way.label) for way in pick.ways]) == ("We agree on this one", ["The Idols", "Escort"])


def test_whose_the_terrain_is() -> None:
    """BSG-05 BSG-06 BSG-08 BSG-10 BSG-11: who won the test, who is Player 1, who places, who picks the zone."""
    hall = placing()
    assert asked(hall, "test") == "Who won the Tactical Test?"
    hall.tap(ANN, "test", value=BO)
    assert note(hall, "BSG-05", BO) == "Test won by you" and note(hall, "BSG-05") == "Test won by Bo"
    assert asked(hall, "player 1", BO) == "Who is Player 1?"
    hall.tap(BO, "player 1", value=ANN)
    assert "0 placed, at least 6" in said(hall.board())
    assert notices(hall.board())["BSG-06"] == "You place the next element"
    assert notices(hall.board(BO))["BSG-06"] == "Ann places the next element"
    apart = 'Impassable elements stay more than 2" away from objectives and from each other.'
    assert notices(hall.board())["BSG-10"] == apart
    for number in range(6):
        hall.tap(number % 2, "place")
    hall.tap(ANN, "stop placing")
    hall.tap(BO, "stop placing")
    assert notices(hall.board())["BSG-08"] == "You pick a deployment zone"
    assert notices(hall.board(BO))["BSG-08"] == "Ann picks a deployment zone"
    hall.tap(ANN, "zone")
    own = "Terrain that is part of a warband: you place yours first, then Ann."
    assert notices(hall.board(BO))["BSG-11"] == own
    assert notices(hall.board())["BSG-11"] == "Terrain that is part of a warband: Bo places theirs first, then Ann."
    assert note(hall, "BSG-11", BO) == "You first, then Ann" and note(hall, "BSG-11") == "Bo first, then Ann"


def test_the_zone_in_a_masters_event() -> None:
    """BUS-28: the Tactical Test is for deployment, and its winner picks the zone."""
    hall = Hall().up_to("test")
    assert label(hall, "BUS-28") == headline(hall) == "Tactical Test for deployment"
    hall.tap(ANN, "test", value=BO)
    assert notices(hall.board(BO))["BUS-28"] == "You pick a deployment zone"
    assert notices(hall.board())["BUS-28"] == "Bo picks a deployment zone"
    assert note(hall, "BUS-28", BO) == "Won by you: you pick the zone" and note(hall, "BUS-28") == "Bo picks the zone"


def test_vims_are_chosen_in_secret() -> None:
    """BSG-12: a player is told when the opponent will see it, and everybody else to wait."""
    hall = Hall().up_to("vims", vims=1)
    assert "Bo sees it when both of you have chosen." in said(hall.board())
    assert notices(hall.board(None))["BSG-12"] == "VIMs are shown when both have chosen."
    hall.tap(ANN, "vim", value=0)
    assert notices(hall.board())["BSG-12"] == "VIMs are shown when both have chosen."


def test_how_warbands_are_deployed() -> None:
    """BSG-13: one warband as a whole before the other, except Scout and Flank."""
    hall = Hall().up_to("first")
    assert asked(hall, "first", BO) == "Who deploys first?"
    assert note(hall, "BSG-13", BO) == "You are Player 1 and decide who deploys first"
    whole = "A whole warband, then the other. Scout and Flank are exceptions: see the traits."
    assert notices(hall.board())["BSG-13"] == whole


def test_the_steps_of_the_starting_phase() -> None:
    """BSG-17 BSG-18 BSG-19 BSG-20 BSG-21 BSG-22: each by name, with what is done in it."""
    hall = Hall().up_to("turn 1")
    steps = ("BSG-17", "BSG-18", "BSG-19", "BSG-20", "BSG-21")
    assert [label(hall, clause) for clause in steps] == [
        "Variable turns",
        "Ki",
        "Activation counters",
        "Tactical Test",
        "Starting Phase effects",
    ]
    assert note(hall, "BSG-17") == "Roll if the scenario has them" and "As rolled" in said(hall.board())
    assert note(hall, "BSG-18", None) == "The first number of each model’s Ki"
    assert note(hall, "BSG-19") == "2 for every model"
    for step in ("variable", "ki", "counters"):
        hall.tap(ANN, "starting", step=step)
    assert asked(hall, "test") == "Who won the Tactical Test?"
    hall.tap(ANN, "test", value=BO)
    hall.tap(ANN, "starting", step="effects")
    assert note(hall, "BSG-20", BO) == "You are the Active Player" and note(hall, "BSG-20") == "Bo is the Active Player"
    hall.tap(ANN, "models", of=ANN, by=1)
    assert notices(hall.board())["BSG-22"] == "You get 1 pass token."


def test_what_is_asked_of_the_player_who_acts() -> None:
    """BUS-20 BSG-25: a model and its action, and where an action costs more than one counter."""
    hall = Hall().to_main()
    assert "Name a model and its action" in said(hall.board(ANN))
    assert "Names a model and its action" in said(hall.board(BO))
    hall.tap(ANN, "model", model=0)
    hall.tap(ANN, "declare", action="simple")
    more = "If the action costs more than one counter, take the others off here."
    assert notices(hall.board())["BSG-25"] == more


def test_active_feats_and_who_acts_again_for_the_opponent() -> None:
    """BSG-29 BSG-31: the phone that waits is told the same."""
    hall = Hall().to_main()
    for model in range(5):
        hall.tap(BO, "out", model=model)
    hall.tap(ANN, "model", model=0)
    hall.tap(ANN, "declare", action="simple")
    assert notices(hall.board(BO))["BSG-29"] == "Last chance for Ann’s Active Feats in this activation."
    assert "Ann acts again: Bo has nothing left to activate" in said(hall.board(BO))


@pytest.mark.parametrize("slow", [ANN, BO])
def test_what_happens_when_the_time_to_declare_is_up(slow: int) -> None:
    """BUS-20 BUS-21 BUS-22 BUS-23: both are told what it costs, and whose turn it then is."""
    hall = Hall().to_main(slow)
    fast, names = 1 - slow, hall.game.names
    hall.wait(120 * SECOND)
    for side in (slow, fast):
        assert notices(hall.board(side))["BUS-20"] == "The time to declare is up."
    assert notices(hall.board(fast))["BUS-23"] == "Either way it is then your turn to act."
    assert notices(hall.board(slow))["BUS-23"] == f"Either way it is then {names[fast]}’s turn to act."
    pick = next(part for part in hall.board(slow).parts if isinstance(part, Pick))
    assert {str(way.note) for way in pick.ways[:-1]} == {"Named without an action: loses one counter"}
    assert str(pick.ways[-1].note) == f"{names[fast]} takes one counter off any one model"
    staff = next(part for part in hall.board(JUDGE, staff=True).parts if isinstance(part, Pick))
    assert str(staff.ways[-1].note) == f"{names[fast]} takes one counter off any one model"
    hall.tap(slow, "late", value=-1)
    take = f"No model was named in time. Take one activation counter off one of {names[slow]}’s models."
    assert notices(hall.board(fast))["BUS-22"] == take
    takes = f"{names[fast]} takes one activation counter off one of {names[slow]}’s models."
    assert notices(hall.board(slow))["BUS-22"] == f"No model was named in time. {takes}"


def test_what_a_model_named_without_an_action_loses() -> None:
    """BUS-21: before and after, on both phones."""
    hall = Hall().to_main()
    hall.tap(ANN, "model", model=1)
    hall.wait(120 * SECOND)
    lost = "Old Ren was named without an action and loses one activation counter."
    assert notices(hall.board(ANN))["BUS-21"] == notices(hall.board(BO))["BUS-21"] == lost
    hall.tap(ANN, "late", value=1)
    assert notices(hall.board(BO))["BUS-21"] == "Ann’s time to declare was up: Old Ren lost one activation counter."


def test_why_a_game_is_over() -> None:
    """BSG-37 BSG-38 BSG-39: the last turn, all victory points, or no models; pass tokens until then."""
    hall = Hall().up_to("turn 1", turns=1)
    hall.to_main().to_end().to_scoring()
    assert notices(hall.board())["BSG-39"] == "Unused pass tokens are thrown away."
    hall.score()
    assert "The game ended after turn 1: it was the last one." in said(hall.board())
    hall = Hall().up_to("turn 1")
    hall.whole_turn(vp=(2, 1))
    assert "The game ended after turn 1: all victory points were scored." in said(hall.board())
    hall = Hall().to_main()
    for model in range(3):
        hall.tap(ANN, "out", model=model)
    hall.to_end().to_scoring().score()
    assert "The game ended after turn 1: a warband had no models left." in said(hall.board())
