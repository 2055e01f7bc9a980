"""The match slip, the blank deck list, and what to have at hand."""

from __future__ import annotations

from muster.game import BlankList, Cell, CheckList, Part, Sheets, Slip, mark

_CARDS = (Cell(mark("Copies")), Cell(mark("Card"), wide=True))

# L5R-028
DECK = BlankList(
    title=mark("Deck list"),
    clause="L5R-028",
    head=(
        Cell(mark("Name"), "name"),
        Cell(mark("Clan"), "field:clan"),
        Cell(mark("Stronghold")),
        Cell(mark("Role")),
    ),
    parts=(
        Part(mark("Provinces"), (Cell(mark("Ring")), Cell(mark("Province"), wide=True)), 5),
        Part(mark("Dynasty deck"), _CARDS, 20),
        Part(mark("Conflict deck"), _CARDS, 20, beside=True),
    ),
)

AT_HAND = CheckList(
    mark("To have at hand"),
    (
        (mark("Tables: {tables}, chairs: {players}"), "L5R-026"),
        (mark("Table numbers"), "L5R-027"),
        (mark("Blank deck lists and pens"), "L5R-028"),
        (mark("Rules reference, these regulations, the event outline"), "L5R-029"),
        (mark("Tables large enough for both play areas; players know the event’s details beforehand"), "L5R-068"),
    ),
)

# L5R-110, L5R-116, L5R-119 to L5R-123: who won, when, and the numbers for Emperor's Judgment.
SLIP = Slip(written=("honor", "decided_at", "slip_at"), marked=("winner", "broken", "favor", "decider"))

SHEETS = Sheets(None, DECK, (AT_HAND,), SLIP)
