"""The start of a game, in the book's order: nothing comes too early, and nothing secret is seen before its time."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.tracker.board import Board, Notice, Pick, Stated, Steps, Tick
from muster.core.kit.errors import BadInput, Refusal
from muster.systems.warmachine.table.elements import CONTROLS, GROUNDS, OBJECTIVES
from muster.systems.warmachine.table.state import BattleStep
from muster.systems.warmachine.table.tracker import TAPS, TRACKER
from tests.systems.warmachine.table.game import LISTS, TableGame, clauses, keys, parts, presses, said


def picks(board: Board) -> list[object]:
    return [way.value for part in parts(board) if isinstance(part, Pick) for way in part.ways]


def test_the_order_of_a_start() -> None:
    """WMH-080 WMH-028 WMH-029 WMH-092 W-53: scenario, lists, roll and sides, objectives, laying out, clock."""
    game = TableGame()
    seen = [game.state.step]
    for key, side, values in (
        ("list", 0, {"value": 1}),
        ("list", 1, {"value": 2}),
        ("start", 0, {"winner": 0, "first": 1, "edge": "B"}),
        ("start", 1, {"winner": 0, "first": 1, "edge": "B"}),
        ("objective", 0, {"value": "armory"}),
        ("objective", 1, {"value": "dugout"}),
    ):
        game.tap(key, side, **values)
        seen.append(game.state.step)
    assert seen == [
        BattleStep.LIST,
        BattleStep.LIST,
        BattleStep.START,
        BattleStep.START,
        BattleStep.OBJECTIVE,
        BattleStep.OBJECTIVE,
        BattleStep.LAY_OUT,
    ]
    assert "Scenario: King of the Hill" in said(TableGame().board(0)) or "King of the Hill" in said(
        TableGame().board(0)
    )


@pytest.mark.parametrize(
    ("key", "values", "clause"),
    [
        ("objective", {"value": "armory"}, "WMH-029"),
        ("start", {"winner": 0, "first": 0, "edge": "A"}, None),
        ("clocks", {}, None),
        ("deployed", {}, None),
        ("end", {}, None),
    ],
)
def test_nothing_comes_before_the_lists(key: str, values: dict[str, object], clause: str | None) -> None:
    """WMH-080 WMH-029 W-53."""
    TableGame().refused(key, 0, clause, **values)


def test_objectives_come_after_the_sides() -> None:
    """WMH-029: after the first player's roll and the choice of sides."""
    game = TableGame().tap("list", 0, value=1).tap("list", 1, value=1)
    game.refused("objective", 0, "WMH-029", value="armory")
    game.tap("start", 0, winner=0, first=0, edge="A").refused("objective", 0, "WMH-029", value="armory")
    game.tap("start", 1, winner=0, first=0, edge="A").tap("objective", 0, value="armory")
    assert game.state.objectives.said == ("armory", None)


def test_a_list_is_chosen_once_and_shown_when_both_have() -> None:
    """WMH-080: hidden, fixed, then shown together; nobody else's board tells one choice from another."""
    boards = []
    for choice in (1, 2):
        game = TableGame().tap("list", 0, value=choice)
        boards.append([game.board(1), game.board(None), game.board(None, staff=True)])
        assert f"'{LISTS[0][choice - 1].title}'" in said(
            Board(tuple(p for p in game.board(0).parts if isinstance(p, Stated)))
        )
        game.refused("list", 0, "WMH-080", value=3 - choice)
    assert boards[0] == boards[1]
    assert TableGame().tap("list", 1, value=1).state.step is BattleStep.LIST
    shown = game.tap("list", 1, value=1).board(1)
    assert [p.value for p in shown.parts if isinstance(p, Stated)] == ["Haley 2", "Ossyan 1"]


def test_staff_cannot_choose_for_a_player() -> None:
    """WMH-080 WMH-029."""
    TableGame().refused("list", None, value=1)
    TableGame().chosen().refused("objective", None, value="armory")


def test_choices_are_sealed_and_cannot_be_taken_back() -> None:
    """WMH-080 WMH-029: by the player who made them no more than by anybody else."""
    assert TRACKER.secret == {"list", "objective"}
    assert TRACKER.secret <= TRACKER.final


