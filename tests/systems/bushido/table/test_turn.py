"""A turn of Bushido: the steps of its Starting Phase and of its End Phase, in the book's order."""

from __future__ import annotations

import pytest

from muster.core.book.tracker.board import Headline, Steps, Tick
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Raw
from muster.systems.bushido.table.state import BushidoPhase
from muster.systems.bushido.table.turn import pass_tokens
from tests.systems.bushido.desk import golden
from tests.systems.bushido.table.hall import ANN, BO, JUDGE, Hall, every, keys, notices, refused, said, setup, steppers

STEPS: list[tuple[str, dict[str, Raw], str]] = [
    ("starting", {"step": "variable"}, "BSG-17"),
    ("starting", {"step": "ki"}, "BSG-18"),
    ("starting", {"step": "counters"}, "BSG-19"),
    ("test", {"value": 0}, "BSG-20"),
    ("starting", {"step": "effects"}, "BSG-21"),
    ("main", {}, "BSG-22"),
]


def test_the_starting_phase_in_order() -> None:
    """BSG-16 BSG-17 BSG-18 BSG-19 BSG-20 BSG-21 BSG-22: each step after the one before, and shown with its clause."""
    hall = Hall().up_to("turn 1")
    clauses = [part.clause for part in hall.board().parts if isinstance(part, Tick)]
    assert clauses == ["BSG-17", "BSG-18", "BSG-19", "BSG-20", "BSG-21"]
    for place, (key, values, _) in enumerate(STEPS):
        for other, (later, more, clause) in enumerate(STEPS):
            if other > place or (other < place and later != "test"):
                assert refused(hall, ANN, later, **more).clause == clause
        for end in ("effects", "states", "lapse"):
            assert refused(hall, ANN, "end", step=end).clause in ("BSG-33", "BSG-34", "BSG-35")
        hall.tap(ANN, key, **values)
    assert hall.game.phase is BushidoPhase.MAIN
    assert "belongs to the End Phase" in str(refused(hall, ANN, "points", what="sp", of=ANN, by=1))
    for _ in range(2):
        for key, values, clause in STEPS:
            assert refused(hall, ANN, key, **values).clause == clause
        hall.to_end()
    before = Hall().up_to("begin")
    assert refused(before, ANN, "starting", step="variable").clause == "BSG-01"


def test_a_turn_has_three_phases() -> None:
    """BSG-16: Starting, Main, End, and then the next turn."""
    hall = Hall().up_to("turn 1")
    seen = []
    for go_on in (hall.to_main, hall.to_end, hall.to_scoring):
        steps = next(part for part in hall.board().parts if isinstance(part, Steps))
        seen.append((str(steps.names[steps.at]), hall.game.turn))
        go_on()
    hall.score()
    assert seen == [("Starting", 1), ("Main", 1), ("End", 1)]
    assert (hall.game.phase, hall.game.turn) == (BushidoPhase.STARTING, 2)
    assert "Turn 2 of 6" in said(hall.board())


def test_variable_turns_change_the_length() -> None:
    """BSG-15 BSG-17: when they are rolled for; later only a judge can, and never below the current turn."""
    hall = Hall().up_to("turn 1", turns=2)
    assert steppers(hall.board(), "turns")[0].value == 2
    assert hall.tap(BO, "turns", by=1).turns == 3
    hall.tap(ANN, "starting", step="variable")
    assert refused(hall, BO, "turns", by=1).clause == "BSG-17"
    assert not steppers(hall.board(), "turns")
    for _ in range(4):
        hall.tap(JUDGE, "turns", by=-1)
    assert hall.game.turns == 1
    later = Hall().up_to("turn 1", turns=3)
    later.whole_turn()
    for _ in range(4):
        later.tap(ANN, "turns", by=-1)
    assert (later.game.turn, later.game.turns) == (2, 2)
    assert refused(Hall().up_to("begin"), JUDGE, "turns", by=1).clause == "BSG-15"


def test_ki_by_the_first_number() -> None:
    """BSG-18: Ki 2/4 gives 2 in every turn; models out of play gain none."""
    hall = Hall().up_to("turn 1")
    hall.tap(ANN, "out", model=2)
    hall.tap(ANN, "starting", step="variable")
    assert "+2 Aiko, +3 Old Ren" in said(hall.board())
    hall.tap(ANN, "ki stat", model=2, by=1)
    hall.tap(ANN, "ki stat", model=1, by=-1)
    hall.tap(ANN, "ki stat", model=1, by=1)
    hall.tap(ANN, "starting", step="ki")
    assert [model.ki for model in hall.game.warbands[ANN].models] == [2, 3, 0]
    assert [model.ki for model in hall.game.warbands[BO].models] == [1, 0, 0, 0, 0]
    hall.tap(ANN, "ki", model=0, by=-1)
    assert hall.game.warbands[ANN].models[0].ki == 1
    second = Hall().up_to("turn 1")
    second.whole_turn()
    second.tap(BO, "ki", model=0, by=1)
    for step in ("variable", "ki"):
        second.tap(ANN, "starting", step=step)
    assert [model.ki for model in second.game.warbands[ANN].models] == [4, 6, 0]
    assert second.game.warbands[BO].models[0].ki == 3
    for _ in range(99):
        hall.tap(ANN, "ki", model=0, by=1)
    assert hall.game.warbands[ANN].models[0].ki == 99


