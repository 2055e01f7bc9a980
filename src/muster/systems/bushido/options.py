"""What the organiser of a Bushido event may set: the house options and the book's open questions."""

from __future__ import annotations

from muster.core.house import house_options, list_options
from muster.core.options import Option, Type
from muster.systems.bushido.scoring import VP_PAYS
from muster.systems.bushido.tiebreaks import NAMES, SUGGESTED

_WINS = tuple(f"{own}-{theirs}" for own, theirs in VP_PAYS if own > theirs)

OPTIONS = (
    *house_options(look_ahead="off", own_length=True),
    *list_options(required=False, clause="BSG-02"),
    Option(
        key="rice",
        type=Type.NUMBER,
        default=100,
        low=1,
        clause="BUS-03",
        meaning="Rice limit of a warband: small 40, medium 70 or 75, standard 100; any other figure is as valid.",
    ),
    Option(
        key="round_minutes",
        type=Type.NUMBER,
        default=None,
        low=1,
        clause="BUS-10",
        meaning="Length of a round; the book takes it from the rice limit.",
    ),
    Option(
        key="hard_stop_minutes",
        type=Type.NUMBER,
        default=0,
        low=0,
        high=240,
        clause="B-16",
        meaning="Minutes after time at which the last turn is scored as it stands; 0: it is played to its end.",
    ),
    Option(
        key="tiebreakers",
        type=Type.LIST,
        default=list(SUGGESTED),
        choices=tuple(NAMES),
        clause="BUS-38",
        lock=True,
        meaning="How players on equal TP are ranked, first to last.",
    ),
    Option(
        key="vim_rule",
        type=Type.CHOICE,
        default="min",
        choices=("min", "sum"),
        clause="B-09",
        lock=True,
        meaning="The VIM tie-breaker: the earliest turn of any game, or the sum of them, more removals first.",
    ),
    Option(
        key="pairing_ties",
        type=Type.CHOICE,
        default="tiebreakers",
        choices=("tiebreakers", "draw"),
        clause="B-02",
        meaning="Rank for pairing among players on equal TP: by the tie-breakers, or drawn by lot.",
    ),
    Option(
        key="avoid_rematch",
        type=Type.FLAG,
        default=True,
        clause="B-01",
        meaning="Nobody meets the same opponent twice; off: strictly first against second, third against fourth.",
    ),
    Option(
        key="max_byes",
        type=Type.NUMBER,
        default=1,
        low=1,
        high=9,
        clause="B-06",
        meaning="How many byes a player may have before the next lowest takes it.",
    ),
    Option(
        key="club_in_later_rounds",
        type=Type.FLAG,
        default=False,
        clause="B-28",
        meaning="Keep club mates apart after round 1 too.",
    ),
    Option(
        key="bye_is_win",
        type=Type.FLAG,
        default=True,
        clause="B-03",
        lock=True,
        meaning="A bye counts as a game won in the tie-breakers.",
    ),
    Option(
        key="bye_sos",
        type=Type.CHOICE,
        default="none",
        choices=("none", "average"),
        clause="B-04",
        lock=True,
        meaning="What a bye adds to the Strength of Schedule: nothing, or the average of the player's opponents.",
    ),
    Option(
        key="bye_sp",
        type=Type.NUMBER,
        default=0,
        low=0,
        clause="B-05",
        lock=True,
        meaning="Scenario points that a bye counts for in the tie-breakers.",
    ),
    Option(
        key="stand_in_sos",
        type=Type.CHOICE,
        default="own",
        choices=("own", "none"),
        clause="B-08",
        lock=True,
        meaning="What a stand-in adds to the opponent's Strength of Schedule: the stand-in's own TP, or nothing.",
    ),
    Option(
        key="concession_score",
        type=Type.CHOICE,
        default="3-0",
        choices=_WINS,
        clause="B-12",
        lock=True,
        meaning="Victory points of a conceded game, the winner's first.",
    ),
    Option(
        key="advanced_scenarios",
        type=Type.FLAG,
        default=False,
        clause="BUS-48",
        meaning="The event uses scenarios with the Advanced label.",
    ),
)
