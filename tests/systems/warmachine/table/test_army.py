"""Army points lost and scenario presence, counted from the lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.book.lists import Item
from muster.core.book.tracker.board import ModelRow, ScoreTable, Switch
from muster.core.kit.errors import BadInput
from muster.systems.warmachine.table.army import PlayersArmy, Troop, fielded
from muster.systems.warmachine.table.elements import ElementKind, ModelType
from muster.systems.warmachine.table.state import BattleStep, GameEnd
from tests.systems.warmachine.table.game import HALEY, KAELYSSA, TableGame, clauses, items, parts, said


def army(*troops: Troop) -> PlayersArmy:
    return PlayersArmy(troops)


def lose(held: PlayersArmy, at: int, number: int) -> PlayersArmy:
    for _ in range(number):
        held = held.casualty(at, 1)
    return held


def where(held: PlayersArmy, name: str) -> int:
    return next(at for at, troop in enumerate(held.troops) if troop.name == name)


def test_a_list_becomes_an_army() -> None:
    """WMH-146 WMH-172: what was free or cheaper has its card's cost; a unit its starting number."""
    held = fielded(items(KAELYSSA))
    found = {str(t.name): (t.cost, t.type, t.models) for t in held.troops}
    assert found["Banner Bearer"] == (4, None, 1)  # paid 0, the card says 4
    assert found["Kaelyssa, Night's Whisper"] == (10, ModelType.LEADER, 1)
    assert found["Dawn Guard (max)"] == (16, ModelType.UNIT, 1)
    assert found["Grey Griffon"] == (10, None, 1)
    held = fielded(items(HALEY))
    assert held.troops[where(held, "Storm Blades")].models == 10
    assert held.troops[where(held, "Storm Officer")].joins == where(held, "Storm Blades")
    assert held.troops[where(held, "Ironclad")].joins is None


def test_copies_are_counted_by_themselves() -> None:
    """WMH-146: two of a kind on one line share its cost."""
    held = fielded(items("Haley [+28]\n2x Grey Griffon [20]"))
    assert [(t.name, t.cost) for t in held.troops[1:]] == [("Grey Griffon", 10)] * 2
    units = fielded((Item(1, "Storm Blades", 2, cost=30, note="Leader & 9 Grunts"),))
    assert [(t.cost, t.models) for t in units.troops[1:]] == [(15, 10)] * 2
    assert fielded(()).leaders == 1


def test_a_list_is_read_as_far_as_it_goes() -> None:
    """WMH-146 WMH-167: without a cost it is worth nothing; a card's cost has three digits; 200 entries at most."""
    written = (
        Item(1, "Haley", section="leader"),
        Item(2, "Scrapjack"),
        Item(3, "Colossal", cost=0, note="120"),
        Item(4, "Colossal", cost=7, note="1200"),
    )
    assert [troop.cost for troop in fielded(written).troops] == [10, 0, 120, 7]
    many = fielded((written[0], Item(2, "Scrap Thrall", 250)))
    assert len(many.troops) == 200


def test_a_list_of_one_line_keeps_attachments_with_their_unit() -> None:
    """WMH-168: as an application exports it, all on line 1."""
    written = (
        Item(1, "Haley", section="leader"),
        Item(1, "Dawn Guard (max)", cost=16),
        Item(1, "Officer (2)", cost=4, under=1),
        Item(1, "Standard", cost=2, under=1),
    )
    assert [troop.joins for troop in fielded(written).troops] == [None, None, 1, 1]


def test_a_unit_counts_when_all_of_it_is_gone() -> None:
    """WMH-168 WMH-167: with its attachment, and not a model earlier."""
    held = fielded(items(HALEY))
    blades, officer = where(held, "Storm Blades"), where(held, "Storm Officer")
    held = lose(held, blades, 10)
    assert held.points_lost() == 0
    assert lose(held, officer, 1).points_lost() == 15 + 4
    assert lose(fielded(items(HALEY)), officer, 1).points_lost() == 0
    assert lose(fielded(items(HALEY)), where(held, "Ironclad"), 1).points_lost() == 12


