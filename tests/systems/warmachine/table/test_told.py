"""What players are told of a rule has all its figures and conditions: on boards, on cards and on the rules page."""

from __future__ import annotations

from collections.abc import Mapping

from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.table.elements import OBJECTIVES
from tests.systems.warmachine.table.game import TableGame, clauses

BOARDS = {
    "WMH-015": ("does not fit", "labelled with the model and its facing", "as soon as the model fits"),
    "WMH-016": ("no effect", "30, 40, 50 and 120 mm", '3", 4" and 5"', "walls", "small beads or coins"),
    "WMH-017": ("two markers on the table at most", "with a third, one must go"),
    "WMH-018": ("While deploying there is no limit", "gone before turn 1"),
    "WMH-019": ("off the table when nobody measures",),
    "WMH-020": ("one distance at a time", "as many devices as it takes", "enemy melee ranges", "in the enemy’s turn"),
    "WMH-021": ("may be used for damage and rules", "open to the opponent"),
    "WMH-120": ("Burning earth, dense fog", "never go away at random"),
    "WMH-141": ("red are the first player’s edge, zone and objective", "blue the second’s"),
    "WMH-142": ("the one nearer your deployment zone", "faces the enemy edge", "is a friendly Faction model"),
    "WMH-143": ("belong to nobody", "either player can control"),
    "WMH-144": ("stays as it is drawn", "whoever is first player", "whichever edge is chosen"),
    "WMH-145": ("goes back with the clocks paused", "already scored still count"),
    "WMH-146": ("that of its card for the cost", "also where it was free or cheaper"),
    "WMH-147": ("your list and those they create", "contests for you", "controls elements only for its owner"),
    "WMH-148": ("in the zone", 'within 4" of the flag', "or by an enemy objective"),
    "WMH-149": ("Leaders, inert warjacks, wild warbeasts and models out of formation contest nothing",),
    "WMH-150": ("Troopers of a leader’s unit contest, the leader does not",),
    "WMH-151": ('a circle is 12" across', 'a rectangle 6" by 12"'),
    "WMH-152": ('12" across', "with a leader in it", "a warrior unit whose survivors are all in it and in formation"),
    "WMH-153": (
        '6" by 12"',
        "a leader, warjack, warbeast, horror, monstrosity or battle engine",
        "neither inert nor wild",
        "of a pack one beast in formation is enough",
    ),
    "WMH-154": ("only while all its surviving unit is in formation, inside or not",),
    "WMH-155": (
        "nobody’s, incorporeal and stationary",
        "cannot be targeted, even by frenzy",
        "nor damaged, moved, placed or removed",
    ),
    "WMH-156": ("on a 40 mm base", "with a leader or solo base to base"),
    "WMH-157": ('only while all its surviving unit is within 4"',),
    "WMH-158": ("model only of scenarios", "on a 50 mm base", "friendly Faction model to its owner"),
    "WMH-159": ("from the first player’s second turn", 'completely within 12" of their own edge', "opponent 2 points"),
    "WMH-167": ("destroyed or removed", "models without a cost, inert warjacks and wild warbeasts do not"),
    "WMH-168": ("with its attachments when every model of it is gone",),
    "WMH-169": ("A leader is worth 10",),
    "WMH-170": ("casualties fill one solo before the next",),
    "WMH-171": ("destroyed again counts again",),
    "WMH-172": ("the cost on the card, also of what was free, cheaper or created",),
    "WMH-177": ("50 mm base, DEF 5, ARM 18",),
    "WMH-178": ("neither moves nor fights", "cannot be knocked down or moved", "melee always hits it"),
    "WMH-179": (
        "neither placed, channelled through nor made Prey",
        "safe until the second player’s second turn",
        "engages nobody and gives no back strike",
        "friends see past it and may pass if they clear it",
    ),
    "WMH-192": ("from the end of the second player’s second turn, then at the end of every turn",),
    "WMH-194": ("no limit",),
    "WMH-195": ("after the second player’s seventh turn",),
    "WMH-196": ("leads by 5 points wins immediately",),
    "WMH-197": ("more control points win", "fewer own army points destroyed, then army points at the elements"),
    "WMH-198": ("that both control scores only for the player whose turn it is",),
}
AT_THE_END = {
    "WMH-173": ("in a zone or base to base with a flag", "could control it, contested or not"),
    "WMH-174": ("10, however many models it has", "models that come with it change nothing"),
    "WMH-175": ("Warjacks, warbeasts and horrors count their cost", "units theirs with attachments"),
    "WMH-176": ("A solo counts its cost", "only with all that are left at the same flag"),
}
HELP = {
    "WMH-180": ("Control Phase", "next attack this turn", "one friendly Faction", 'within 4"', "magical"),
    "WMH-181": ("Control Phase", "one friendly Faction", 'within 4" has Pathfinder for a round'),
    "WMH-182": ("Maintenance Phase", "one friendly Faction", 'within 4" removes d3 damage'),
    "WMH-183": ("Maintenance Phase", 'within 4" cannot be placed, pushed, slammed or thrown for a round'),
    "WMH-184": ("Control Phase", "one friendly Faction", 'within 4" has Eyesight for a round'),
    "WMH-185": ("Maintenance Phase", "once a game", 'within 4" rerolls', "attack", "damage roll this turn"),
}
PAYS = (
    "1 point for each zone",
    "1 point for each flag",
    "1 point, once, for each enemy objective destroyed or removed",
)
RULES_PAGE = {
    "WMH-028": ("chooses one for the game, at no cost",),
    "WMH-029": ("shown together, after the starting roll and the choice of sides",),
    "WMH-092": ("outside the deployment zones before the clocks run",),
    "WMH-093": ("the organiser’s word the first player’s clock starts", "both deploy, then both again in advance"),
    "WMH-094": ("At the end of a turn", "to the opponent"),
    "WMH-096": ("Players cannot pause", "the organiser may"),
    "WMH-097": ("active player", "while that player rolls, measures or decides"),
    "WMH-098": ("neither switched nor stopped before the end of a turn",),
    "WMH-099": ("announced", "both players make sure that it is switched back"),
    "WMH-100": ("both confirm a lead of five",),
    "WMH-101": ("in its player’s turn", "a lead of five on the table still wins, if both agree"),
    "WMH-102": ("the game is lost and the leader destroyed",),
    "WMH-103": ("little time left is played on, another is tied",),
    "WMH-104": ("more than five minutes on both clocks together, the game is a tie",),
    "WMH-160": ("the only player with a leader left wins immediately",),
    "WMH-161": ("scored once more, without changing the result",),
    "WMH-162": ("together: the tie-breakers decide",),
    "WMH-164": ("victory condition wins immediately",),
    "WMH-165": ("more leaders left",),
    "WMH-166": ("more control points",),
    "WMH-167": ("fewer own army points destroyed",),
    "WMH-173": ("more army points where scenario elements are controlled",),
    "WMH-193": ("A zone or flag pays 1 control point each time, an enemy objective 1 once",),
    "WMH-195": ("after the second player’s seventh turn",),
    "WMH-196": ("leads by five control points wins immediately",),
    "WMH-197": ("more control points win; level, the tie-breakers decide",),
}


