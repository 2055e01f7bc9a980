"""Cards, decks and army lists of the real world, where they are at hand: they parse, and the book agrees."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from muster.core.book.lists import Context, HandedIn, Level, check_list
from muster.core.book.pasted import plain_name
from muster.core.forms.options import Settings
from muster.systems import bushido, l5r, warmachine
from muster.systems.l5r.decks.card_data import make, take
from muster.systems.l5r.decks.cards import CardPool

REAL = Path(__file__).resolve().parents[3] / "shared" / "real"


def words(name: str) -> str:
    path = REAL / name
    if not path.exists():
        pytest.skip(f"the real data {name} are not here")
    return path.read_text("utf-8")


def data(name: str) -> Any:
    return json.loads(words(name))


def pool() -> CardPool:
    kept: Any = {}
    for name in ("cards", "packs", "pack_cards", "clan_roles"):
        kept = take(kept, data(f"l5r/{name}.json")).kept
    return make(kept)


def as_text(deck: Any) -> str:
    """The deck as it was printed, under headings."""
    parts = {"Stronghold": [deck["stronghold"]], "Provinces": deck["provinces"]}
    parts |= {"Dynasty": deck["dynasty"], "Conflict": deck["conflict"]}
    lines = []
    for heading, cards in parts.items():
        lines += [heading, *(f"{card.get('count', 1)}x {card['name_as_printed']}" for card in cards)]
    return "\n".join(lines)


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("written", [as_text, lambda deck: json.dumps(deck, indent=1)], ids=["text", "json"])
def test_real_decks_are_legal_but_for_their_misprints(number: int, written: Any) -> None:
    """L5R-031 L5R-033 L5R-035 L5R-036 L5R-037 L5R-039 L5R-044: each misprint is reported with the card it means."""
    deck = data("l5r/decks.json")[number]
    text = written(deck)
    rules = l5r.SYSTEM.lists
    assert rules is not None
    given = HandedIn(1, text, rules.read(text))
    found = check_list(rules, given, Context(Settings(l5r.SYSTEM.options), date=date(2018, 11, 1), data=pool()))
    expected = [(m["printed"], m["nearest"]) for m in deck["computed"]["names_not_matching_exactly"]]
    assert [(f.values["name"], f.values["near"]) for f in found if f.level is Level.ERROR] == expected
    assert deck["computed"]["violations_of_regulations_2_3"] == []


@pytest.mark.parametrize("number", [0, 1])
def test_real_decks_with_their_misprints_fixed_have_no_findings(number: int) -> None:
    """L5R-036: influence and the splash clan come out as the deck's author counted them."""
    deck = data("l5r/decks.json")[number]
    text = as_text(deck)
    for misprint in deck["computed"]["names_not_matching_exactly"]:
        text = text.replace(misprint["printed"], misprint["nearest"])
    rules = l5r.SYSTEM.lists
    assert rules is not None
    given = HandedIn(1, text, rules.read(text))
    assert check_list(rules, given, Context(Settings(l5r.SYSTEM.options), date=date(2018, 11, 1), data=pool())) == ()


@pytest.mark.parametrize("data", ["with card data", "without"])
def test_a_deck_as_published(data: str) -> None:
    """L5R-039 L5R-044: provinces below the stronghold without a heading; with card data its misprints are named."""
    text = words("l5r/deck_as_published.txt")
    rules = l5r.SYSTEM.lists
    assert rules is not None
    given = HandedIn(1, text, rules.read(text))
    assert [item.section for item in given.parsed.items[:6]] == ["stronghold"] + ["province"] * 5
    cards = pool() if data == "with card data" else None
    found = check_list(rules, given, Context(Settings(l5r.SYSTEM.options), date=date(2018, 11, 1), data=cards))
    assert {f.clause for f in found if f.level is Level.ERROR} == ({"L5R-044"} if cards else set())
    assert not [f for f in found if f.level is Level.WARNING]


def test_real_cards_can_all_be_named() -> None:
    """L5R-044 L5R-045: every card by its full name and its product."""
    cards = pool()
    for card in cards.cards:
        found = [one for one in cards.find(card.name).cards if set(one.products) & set(card.products)]
        assert found == [card], card.name
    names = {plain_name(card.name) for card in cards.cards}
    assert len(names) == len({card.name for card in cards.cards})


def test_real_togashi_must_be_told_apart() -> None:
    """L5R-044: the book's own example, against the cards themselves."""
    cards = pool()
    assert len(cards.find("Togashi").cards) > 5
    found = cards.find("Togashi Initiate")
    assert found.card is not None and not found.short


def test_real_army_lists_parse_and_come_to_their_points() -> None:
    """WMH-026 WMH-027 WMH-030: eight lists of 75 points as they were pasted."""
    rules = warmachine.SYSTEM.lists
    assert rules is not None
    lists = data("warmachine/army_list_texts.json")["lists"]
    assert len(lists) == 8
    for one in lists:
        given = HandedIn(1, one["text"], rules.read(one["text"]))
        found = check_list(rules, given, Context(Settings(warmachine.SYSTEM.options)))
        expected = {(Level.WARNING, "WMH-043"), (Level.NOT_CHECKED, "X-19")}
        assert {(f.level, f.clause) for f in found} <= expected, one["leader"]
        assert given.parsed.fields["leader"] == one["leader"]
        bonus, stated = given.parsed.fields["bonus"], given.parsed.fields["stated"]
        assert isinstance(bonus, int) and isinstance(stated, int)
        assert sum(item.cost or 0 for item in given.parsed.items) == stated + bonus


def test_real_army_lists_of_different_factions_are_no_pair() -> None:
    """WMH-030."""
    rules = warmachine.SYSTEM.lists
    assert rules is not None
    texts = [one["text"] for one in data("warmachine/army_list_texts.json")["lists"]]
    given = tuple(HandedIn(slot, text, rules.read(text)) for slot, text in enumerate(texts[:2], start=1))
    found = [f.clause for f in rules.together(given, Context(Settings(warmachine.SYSTEM.options)))]
    assert found == ["WMH-030"]


@pytest.mark.parametrize(("limit", "clauses"), [(50, []), (35, ["BUS-05"])])
def test_a_real_warband_of_50_rice(limit: int, clauses: list[str]) -> None:
    """BUS-05: legal at 50 and over the limit at 35; its first line is the size, and each model has its rice."""
    rules = bushido.SYSTEM.lists
    assert rules is not None
    text = words("bushido/warband_50_rice.txt")
    given = HandedIn(1, text, rules.read(text))
    assert (len(given.parsed.items), given.parsed.fields["size"]) == (8, 50)
    found = check_list(rules, given, Context(Settings(bushido.SYSTEM.options, {"rice": limit})))
    assert [f.clause for f in found if f.level is Level.ERROR] == clauses
    assert not [f for f in found if f.level is Level.NOT_CHECKED and f.clause == "BUS-05"]
