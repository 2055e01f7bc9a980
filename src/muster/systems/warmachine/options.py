"""What the organiser of a Masters or Champions event may set."""

from __future__ import annotations

from muster.core.house import house_options, list_options
from muster.core.options import Option, Type

ARMY_POINTS = 75
CLOCK_MINUTES = 60

OPTIONS = (
    *house_options(own_length=True),
    *list_options(required=True, clause="WMH-026"),
    Option(
        key="kind",
        type=Type.CHOICE,
        default="masters",
        choices=("masters", "champions"),
        lock=True,
        clause="WMH-002",
        meaning="Masters (prizes for three places) or Champions (first, best painted, most control and army points).",
    ),
    Option(
        key="army_points",
        type=Type.NUMBER,
        default=ARMY_POINTS,
        low=1,
        high=1000,
        lock=True,
        clause="WMH-076",
        meaning="The army point level of the event; a bye is worth half of it in army points destroyed.",
    ),
    Option(
        key="lists",
        type=Type.CHOICE,
        default="dyad",
        choices=("dyad", "trinity"),
        lock=True,
        clause="WMH-025",
        meaning="Masters: two lists a player (dyad) or three (trinity). Champions has one and an optional second.",
    ),
    Option(
        key="seeded",
        type=Type.FLAG,
        default=False,
        lock=True,
        clause="WMH-137",
        meaning="An Iron Gauntlet final: seeded by qualifying points, each group folded by seed.",
    ),
    Option(
        key="stop_on_sole_leader",
        type=Type.FLAG,
        default=True,
        clause="W-01",
        meaning="The event is over as soon as one player has more tournament points than any other.",
    ),
    Option(
        key="extra_rounds",
        type=Type.NUMBER,
        default=0,
        low=0,
        high=20,
        clause="W-02",
        meaning="Rounds added to the book's usual number, to be played while several players share the lead.",
    ),
    Option(
        key="bye_sos",
        type=Type.CHOICE,
        default="none",
        choices=("none", "average"),
        lock=True,
        clause="W-10",
        meaning="What a bye adds to strength of schedule: nothing, or the average of the player's opponents.",
    ),
    Option(
        key="concession_base",
        type=Type.CHOICE,
        default="list_total",
        choices=("list_total", "event_size"),
        lock=True,
        clause="W-11",
        meaning="A conceder's starting army: the total of the list played, or the army point level of the event.",
    ),
    Option(
        key="minutes",
        type=Type.NUMBER,
        default=CLOCK_MINUTES,
        low=1,
        high=600,
        clause="W-18",
        meaning="Minutes on each player's clock.",
    ),
    Option(
        key="exclude_byes_from_awards",
        type=Type.FLAG,
        default=False,
        clause="W-50",
        meaning="Champions: points of byes and walkovers do not count for most control and army points.",
    ),
    Option(
        key="one_prize_per_player",
        type=Type.FLAG,
        default=False,
        clause="W-51",
        meaning="Champions: most control and army points go to the best player who has no award yet.",
    ),
    Option(
        key="best_painted",
        type=Type.TEXT,
        default="",
        clause="WMH-087",
        meaning="Champions: name or number of the player whose army the organiser chose as best painted.",
    ),
)