def test_objectives_are_hidden_until_both_have_chosen() -> None:
    """WMH-029: shown at once, and not to be changed."""
    boards = []
    for choice in ("armory", "fuel_cache"):
        game = TableGame().chosen().tap("objective", 1, value=choice)
        boards.append([game.board(0), game.board(None), game.board(None, staff=True)])
        game.refused("objective", 1, "WMH-029", value="dugout")
        assert game.state.objective(1) is None
    assert boards[0] == boards[1]
    game.tap("objective", 0, value="dugout")
    values = [p.value for p in game.board(0).parts if isinstance(p, Stated)]
    assert "Dugout" in values and "Fuel Cache" in values


def test_an_objective_is_chosen_again_in_each_game_and_costs_nothing() -> None:
    """WMH-028: one per player out of all six, whatever the list; Spread the Net has none."""
    assert picks(TableGame().chosen().board(0)) == list(OBJECTIVES)
    assert len(OBJECTIVES) == 6
    game = TableGame("Spread the Net").chosen()
    assert game.state.step is BattleStep.LAY_OUT
    game.refused("objective", 0, "WMH-028", value="armory")
    assert "Objective" not in next(p for p in game.board(0).parts if isinstance(p, Steps)).names


def test_the_opponents_lists_can_be_seen_at_any_time() -> None:
    """WMH-079: from the choice of lists to the last turn, and while the organiser decides."""
    deploying, late = TableGame().laid_out(), TableGame().deployed().turns(3)
    deploying.round_start, late.round_start = deploying.at, late.at - 110 * 60_000
    games = {
        BattleStep.LIST: TableGame(),
        BattleStep.START: TableGame().tap("list", 0, value=1).tap("list", 1, value=1),
        BattleStep.OBJECTIVE: TableGame().chosen(),
        BattleStep.LAY_OUT: TableGame().laid_out(),
        BattleStep.DEPLOY: deploying.tap("clocks", 0),
        BattleStep.PLAY: TableGame().deployed().turns(13),
        BattleStep.CLOCK_OUT: TableGame().deployed().turns(4).wait(60 * 60_000),
        BattleStep.CHECK: late.wait(10 * 60_000),
    }
    for step, game in games.items():
        assert game.state.step is step
        for side, models in enumerate(({"Ironclad", "Stormwall"}, {"Hyperion", "Grey Griffon"})):
            for board in (game.board(side), game.board(staff=True)):
                assert models <= {str(p.name) for p in parts(board) if isinstance(p, Stated)}, (step, side)


def test_both_say_who_goes_first() -> None:
    """W-53: the start goes on when both say the same; staff decide for both."""
    game = TableGame().tap("list", 0, value=1).tap("list", 1, value=1)
    game.tap("start", 0, winner=0, first=0, edge="A").tap("start", 1, winner=0, first=1, edge="A")
    assert game.state.step is BattleStep.START
    assert "do not say the same" in said(game.board(0))
    assert presses(game.board(0))["start"].values == {"winner": 0, "first": 1, "edge": "A"}
    game = game.tap("start", None, winner=0, first=1, edge="B")
    assert game.state.step is BattleStep.OBJECTIVE and game.state.first == 1


def test_armies_are_laid_out_before_the_clocks_run() -> None:
    """WMH-092 WMH-090 WMH-091: full clocks that do not run, however long it takes."""
    game = TableGame().laid_out().wait(30 * 60_000)
    assert game.state.clock.left == (60 * 60_000, 60 * 60_000)
    board = game.board(0)
    assert "outside the deployment zones. The organiser" in said(board) and presses(board) == {}
    game.round_start = game.at
    assert "outside the deployment zones until" in said(game.board(0)) and game.state.clock.running is None


def test_the_organiser_gives_the_word() -> None:
    """WMH-093: the round's clock; then the first player starts, and nobody else."""
    game = TableGame().laid_out(first=1)
    game.refused("clocks", 1, "WMH-093")
    game.round_start = game.at
    game.refused("clocks", 0, "WMH-093")
    assert set(presses(game.board(1))) == {"clocks"} and presses(game.board(0)) == {}
    game.tap("clocks", 1)
    assert game.state.clock.running == 1 and game.state.step is BattleStep.DEPLOY


