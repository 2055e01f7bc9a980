"""Whole games, from the choice of lists to a result that the system takes and scores."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from muster.core.book.lists import Item
from muster.core.book.system import Game
from muster.core.book.tracker.board import Fold, Headline
from muster.core.book.tracker.tracker import ForceList
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings
from muster.core.kit.model import Ending, PlayerId, Result, Score
from muster.core.record.player import Player
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.table import tracker
from muster.systems.warmachine.table.army import fielded
from muster.systems.warmachine.table.tracker import TRACKER
from tests.systems.warmachine.table.game import LISTS, MINUTE, TableGame, clauses, parts


def handed_over(game: TableGame) -> tuple[dict[str, Any], tuple[Score, Score]]:
    """What the form gets, and what it is worth."""
    given = TRACKER.handover(game.state)
    assert given is not None
    values = check_values(SYSTEM.result_fields, dict(given.values), "a result", required=given.ending is Ending.PLAYED)
    by = () if given.by is None else (PlayerId(given.by + 1),)
    players = Player(PlayerId(1), "Asha", 1), Player(PlayerId(2), "Bo", 2)
    result = Game(*players, Result(values, given.ending, by), Settings(SYSTEM.options, {}))
    SYSTEM.check(result)
    return values, SYSTEM.score(result)


def test_a_whole_game() -> None:
    """WMH-080 WMH-093 WMH-100 WMH-163 WMH-196: won by scenario, with all that the form asks for."""
    game = TableGame().laid_out(first=1)
    game.round_start = game.at
    game.tap("clocks", 1)
    for side in (1, 0, 1, 0):
        game.wait(2 * MINUTE).tap("deployed", side)
    game.turns(3)
    army = game.state.armies[1]
    ironclad = next(at for at, troop in enumerate(army.troops) if troop.name == "Ironclad")
    game.wait(3 * MINUTE).tap("casualty", 0, of=1, at=ironclad, by=1)
    game.end_turn(a="rectangle1 circle", b="flag").end_turn(a="rectangle1 circle").end_turn(a="rectangle1 circle")
    assert TRACKER.handover(game.state) is None
    game.tap("army", 0, a=0, b=12)
    assert TRACKER.handover(game.state) is None
    game.tap("army", 1, a=0, b=12)
    values, (asha, bo) = handed_over(game)
    assert values == {
        "winner": "a",
        "how": "scenario",
        "cp": [6, 1],
        "apd": [12, 0],
        "list_points": [67, 36],
        "list": ["Kaelyssa 1", "Haley 2"],
    }
    assert (asha.points, asha.stats, bo.points) == (1, {"cp": 6, "apd": 12}, 0)
    assert game.board(0).over and not TableGame().board(0).over


@pytest.mark.parametrize(
    ("end", "winner", "how", "cp"),
    [
        ("assassination", "b", "assassination", [0, 1]),
        ("clock", "b", "clock", [0, 0]),
        ("turns", "tie", None, [0, 0]),
        ("army", "b", "tiebreak", [0, 0]),
        ("points", "a", "scenario", [1, 0]),
        ("time", "tie", None, [0, 0]),
    ],
)
def test_every_way_a_game_ends(end: str, winner: str, how: str | None, cp: list[int]) -> None:
    """WMH-102 WMH-104 WMH-161 WMH-163 WMH-197 W-26 W-28: each is a result that the form takes."""
    game = TableGame().deployed()
    lost = {"a": 10, "b": 4}
    if end == "assassination":
        game.turns(4).tap("leader", 0, value="0").tap("leader", 1, value="0")
        game.tap("table", 1, **game.table(b="flag")).tap("agree", 0)
    elif end == "clock":
        game.wait(60 * MINUTE)
    elif end == "points":
        game.turns(13).end_turn(a="flag")
    elif end == "time":
        game.round_start = game.at - 110 * MINUTE
        game.wait(10 * MINUTE).tap("tie", None)
    else:
        game.turns(14)
    if end == "turns":
        lost = {"a": 4, "b": 4}
    game.tap("army", 0, **lost).tap("army", 1, **lost)
    if end == "turns":
        game.tap("presence", 0, a=5, b=5).tap("presence", 1, a=5, b=5)
    values, _ = handed_over(game)
    assert (values["winner"], values["how"], values["cp"]) == (winner, how, cp)
    assert values["apd"] == [lost["b"], lost["a"]]
    assert any(isinstance(p, Headline) for p in game.board(None).parts)


def test_a_concession() -> None:
    """WMH-063: no points for the one, at least three and half the starting army for the other (W-11)."""
    game = TableGame().deployed().turns(3).end_turn(a="flag").tap("concede", 0)
    values, (asha, bo) = handed_over(game)
    assert TRACKER.handover(game.state).by == 0  # type: ignore[union-attr]  # fails if there is none
    assert (asha.points, asha.stats) == (0, {"cp": 0, "apd": 0})
    assert (bo.points, bo.stats) == (1, {"cp": 3, "apd": 34})  # 67 points, half rounded up
    assert values["list_points"] == [67, 36]
    game.refused("concede", 1, "WMH-063")
    assert "concede" in TRACKER.final


def test_nobody_concedes_for_another() -> None:
    """WMH-063: staff enter it at the desk."""
    TableGame().deployed().refused("concede", None)


def test_help_is_beside_each_kind_of_element() -> None:
    """WMH-147 WMH-148 WMH-149 WMH-150 WMH-151 WMH-152 WMH-153 WMH-154 WMH-155 WMH-156 WMH-157 WMH-143 W-34."""
    board = TableGame().deployed().turns(3).tap("end", 1).board(1)
    folds = {str(p.title): clauses(type(board)(p.parts)) for p in parts(board) if isinstance(p, Fold)}
    contest = {"WMH-147", "WMH-148", "WMH-149", "WMH-150", "WMH-143"}
    assert set(folds["Who controls a circle"]) == {"WMH-152", "WMH-154"} | contest
    assert set(folds["Who controls a rectangle"]) == {"WMH-153", "WMH-154"} | contest
    assert set(folds["Who controls a flag"]) == {"WMH-156", "WMH-157", "WMH-155"} | contest
    flag = folds["Who controls a flag"]
    assert '4" of the flag' in flag["WMH-148"] and "inert warjacks, wild warbeasts" in flag["WMH-149"]
    assert "Troopers" in flag["WMH-150"] and "incorporeal" in flag["WMH-155"]
    assert "contests for you" in flag["WMH-147"] and "nobody" in flag["WMH-143"]
    assert "base to base" in flag["WMH-156"] and 'within 4"' in flag["WMH-157"]
    circle, rectangle = folds["Who controls a circle"], folds["Who controls a rectangle"]
    assert "warrior unit" in circle["WMH-152"] and "in formation, inside or not" in circle["WMH-154"]
    assert "battle engine" in rectangle["WMH-153"]
    assert "Who controls a circle" not in {
        str(p.title) for p in parts(TableGame("Bunkers").deployed().board(0)) if isinstance(p, Fold)
    }


def test_how_a_game_is_scored_is_told() -> None:
    """WMH-159 WMH-192 WMH-194 WMH-195 WMH-196 WMH-197 WMH-198."""
    board = TableGame().deployed().board(1)
    fold = next(p for p in parts(board) if isinstance(p, Fold) and p.title == "How a game is scored")
    assert set(clauses(type(board)(fold.parts))) == {
        *("WMH-159", "WMH-192", "WMH-194", "WMH-195", "WMH-196", "WMH-197", "WMH-198")
    }


def test_every_clause_that_is_cited_is_explained() -> None:
    """Whatever a board or a refusal cites is on the rules page."""
    folder = Path(tracker.__file__).parent
    named = {c for file in folder.glob("*.py") for c in re.findall(r'"((?:WMH|W)-\d+)"', file.read_text("utf-8"))}
    assert len(named) > 60
    assert sorted(named - set(SYSTEM.clauses)) == []


def test_every_rule_of_the_table_is_cited() -> None:
    """The book's rules for players at the table, each proven by a test in this folder."""
    wanted = {*range(15, 22), 28, 29, 79, 80, *range(90, 105), 120, *range(141, 163), *range(164, 199)}
    assert len(wanted) == 84
    found: set[int] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                found |= {int(n) for n in re.findall(r"\bWMH-(\d+)\b", ast.get_docstring(node) or "")}
    assert sorted(wanted - found) == []


