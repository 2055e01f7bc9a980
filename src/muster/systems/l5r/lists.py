"""What a deck's numbers and a product's release date say about its legality. Cards, clans and roles are not known here.

An answer without findings means that these numbers are right, and no more (X-19): which clan a card belongs to
(L5R-034, L5R-039) and what a role changes (L5R-040, L5R-041) is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

SMALLEST_DECK, LARGEST_DECK = 40, 45  # L5R-033, L5R-035
MOST_CHARACTERS = 10  # L5R-037
MOST_COPIES = 3  # L5R-038
MOST_OTHER_CLANS = 1  # L5R-036
RINGS = ("air", "earth", "fire", "water", "void")  # L5R-039

WAIT = {"relaxed": timedelta(0), "formal": timedelta(0), "premier": timedelta(days=11)}
"""L5R-065: from the release to the first legal day, by tier. The weekday does not matter (L-36)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and the rule that says so."""

    clause: str
    sentence: str


@dataclass(frozen=True, slots=True)
class DeckNumbers:
    """`max_copies`: of any one title, both decks together. `out_of_clan_clans`, `influence_used`: conflict deck.

    Influence is summed over all copies of out-of-clan cards (L-33). `provinces`: the ring of each.
    """

    dynasty: int
    conflict: int
    conflict_characters: int
    max_copies: int
    out_of_clan_clans: int
    influence_used: int
    influence_max: int
    provinces: tuple[str, ...]


def check_deck(deck: DeckNumbers) -> tuple[Finding, ...]:
    return (*_check_cards(deck), *_check_provinces(deck.provinces))


def _check_cards(deck: DeckNumbers) -> Iterator[Finding]:
    for name, cards, clause in (
        ("Dynasty", deck.dynasty, "L5R-033"),
        ("Conflict", deck.conflict, "L5R-035"),
    ):
        if not SMALLEST_DECK <= cards <= LARGEST_DECK:
            yield Finding(clause, f"{name} deck: {cards} cards; it should have {SMALLEST_DECK} to {LARGEST_DECK}.")
    for name, number, most, clause in (
        ("Conflict deck, other clans", deck.out_of_clan_clans, MOST_OTHER_CLANS, "L5R-036"),
        ("Conflict deck, influence", deck.influence_used, deck.influence_max, "L5R-036"),
        ("Conflict deck, characters", deck.conflict_characters, MOST_CHARACTERS, "L5R-037"),
        ("Copies of one title in both decks", deck.max_copies, MOST_COPIES, "L5R-038"),
    ):
        if number > most:
            yield Finding(clause, f"{name}: {number}; at most {most}.")


def _check_provinces(provinces: tuple[str, ...]) -> Iterator[Finding]:
    """L5R-039: exactly five, one for each ring."""
    if sorted(provinces) != sorted(RINGS):
        given = ", ".join(provinces) or "none"
        yield Finding("L5R-039", f"Provinces: {given}; there should be one for each of {', '.join(RINGS)}.")


def first_legal_day(release: date, tier: str, published: date | None = None) -> date:
    """L5R-065, for North America. `published`: the day that the publisher (L5R-066) or, elsewhere, the organiser
    (L5R-067) names for this product and tier instead.
    """
    return published or release + WAIT[tier]


def check_product(
    product: str, tier: str, day: date, release: date, published: date | None = None
) -> tuple[Finding, ...]:
    """Whether a product may be played in an event of this tier on this day."""
    first = first_legal_day(release, tier, published)
    if day >= first:
        return ()
    clause = "L5R-065" if published is None else "L5R-066"
    return (Finding(clause, f"“{product}” is legal in {tier} events from {first} on; this event is on {day}."),)