def test_a_leader_is_worth_ten() -> None:
    """WMH-169 WMH-165: one of several models is one leader, and gone when all are."""
    coven = army(Troop("Witch Coven", 10, ModelType.LEADER, models=3))
    assert (coven.leaders, lose(coven, 0, 2).leaders, lose(coven, 0, 2).points_lost()) == (1, 1, 0)
    assert (lose(coven, 0, 3).leaders, lose(coven, 0, 3).points_lost()) == (0, 10)


def test_casualties_fill_one_solo_before_the_next() -> None:
    """WMH-170 W-54: two solos of three models for 4 points; two lost of each are one solo."""
    solo = Troop("Raiders", 4, ModelType.SOLO, models=3)
    held = lose(lose(army(solo, solo), 0, 2), 1, 2)
    assert held.points_lost() == 4
    assert lose(lose(held, 0, 1), 1, 1).points_lost() == 8
    assert lose(army(solo), 0, 2).points_lost() == 0
    pair = Troop("Twins", 5, ModelType.SOLO, models=2)
    assert lose(lose(army(pair, pair), 0, 1), 1, 1).points_lost() == 5
    alone = army(Troop("Solo", 5, ModelType.SOLO), Troop("Hound", 2, joins=0))
    assert lose(lose(alone, 0, 1), 1, 1).points_lost() == 7  # A solo of one model, with what is attached (WMH-168).


def test_destroyed_twice_counts_twice() -> None:
    """WMH-171 W-55: the Scythean of 18 points, revived; alive at the end undoes nothing."""
    scythean = lose(army(Troop("Scythean", 18, ModelType.HEAVY)), 0, 1)
    back = scythean.returned(0)
    assert (scythean.points_lost(), back.points_lost(), lose(back, 0, 1).points_lost()) == (18, 18, 36)
    unit = lose(lose(army(Troop("Unit", 9, models=2), Troop("Officer", 3, joins=0)), 0, 2), 1, 1)
    again = unit.returned(1)
    assert (unit.points_lost(), again.points_lost(), again.gone(0)) == (12, 12, False)
    assert lose(lose(again, 0, 2), 1, 1).points_lost() == 24
    solos = lose(army(Troop("Raiders", 4, ModelType.SOLO, models=3)), 0, 2).returned(0)
    assert solos.troops[0].lost == 0
    assert lose(solos, 0, 1).points_lost() == 4  # three casualties in all
    for troop in (Troop("Scythean", 18, before=999, lost=1), Troop("Twins", 5, ModelType.SOLO, 2, 1, before=999)):
        assert army(troop).returned(0).troops[0].before == 999


def test_what_is_created_counts_at_its_cards_cost() -> None:
    """WMH-147 WMH-172: its maker owns it."""
    game = TableGame().deployed().tap("create", 0, of=0, name="Spawn", cost=7, models=1)
    at = len(game.state.armies[0].troops) - 1
    game.tap("casualty", 1, of=0, at=at, by=1)
    assert (game.state.armies[0].points_lost(), game.state.armies[1].points_lost()) == (7, 0)
    game.tap("create", 1, of=0, cost=7, models=1)
    assert len(game.state.armies[1].troops) == len(TableGame().deployed().state.armies[1].troops)
    assert str(game.state.armies[0].troops[-1].name) == "Created in play 2"


def test_what_is_not_gone_or_has_no_cost_does_not_count() -> None:
    """WMH-167: an inert warjack and a wild warbeast are on the table; a model without a cost is worth nothing."""
    inert = army(Troop("Ironclad", 12, ModelType.HEAVY, still=True), Troop("Scrapjack", 0))
    assert inert.points_lost() == 0
    assert lose(inert, 1, 1).points_lost() == 0


def test_the_last_leader_is_not_just_a_casualty() -> None:
    """WMH-160: losing it ends the game, so both have to say so."""
    game = TableGame().deployed()
    leader = where(game.state.armies[0], "Kaelyssa, Night's Whisper")
    game.refused("casualty", 1, "WMH-160", of=0, at=leader, by=1)
    game.tap("change", 0, of=0, at=leader, type="leader", cost=10, models=3, attached=False, still=False)
    game.tap("casualty", 1, of=0, at=leader, by=1).tap("casualty", 1, of=0, at=leader, by=1)
    game.refused("casualty", 1, "WMH-160", of=0, at=leader, by=1)
    game.tap("leader", None, value="0").tap("casualty", 1, of=0, at=where(game.state.armies[0], "Grey Griffon"), by=1)
    assert game.state.armies[0].points_lost() == 10 + 10