def test_an_army_without_a_list_has_a_leader() -> None:
    """WMH-160 WMH-169: an event without lists still counts leaders."""
    game = TableGame(lists=((), ()))
    assert game.state.armies[0] == fielded(()) and game.state.armies[0].leaders == 1


def test_a_concession_of_the_second_side_with_what_was_lost_by_then() -> None:
    """WMH-063 WMH-167: losses so far are handed over by side, and an unnamed list as none."""
    game = TableGame().deployed()
    at = next(at for at, troop in enumerate(game.state.armies[0].troops) if troop.name == "Grey Griffon")
    game.tap("casualty", 1, of=0, at=at, by=1).tap("concede", 1)
    values, (asha, bo) = handed_over(game)
    assert values["apd"] == [0, 10]
    assert (asha.points, bo.points) == (1, 0)
    casual = TableGame("Anarchy", event=False, lists=((), ())).tap("list", 0, title="").tap("list", 1, title="Bo's")
    values, _ = handed_over(casual.tap("concede", 0))
    assert (values["list"], values["list_points"]) == ([None, "Bo's"], [None, None])
    written = ForceList(
        "Haley 2", (Item(1, "Haley", section="leader"), Item(2, "Scrapjack"), Item(3, "Ironclad", cost=12))
    )
    values, _ = handed_over(TableGame(lists=((written,), (written,))).tap("concede", 0))
    assert values["list_points"] == [12, 12]


