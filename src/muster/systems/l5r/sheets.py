"""The blank deck list, and the papers to have at hand. Results go on match slips."""

from __future__ import annotations

from muster.core.language import mark
from muster.core.sheets import BlankList, Cell, CheckList, Part, Sheets

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
        Part(mark("Dynasty deck"), _CARDS, 17),
        Part(mark("Conflict deck"), _CARDS, 17),
    ),
)

AT_HAND = CheckList(
    mark("To have at hand"),
    (
        (mark("A table and two chairs for each match"), "L5R-026"),
        (mark("Table numbers"), "L5R-027"),
        (mark("Blank deck lists and pens"), "L5R-028"),
        (mark("Rules reference, these regulations, the event outline"), "L5R-029"),
    ),
)

SHEETS = Sheets(None, DECK, (AT_HAND,))
