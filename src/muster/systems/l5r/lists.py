"""Deck lists as one declaration: the list a player hands in, how it is read and checked, and what a judge looks at."""

from __future__ import annotations

from muster.game import ListRules, LostRules, Settings, Slot, Text, mark, tr
from muster.systems.l5r.decks.card_data import DATA
from muster.systems.l5r.decks.cards import CONFLICT, DYNASTY, PROVINCE, ROLE, STRONGHOLD
from muster.systems.l5r.decks.checks import check
from muster.systems.l5r.decks.text import LOOSE, read

RELAXED = "relaxed"

PARTS = {
    STRONGHOLD: mark("Stronghold"),
    ROLE: mark("Role"),
    PROVINCE: mark("Provinces"),
    DYNASTY: mark("Dynasty deck"),
    f"{DYNASTY} character": mark("Dynasty deck, characters"),
    f"{DYNASTY} other": mark("Dynasty deck, other cards"),
    CONFLICT: mark("Conflict deck"),
    f"{CONFLICT} character": mark("Conflict deck, characters"),
    f"{CONFLICT} other": mark("Conflict deck, other cards"),
    LOOSE: mark("Beside the decks"),
}


def slots(settings: Settings) -> tuple[Slot, ...]:
    """L5R-031: one dynasty and one conflict deck, written on one list."""
    return (Slot(1, "Deck", clause="L5R-043"),)


def notes(settings: Settings) -> tuple[Text, ...]:
    told = (
        tr("Write every card of both decks, the stronghold, the role and the five provinces."),  # L5R-043
        tr("Write full card names; where two cards share one, add the product in brackets."),  # L5R-045
        tr("Not sure how to write a card? Ask the staff."),  # L5R-045
        tr("Bring spare sleeves of each kind."),  # L5R-051
    )
    if settings.flag("lists_required"):
        return (tr("Bring a finished list, or come early to write one."), *told)  # L5R-030
    return told


def checklist(settings: Settings) -> tuple[tuple[str, Text], ...]:
    """Sleeves by tier (L5R-138), then what a deck may not contain."""
    if settings.text("tier") == RELAXED:
        opaque = ("L5R-052", tr("Where the sleeves are not opaque, the backs of each deck look alike."))
    else:
        opaque = ("L5R-048", tr("Both decks are in opaque sleeves."))
    return (
        opaque,
        ("L5R-049", tr("The two decks have different sleeves; within a deck size, colour, texture and wear match.")),
        ("L5R-050", tr("Advice: stronghold, provinces and role are in other sleeves than the decks, or in none.")),
        ("L5R-062", tr("Every component is official; other tokens may be used if they hide nothing on a card.")),
        ("L5R-063", tr("A proxy was made by staff at this tournament, for a card damaged here.")),
        ("L5R-058", tr("A proxy shows the card, what can no longer be read, the staff member’s name and the date.")),
        ("L5R-059", tr("The original of a proxy lies face down close by.")),
    )


LISTS = ListRules(
    noun="deck",
    slots=slots,
    read=read,
    check=check,
    notes=notes,
    own_in_round=False,  # No notes during a game.
    own_clause="L5R-080",
    lock_clause="L5R-042",
    missing_clause="L5R-043",
    lost=LostRules(time="L5R-053", conceded="L5R-054", in_game="L5R-056", leaves="L5R-055"),
    proxy_clause="L5R-058",
    parts=PARTS,
    columns=(("count", "Number"), ("name", "Card"), ("note", "Product or ring")),
    checklist=checklist,
    data=DATA,
)
