"""The six scenarios and the objectives as cards, in our own words: what lies there, who controls it, what it pays."""

from __future__ import annotations

from muster.game import Card, Group, Scenario, mark

RECTANGLE, CIRCLE, FLAG, OBJECTIVE = (
    mark("rectangular zone"),
    mark("circular zone"),
    mark("flag"),
    mark("objective"),
)

SET_UP = (
    (mark("The layout stays as it is drawn, whoever is first player and whichever edge is chosen."), "WMH-144"),
    (
        mark(
            "An element moved by accident goes back with the clocks paused; control points already scored still count."
        ),
        "WMH-145",
    ),
)
CONTROL = {
    CIRCLE: (
        mark(
            'A circle, 12" across, is yours with a leader in it, or a warrior unit whose survivors are all in it and '
            "in formation."
        ),
        "WMH-152",
    ),
    RECTANGLE: (
        mark(
            'A rectangle, 6" by 12", is yours with a leader, warjack, warbeast, horror, monstrosity or battle engine '
            "in it that is neither inert nor wild; of a pack one beast in formation is enough."
        ),
        "WMH-153",
    ),
    FLAG: (mark("A flag, on a 40 mm base, is yours with a leader or solo base to base with it."), "WMH-156"),
}
ZONE_LEADER = (
    mark("A leader in a unit holds a zone only while all its surviving unit is in formation, inside or not."),
    "WMH-154",
)
FLAG_LEADER = (
    mark('A leader in a unit holds a flag only while all its surviving unit is within 4" of it.'),
    "WMH-157",
)
FLAG_RULES = (
    mark(
        "A flag is nobody’s, incorporeal and stationary: it cannot be targeted, even by frenzy, nor damaged, "
        "moved, placed or removed."
    ),
    "WMH-155",
)
CONTEST = (
    (
        mark(
            'Nothing is yours while contested: by an enemy model in the zone or within 4" of the flag, or by an enemy '
            "objective."
        ),
        "WMH-148",
    ),
    (mark("Leaders, inert warjacks, wild warbeasts and models out of formation contest nothing."), "WMH-149"),
    (mark("Troopers of a leader’s unit contest, the leader does not."), "WMH-150"),
)
SCORING_FROM = (
    mark("Control points are scored from the end of the second player’s second turn, then at the end of every turn."),
    "WMH-192",
)
PAYS = {
    "zones": mark("1 point for each zone you control."),
    "flags": mark("1 point for each flag you control."),
    "objectives": mark("1 point, once, for each enemy objective destroyed or removed."),
}
AFTER = (
    (mark("An element that both control scores only for the player whose turn it is."), "WMH-198"),
    (mark("There is no limit to the points that can be scored."), "WMH-194"),
    (
        mark(
            "Kill box: from the first player’s second turn on, a player who ends a turn with a leader "
            'completely within 12" of their own edge gives the opponent 2 points.'
        ),
        "WMH-159",
    ),
)
END = (
    (mark("A player who leads by 5 points wins immediately."), "WMH-196"),
    (mark("The game ends after the second player’s seventh turn."), "WMH-195"),
    (
        mark(
            "Then more control points win; if level, fewer own army points destroyed, then army points at the elements."
        ),
        "WMH-197",
    ),
)
OBJECTIVES = Group(
    mark("Objectives"),
    (
        (
            mark(
                "Yours is the one nearer your deployment zone; it faces the enemy edge and is a friendly Faction model."
            ),
            "WMH-142",
        ),
        (mark("On a 50 mm base, DEF 5, ARM 18."), "WMH-177"),
        (
            mark("Immobile: it neither moves nor fights, cannot be knocked down or moved, and melee always hits it."),
            "WMH-178",
        ),
        (
            mark(
                "It can be neither placed, channelled through nor made Prey, is safe until the second "
                "player’s second turn, engages nobody and gives no back strike; friends see past it and may "
                "pass if they clear it."
            ),
            "WMH-179",
        ),
        (
            mark(
                "Armory, in your Control Phase: the next attack this turn of one friendly "
                'Faction model within 4" is magical.'
            ),
            "WMH-180",
        ),
        (
            mark('Fuel Cache, in your Control Phase: one friendly Faction model within 4" has Pathfinder for a round.'),
            "WMH-181",
        ),
        (
            mark('Stockpile, in your Maintenance Phase: one friendly Faction model within 4" removes d3 damage.'),
            "WMH-182",
        ),
        (
            mark(
                'Dugout, in your Maintenance Phase: one friendly Faction model within 4" cannot be placed, '
                "pushed, slammed or thrown for a round."
            ),
            "WMH-183",
        ),
        (
            mark('Observatory, in your Control Phase: one friendly Faction model within 4" has Eyesight for a round.'),
            "WMH-184",
        ),
        (
            mark(
                'Treasure Chest, once a game in your Maintenance Phase: one friendly Faction model within 4" '
                "rerolls one attack and one damage roll this turn."
            ),
            "WMH-185",
        ),
    ),
)


def _card(clause: str, rectangles: int = 0, circles: int = 0, flags: int = 0, objectives: int = 0) -> Card:
    """Only describes what is on this table."""
    lays = tuple(
        (name, count)
        for name, count in ((RECTANGLE, rectangles), (CIRCLE, circles), (FLAG, flags), (OBJECTIVE, objectives))
        if count
    )
    flag_lines = (FLAG_LEADER, FLAG_RULES) if flags else ()
    control = (*(CONTROL[name] for name, _ in lays if name in CONTROL), ZONE_LEADER, *flag_lines, *CONTEST)
    paid = [PAYS["zones"], *([PAYS["flags"]] if flags else []), *([PAYS["objectives"]] if objectives else [])]
    scoring = (SCORING_FROM, *((text, "WMH-193") for text in paid), *AFTER)
    groups = (
        Group(mark("Set-up"), SET_UP),
        Group(mark("Control"), control),
        Group(mark("Scoring"), scoring),
        Group(mark("End of the game"), END),
    )
    return Card(clause, lays, (*groups, OBJECTIVES) if objectives else groups)


# WMH-106: the first is a roll of 1, the last a 6.
SCENARIOS = (
    Scenario("King of the Hill", card=_card("WMH-186", rectangles=2, circles=1, flags=1, objectives=2)),
    Scenario("Bunkers", card=_card("WMH-187", rectangles=2, flags=3, objectives=2)),
    Scenario("Spread the Net", card=_card("WMH-188", rectangles=2, circles=1, flags=2)),
    Scenario("Invasion", card=_card("WMH-189", rectangles=1, circles=2, objectives=2)),
    Scenario("Anarchy", card=_card("WMH-190", circles=2, flags=2, objectives=2)),
    Scenario("Recon II", card=_card("WMH-191", rectangles=2, flags=2, objectives=2)),
)


def _clauses() -> dict[str, str]:
    """Each rule of the cards, for the page of rules."""
    cards = [s.card for s in SCENARIOS if s.card is not None]
    said = {clause: text for card in cards for group in card.groups for text, clause in group.lines}
    said["WMH-193"] = mark("A zone or flag pays 1 control point each time, an enemy objective 1 once")
    return said | {s.card.clause: s.name for s in SCENARIOS if s.card is not None}


CLAUSES = _clauses()