def test_casual_players_start_by_themselves() -> None:
    """WMH-093: without an organiser nobody waits for one. The scenario and the lists are named at the table."""
    game = TableGame("", event=False, lists=((), ()))
    assert picks(game.board(0)) == list(GROUNDS)
    game.tap("scenario", 1, value="Anarchy").tap("list", 0, title="  My   Haley ").tap("list", 1, title="")
    assert game.state.lists.said[0].title == "My Haley"
    for side in (0, 1):
        game.tap("start", side, winner=1, first=0, edge="A")
    for side in (0, 1):
        game.tap("objective", side, value="armory")
    game.tap("clocks", 1)
    assert game.state.clock.running == 0
    longest = TableGame("Anarchy", event=False, lists=((), ())).tap("list", 0, title="x" * 60)
    assert longest.state.lists.said[0].title == "x" * 60
    with pytest.raises(BadInput, match="too long"):
        TableGame("Anarchy", event=False, lists=((), ())).tap("list", 0, title="x" * 61)


def test_four_taps_before_turn_1() -> None:
    """WMH-093: first player, second, first and second again for advance deployment."""
    game = TableGame().laid_out(first=1)
    game.round_start = game.at
    game.tap("clocks", 1)
    ticks = [str(p.label) for p in game.board(0).parts if isinstance(p, Tick)]
    assert ticks == ["Bo deploys", "You deploy", "Bo, advance deployment", "You, advance deployment"]
    for number, side in enumerate((1, 0, 1, 0)):
        assert game.state.step is BattleStep.DEPLOY and game.state.clock.running == side
        assert [p.done for p in game.board(0).parts if isinstance(p, Tick)] == [n < number for n in range(4)]
        game.refused("deployed", 1 - side, "WMH-093")
        game.wait(60_000).tap("deployed", side)
    assert game.state.step is BattleStep.PLAY and game.state.moment == (1, 0)
    assert game.state.clock.running == 1
    assert game.state.clock.left == (58 * 60_000, 58 * 60_000)


def test_markers_of_deployment_are_gone_before_turn_1() -> None:
    """WMH-018: without a limit in deployment, and none in turn 1."""
    game = TableGame().laid_out()
    game.round_start = game.at
    game.tap("clocks", 0)
    for _ in range(5):
        game.tap("markers", 0, side=0, by=1)
    assert not any(getattr(p, "clause", "") == "WMH-017" and "remove one" in str(p) for p in parts(game.board(0)))
    (told,) = (str(p.text) for p in game.board(0).parts if isinstance(p, Notice) and p.clause == "WMH-018")
    assert told == "All table markers are gone before turn 1."
    for side in (0, 1, 0, 1):
        game.tap("deployed", side)
    assert game.state.markers == (0, 0)
    assert "before turn 1" in clauses(TableGame().deployed().board(0))["WMH-018"]


def test_a_third_marker_is_warned_of() -> None:
    """WMH-017 WMH-016: two per player; the third is not refused, but both are told that one must go."""
    game = TableGame().deployed()
    game.tap("markers", 0, side=0, by=1).tap("markers", 0, side=0, by=1).tap("markers", 1, side=1, by=1)
    assert "markers on the table. Two" not in said(game.board(0))
    game.tap("markers", 0, side=0, by=1)
    assert "You have {n} markers on the table. Two are allowed: remove one now." in said(game.board(0))
    assert "{name} has {n} markers on the table. Two are allowed: one must go now." in said(game.board(1))
    game.tap("markers", 0, side=0, by=-1)
    assert "markers on the table. Two" not in said(game.board(0))
    game.refused("markers", 0, None, side=0, by=2)
    TableGame().deployed().refused("markers", 0, "WMH-016", side=0, by=-1)


def test_what_is_on_the_table_beside_models() -> None:
    """WMH-015 WMH-016 WMH-019 WMH-020 WMH-021: folded away on every board of a game, in words that say it."""
    told = clauses(TableGame().deployed().board(0))
    assert "labelled with the model and its facing" in told["WMH-015"]
    assert "no effect in the game" in told["WMH-016"]
    assert "off the table when nobody measures" in told["WMH-019"]
    assert "one distance at a time" in told["WMH-020"]
    assert "War Room" in told["WMH-021"]


def test_the_layout_is_told() -> None:
    """WMH-141 WMH-144 WMH-151 WMH-120: colours, an orientation that stays, sizes of zones, terrain that stays."""
    told = clauses(TableGame().laid_out().board(0))
    assert "red" in told["WMH-141"] and "blue" in told["WMH-141"]
    assert "whichever edge" in told["WMH-144"]
    assert '12" across' in told["WMH-151"] and '6" by 12"' in told["WMH-151"]
    assert "never go away at random" in told["WMH-120"]