def test_a_clock_saved_by_the_scenario_costs_no_leader() -> None:
    """WMH-101 WMH-102: ten points at least are for a game that is lost on time."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1 rectangle2 circle").wait(60 * MINUTE)
    game.tap("table", 0, **game.table(a="rectangle1 circle")).tap("agree", 1)
    game.tap("army", 0, a=0, b=3).tap("army", 1, a=0, b=3)
    values, _ = handed_over(game)
    assert (values["winner"], values["how"], values["apd"]) == ("a", "scenario", [3, 0])


def test_a_table_that_did_not_save_the_clock_is_forgotten() -> None:
    """WMH-102 WMH-161: the last scoring begins without what was not agreed to."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1 rectangle2 circle").wait(60 * MINUTE)
    game.tap("table", 0, **game.table(a="rectangle1 circle")).tap("lost", 1)
    game.refused("agree", 1, "WMH-192")


def _stages() -> Iterator[TableGame]:
    """A game at every step, with what waits for an answer."""
    yield (game := TableGame())
    yield game.tap("list", 0, value=1)
    yield game.tap("list", 1, value=1)
    yield TableGame().chosen()
    yield TableGame().laid_out()
    yield (game := TableGame().deployed())
    yield game.turns(3)
    yield game.tap("end", 1)
    yield game.tap("table", 1, **game.table())
    game = TableGame().deployed().turns(4).tap("control_points", None, a=3, b=0).wait(60 * MINUTE)
    yield game
    yield game.tap("lost", 0)
    game = TableGame().deployed().turns(14)
    yield game
    for side in (0, 1):
        yield game.tap("army", side, a=9, b=9)


def test_spectators_read_nothing_of_the_lists() -> None:
    """X-17: at no step; the players and the staff read there what they may (WMH-079)."""
    names = {item.name for side in LISTS for force in side for item in force.items}
    steps = set()
    for game in _stages():
        told = repr(game.board(None))
        assert [name for name in names if name in told] == []
        assert game.state.over or any(name in repr(game.board(None, staff=True)) for name in names)
        steps.add(game.state.step)
    assert len(steps) >= 8, "the game went through them"
