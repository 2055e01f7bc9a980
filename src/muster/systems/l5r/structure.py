"""How many rounds and how big a cut: the tables of the Basic and Advanced structures, and what is Custom."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from muster.game import BadInput, Event, Plan, Reason, Refusal, Settings


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a table: from this many players on."""

    players: int
    rounds: int
    cut: int = 0


# L5R-131
BASIC = (
    Band(4, 3),
    Band(9, 4),
    Band(17, 4, 4),
    Band(25, 5, 4),
    Band(41, 5, 8),
    Band(45, 6, 8),
    Band(77, 6, 16),
    Band(149, 7, 16),
)
# L5R-132
ADVANCED = (
    Band(9, 4, 4),
    Band(13, 4, 8),
    Band(25, 5, 8),
    Band(41, 6, 8),
    Band(77, 6, 16),
    Band(149, 6, 32),
    Band(289, 7, 32),
    Band(513, 8, 32),
)
TABLES = {"basic": ("L5R-131", BASIC), "advanced": ("L5R-132", ADVANCED)}

BOOK_CUTS = (4, 8, 16, 32)
"""L5R-100"""


def band(structure: str, players: int) -> Band:
    """The row for this number of players; too few for the table are refused (L-28)."""
    clause, table = TABLES[structure]
    row = bisect_right([b.players for b in table], players)
    if row == 0:
        raise Refusal(
            "The {structure} structure begins at {players} players and there are {entered}; set "
            "structure to custom and set rounds.",
            clause=clause,
            structure=structure.title(),
            players=table[0].players,
            entered=players,
        )
    return table[row - 1]


def plan(settings: Settings, players: int) -> Plan:
    """The rounds and the cut for the players of round 1 (L-29)."""
    structure = settings.text("structure")
    rounds, cut = settings.number_or_none("rounds"), settings.number_or_none("cut")
    if settings.text("format") == "elimination":
        custom = Reason("custom_elimination", {"structure": structure}, "L5R-133")
        return Plan(0, notices=() if structure == "custom" else (custom,))
    if cut == 1:
        raise BadInput("Option cut: “1” should be 0 for no cut, or 2 or more.", clause="L5R-100")
    if structure == "custom":
        if rounds is None:
            raise Refusal(
                "A custom structure must be announced before the start: set rounds (and cut, if there is one).",
                clause="L5R-084",
            )
        return Plan(rounds, cut or 0)
    if rounds is not None and cut is not None:
        return Plan(rounds, cut, (_departs(structure, rounds, cut),))
    row = band(structure, players)
    if rounds is None and cut is None:
        return Plan(row.rounds, row.cut)
    rounds, cut = row.rounds if rounds is None else rounds, row.cut if cut is None else cut
    return Plan(rounds, cut, (_departs(structure, rounds, cut),))


def _departs(structure: str, rounds: int, cut: int) -> Reason:
    """L5R-133: rounds or a cut that do not follow the number of players are a custom structure, whatever it is
    called.
    """
    return Reason("custom_structure", {"structure": structure, "rounds": rounds, "cut": cut}, "L5R-133")


def advice(event: Event, settings: Settings, players: int, plan: Plan) -> tuple[Reason, ...]:
    """What an organiser should know before round 1; nothing here stops the event."""
    found = []
    smallest = BASIC[0].players
    if players < smallest:
        found.append(Reason("small_field", {"heads": players, "smallest": smallest}, "L-28"))
    if plan.cut > players:
        found.append(Reason("cut_beyond_field", {"cut": plan.cut, "heads": players}, "L-23"))
    elif plan.cut and plan.cut not in BOOK_CUTS:
        found.append(Reason("unusual_cut", {"cut": plan.cut}, "L5R-101"))
    return tuple(found)
