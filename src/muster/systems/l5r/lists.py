"""What a deck's numbers and a product's release date say about its legality. Cards, clans and roles are not known here.

An answer without findings means that these numbers are right, and no more (X-19): which clan a card belongs to
(L5R-034, L5R-039) and what a role changes (L5R-040, L5R-041) is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from muster.core.language import tr
from muster.core.lists import Finding, error

SMALLEST_DECK, LARGEST_DECK = 40, 45  # L5R-033, L5R-035
MOST_CHARACTERS = 10  # L5R-037
MOST_COPIES = 3  # L5R-038
MOST_OTHER_CLANS = 1  # L5R-036
RINGS = ("air", "earth", "fire", "water", "void")  # L5R-039

WAIT = {"relaxed": timedelta(0), "formal": timedelta(0), "premier": timedelta(days=11)}
"""L5R-065: from the release to the first legal day, by tier. The weekday does not matter (L-36)."""


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
    if not SMALLEST_DECK <= deck.dynasty <= LARGEST_DECK:
        sentence = "Dynasty deck: {cards} cards; it should have {low} to {high}."
        yield error(sentence, clause="L5R-033", cards=deck.dynasty, low=SMALLEST_DECK, high=LARGEST_DECK)
    if not SMALLEST_DECK <= deck.conflict <= LARGEST_DECK:
        sentence = "Conflict deck: {cards} cards; it should have {low} to {high}."
        yield error(sentence, clause="L5R-035", cards=deck.conflict, low=SMALLEST_DECK, high=LARGEST_DECK)
    for sentence, number, most, clause in (
        ("Conflict deck, other clans: {n}; at most {most}.", deck.out_of_clan_clans, MOST_OTHER_CLANS, "L5R-036"),
        ("Conflict deck, influence: {n}; at most {most}.", deck.influence_used, deck.influence_max, "L5R-036"),
        ("Conflict deck, characters: {n}; at most {most}.", deck.conflict_characters, MOST_CHARACTERS, "L5R-037"),
        ("Copies of one title in both decks: {n}; at most {most}.", deck.max_copies, MOST_COPIES, "L5R-038"),
    ):
        if number > most:
            yield error(sentence, clause=clause, n=number, most=most)


def _check_provinces(provinces: tuple[str, ...]) -> Iterator[Finding]:
    """L5R-039: exactly five, one for each ring."""
    if sorted(provinces) != sorted(RINGS):
        yield error(
            "Provinces: {given}; there should be one for each of {rings}.",
            clause="L5R-039",
            given=", ".join(provinces) or tr("none"),
            rings=", ".join(RINGS),
        )


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
    return (
        error(
            "“{product}” is legal in {tier} events from {first} on; this event is on {day}.",
            clause=clause,
            product=product,
            tier=tier,
            first=first,
            day=day,
        ),
    )