def test_two_activation_counters_each() -> None:
    """BSG-19: for every model in play."""
    hall = Hall().up_to("turn 1")
    hall.tap(BO, "out", model=4)
    assert refused(Hall().up_to("begin"), ANN, "counter", model=0, by=1).clause == "BSG-19"
    for step in ("variable", "ki"):
        hall.tap(ANN, "starting", step=step)
    assert "2 for every model" in said(hall.board())
    hall.tap(ANN, "starting", step="counters")
    assert [model.counters for model in hall.game.warbands[ANN].models] == [2, 2, 2]
    assert [model.counters for model in hall.game.warbands[BO].models] == [2, 2, 2, 2, 0]
    kept = Hall().up_to("turn 1")
    kept.tap(ANN, "counter", model=0, by=1)
    for step in ("variable", "ki", "counters"):
        kept.tap(ANN, "starting", step=step)
    assert [model.counters for model in kept.game.warbands[ANN].models] == [3, 2, 2]
    for _ in range(8):
        hall.tap(ANN, "counter", model=0, by=1)
    assert hall.game.warbands[ANN].models[0].counters == 9


def test_the_tactical_test_decides_the_active_player() -> None:
    """BSG-20 BSG-21 BSG-23: entered again until the effects are resolved, which go by it; the winner acts first."""
    hall = Hall().up_to("turn 1")
    for step in ("variable", "ki", "counters"):
        hall.tap(ANN, "starting", step=step)
    assert "The Active Player’s first" in said(hall.board())
    hall.tap(ANN, "test", value=ANN)
    assert "Yours first, then Bo’s" in said(hall.board(ANN)) and "Ann’s first, then Bo’s" in said(hall.board(BO))
    hall.tap(BO, "test", value=BO)
    assert "Bo’s first, then Ann’s" in said(hall.board(ANN)) and "Yours first, then Ann’s" in said(hall.board(BO))
    hall.tap(ANN, "starting", step="effects")
    assert refused(hall, ANN, "test", value=ANN).clause == "BSG-20"
    hall.tap(ANN, "main")
    assert hall.game.active == BO
    with pytest.raises(BadInput, match="“2” for “value” should be"):
        Hall().up_to("test").tap(ANN, "test", value=2)


@pytest.mark.parametrize(("a", "b", "tokens"), golden("V-BSG-PASS")["rows"])
def test_pass_tokens(a: int, b: int, tokens: list[int]) -> None:
    """BSG-22: the difference goes to the side with fewer models, nothing to equals."""
    assert pass_tokens(a, b) == tuple(tokens)


def test_models_are_counted_from_nought() -> None:
    """BSG-22 B-23: a warband may have lost every model; fewer than none is a slip of the pen."""
    assert pass_tokens(0, 4) == (4, 0)
    with pytest.raises(BadInput, match="“-1” should be 0 or more"):
        pass_tokens(3, -1)


def test_the_players_count_their_models() -> None:
    """BSG-22 B-23: three against five gives two tokens; one more that is not on the table yet is counted by hand."""
    hall = Hall().up_to("turn 1")
    assert notices(hall.board(ANN))["BSG-22"] == "You get 2 pass tokens."
    assert notices(hall.board(BO))["BSG-22"] == "Ann gets 2 pass tokens."
    hall.tap(ANN, "models", of=ANN, by=1)
    assert notices(hall.board(BO))["BSG-22"] == "Ann gets 1 pass token."
    assert "Only Bo" in str(refused(hall, ANN, "models", of=BO, by=1))
    hall.tap(BO, "out", model=0)
    assert "no pass tokens" in notices(hall.board(BO))["BSG-22"]
    hall.tap(ANN, "models", of=ANN, by=-1)
    hall.to_main()
    assert hall.game.tokens == (1, 0)
    assert refused(hall, ANN, "models", of=ANN, by=1).clause == "BSG-22"