def missing(told: Mapping[str, str], wanted: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(clause, words) for clause, all_ in wanted.items() for words in all_ if words not in told.get(clause, "")]


def test_boards_tell_every_figure_and_condition() -> None:
    """WMH-015 WMH-016 WMH-017 WMH-018 WMH-019 WMH-020 WMH-021 WMH-120 WMH-141 WMH-142 WMH-143 WMH-144 WMH-145 WMH-147
    WMH-148 WMH-149 WMH-150 WMH-151 WMH-152 WMH-153 WMH-154 WMH-155 WMH-156 WMH-157 WMH-158 WMH-159 WMH-177 WMH-178
    WMH-179 WMH-192 WMH-194 WMH-195 WMH-196 WMH-197 WMH-198, and what armies are counted by: WMH-146 WMH-167 WMH-168
    WMH-169 WMH-170 WMH-171 WMH-172.
    """
    game = TableGame()
    counted = clauses(game.deployed().board(0))
    told = counted | clauses(TableGame().laid_out().board(0))
    assert missing(told, BOARDS) == []


def test_presence_is_told_with_its_conditions() -> None:
    """WMH-173 WMH-174 WMH-175 WMH-176."""
    game = TableGame().deployed().turns(14).tap("army", None, a=40, b=40)
    assert missing(clauses(game.board(0)), AT_THE_END) == []


def test_what_an_objective_does_is_told_in_full() -> None:
    """WMH-180 WMH-181 WMH-182 WMH-183 WMH-184 WMH-185: where it is chosen and used, and on the scenario's card."""
    assert missing({card.clause: str(card.does) for card in OBJECTIVES.values()}, HELP) == []
    assert missing(on_the_card("King of the Hill"), HELP) == []


def test_what_elements_pay_is_on_the_card() -> None:
    """WMH-193: zones, flags and objectives, each with its figure."""
    assert missing(on_the_card("King of the Hill"), {"WMH-193": PAYS}) == []


def test_the_rules_page_heads_each_rule_with_its_figures() -> None:
    """WMH-028 WMH-029 WMH-092 WMH-093 WMH-094 WMH-096 WMH-097 WMH-098 WMH-099 WMH-100 WMH-101 WMH-102 WMH-103 WMH-104
    WMH-160 WMH-161 WMH-162 WMH-164 WMH-165 WMH-166 WMH-167 WMH-173 WMH-193 WMH-195 WMH-196 WMH-197.
    """
    assert missing({clause: str(text) for clause, text in SYSTEM.clauses.items()}, RULES_PAGE) == []


def on_the_card(name: str) -> dict[str, str]:
    """The sentences of a scenario's card; those of one rule together."""
    card = next(scenario.card for scenario in SYSTEM.scenarios if scenario.name == name)
    assert card is not None
    said: dict[str, str] = {}
    for group in card.groups:
        for text, clause in group.lines:
            said[clause] = f"{said.get(clause, '')} {text}"
    return said
