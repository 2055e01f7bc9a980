"""What an organiser of an Urban War event may set, and what the forms ask of players and results."""

from __future__ import annotations

from muster.game import Area, Field, Kind, Option, SideWords, Type, house, mark
from muster.systems.urban_war.casualties import BEST

FORCE_LIMIT = 300
"""UW-58."""

LONGEST_GAME = 80
"""UW-60, in minutes."""

BREAKS = (10, 15)
"""UW-61: how long a break is at least and at most, in minutes."""

OPTIONS = (
    *house.house_options(avoid_repeat_tables=True, look_ahead="off", own_length=True),
    *house.list_options(required=True, clause="UW-65"),
    Option(
        key="points_limit",
        title="Points of a force",
        area=Area.GAME,
        type=Type.NUMBER,
        default=FORCE_LIMIT,
        low=1,
        high=100_000,
        clause="UW-58",
        lock=True,
        meaning="The most points that a force may cost.",
    ),
    Option(
        key="minutes",
        title="Length of a game",
        area=Area.TIME,
        type=Type.NUMBER,
        default=LONGEST_GAME,
        low=1,
        high=600,
        clause="UW-60",
        meaning=f"How long every game may take; the guide allows {LONGEST_GAME} minutes at most.",
    ),
    Option(
        key="warning_minutes",
        title="Warning before the end",
        area=Area.TIME,
        type=Type.NUMBER,
        default=15,
        low=0,
        high=60,
        clause="U-27",
        meaning="How many minutes before the end the players are warned; the guide names 10 and 15.",
    ),
    Option(
        key="break_minutes",
        title="Break between games",
        area=Area.TIME,
        type=Type.NUMBER,
        default=BREAKS[1],
        low=0,
        high=240,
        clause="UW-61",
        meaning="How many minutes are between two games; the guide names 10 to 15.",
    ),
    Option(
        key="equal_scores",
        title="Equal scores in the stack",
        area=Area.PAIRING,
        type=Type.CHOICE,
        default="random",
        choices=("random", "opponents"),
        names={"random": "shuffled", "opponents": "by their opponents’ total"},
        clause="U-02",
        meaning="How cards of equal score lie in the stack: shuffled, or by their opponents’ total.",
    ),
    Option(
        key="optimise_first_round",
        title="Factions apart in round 1",
        area=Area.PAIRING,
        type=Type.FLAG,
        default=False,
        clause="U-04",
        meaning="Round 1 with as few games inside a faction as possible, instead of the guide’s walk down the stack.",
    ),
    Option(
        key="campaign",
        title="Campaign",
        area=Area.FORMAT,
        type=Type.FLAG,
        default=False,
        clause="UW-47",
        meaning="A campaign event, whose own documents give bonus points for objectives.",
    ),
    Option(
        key="bye_points",
        title="Points of a bye",
        area=Area.RESULTS,
        type=Type.NUMBER,
        default=BEST.winner,
        low=0,
        high=1_000,
        clause="U-23",
        lock=True,
        meaning="Tournament points of a bye: the best result without bonus points.",
    ),
    Option(
        key="bye_tiebreak",
        title="A bye in the opponents’ total",
        area=Area.RESULTS,
        type=Type.CHOICE,
        default="none",
        choices=("none", "average"),
        names={"none": "nothing", "average": "the average of the opponents"},
        clause="U-14",
        lock=True,
        meaning="What a bye adds to the opponents’ total: nothing, or the average of the opponents met.",
    ),
)

PLAYER_FIELDS = (
    Field(
        key="faction",
        label="Faction",
        kind=Kind.TEXT,
        required=False,
        clause="UW-25",
        meaning="Round 1 tries to pair different factions.",
    ),
    Field(
        key="models",
        label="Models",
        low=1,
        clause="UW-21",
        meaning="How many models the force starts with; the casualty thresholds come from it.",
    ),
    Field(
        key="points",
        label="Force points",
        required=False,
        low=0,
        clause="UW-58",
        meaning="What the force costs.",
    ),
)

RESULT_FIELDS = (
    Field(
        key="lost",
        label="Models lost",
        per_side=True,
        low=0,
        clause="UW-49",
        meaning="Models that each side lost, at most as many as it started with.",
        side_words=SideWords(
            named=mark("Models lost by {first}: {one}, lost by {second}: {two}"),
            you_first=mark("Models lost by you: {one}, lost by {second}: {two}"),
            you_second=mark("Models lost by {first}: {one}, lost by you: {two}"),
        ),
    ),
    Field(
        key="withdrew",
        label="Withdrew",
        kind=Kind.YES_NO,
        per_side=True,
        required=False,
        default=False,
        clause="UW-50",
        meaning="Whether a side had to make a strategic withdrawal; it then counts as Severe.",
    ),
    Field(
        key="bonus",
        label="Bonus points",
        per_side=True,
        required=False,
        default=0,
        low=0,
        clause="UW-47",
        meaning="Campaign events only: points for objectives, added to what the game pays.",
    ),
)
