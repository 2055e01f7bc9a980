"""The six scenarios as cards: what lies on a table, what is said of it, and what is not."""

from __future__ import annotations

import pytest

from muster.core.book.cards import Card
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.scenarios import FLAG_LEADER, FLAG_RULES

FLAG_LINES = (FLAG_LEADER, FLAG_RULES)

LAYS = {
    "King of the Hill": (2, 1, 1, 2),  # WMH-186
    "Bunkers": (2, 0, 3, 2),  # WMH-187
    "Spread the Net": (2, 1, 2, 0),  # WMH-188
    "Invasion": (1, 2, 0, 2),  # WMH-189
    "Anarchy": (0, 2, 2, 2),  # WMH-190
    "Recon II": (2, 0, 2, 2),  # WMH-191
}
ALWAYS = {
    "WMH-148": '4"',
    "WMH-159": '12"',
    "WMH-192": "second player’s second turn",
    "WMH-193": "1 point",
    "WMH-195": "seventh",
    "WMH-196": "by 5",
    "WMH-197": "fewer own army points",
    "WMH-198": "only for the player whose turn it is",
}
OBJECTIVES = {
    "WMH-177": "50 mm base, DEF 5, ARM 18",
    "WMH-180": "Armory",
    "WMH-181": "Fuel Cache",
    "WMH-182": "d3",
    "WMH-183": "Dugout",
    "WMH-184": "Observatory",
    "WMH-185": "once a game",
}


def card_of(name: str) -> Card:
    card = next(s.card for s in SYSTEM.scenarios if s.name == name)
    assert card is not None
    return card


def lines_of(card: Card) -> dict[str, str]:
    said: dict[str, str] = {}
    for group in card.groups:
        for text, clause in group.lines:
            said[clause] = f"{said.get(clause, '')} {text}".strip()
    return said


@pytest.mark.parametrize("name", LAYS)
def test_a_card_has_the_scenarios_elements_and_every_figure(name: str) -> None:
    """WMH-186, WMH-187, WMH-188, WMH-189, WMH-190, WMH-191, X-20."""
    card, said = card_of(name), lines_of(card_of(name))
    rectangles, circles, flags, objectives = LAYS[name]
    kinds = ("rectangular zone", "circular zone", "flag", "objective")
    assert dict(card.lays) == {kind: count for kind, count in zip(kinds, LAYS[name], strict=True) if count}
    for clause, words in ALWAYS.items():
        assert words in said[clause]
    # Nothing is said about what is not there.
    assert ("WMH-153" in said, "WMH-152" in said) == (rectangles > 0, circles > 0)
    assert ("WMH-156" in said, "flag you control" in said["WMH-193"]) == (flags > 0, flags > 0)
    assert all((line in [one for group in card.groups for one in group.lines]) == (flags > 0) for line in FLAG_LINES)
    assert ("enemy objective destroyed" in said["WMH-193"]) == (objectives > 0)
    for clause, words in OBJECTIVES.items():
        assert (words in said.get(clause, "")) == (objectives > 0)


def test_every_rule_on_a_card_is_on_the_page_of_rules() -> None:
    for name in LAYS:
        assert {card_of(name).clause, *lines_of(card_of(name))} <= set(SYSTEM.clauses)
