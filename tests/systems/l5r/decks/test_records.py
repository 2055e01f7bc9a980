"""Records of card data: every key by its type, records told by their keys, and what becomes of them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from muster.core.kit.errors import BadInput
from muster.systems.l5r.decks.card_data import gather
from muster.systems.l5r.decks.cards import CardPool, RoleRule
from tests.systems.l5r.shelf import DATA, pool_of

CARD: dict[str, Any] = {"id": "01-jest", "name": "Old Jest", "type": "Event", "side": "Conflict"}
PACK = {"id": "core", "name": "Core Set", "released_at": "2017-10-05T00:00:00+00:00"}


def only(**changes: Any) -> Any:
    (card,) = pool_of([{**CARD, **changes}]).cards
    return card


def refused(document: Any, sentence: str) -> None:
    with pytest.raises(BadInput) as said:
        DATA.take({}, document)
    assert sentence in str(said.value)


def test_a_card_with_nothing_but_its_name() -> None:
    card = only()
    assert (card.id, card.clan, card.side, card.type, card.limit) == ("01-jest", "neutral", "conflict", "event", 3)
    assert (card.influence, card.pool, card.rings, card.needs, card.clans, card.traits, card.products) == (
        *(None, None, (), "", ("*",), (), ()),
    )


def test_a_card_with_everything() -> None:
    card = only(
        faction={"id": "Crane"},
        deck_limit=0,
        influence_cost=999,
        influence_pool=0,
        element="Air",
        role_restriction=["Fire", "x"],
        allowed_clans=["Crane", None, ""],
        traits=["Courtier"],
        versions=[{"pack_id": "core"}, {"pack": {"id": "later"}}],
    )
    assert (card.clan, card.limit, card.influence, card.pool) == ("crane", 0, 999, 0)
    assert (card.rings, card.needs, card.clans, card.traits) == (("air",), "fire", ("crane",), ("courtier",))
    assert card.products == ("core", "later")
    assert only(clan="Lion", faction="Crab").clan == "lion"
    assert only(elements=["Fire"], element="Air").rings == ("fire",)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"deck_limit": True}, "Card “01-jest”: deck_limit “True” should be a whole number."),
        ({"deck_limit": -1}, "deck_limit “-1” should be a whole number."),
        ({"deck_limit": 1000}, "deck_limit “1000” should be a whole number."),
        ({"side": 7}, "side “7” should be a text."),
        ({"clan": {"name": "x"}}, "clan “{'name': 'x'}” should be a text."),
        ({"clan": {"id": 7}}, "clan “{'id': 7}” should be a text."),
        ({"traits": "x", "elements": [7]}, "elements “[7]” should be a list of texts."),
        ({"traits": ["x", 7]}, "traits “['x', 7]” should be a list of texts."),
        ({"name": None}, "Card “01-jest” has no “name”. Every one should have it."),
        ({"type": None}, "Card “01-jest” has no “type”."),
        ({"type": ""}, ""),
        ({"id": None}, "Card “Old Jest” has no “id”."),
        ({"id": None, "name": None}, "Card “1” has no “id”."),
        ({"id": "x" * 61, "deck_limit": "y" * 50}, f"Card “{'x' * 60}”: deck_limit “{'y' * 40}” should be"),
        ({"pack_cards": [7]}, "Card 1 of the file is “7”; it should be an object."),
        ({"pack_cards": [{}]}, "Card “1” has no “pack”."),
    ],
)
def test_a_value_of_the_wrong_kind(changes: dict[str, Any], sentence: str) -> None:
    if sentence:
        refused([{**CARD, **changes}], sentence)
    else:
        assert only(**changes).type == ""


def test_the_number_of_a_record_is_counted_from_one() -> None:
    refused([CARD, 7], "Card 2 of the file is “7”")
    refused([PACK, 7], "Pack 2 of the file is “7”")
    refused({"role_rules": [{"role": "x"}, 7]}, "Role rule 2 of the file is “7”")
    refused({"product_dates": [7]}, "Product date 1 of the file is “7”")
    refused({"clan_roles": [7]}, "Clan role 1 of the file is “7”")
    refused({"core": [{"card_id": "a"}, 7]}, "Card 2 of the file is “7”")


@pytest.mark.parametrize(
    ("record", "counts"),
    [
        ({"id": "a", "name": "A", "type": "event", "clan": "crab"}, {"cards": 1}),
        ({"id": "a", "name": "A", "type": "event", "faction": "crab"}, {"cards": 1}),
        ({"id": "a", "name": "A", "released_at": None}, {"packs": 1}),
        ({"clan": "crab", "primary_role_id": "x"}, {"clan_roles": 1}),
        ({"clan": "crab", "roles": ["x"]}, {"clan_roles": 1}),
        ({"clan": "crab", "card_id": "x"}, {"clan_roles": 1}),
    ],
)
def test_what_a_record_is(record: dict[str, Any], counts: dict[str, int]) -> None:
    assert DATA.take({}, [record]).counts == counts
    assert DATA.take({}, {"records": [record]}).counts == counts


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([{"type": "event"}], "The first record of the file has type; a card has type and clan"),
        ([{"clan": "x"}], "The first record of the file has clan;"),
        ([{"roles": []}], "The first record of the file has roles;"),
        ([{}], "The first record of the file has no keys;"),
        ([{"card_id": "x"}], "The file shows which cards are in a pack, but not which pack it is."),
        ({"records": {}}, "The file has no cards, packs or roles"),
        ({"core": []}, "The file has no cards, packs or roles"),
        ({"core": [{"id": "x"}]}, "The file has no cards, packs or roles"),
        ({"core": ["card_id"]}, "The file has no cards, packs or roles"),
        ({"core": [{"card_id": "x"}], "other": 7}, "The file has no cards, packs or roles"),
        ({"muster_lists": 1, "pack_cards": []}, "Section “pack_cards” of the file should be a list of objects."),
        ({"muster_lists": 1, "pack_cards": {"core": 7}}, "Pack “core” of the file should be a list of cards."),
        ({"cards": [], "system": "x" * 50}, f"The file has data for “{'x' * 40}”, but data for l5r"),
    ],
)
def test_what_is_not_card_data(document: Any, sentence: str) -> None:
    refused(document, sentence)


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ([{**PACK, "id": None}], "id"),
        ([{**PACK, "name": None}], "name"),
        ({"core": [{"card_id": None}]}, "card_id"),
        ([{"clan": None, "roles": ["x"]}], "clan"),
        ({"role_rules": [{"influence": 3}]}, "role"),
        ({"product_dates": [{"tier": "formal", "from": "2018-01-02"}]}, "product"),
        ({"product_dates": [{"product": "core", "from": "2018-01-02"}]}, "tier"),
    ],
)
def test_what_every_record_should_have(document: Any, key: str) -> None:
    refused(document, f"has no “{key}”. Every one should have it.")


def test_a_card_is_a_card_whatever_else_it_has() -> None:
    odd = {**CARD, "clan": "crab", "card_id": "x"}
    assert DATA.take({}, [odd]).counts == {"cards": 1}
    assert gather([("card.json", [odd])]) == {"muster_lists": 1, "cards": [odd]}
    refused([{"clan": "crab", "card_id": "x"}, 7], "Clan role 2 of the file is “7”")


def test_sections_of_one_file() -> None:
    taken = DATA.take({}, {"cards": [CARD], "packs": [PACK], "pack_cards": {"core": [{"id": "JEST"}]}})
    assert taken.counts == {"cards": 1, "packs": 1, "pack_cards": 1}
    pool = DATA.make(taken.kept)
    assert isinstance(pool, CardPool)
    assert [(card.name, card.products) for card in pool.cards] == [("Old Jest", ("core",))]
    empty = DATA.take({}, {"muster_lists": 1})
    assert (empty.counts, empty.kept["muster_lists"], empty.kept["system"]) == ({}, 1, "l5r")


def test_the_day_of_a_pack_and_of_its_tiers() -> None:
    """L5R-066: a product date may name the pack or have its id."""
    dates = [
        {"product": "core set", "tier": "Formal", "from": "2018-01-02"},
        {"product": "core", "tier": "premier", "from": "2018-02-03"},
    ]
    pool = pool_of([CARD], [PACK, {"id": "x", "name": "X", "released_at": None}], {"product_dates": dates})
    assert (pool.products["core"].released, pool.products["x"].released) == (date(2017, 10, 5), None)
    assert pool.products["core"].dates == {"formal": date(2018, 1, 2), "premier": date(2018, 2, 3)}
    refused([{**PACK, "released_at": "2017-13-01"}], "Pack “core”: released_at “2017-13-01” should be a date")


def test_roles_of_clans_and_what_roles_change() -> None:
    """L5R-041 L-34."""
    roles = [
        {"clan": "Crab", "primary_role_id": "01-Keeper", "secondary_role_id": None},
        {"clan": "lion", "card_id": "a"},
        {"clan": "lion", "card_id": "b"},
        {"clan": "crane", "card_id": "c"},
    ]
    rules = {"role_rules": [{"role": "01-Keeper", "influence": 3, "splash": "Lion"}, {"role": "seeker"}]}
    pool = pool_of([CARD], roles, rules)
    assert [pool.roles_of(clan, None) for clan in ("crab", "lion", "crane")] == [("01-keeper",), ("a", "b"), ("c",)]
    assert pool.role_rules == {"keeper": RoleRule(3, "", "lion"), "seeker": RoleRule()}
    refused([roles[0], {"card_id": "x"}], "Clan role “2” has no “clan”.")
    refused([roles[1], {"clan": "x", "card_id": None}], "Clan role “2” has no “card_id”.")


def test_a_folder_of_files() -> None:
    files: list[tuple[str, Any]] = [
        ("json/Card/jest.json", [CARD]),
        ("json/Card/other.json", [{**CARD, "id": "other"}]),
        ("json\\PackCard\\core.json", [{"card_id": "jest", "quantity": 3}]),
        ("json/PackCard/later.json", [{"card_id": "other"}]),
        ("json/Clan.json", [{"clan": "crab", "card_id": "x"}, {"clan": "crab", "card_id": "y"}]),
        ("json/Empty.json", []),
        ("json/Cycle.json", [{"id": "x"}]),
        ("package.json", {"name": "x"}),
    ]
    found = gather(files)
    assert (sorted(found), list(found["pack_cards"]), len(found["cards"])) == (
        ["cards", "clan_roles", "muster_lists", "pack_cards"],
        ["core", "later"],
        2,
    )
    assert found["clan_roles"] == [{"clan": "crab", "roles": ["x", "y"]}]
    assert gather(files[5:]) == {}
    assert "pack_cards" not in gather(files[:1])
    pool = pool_of(found)
    assert [card.products for card in pool.cards] == [("core",), ("later",)]
