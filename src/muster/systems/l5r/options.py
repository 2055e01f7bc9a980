"""What an organiser of Legend of the Five Rings may set beside the house options."""

from __future__ import annotations

from muster.core.house import house_options, list_options
from muster.core.options import Option, Type

LOSS = 1
"""L5R-126; here because an unpaired loss is worth as much unless the organiser says 0."""

OPTIONS = (
    *house_options(own_length=True),
    Option(
        key="structure",
        type=Type.CHOICE,
        default="basic",
        choices=("basic", "advanced", "custom"),
        clause="L5R-130",
        lock=True,
        meaning="Basic and Advanced take rounds and cut from the head count; Custom needs “rounds” (and “cut”) set.",
    ),
    Option(
        key="tier",
        type=Type.CHOICE,
        default="relaxed",
        choices=("relaxed", "formal", "premier"),
        clause="L5R-134",
        lock=True,
        meaning="What players are told to expect, and whether leaders may play; it changes no pairing and no points.",
    ),
    Option(
        key="unpaired_loss_points",
        type=Type.NUMBER,
        default=LOSS,
        low=0,
        high=LOSS,
        clause="L-05",
        lock=True,
        meaning="Tournament points for each round a player who rejoined had missed.",
    ),
    Option(
        key="round_minutes",
        type=Type.NUMBER,
        default=65,
        low=1,
        high=600,
        clause="L5R-082",
        meaning="Length of a Swiss or elimination round.",
        lock=True,
    ),
    Option(
        key="final_minutes",
        type=Type.NUMBER,
        default=100,
        low=1,
        high=600,
        clause="L5R-082",
        meaning="Length of the final of the elimination rounds.",
        lock=True,
    ),
    Option(
        key="slip_offset",
        type=Type.NUMBER,
        default=5,
        low=0,
        high=120,
        clause="L-13",
        meaning="Minutes from the end of the round to the last call for match slips.",
        lock=True,
    ),
    Option(
        key="stop_offset",
        type=Type.NUMBER,
        default=10,
        low=0,
        high=120,
        clause="L-13",
        meaning="Minutes from the end of the round until all play stops.",
        lock=True,
    ),
    Option(
        key="extension_minutes",
        type=Type.NUMBER,
        default=5,
        low=0,
        high=120,
        clause="L-18",
        meaning="Minutes that a leader's extension adds to the end, the slip call and the stop of one table.",
        lock=True,
    ),
    *list_options(required=False, clause="L5R-043"),
    Option(
        key="legal_products",
        type=Type.LIST,
        default=[],
        clause="L5R-067",
        meaning="Outside North America: the products that are legal. Empty: the release dates decide.",
    ),
    Option(
        key="restricted_cards",
        type=Type.LIST,
        default=[],
        clause="L-35",
        meaning="Cards of which a deck may have one title at most; this version of the book names none.",
    ),
)