def test_casualties_have_bounds() -> None:
    """WMH-168 WMH-171: no more than there are, no fewer than none, and only what is gone comes back."""
    game = TableGame().deployed()
    at = where(game.state.armies[0], "Grey Griffon")
    game.refused("casualty", 0, "WMH-168", of=0, at=at, by=-1)
    game.refused("returned", 0, "WMH-168", of=0, at=at)
    game.tap("casualty", 0, of=0, at=at, by=1).refused("casualty", 0, "WMH-171", of=0, at=at, by=1)
    row = next(p for p in parts(game.board(1)) if isinstance(p, ModelRow) and p.name == "Grey Griffon")
    assert row.gone and row.press is not None and row.press.key == "returned"


def test_players_fill_in_what_the_list_does_not_say() -> None:
    """WMH-146: starting number, card's cost, what it is, whether it is attached."""
    game = TableGame().deployed()
    at = where(game.state.armies[0], "Storm Archers")
    game.tap("look", 0, of=0, at=at)
    assert "change" in {getattr(p, "key", "") for p in parts(game.board(0))}
    game.tap("change", 0, of=0, at=at, type="unit", cost=14, models=4, attached=False, still=False)
    assert game.state.changing == (None, None)
    assert lose(game.state.armies[0], at, 3).points_lost() == 0
    assert lose(game.state.armies[0], at, 4).points_lost() == 14
    game.refused("change", 0, None, of=0, at=at, type="hero", cost=13, models=4, attached=False, still=False)
    game.refused("change", 0, None, of=0, at=0, type="solo", cost=13, models=4, attached=False, still=False)


def test_how_army_points_are_counted_is_told() -> None:
    """WMH-146 WMH-167 WMH-168 WMH-169 WMH-170 WMH-171 WMH-172: beside the losses."""
    told = clauses(TableGame().deployed().board(0))
    assert "starting number" in told["WMH-146"] and "without a cost" in told["WMH-167"]
    assert "every model of it is gone" in told["WMH-168"] and "worth 10" in told["WMH-169"]
    assert "fill one solo" in told["WMH-170"] and "counts again" in told["WMH-171"]
    assert "cost on the card" in told["WMH-172"]


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        (ModelType.LEADER, {"circle", "rectangle", "flag"}),
        (ModelType.UNIT, {"circle"}),
        (ModelType.HEAVY, {"rectangle"}),
        (ModelType.SOLO, {"flag"}),
    ],
)
def test_only_what_could_control_an_element_is_present(kind: ModelType, places: set[str]) -> None:
    """WMH-173 WMH-152 WMH-153 WMH-156: by what it is."""
    clause = {"circle": "WMH-152", "rectangle": "WMH-153", "flag": "WMH-156"}
    for place in ElementKind:
        game = level()
        held = army(Troop("It", 9, kind), Troop("Leader", 10, ModelType.LEADER))
        game.state = replace(game.state, armies=(held, game.state.armies[1]))
        if place in places:
            game.tap("place", 0, of=0, at=0, value=place)
            assert game.state.armies[0].presence() == (10 if kind is ModelType.LEADER else 9)
        else:
            game.refused("place", 0, clause[place], of=0, at=0, value=place)


def level(scenario: str = "King of the Hill", first: int = 0) -> TableGame:
    """A game that only presence can decide."""
    game = TableGame(scenario).deployed(first).turns(14)
    assert game.state.end is GameEnd.LAST_TURN
    return game.tap("army", 0, a=40, b=40).tap("army", 1, a=40, b=40)


def test_presence_is_asked_for_only_when_all_else_is_level() -> None:
    """WMH-197 WMH-167 WMH-173: fewer own points lost win before it."""
    assert level().state.step is BattleStep.PRESENCE
    over = TableGame().deployed().turns(14)
    assert "Control points are level after the last turn." in said(over.board(0))
    game = TableGame().deployed().turns(14).tap("army", 0, a=40, b=41).tap("army", 1, a=40, b=41)
    assert (game.state.step, game.state.winner, game.state.verdict.clause) == (BattleStep.DONE, 0, "WMH-167")
    assert clauses(game.board(0))["WMH-167"] == "You won on army points"