def test_what_an_objective_is() -> None:
    """WMH-142 WMH-158 WMH-177 WMH-178: whose it is, what it is, its numbers; the boxes are filled in (W-32)."""
    game = TableGame().laid_out()
    told = clauses(game.board(0))
    assert "nearer your deployment zone" in told["WMH-142"]
    assert "50 mm base" in told["WMH-158"] and "DEF 5, ARM 18" in told["WMH-177"]
    assert "neither moves nor fights" in told["WMH-178"]
    assert game.state.boxes is None
    assert [game.tap("boxes", 1, boxes=number).state.boxes for number in (1, 99)] == [1, 99]
    game.refused("boxes", 1, boxes=0)
    game.refused("boxes", 1, boxes=100)


@pytest.mark.parametrize(
    ("name", "clause", "elements", "objectives"),
    [
        ("King of the Hill", "WMH-186", "rectangle1 rectangle2 circle flag", True),
        ("Bunkers", "WMH-187", "rectangle1 rectangle2 flag1 flag2 flag3", True),
        ("Spread the Net", "WMH-188", "rectangle1 rectangle2 circle flag1 flag2", False),
        ("Invasion", "WMH-189", "rectangle circle1 circle2", True),
        ("Anarchy", "WMH-190", "circle1 circle2 flag1 flag2", True),
        ("Recon II", "WMH-191", "rectangle1 rectangle2 flag1 flag2", True),
    ],
)
def test_each_scenario_has_its_elements(name: str, clause: str, elements: str, objectives: bool) -> None:
    """WMH-186 WMH-187 WMH-188 WMH-189 WMH-190 WMH-191: these are asked for at a turn's end, and the Kill Box.

    One point each, an objective too, and two for the Kill Box.
    """
    game = TableGame(name).deployed().turns(3)
    board = game.tap("end", 1).board(1)
    asked = {*elements.split(), "kill_box", *(["objective0", "objective1"] if objectives else [])}
    assert keys(board) >= asked
    switches = {s.key: s.clause for p in parts(board) for s in getattr(p, "switches", ())}
    assert all(switches[element.key] == CONTROLS[element.kind][1] for element in game.state.ground.elements)
    assert game.state.ground.clause == clause
    assert {e.key for e in game.state.ground.elements} == set(elements.split())
    assert ({"objective0", "objective1"} <= keys(board)) == objectives
    game.tap("table", 1, **game.table(b=elements, gone="0" if objectives else "", kill_box=True)).tap("agree", 0)
    assert game.state.cp == (2, len(elements.split()) + objectives)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("dance", {}),
        ("list", {}),
        ("list", {"value": 0}),
        ("list", {"value": 10**5000}),
        ("list", {"value": True}),
        ("list", {"value": "1"}),
        ("list", {"value": [1, 2]}),
        ("list", {"value": 1, "more": 2}),
    ],
)
def test_what_cannot_be_read_is_quoted(key: str, values: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="“"):
        TableGame().tap(key, 0, **values)
    assert not isinstance(TableGame().refused("concede", 0), BadInput)
    assert isinstance(TableGame().refused("pause", 0), Refusal)


@pytest.mark.parametrize(
    ("key", "values", "told"),
    [
        ("removed", {"of": 1, "value": 1}, "“1”"),
        ("markers", {"side": 2, "by": 1}, "“2”"),
        ("markers", {"side": 0, "by": 0}, "“0”"),
        ("markers", {"side": 0, "by": -2}, "“-2”"),
        ("leader", {"value": "x" * 40}, f"“{'x' * 40}”"),
        ("leader", {"value": "x" * 41}, f"“{'x' * 40}…”"),
        ("create", {"of": 0, "name": 5, "cost": 1, "models": 1}, "“5”"),
    ],
)
def test_a_value_that_is_not_asked_for_is_said_back(key: str, values: dict[str, object], told: str) -> None:
    """Shortened, however long it is."""
    game = TableGame().deployed().turns(3)
    refusal = game.refused(key, 0, **values)
    assert isinstance(refusal, BadInput) and told in str(refusal)


SENSIBLE: dict[str, dict[str, Any]] = {
    "scenario": {"value": "Anarchy"},
    "start": {"winner": 0, "first": 0, "edge": "A"},
    "objective": {"value": "armory"},
    "list": {"value": 1},
    "leader": {"value": "0"},
    "control_points": {"a": 1, "b": 1},
    "set_clock": {"side": 0, "minutes": 1, "seconds": 0},
    "markers": {"side": 0, "by": 1},
    "damage": {"of": 0, "by": 1},
    "boxes": {"boxes": 3},
    "removed": {"of": 0, "value": True},
    "casualty": {"of": 0, "at": 2, "by": 1},
    "returned": {"of": 0, "at": 2},
    "create": {"of": 0, "cost": 3, "models": 1},
    "look": {"of": 0, "at": 0},
    "change": {"of": 0, "at": 0, "type": "leader", "cost": 10, "models": 1, "attached": False, "still": False},
    "place": {"of": 0, "at": 0, "value": "flag"},
    "army": {"a": 1, "b": 1},
    "presence": {"a": 1, "b": 1},
    "table": {"kill_box": False},
}


