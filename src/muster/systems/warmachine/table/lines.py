"""Rules of the table in our own words, each with its clause: what boards show, and what the page of rules lists."""

from __future__ import annotations

from muster.game import mark
from muster.systems.warmachine.scenarios import AFTER, END, SCORING_FROM, SET_UP
from muster.systems.warmachine.scenarios import OBJECTIVES as OBJECTIVE_RULES

MARKER_RULES = (
    (
        mark(
            "A marker shows a spot and has no effect in the game. Allowed are markers of 30, 40, 50 and 120 mm, "
            'templates of 3", 4" and 5" and of walls, and small beads or coins.'
        ),
        "WMH-016",
    ),
    (mark("Each player has two markers on the table at most; with a third, one must go."), "WMH-017"),
    (mark("While deploying there is no limit; all are gone before turn 1."), "WMH-018"),
    (
        mark(
            "A proxy base replaces a model that does not fit. It is labelled with the model and its facing, and goes "
            "as soon as the model fits."
        ),
        "WMH-015",
    ),
    (mark("Anything else made for measuring is off the table when nobody measures."), "WMH-019"),
    (
        mark(
            "Measure one distance at a time, with as many devices as it takes; enemy melee ranges may be "
            "marked in the enemy’s turn."
        ),
        "WMH-020",
    ),
    (mark("War Room may be used for damage and rules; what it shows is open to the opponent."), "WMH-021"),
)
GROUND_RULES = (
    (
        mark(
            "Set up by the diagram of the scenario: red are the first player’s edge, zone and objective, blue"
            " the second’s."
        ),
        "WMH-141",
    ),
    *SET_UP,
    (mark('Zones: a circle is 12" across, a rectangle 6" by 12".'), "WMH-151"),
    (mark("Burning earth, dense fog and the like never go away at random."), "WMH-120"),
)
SCORE_RULES = (SCORING_FROM, *AFTER, *END)
OBJECTIVE_CARD = (
    *(line for line in OBJECTIVE_RULES.lines if line[1] in ("WMH-142", "WMH-177", "WMH-178", "WMH-179")),
    (
        mark("An objective is a model only of scenarios, on a 50 mm base, and a friendly Faction model to its owner."),
        "WMH-158",
    ),
)
COUNT_RULES = (
    (
        mark("What is destroyed or removed counts; models without a cost, inert warjacks and wild warbeasts do not."),
        "WMH-167",
    ),
    (mark("A unit counts with its attachments when every model of it is gone."), "WMH-168"),
    (mark("A leader is worth 10."), "WMH-169"),
    (mark("Solos of several models: casualties fill one solo before the next."), "WMH-170"),
    (mark("What comes back and is destroyed again counts again."), "WMH-171"),
    (mark("What counts is the cost on the card, also of what was free, cheaper or created in the game."), "WMH-172"),
    (mark("A unit’s starting number is that of its card for the cost, also where it was free or cheaper."), "WMH-146"),
)
PRESENCE_RULES = (
    (
        mark("Counted is what is left in a zone or base to base with a flag and could control it, contested or not."),
        "WMH-173",
    ),
    (mark("A leader counts 10, however many models it has; models that come with it change nothing."), "WMH-174"),
    (mark("Warjacks, warbeasts and horrors count their cost, units theirs with attachments."), "WMH-175"),
    (mark("A solo counts its cost; one of several models only with all that are left at the same flag."), "WMH-176"),
)
OWN = (
    mark(
        "You own the models of your list and those they create. A model that you took over contests for you, but "
        "controls elements only for its owner."
    ),
    "WMH-147",
)
NOBODYS = (mark("Flags and zones belong to nobody: either player can control them."), "WMH-143")

OF_THE_TABLE = {
    "WMH-028": mark("Where a scenario has objectives, each player chooses one for the game, at no cost"),
    "WMH-029": mark("Objectives are shown together, after the starting roll and the choice of sides"),
    "WMH-092": mark("Armies may be laid out outside the deployment zones before the clocks run"),
    "WMH-093": mark("On the organiser’s word the first player’s clock starts; both deploy, then both again in advance"),
    "WMH-094": mark("At the end of a turn the clock is passed to the opponent"),
    "WMH-096": mark("Players cannot pause the clock; the organiser may, when called to the table"),
    "WMH-097": mark("The active player may switch to the other’s time while that player rolls, measures or decides"),
    "WMH-098": mark("Otherwise the clock is neither switched nor stopped before the end of a turn"),
    "WMH-099": mark("A switch of the clock is announced, and both players make sure that it is switched back"),
    "WMH-100": mark("A turn may end right away when both confirm a lead of five control points"),
    "WMH-101": mark(
        "A clock that runs out in its player’s turn: a lead of five on the table still wins, if both agree"
    ),
    "WMH-102": mark("A clock that runs out otherwise: the game is lost and the leader destroyed"),
    "WMH-104": mark("At the expected end, with more than five minutes on both clocks together, the game is a tie"),
    "WMH-160": mark("Assassination: the only player with a leader left wins immediately"),
    "WMH-161": mark("After an assassination control points are scored once more, without changing the result"),
    "WMH-162": mark("All leaders destroyed together: the tie-breakers decide"),
    "WMH-164": mark("Whoever meets the scenario’s victory condition wins immediately"),
}

CLAUSES = OF_THE_TABLE | {
    clause: text
    for text, clause in (
        *MARKER_RULES,
        *GROUND_RULES,
        *OBJECTIVE_CARD,
        *COUNT_RULES,
        *PRESENCE_RULES,
        OWN,
        NOBODYS,
    )
}
"""For the rules page; one that is also on a scenario's card has the same wording there."""