def test_more_leaders_left_win_first() -> None:
    """WMH-165: the first tie-breaker, before control points."""
    game = TableGame().deployed().turns(3).end_turn(b="circle")
    held = army(Troop("One", 10, ModelType.LEADER), Troop("Two", 10, ModelType.LEADER))
    game.state = replace(game.state, armies=(held, game.state.armies[1]))
    game.turns(10)
    assert game.state.end is GameEnd.LAST_TURN
    game.tap("army", None, a=0, b=0)
    assert (game.state.winner, game.state.verdict.clause) == (0, "WMH-165")
    assert clauses(game.board(0))["WMH-165"] == "You won: more leaders left"


def test_presence_counts_cost_at_the_elements() -> None:
    """WMH-173 WMH-174 WMH-175: leaders 10, heavies their cost, units with their attachments; tag-alongs nothing."""
    held = army(
        Troop("Coven", 10, ModelType.LEADER, models=3, lost=2, place=ElementKind.FLAG),
        Troop("Scrapjack", 0, ModelType.HEAVY, place=ElementKind.RECTANGLE),
        Troop("Ironclad", 12, ModelType.HEAVY, place=ElementKind.RECTANGLE),
        Troop("Blades", 15, ModelType.UNIT, models=10, lost=9, place=ElementKind.CIRCLE),
        Troop("Officer", 4, joins=3),
        Troop("Elsewhere", 30, ModelType.SOLO),
    )
    assert held.presence() == 10 + 0 + 12 + 15 + 4
    assert held.put(4, replace(held.troops[4], place=ElementKind.FLAG)).presence() == held.presence()
    gone = held.put(2, replace(held.troops[2], lost=1)).put(0, replace(held.troops[0], lost=3))
    assert gone.presence() == 15 + 4


def test_inert_wild_destroyed_and_attached_are_not_present() -> None:
    """WMH-173 WMH-153 WMH-175: the same exclusions as before it."""
    game = level()
    held = army(
        Troop("Ironclad", 12, ModelType.HEAVY, still=True),
        Troop("Gone", 12, ModelType.HEAVY, lost=1),
        Troop("Officer", 4, ModelType.HEAVY, joins=0),
        Troop("What", 5),
        Troop("Leader", 10, ModelType.LEADER),
    )
    game.state = replace(game.state, armies=(held, game.state.armies[1]))
    game.refused("place", 0, "WMH-173", of=0, at=0, value="rectangle")
    game.refused("place", 0, "WMH-173", of=0, at=1, value="rectangle")
    game.refused("place", 0, "WMH-175", of=0, at=2, value="rectangle")
    game.refused("place", 0, "WMH-173", of=0, at=3, value="rectangle")
    assert (
        replace(held.troops[0], place=ElementKind.RECTANGLE)
        and army(replace(held.troops[0], place=ElementKind.RECTANGLE)).presence() == 0
    )


def test_only_what_the_scenario_has_is_asked_for() -> None:
    """WMH-173 WMH-187: Bunkers has no circle, so no unit is present anywhere."""
    game = level("Bunkers")
    held = army(Troop("Leader", 10, ModelType.LEADER), Troop("Blades", 15, ModelType.UNIT))
    game.state = replace(game.state, armies=(held, game.state.armies[1]))
    game.refused("place", 0, "WMH-187", of=0, at=1, value="circle")
    shown = [p for p in parts(game.board(0)) if isinstance(p, Switch) and p.key == "place"]
    own = [p for p in shown if p.values["of"] == 0]
    assert [(str(p.label), [w.value for w in p.ways]) for p in own] == [("Leader", ["none", "rectangle", "flag"])]


def test_presence_says_what_it_asks() -> None:
    """WMH-152 WMH-153 WMH-154 WMH-157 WMH-174 WMH-176: what counts is said beside each; tag-alongs are not asked."""
    game = level()
    one_of_each = [Troop(str(kind), 10, kind) for kind in ModelType]
    held = army(*one_of_each, Troop("Scrapjack", 0, ModelType.HEAVY))
    game.state = replace(game.state, armies=(held, game.state.armies[1]))
    shown = [p for p in parts(game.board(0)) if isinstance(p, Switch) and p.key == "place" and p.values["of"] == 0]
    assert {str(p.label): str(p.note) for p in shown} == {
        "leader": 'A leader in a unit: all its unit in formation, for a flag within 4".',
        "unit": "All that are left in one circle and in formation.",
        "heavy": "Neither inert nor wild; of a pack one beast in formation is enough.",
        "solo": "Base to base; of several models all that are left, at the same flag.",
    }