@pytest.mark.parametrize("key", sorted(TAPS))
def test_each_tap_has_its_time(key: str) -> None:
    """W-53: before the lists are chosen only a list can be, and of a game whose result is agreed nothing changes."""
    done = TableGame().deployed().turns(3).end_turn(a="flag").turns(10)
    done.tap("army", None, a=1, b=2)
    assert done.state.step is BattleStep.DONE
    for side in (0, 1, None):
        done.refused(key, side, **SENSIBLE.get(key, {}))
        if key != "list":
            TableGame().refused(key, side, **SENSIBLE.get(key, {}))


def test_a_game_whose_result_is_agreed_says_so() -> None:
    """W-53: rather than that a clock is running, or a list is chosen."""
    done = TableGame().deployed().turns(14).tap("army", None, a=1, b=2)
    for key, side in (("resume", None), ("in_place", 0), ("list", 0)):
        assert "its result is agreed" in str(done.refused(key, side, **SENSIBLE.get(key, {})))


@pytest.mark.parametrize("key", sorted(set(TAPS) - {"table"}))
def test_nothing_goes_with_a_tap_that_does_not_belong_to_it(key: str) -> None:
    with pytest.raises(BadInput, match="“dance” is not part of this"):
        TableGame().tap(key, 0, **SENSIBLE.get(key, {}), dance=1)


def test_one_list_is_not_a_choice() -> None:
    """WMH-080: nor is none, in an event without lists."""
    alone = TableGame(lists=((LISTS[0][0],), LISTS[1]))
    alone.refused("list", 0, "WMH-080", value=1)
    assert alone.tap("list", 1, value=2).state.armies[0].points_lost() == 0
    assert len(alone.state.armies[0].troops) > 3
    assert TableGame(lists=((LISTS[0][0],), (LISTS[1][0],))).state.step is BattleStep.START
    assert TableGame(lists=((), ())).state.step is BattleStep.START


def test_a_scenario_that_nobody_knows_is_asked_for() -> None:
    """W-53: an organiser's own name for one, or none yet."""
    game = TableGame("Trench Raid")
    assert game.state.step is BattleStep.SCENARIO
    game.refused("objective", 0, "WMH-029", value="armory")
    game.refused("concede", 0, "WMH-063")
    game.refused("damage", 0, of=0, by=1)
    game.refused("scenario", 0, None, value="Trench Raid")
    assert game.tap("scenario", None, value="Invasion").state.step is BattleStep.LIST


def test_an_objective_waits_for_its_step() -> None:
    """WMH-028 WMH-029: laid out and deployed, it is too late, and said so."""
    game = TableGame().laid_out()
    game.refused("objective", 0, "WMH-029", value="armory")
    TableGame("Spread the Net").tap("list", 0, value=1).refused("objective", 0, "WMH-029", value="armory")


def test_markers_are_counted_by_side() -> None:
    """WMH-017: from none to 99, and down again."""
    assert TableGame().laid_out().state.markers == (0, 0)
    game = TableGame().deployed().tap("markers", 0, side=1, by=1).tap("markers", 1, side=1, by=-1)
    assert game.state.markers == (0, 0)
    assert game.tap("markers", 0, side=0, by=1).state.markers == (1, 0)
    for _ in range(98):
        game.tap("markers", 0, side=0, by=1)
    game.refused("markers", 0, "WMH-016", side=0, by=1)
    assert game.state.markers == (99, 0)


def test_who_goes_first_is_known_once_both_agree() -> None:
    """Statistics ask for it; before that nobody has the first turn."""
    game = TableGame().tap("list", 0, value=1).tap("list", 1, value=1).tap("start", 0, winner=0, first=1, edge="A")
    assert TRACKER.first(game.state) is None
    assert TRACKER.first(game.tap("start", 1, winner=0, first=1, edge="A").state) == 1
    assert TRACKER.first(TableGame().deployed(1).turns(2).state) == 1
