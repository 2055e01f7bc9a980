"""Decks checked without card data: what the text itself tells, and no more."""

from __future__ import annotations

import pytest

from muster.core.book.lists import Level
from tests.systems.l5r.shelf import (
    CONFLICT,
    DYNASTY,
    PROVINCES,
    clauses,
    deck,
    errors,
    findings,
)


def test_without_card_data_the_numbers_are_checked_and_the_rest_is_said() -> None:
    """X-19 L5R-033 L5R-038: never a silent pass."""
    found = findings(deck(), None)
    assert {f.level for f in found} == {Level.NOT_CHECKED}
    assert [f.clause for f in found] == ["L5R-037", "L5R-044", "L5R-036", "L5R-040", "L5R-065", "L5R-039"]
    assert errors(deck(dynasty=[*DYNASTY[1:], "4x Nobody"]), None) == [
        ("L5R-038", "“Nobody”: 4 copies in both decks together; at most 3.")
    ]
    assert ("L5R-033", "Dynasty deck: 37 cards; it should have 40 to 45.") in errors(deck(dynasty=DYNASTY[1:]), None)


def test_without_card_data_rings_and_types_are_read_from_the_text() -> None:
    """L5R-037 L5R-039: what the list itself says is checked."""
    rings = [
        f"{name} ({ring})" for name, ring in zip(PROVINCES, ("air", "earth", "fire", "water", "water"), strict=True)
    ]
    typed = ["Events", *(f"3x Event {n}" for n in range(10)), "Characters", "3x A", "3x B", "3x C", "2x D"]
    found = errors(deck(provinces=rings, conflict=typed), None)
    assert [clause for clause, _ in found] == ["L5R-037", "L5R-039"]
    assert "L5R-039" not in clauses(deck(provinces=RINGED), Level.NOT_CHECKED, pool=None)
    stone = [*RINGED[:4], "Still Shrine (Stone)"]
    assert errors(deck(provinces=stone), None) == []
    assert "L5R-039" in clauses(deck(provinces=stone), Level.NOT_CHECKED, pool=None)
    assert errors(deck(provinces=PROVINCES[:4]), None) == [
        ("L5R-039", "Provinces: 4; there should be 5, one for each ring.")
    ]


RINGED = [f"{name} ({ring})" for name, ring in zip(PROVINCES, ("Air", "Earth", "Fire", "Water", "Void"), strict=True)]


@pytest.mark.parametrize("stronghold", ["Stronghold: Heron Castle", "Stronghold\nHeron Castle"])
@pytest.mark.parametrize(
    "below",
    [RINGED, PROVINCES, ["Keeper of Fire", *PROVINCES], [f"1x {name}" for name in PROVINCES]],
    ids=["with rings", "without rings", "after the role", "counted"],
)
def test_provinces_listed_under_the_stronghold(stronghold: str, below: list[str]) -> None:
    """L5R-031 L5R-039: five cards under the stronghold are its provinces, with card data and without."""
    text = "\n".join([stronghold, "", *below, "", "Dynasty Deck:", *DYNASTY, "", "Conflict Deck:", *CONFLICT])
    assert errors(text, pool=None) == []
    assert clauses(text, Level.WARNING, pool=None) == []
    assert "L5R-031" not in clauses(text) and "L5R-044" not in clauses(text)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(["Heron Castle", *PROVINCES, "Dynasty", *DYNASTY, "Conflict", *CONFLICT]),
        "\n".join(["Stronghold: Heron Castle", *PROVINCES[:4], "Dynasty", *DYNASTY, "Conflict", *CONFLICT]),
        deck(dynasty=[*DYNASTY[:-1], "Old Gate"]),
    ],
    ids=["no heading", "four lines under the stronghold", "a card without its number"],
)
def test_without_card_data_a_line_that_may_be_the_missing_card_is_no_error(text: str) -> None:
    """X-19: what could not be checked is said, and is not an error."""
    assert errors(text, pool=None) == []
    assert clauses(text, Level.WARNING, pool=None)
    assert clauses(text, Level.NOT_CHECKED, pool=None)


def test_without_card_data_a_deck_with_too_many_cards_is_an_error() -> None:
    """L5R-033: a line more cannot make it right."""
    text = deck(dynasty=[*DYNASTY, "3x More", "3x Even More", "Old Gate"])
    assert [clause for clause, _ in errors(text, pool=None)] == ["L5R-033"]
    enough = deck(stronghold=["2x Heron Castle"], dynasty=[*DYNASTY, "Old Gate"])
    assert [clause for clause, _ in errors(enough, pool=None)] == ["L5R-031"]
    assert "L5R-033" not in clauses(enough, Level.NOT_CHECKED, pool=None)


def test_without_headings_or_card_data_sizes_are_not_checked() -> None:
    """L5R-033 L5R-035 X-19."""
    assert clauses("3x A Card\n3x Another", Level.NOT_CHECKED, pool=None)[:2] == ["L5R-033", "L5R-037"]
    assert errors("3x A Card\n3x Another", None) == []
    partly = "3x A Card\n\n" + deck(dynasty=DYNASTY[1:])
    assert errors(partly, None) == [] and clauses(partly, Level.NOT_CHECKED, pool=None)[0] == "L5R-033"


def test_ten_characters_are_enough_to_ask_for_the_rest() -> None:
    """L5R-037 X-19: with ten that are told, a card without a type may be the eleventh."""
    typed = ["3x Unknown", "Events", *(f"3x Event {n}" for n in range(9)), "Characters", "3x A", "3x B", "3x C", "1x D"]
    assert "L5R-037" in clauses(deck(conflict=typed), Level.NOT_CHECKED, pool=None)