def test_a_solo_of_several_models_is_present_with_all_that_are_left() -> None:
    """WMH-176: one switch for the whole solo, worth its cost once."""
    solo = army(Troop("Raiders", 4, ModelType.SOLO, models=3, lost=1))
    assert (solo.presence(), solo.put_at(0, ElementKind.FLAG).presence()) == (0, 4)


def test_presence_decides_or_nothing_does() -> None:
    """WMH-173 W-28: the higher total wins; level in all is a tie."""
    game = level().tap("presence", 0, a=18, b=28).tap("presence", 1, a=18, b=28)
    assert (game.state.winner, game.state.verdict.clause) == (1, "WMH-173")
    assert clauses(game.board(1))["WMH-173"] == "You won on scenario presence"
    (table,) = (part for part in game.board(0).parts if isinstance(part, ScoreTable))
    assert {str(row.label): (row.own, row.other) for row in table.rows}["Scenario presence"] == ("18", "28")
    for first in (0, 1):
        game = level(first=first).tap("presence", None, a=18, b=18)
        assert (game.state.step, game.state.winner, game.state.verdict.clause) == (BattleStep.DONE, None, "W-28")
    assert level().tap("presence", None, a=9999, b=0).state.winner == 0
    level().refused("presence", None, a=0, b=10_000)


def test_army_points_are_agreed_on() -> None:
    """WMH-163: one says, the other confirms or says something else."""
    game = TableGame().deployed().turns(14).tap("army", 0, a=40, b=41).tap("army", 1, a=40, b=42)
    assert game.state.step is BattleStep.ARMY and "do not say the same" in said(game.board(0))
    game.refused("table", None, **game.table())
    game.refused("place", 0, of=0, at=where(game.state.armies[0], "Kaelyssa, Night's Whisper"), value="flag")
    press = next(p for p in game.board(0).presses if p.key == "army")
    game = game.tap("army", 0, **press.values)
    assert game.state.step is BattleStep.DONE


def test_gone_is_all_of_it() -> None:
    """WMH-168: an attachment alone, or a unit without it, is not the unit."""
    held = army(Troop("Unit", 9, models=2), Troop("Officer", 3, joins=0))
    assert [held.gone(0), lose(held, 0, 2).gone(0), lose(held, 1, 1).gone(1)] == [False, False, False]
    assert lose(lose(held, 0, 2), 1, 1).gone(1)


def test_a_leader_is_worth_ten_whatever_is_written() -> None:
    """WMH-169 WMH-174 WMH-171: once for each time; presence the same."""
    held = army(Troop("Leader", 3, ModelType.LEADER, place=ElementKind.FLAG), Troop("Other", 10, ModelType.LEADER))
    assert held.presence() == 10
    assert lose(lose(held, 0, 1).returned(0), 0, 1).points_lost() == 20


def test_an_army_has_its_limits() -> None:
    """WMH-172: 200 entries, nothing returned that is not lost."""
    game = TableGame().deployed()
    full = PlayersArmy(game.state.armies[1].troops[:1] * 200)
    game.state = replace(game.state, armies=(game.state.armies[0], full))
    game.refused("create", 1, None, of=1, cost=1, models=1)
    game.refused("casualty", 1, None, of=1, at=200, by=1)
    game.refused("create", 0, None, of=0, cost=1000, models=1)
    game.refused("create", 0, None, of=0, cost=1, models=100)
    assert game.tap("create", 0, of=0, cost=999, models=99).state.armies[0].troops[-1].models == 99
    solos = army(Troop("Raiders", 4, ModelType.SOLO, models=3))
    game.state = replace(game.state, armies=(solos, full))
    game.refused("returned", 0, "WMH-171", of=0, at=0)
    assert game.tap("create", 0, of=0, cost=0, models=1).state.armies[0].troops[-1].cost == 0