def test_models_that_are_only_counted() -> None:
    """BSG-22 B-23: if counters are on the table, only the number is tracked."""
    hall = Hall(setup(lists=False))
    hall.tap(ANN, "count", count=1)
    hall.tap(BO, "count", count=2)
    hall.up_to("turn 1")
    assert refused(hall, ANN, "ki", model=0, by=1)
    hall.tap(BO, "models", by=1)
    assert hall.game.warbands[BO].in_play == 3
    hall.tap(ANN, "models", by=-1)
    assert refused(hall, ANN, "models", by=-1).clause == "BSG-22"
    many = Hall(setup(lists=False))
    many.both("count", count=59)
    assert refused(many, JUDGE, "models", of=ANN, by=1).clause == "BSG-22"
    many.up_to("turn 1")
    assert many.tap(ANN, "models", by=1).counted(ANN) == 60
    assert refused(many, ANN, "models", by=1).clause == "BSG-22"


def test_the_end_phase_in_order() -> None:
    """BSG-33 BSG-34 BSG-35 BSG-36: harmful effects first, then states, then what ends, and points after all."""
    hall = Hall().to_main().to_end()
    assert [
        (part.clause, str(part.label), str(part.note)) for part in hall.board().parts if isinstance(part, Tick)
    ] == [
        ("BSG-33", "End Phase effects", "Harmful ones first, then the rest"),
        ("BSG-34", "Fire, Bleeding, Poison", ""),
        ("BSG-35", "Effects that end now", ""),
    ]
    assert refused(hall, ANN, "end", step="states").clause == "BSG-34"
    assert refused(hall, ANN, "end", step="lapse").clause == "BSG-35"
    for step in ("effects", "states", "lapse"):
        assert refused(hall, ANN, "points", what="sp", of=ANN, by=1).clause == "BSG-36"
        assert refused(hall, ANN, "agree", sp=[0, 0], vp=[0, 0]).clause == "BSG-36"
        assert "points" not in keys(hall.board())
        hall.tap(ANN, "end", step=step)
    assert [(str(part.label), part.values["what"]) for part in steppers(hall.board(), "points")] == [
        ("Your scenario points, this turn", "sp"),
        ("Bo’s scenario points, this turn", "sp"),
        ("Your victory points, this turn", "vp"),
        ("Bo’s victory points, this turn", "vp"),
    ]
    assert "Scenario points first, then victory points" in [
        str(part.under) for part in hall.board().parts if isinstance(part, Headline)
    ]


@pytest.mark.parametrize("what", ["sp", "vp"])
def test_nothing_is_scored_before_turn_1(what: str) -> None:
    """BUS-29 B-27: not in any step of the set-up."""
    for step in ("warbands", "scenario", "zone", "vims", "begin"):
        hall = Hall().up_to(step, vims=1)
        assert refused(hall, ANN, "points", what=what, of=ANN, by=1).clause == "BUS-29"
        assert refused(hall, ANN, "agree", sp=[0, 0], vp=[0, 0]).clause == "BUS-29"
        assert "points" not in keys(hall.board())
    assert "before turn 1" in notices(Hall().board())["BUS-29"]
    hall = Hall().up_to("turn 1")
    for step in ("variable", "ki", "counters"):
        assert refused(hall, ANN, "points", what=what, of=ANN, by=1).clause == "BSG-36"
        hall.tap(ANN, "starting", step=step)
    assert not hall.game.scoring


def test_unused_pass_tokens_are_thrown_away() -> None:
    """BSG-39: mentioned in the End Phase, and gone in the next turn, when there are equally many models."""
    hall = Hall().to_main().to_end()
    assert hall.game.tokens == (2, 0)
    assert "BSG-39" in notices(hall.board())
    hall.to_scoring().score()
    assert hall.game.tokens == (0, 0)
    hall.tap(BO, "out", model=0)
    hall.tap(BO, "out", model=1)
    hall.to_main()
    assert hall.game.tokens == (0, 0)


def test_models_come_and_go() -> None:
    """A model that was taken out by mistake is put back; one that is summoned is added."""
    hall = Hall().up_to("turn 1")
    hall.tap(ANN, "out", model=0)
    assert "This model is out of play" in str(refused(hall, ANN, "out", model=0))
    assert any(getattr(part, "gone", False) for part in every(hall.board().parts))
    hall.tap(ANN, "back", model=0)
    assert "This model is in play" in str(refused(hall, ANN, "back", model=0))
    hall.tap(ANN, "add model", name="Wolf Ki 1")
    assert hall.game.counted(ANN) == 4
    counted = Hall(setup(lists=False))
    counted.both("count", count=2)
    counted.up_to("turn 1")
    assert counted.tap(ANN, "add model", name="Wolf").counted(ANN) == 3
