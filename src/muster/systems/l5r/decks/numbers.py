"""What a deck's numbers say about its legality, None where one is not known. Cards, clans and roles are not known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.game import Finding, Message, error, listed, mark, not_checked, tr, warning

SMALLEST_DECK, LARGEST_DECK = 40, 45  # L5R-033, L5R-035
MOST_CHARACTERS = 10  # L5R-037
MOST_COPIES = 3  # L5R-038
MOST_OTHER_CLANS = 1  # L5R-036
RINGS = (mark("air"), mark("earth"), mark("fire"), mark("water"), mark("void"))  # L5R-039
ALL_RINGS = mark("all")


@dataclass(frozen=True, slots=True)
class DeckNumbers:
    """`max_copies`: of any one title, in both decks together. `out_of_clan_clans`, `influence_used`: conflict deck.

    Influence is summed over all copies of out-of-clan cards (L-33). `provinces`: the ring of each, `earth/water` for
    one that can count as either. `extra_ring`: a ring that the role allows twice (L-34). `role_unknown`: how the role
    changes provinces and influence is not known, so these two can only be doubted. `loose`: some lines may or may not
    be cards, so a size is not known.
    """

    dynasty: int | None
    conflict: int | None
    conflict_characters: int | None
    max_copies: int
    out_of_clan_clans: int | None
    influence_used: int | None
    influence_max: int | None
    provinces: tuple[str, ...] | None
    extra_ring: str = ""
    role_unknown: bool = False
    loose: bool = False


def check_deck(deck: DeckNumbers) -> tuple[Finding, ...]:
    return (*_check_sizes(deck), *_check_cards(deck), *_check_provinces(deck))


def _check_sizes(deck: DeckNumbers) -> Iterator[Finding]:
    if (deck.dynasty is None or deck.conflict is None) and deck.loose:
        yield not_checked(
            "Whether a deck has too few cards is not checked: some lines without a number may be cards.",
            clause="L5R-033",
            fix="Write each card as “3x Name”.",
        )
    elif deck.dynasty is None or deck.conflict is None:
        yield not_checked(
            "The sizes of the two decks are not checked: nothing says which card belongs to which.",
            clause="L5R-033",
            fix="Put the cards under the headings Dynasty and Conflict.",
        )
    if deck.dynasty is not None and not SMALLEST_DECK <= deck.dynasty <= LARGEST_DECK:
        sentence = "Dynasty deck: {cards} cards; it should have {low} to {high}."
        yield error(sentence, clause="L5R-033", cards=deck.dynasty, low=SMALLEST_DECK, high=LARGEST_DECK)
    if deck.conflict is not None and not SMALLEST_DECK <= deck.conflict <= LARGEST_DECK:
        sentence = "Conflict deck: {cards} cards; it should have {low} to {high}."
        yield error(sentence, clause="L5R-035", cards=deck.conflict, low=SMALLEST_DECK, high=LARGEST_DECK)


def _check_cards(deck: DeckNumbers) -> Iterator[Finding]:
    if deck.out_of_clan_clans is not None and deck.out_of_clan_clans > MOST_OTHER_CLANS:
        sentence = "Conflict deck, other clans: {n}; at most {most}."
        yield error(sentence, clause="L5R-036", n=deck.out_of_clan_clans, most=MOST_OTHER_CLANS)
    if deck.influence_used is not None and deck.influence_max is not None and deck.influence_used > deck.influence_max:
        make = warning if deck.role_unknown else error
        sentence = "Conflict deck, influence: {n}; at most {most}."
        yield make(sentence, clause="L5R-036", n=deck.influence_used, most=deck.influence_max)
    if deck.conflict_characters is None:
        yield not_checked(
            "The number of characters in the conflict deck is not checked: some cards have no known type.",
            clause="L5R-037",
            fix="Fix the unknown names, or put the characters under a heading Characters.",
        )
    elif deck.conflict_characters > MOST_CHARACTERS:
        sentence = "Conflict deck, characters: {n}; at most {most}."
        yield error(sentence, clause="L5R-037", n=deck.conflict_characters, most=MOST_CHARACTERS)
    if deck.max_copies > MOST_COPIES:
        sentence = "Copies of one title in both decks: {n}; at most {most}."
        yield error(sentence, clause="L5R-038", n=deck.max_copies, most=MOST_COPIES)


def _check_provinces(deck: DeckNumbers) -> Iterator[Finding]:
    """L5R-039: exactly five, one for each ring."""
    if deck.provinces is None or rings_fit(deck.provinces, deck.extra_ring):
        return
    make = warning if deck.role_unknown and len(deck.provinces) == len(RINGS) else error
    yield make(
        "Provinces: {given}; there should be one for each of {rings}.",
        clause="L5R-039",
        given=listed(map(_province, deck.provinces)) if deck.provinces else tr("none"),
        rings=listed(map(tr, RINGS)),
    )


def _province(rings: str) -> Message:
    """“air”, or “air/fire” if a province has two rings."""
    first, _, second = rings.partition("/")
    return tr("{ring}/{second}", ring=tr(first), second=_province(second)) if second else tr(first)


def rings_fit(provinces: tuple[str, ...], extra_ring: str = "") -> bool:
    """Whether five provinces can be five different rings; or one ring twice, if a role allows it."""
    if len(provinces) != len(RINGS):
        return False
    choices = [RINGS if ALL_RINGS in one.split("/") else tuple(one.split("/")) for one in provinces]
    if _each_once(choices, frozenset(RINGS)):
        return True
    return any(
        extra_ring in own and _each_once([*choices[:at], *choices[at + 1 :]], frozenset(RINGS))
        for at, own in enumerate(choices)
    )


def _each_once(choices: list[tuple[str, ...]], left: frozenset[str]) -> bool:
    if not choices:
        return True
    return any(ring in left and _each_once(choices[1:], left - {ring}) for ring in choices[0])