def test_either_side_counts_in_either_army() -> None:
    """WMH-147: what the second army loses is the second army's; an entry opens for whoever looks at it."""
    game = TableGame().deployed()
    ironclad = where(game.state.armies[1], "Ironclad")
    game.tap("casualty", 0, of=1, at=ironclad, by=1).tap("casualty", 1, of=1, at=ironclad, by=-1)
    game.tap("casualty", None, of=1, at=ironclad, by=1)
    assert [a.points_lost() for a in game.state.armies] == [0, 12]
    assert game.state.armies[0] == TableGame().deployed().state.armies[0]
    game.tap("look", 1, of=0, at=1).tap("look", 0, of=1, at=2)
    assert game.state.changing == ((1, 2), (0, 1))
    assert game.tap("look", 1, of=0, at=1).state.changing == ((1, 2), None)
    game.tap("look", 1, of=1, at=2)
    changed = {"of": 1, "at": 2, "type": "unknown", "cost": 0, "models": 1, "attached": False, "still": True}
    game.tap("change", None, **changed)
    assert game.state.changing == ((1, 2), (1, 2))
    game.tap("look", 1, of=0, at=1).tap("change", 1, **changed)
    assert game.state.changing == ((1, 2), None)
    assert (game.state.armies[1].troops[2].type, game.state.armies[1].troops[2].still) == (None, True)


def test_what_is_attached_is_said_by_hand() -> None:
    """WMH-168 WMH-175: to the unit above; what has attachments of its own cannot be."""
    held = fielded(items(HALEY))
    blades, gun = where(held, "Storm Blades"), where(held, "Storm Gun (solo)")
    assert held.change(gun, None, 5, 1, attached=True).troops[gun].joins == blades
    with pytest.raises(BadInput, match="attachments of its own"):
        held.change(blades, ModelType.UNIT, 15, 10, attached=True)
    with pytest.raises(BadInput, match="no unit is above"):
        held.change(1, None, 12, 1, attached=True)
    placed = held.put(gun, replace(held.troops[gun], type=ModelType.SOLO, place=ElementKind.FLAG))
    assert placed.change(gun, ModelType.SOLO, 5, 1, attached=False).troops[gun].place is ElementKind.FLAG
    assert placed.change(gun, ModelType.UNIT, 5, 1, attached=False).troops[gun].place is None


def test_presence_waits_for_both() -> None:
    """WMH-173: one count alone decides nothing; a place can be taken back."""
    game = level()
    leader = where(game.state.armies[1], "Captain Victoria Haley")
    game.tap("casualty", 0, of=1, at=leader, by=1).tap("presence", 0, a=0, b=7)
    assert game.state.step is BattleStep.PRESENCE
    game.tap("casualty", 1, of=1, at=leader, by=-1)
    game.tap("place", 1, of=1, at=leader, value="flag")
    assert game.state.armies[1].presence() == 10
    assert game.tap("place", 0, of=1, at=leader, value="none").state.armies[1].presence() == 0
    game = game.tap("presence", 1, a=0, b=7)
    assert (game.state.step, game.state.winner) == (BattleStep.DONE, 1)


def test_a_list_without_a_leader_has_one_anyway() -> None:
    """WMH-165 WMH-168: before everything else, and attachments stay with their unit."""
    written = "\n".join(HALEY.splitlines()[:4] + HALEY.splitlines()[6:])
    held = fielded(items(written))
    assert [str(troop.name) for troop in held.troops][:3] == ["Leader", "Storm Blades", "Storm Officer"]
    assert (held.leaders, held.troops[2].joins, held.troops[1].joins) == (1, 1, None)
    assert fielded(items(HALEY)).leaders == 1
    created = TableGame().deployed().tap("create", 0, of=0, name="Spawn", cost=7, models=1)
    assert created.state.armies[0].troops[-1].name == "Spawn"


def test_presence_is_counted_by_side() -> None:
    """WMH-173: what the form begins with."""
    game = level()
    game.tap("place", 0, of=1, at=where(game.state.armies[1], "Captain Victoria Haley"), value="flag")
    form = next(p for p in parts(game.board(0)) if getattr(p, "key", "") == "presence")
    assert {box.name: box.value for box in form.boxes} == {"a": 0, "b": 10}
