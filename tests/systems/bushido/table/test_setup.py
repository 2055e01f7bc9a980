"""The set-up of a Bushido game: eight steps in order, by the rulebook and as a Masters event has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.book.lists import Item
from muster.core.book.tracker.board import Answers, Fold, ModelRow, Pick, Switch, Tick
from muster.core.book.tracker.tracker import ForceList, Now, Tap
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Raw
from muster.systems.bushido.table.machine import TRACKER
from muster.systems.bushido.table.state import BushidoStep
from muster.systems.bushido.table.warbands import first_of_ki, from_list
from tests.systems.bushido.table.hall import (
    ANN,
    BO,
    JUDGE,
    Hall,
    every,
    keys,
    labels,
    notices,
    pick,
    refused,
    said,
    setup,
)


def casual(step: str = "") -> Hall:
    """A game of two people, who bring their lists and agree on everything."""
    hall = Hall(setup(event=False))
    hall.both("ready")
    hall.tap(ANN, "offer", name="The Idols")
    hall.tap(ANN, "scenario", value=0)
    hall.tap(ANN, "sheet", turns=6, vims=1)
    hall.tap(BO, "objectives")
    if step == "terrain":
        return hall
    hall.tap(ANN, "test", value=BO)
    hall.tap(BO, "player 1", value=ANN)
    return hall


def placed(hall: Hall, pieces: int, first: int = ANN) -> Hall:
    for number in range(pieces):
        hall.tap((first + number) % 2, "place")
    return hall


SETUP_TAPS = {
    BushidoStep.WARBANDS: ("ready", {"of": 0}),
    BushidoStep.SCENARIO: ("sheet", {"turns": 6, "vims": 0}),
    BushidoStep.OBJECTIVES: ("objectives", {}),
    BushidoStep.TERRAIN: ("test", {"value": 0}),
    BushidoStep.OWN_TERRAIN: ("own terrain", {"of": 0}),
    BushidoStep.VIMS: ("vim", {"of": 0, "value": 0}),
    BushidoStep.DEPLOY: ("first", {"value": 0}),
    BushidoStep.BEGIN: ("begin", {}),
}


@pytest.mark.parametrize(
    ("reached", "step"),
    [
        ("warbands", BushidoStep.WARBANDS),
        ("scenario", BushidoStep.SCENARIO),
        ("objectives", BushidoStep.OBJECTIVES),
        ("test", BushidoStep.TERRAIN),
        ("own terrain", BushidoStep.OWN_TERRAIN),
        ("vims", BushidoStep.VIMS),
        ("first", BushidoStep.DEPLOY),
        ("begin", BushidoStep.BEGIN),
    ],
)
def test_eight_steps_in_order(reached: str, step: BushidoStep) -> None:
    """BSG-01 BSG-14: nothing of a later step, nor of one that is done; turn 1 only after the eighth."""
    hall = Hall().up_to(reached, vims=1)
    assert hall.game.setup.step is step
    for other, (key, values) in SETUP_TAPS.items():
        if other is not step:
            assert refused(hall, JUDGE, key, **values).clause == "BSG-01"
    ticks = {str(part.label): part.done for part in hall.board().parts if isinstance(part, Tick)}
    assert list(ticks.values()) in ([], [n < step for n in range(1, 8)])
    if step is BushidoStep.BEGIN:
        assert hall.game.turn == 0
        assert refused(hall, ANN, "deployed").clause == "BSG-01"
        assert hall.tap(ANN, "begin").turn == 1
        assert refused(hall, ANN, "objectives").clause == "BSG-01"
        assert refused(hall, ANN, "begin").clause == "BSG-01"


BUILDING: list[tuple[str, dict[str, int | str]]] = [
    ("list", {"value": 0}),
    ("count", {"count": 4}),
    ("follow", {"value": "no"}),
    ("add model", {"name": "Wolf"}),
    ("out", {"model": 0}),
]
"""What changes a warband."""


@pytest.mark.parametrize("reached", ["warbands", "scenario", "test", "first"])
def test_what_is_asked_comes_before_the_list_of_steps(reached: str) -> None:
    """BSG-01: on a small phone eight steps fill a screen."""
    parts = Hall().up_to(reached).board(BO).parts
    asked = next(n for n, part in enumerate(parts) if isinstance(part, Answers | Switch))
    assert asked < next(n for n, part in enumerate(parts) if isinstance(part, Tick))


def test_both_warbands_are_shown() -> None:
    """BSG-02: the lists give the models; without any there is nothing to show."""
    hall = Hall()
    assert [[model.name for model in warband.models] for warband in hall.game.warbands] == [
        ["Aiko", "Old Ren", "Tora"],
        ["Akamatsu", *(f"Temple Bushi {n}" for n in range(1, 5))],
    ]
    hall.tap(ANN, "ready")
    assert hall.game.setup.step is BushidoStep.WARBANDS
    assert "can no longer change" in str(refused(hall, ANN, "follow", value="no"))
    assert "Ann has already done this" in str(refused(hall, ANN, "ready"))
    assert "Only Ann" in str(refused(hall, BO, "ready", of=ANN))
    for key, values in BUILDING:
        assert "can no longer change" in str(refused(hall, ANN, key, **values))
    hall.tap(BO, "ready")
    for key, values in BUILDING:
        assert "can no longer change" in str(refused(hall, ANN, key, **values))
    bare = Hall(setup(lists=False))
    assert refused(bare, ANN, "ready").clause == "BSG-02"


def test_models_without_a_list() -> None:
    """Typed: how many there are, followed one by one or not at all."""
    hall = Hall(setup(lists=False))
    assert "count" in keys(hall.board())
    hall.tap(ANN, "count", count=4)
    assert (hall.game.warbands[ANN].followed, hall.game.warbands[ANN].in_play) == (False, 4)
    hall.tap(ANN, "follow", value="yes")
    hall.tap(ANN, "add model", name="  Kenko   Ki 2/3 ")
    hall.tap(ANN, "out", model=0)
    assert [(model.name, model.ki_stat) for model in hall.game.warbands[ANN].models] == [("", None)] * 3 + [
        ("Kenko", 2)
    ]
    hall.tap(ANN, "ki stat", model=0, by=1)
    hall.tap(ANN, "ki stat", model=3, by=1)
    assert [model.ki_stat for model in hall.game.warbands[ANN].models] == [1, None, None, 3]
    assert isinstance(refused(hall, ANN, "ki stat", model=4, by=1), BadInput)
    for by in (0, 2):
        assert isinstance(refused(hall, ANN, "ki stat", model=0, by=by), BadInput)
    hall.tap(ANN, "count", count=5)
    assert len(hall.game.warbands[ANN].models) == 5
    assert "Model 1: ki per turn" in said(hall.board())
    assert "no lists to choose from" in str(refused(hall, ANN, "list", value=0))
    assert isinstance(refused(hall, ANN, "count", count=61), BadInput)
    hall.tap(ANN, "count", count=60)
    assert "at most 60" in str(refused(hall, ANN, "add model", name="Wolf"))
    known = Hall(replace(setup(lists=False), models=(5, None)))
    assert [warband.in_play for warband in known.game.warbands] == [5, 0]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "Ai\x07ko", 5, None])
def test_a_name_that_cannot_be_read(name: Raw) -> None:
    """It is quoted; sixty characters are a name."""
    hall = Hall(setup(lists=False))
    with pytest.raises(BadInput, match="should be a name"):
        hall.tap(ANN, "add model", name=name)
    assert hall.tap(ANN, "add model", name="x" * 60).warbands[ANN].models[0].name == "x" * 60


def test_taps_that_nobody_knows_are_refused() -> None:
    """Also one by staff that does not say whose warband it is about."""
    assert isinstance(refused(Hall(), ANN, "dance"), BadInput)
    assert isinstance(refused(Hall(), JUDGE, "ready"), BadInput)


def test_one_of_several_lists() -> None:
    two = (ForceList("One", (Item(1, "Aiko"),)), ForceList("Two", (Item(1, "Tora"), Item(2, "Hana"))))
    given = setup()
    hall = Hall(replace(given, lists=(two, given.lists[1])))
    assert pick(hall.board(), "list") == {0: "One", 1: "Two"}
    hall.tap(ANN, "list", value=1)
    assert [model.name for model in hall.game.warbands[ANN].models] == ["Tora", "Hana"]
    assert isinstance(refused(hall, ANN, "list", value=2), BadInput)
    assert hall.tap(ANN, "list", value=0).warbands[ANN].title == "One"


@pytest.mark.parametrize(
    ("text", "found"),
    [("Aiko, Ki 2/4", ("Aiko", 2)), ("Aiko (ki: 3)", ("Aiko", 3)), ("Kikuchi", ("Kikuchi", None)), ("Ki 1/2", ("", 1))],
)
def test_the_first_number_of_ki(text: str, found: tuple[str, int | None]) -> None:
    """BSG-18: Ki “2/4” is 2."""
    assert first_of_ki(text) == found


def test_what_is_attached_is_not_a_model() -> None:
    warband = from_list(ForceList("", (Item(1, "Aiko"), Item(2, "Katana", under=1), Item(3, "Bushi", count=2))))
    assert [model.name for model in warband.models] == ["Aiko", "Bushi 1", "Bushi 2"]


def test_the_organisers_scenario() -> None:
    """BSG-03 BUS-46: in a Masters event it is there, and its sheet wins over the document."""
    hall = Hall().up_to("scenario")
    assert "The Idols, chosen by the organiser" in said(hall.board())
    assert refused(hall, ANN, "offer", name="Another").clause == "BSG-03"
    assert "sheet counts" in notices(hall.board())["BUS-46"]
    assert "sheet counts" in notices(Hall().to_main().board())["BUS-46"]


def test_a_scenario_by_agreement_or_at_random() -> None:
    """BSG-03: names to choose from; a draw takes any of them, the same one whenever it is played again."""
    hall = Hall(setup(event=False))
    hall.both("ready")
    assert refused(hall, ANN, "sheet", turns=6, vims=0).clause == "BSG-03"
    assert refused(hall, ANN, "draw scenario").clause == "BSG-03"
    assert refused(hall, ANN, "scenario", value=0).clause == "BSG-03"
    for name in ("The Idols", "Escort", "Control"):
        hall.tap(ANN, "offer", name=name)
    assert "among the scenarios" in str(refused(hall, BO, "offer", name="escort"))
    assert isinstance(refused(hall, BO, "scenario", value=3), BadInput)
    hall.tap(BO, "scenario", value=1)
    assert hall.game.scenario == "Escort" and "Escort, agreed" in said(hall.board())
    drawn = set()
    for _ in range(40):
        before, at = hall.game, hall.at
        first = hall.tap(ANN, "draw scenario").scenario
        hall.game, hall.at = before, at
        assert hall.tap(ANN, "draw scenario").scenario == first
        drawn.add(first)
    assert drawn == {"The Idols", "Escort", "Control"}
    for at in range(9):  # The same moment, in a round that was paused and in one that was not.
        drawn = {
            TRACKER.play(hall.game, Tap("draw scenario", ANN, now)).scenario
            for now in (Now(at + 9), Now(at, paused_for=9))
        }
        assert len(drawn) == 1
    assert "drawn at random" in said(hall.board())
    for number in range(9):
        hall.tap(ANN, "offer", name=f"Scenario {number}")
    assert "12 scenarios" in str(refused(hall, ANN, "offer", name="One too many"))


def test_players_choose_where_the_organiser_has_not() -> None:
    """BSG-03: in an event without a scenario, and without an event whatever the table was opened with."""
    for hall in (Hall(setup(scenario="")), Hall(setup(event=False, scenario="Escort"))):
        hall.both("ready")
        for name in ("The Idols", "Control"):
            hall.tap(ANN, "offer", name=name)
        hall.tap(ANN, "scenario", value=0)
        assert hall.tap(BO, "scenario", value=1).scenario == "Control"


def test_turns_come_from_the_scenario() -> None:
    """BSG-15: asked for, as the sheet has them."""
    hall = Hall().up_to("scenario")
    for turns in (0, 21, "six", None, True):
        with pytest.raises(BadInput, match="whole number from 1 to 20"):
            hall.tap(ANN, "sheet", turns=turns, vims=0)
    with pytest.raises(BadInput, match="whole number from 0 to 9"):
        hall.tap(ANN, "sheet", turns=6, vims=10)
    assert hall.tap(ANN, "sheet", turns=5, vims=0).turns == 5
    hall.game = Hall().up_to("turn 1", turns=5).game
    assert "Turn 1 of 5" in said(hall.board())


def test_objectives_as_the_scenario_says() -> None:
    """BSG-04."""
    hall = Hall().up_to("objectives")
    board = hall.board()
    assert labels(board) == [
        "Objectives are placed"
    ] and "Place the objectives |  | As the scenario sheet says" in said(board)
    assert hall.tap(BO, "objectives").setup.step is BushidoStep.TERRAIN


def test_masters_tactical_test() -> None:
    """BUS-28 BSG-05: the winner picks the zone, and is Player 1 or names the other (B-17, B-19)."""
    hall = Hall().up_to("test")
    assert refused(hall, ANN, "zone").clause == "BUS-28"
    hall.tap(ANN, "test", value=BO)
    assert (hall.game.setup.test, hall.game.setup.player_1) == (BO, BO)
    assert refused(hall, ANN, "zone").clause == "BUS-28"
    assert refused(hall, ANN, "player 1", value=ANN).clause == "BSG-05"
    assert refused(hall, BO, "place").clause == "BUS-25"
    assert refused(hall, BO, "stop placing").clause == "BUS-25"
    assert "zone" in keys(hall.board(BO)) and "zone" not in keys(hall.board(ANN))
    hall.tap(BO, "player 1", value=ANN)
    assert (hall.game.setup.test, hall.game.setup.player_1) == (BO, ANN)
    assert hall.tap(BO, "zone").setup.step is BushidoStep.OWN_TERRAIN


def test_the_winner_names_player_1() -> None:
    """BSG-05: outside an event; the winner and Player 1 are kept apart, and Player 1 places first."""
    hall = casual("terrain")
    assert refused(hall, ANN, "place").clause == "BSG-05"
    hall.tap(ANN, "test", value=BO)
    assert refused(hall, ANN, "place").clause == "BSG-05"
    assert refused(hall, ANN, "player 1", value=ANN).clause == "BSG-05"
    hall.tap(BO, "player 1", value=ANN)
    assert (hall.game.setup.test, hall.game.setup.player_1) == (BO, ANN)
    assert refused(hall, BO, "place").clause == "BSG-06"
    hall.tap(ANN, "place")
    assert refused(hall, BO, "player 1", value=BO).clause == "BSG-05"
    assert refused(hall, BO, "test", value=ANN).clause == "BSG-05"


def test_terrain_in_turn_until_somebody_stops() -> None:
    """BSG-06 BSG-07 BSG-08: a stop at five is refused; after six, one last piece; whoever stopped picks the zone."""
    hall = placed(casual(), 5)
    assert refused(hall, BO, "stop placing").clause == "BSG-06"
    assert "stop placing" not in keys(hall.board(BO))
    assert refused(hall, ANN, "place").clause == "BSG-06"
    hall.tap(BO, "place")
    hall.tap(ANN, "stop placing")
    assert "You may place one last element" in notices(hall.board(BO))["BSG-07"]
    assert refused(hall, ANN, "zone").clause == "BSG-08"
    hall.tap(BO, "place")
    assert hall.game.setup.placing.pieces == 7
    assert refused(hall, BO, "place").clause == "BSG-07"
    assert refused(hall, BO, "zone").clause == "BSG-08"
    assert refused(hall, ANN, "place").clause == "BSG-07"
    assert hall.tap(ANN, "zone").setup.step is BushidoStep.OWN_TERRAIN
    for side, key in ((BO, "place"), (ANN, "zone"), (BO, "player 1"), (ANN, "offer"), (ANN, "clock")):
        assert refused(hall, side, key, value=ANN, name="Escort").clause == "BSG-01"


def test_player_1_may_be_either() -> None:
    """BSG-05 BSG-06 BSG-08: with Bo as Player 1 the turns and the pick go by him."""
    hall = casual("terrain")
    hall.tap(ANN, "test", value=ANN)
    hall.tap(ANN, "player 1", value=BO)
    assert refused(hall, ANN, "place").clause == "BSG-06"
    placed(hall, 6, BO)
    hall.tap(BO, "stop placing")
    hall.tap(ANN, "stop placing")
    assert refused(hall, ANN, "zone").clause == "BSG-08"
    assert hall.tap(BO, "zone").setup.step is BushidoStep.OWN_TERRAIN


def test_where_impassable_elements_may_be() -> None:
    """BSG-09 BSG-10: said while terrain is placed; layouts are measured by the terrain rules."""
    reminders = notices(casual().board())
    assert reminders["BSG-09"] == "No Impassable element in a scenario zone or a deployment zone."
    assert 'more than 2"' in reminders["BSG-10"]
    assert "BSG-09" not in notices(Hall().up_to("zone").board())


@pytest.mark.parametrize("winner", [ANN, BO])
def test_warband_terrain_by_the_winner_of_the_test(winner: int) -> None:
    """BSG-11: the winner first, even where the other one is Player 1."""
    hall = Hall().up_to("zone", winner=winner)
    hall.tap(winner, "player 1", value=1 - winner)
    hall.tap(winner, "zone")
    assert refused(hall, 1 - winner, "own terrain").clause == "BSG-11"
    assert "own terrain" not in keys(hall.board(1 - winner))
    hall.tap(winner, "own terrain")
    assert hall.tap(1 - winner, "own terrain").setup.step is BushidoStep.DEPLOY


def test_a_draw_is_the_same_whatever_pauses_are_undone() -> None:
    """BSG-03: it comes from the moment of the tap, which a pause of the round does not change."""
    hall = Hall(setup(scenario=""))
    hall.both("ready")
    for name in ("Idols", "Mountain", "River", "Temple", "Shrine", "Bridge"):
        hall.tap(ANN, "offer", name=name)

    def drawn(at: int, paused_for: int) -> str:
        return TRACKER.play(hall.game, Tap("draw scenario", ANN, Now(at, at, True, paused_for))).scenario

    assert len({drawn(at, 0) for at in range(50)}) > 1
    assert all(drawn(at, 9_000) == drawn(at + 9_000, 0) for at in range(50))


def test_player_1_decides_who_deploys_first() -> None:
    """BSG-13 B-19: whoever won the test; one whole warband, then the other; Scout and Flank are pointed out."""
    hall = Hall().up_to("zone", winner=ANN)
    hall.tap(ANN, "player 1", value=BO)
    hall.tap(ANN, "zone")
    hall.both("own terrain", ANN)
    assert ["first" in keys(hall.board(side)) for side in (ANN, BO)] == [False, True]
    assert refused(hall, ANN, "first", value=ANN).clause == "BSG-13"
    assert refused(hall, ANN, "deployed").clause == "BSG-13"
    hall.tap(BO, "first", value=ANN)
    assert refused(hall, BO, "deployed").clause == "BSG-13"
    assert "Scout and Flank" in notices(hall.board())["BSG-13"]
    hall.tap(ANN, "deployed")
    assert refused(hall, BO, "first", value=BO).clause == "BSG-13"
    assert hall.tap(BO, "deployed").setup.step is BushidoStep.BEGIN


def test_a_casual_set_up_to_turn_1() -> None:
    """BSG-01 BSG-14: the rulebook's steps, without an organiser."""
    hall = placed(casual(), 6)
    hall.tap(ANN, "stop placing")
    hall.tap(BO, "stop placing")
    hall.tap(ANN, "zone")
    hall.both("own terrain", BO)
    hall.both("vim", value=0)
    hall.tap(ANN, "first", value=BO)
    hall.both("deployed", BO)
    hall.tap(BO, "begin")
    assert (hall.game.turn, hall.game.timed, hall.game.time) == (1, False, None)


def test_players_decide_on_a_clock_of_their_own() -> None:
    """BUS-20: it belongs to Masters events; elsewhere it is up to the players."""
    hall = Hall(setup(event=False))
    hall.both("ready")
    assert hall.tap(BO, "clock", value="yes").timed
    assert refused(Hall().up_to("scenario"), BO, "clock", value="no").clause == "BUS-20"


def test_spectators_can_touch_nothing() -> None:
    for step in (
        "warbands",
        "scenario",
        "objectives",
        "test",
        "zone",
        "own terrain",
        "vims",
        "first",
        "deploy",
        "begin",
    ):
        assert keys(Hall().up_to(step, vims=1).board(None)) == set()


def test_models_are_folded_away() -> None:
    board = Hall().board()
    fold = next(part for part in board.parts if isinstance(part, Fold))
    assert [str(row.name) for row in fold.parts if isinstance(row, ModelRow)] == ["Aiko", "Old Ren", "Tora"]
    assert not any(isinstance(part, Pick) for part in every(board.parts))
