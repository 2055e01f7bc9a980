"""Card data in the shapes people have: taken in, merged, or refused in a sentence."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from muster.app.languages import language
from muster.core.book.list_data import parse_document
from muster.core.book.pasted import plain_name
from muster.core.kit.errors import BadInput
from muster.systems.l5r.decks.cards import bare_id
from tests.systems.l5r.shelf import CARDS, DATA, PACK_RECORDS, ROLES, card, kept, pool_of

ONE = card("Old Jest", "neutral", "conflict", "event")


@pytest.mark.parametrize("document", [CARDS, {"records": CARDS, "success": True}, {"muster_lists": 1, "cards": CARDS}])
def test_cards_in_every_envelope(document: Any) -> None:
    assert DATA.take({}, document).counts["cards"] == len(CARDS)


def test_each_kind_is_told_by_its_keys() -> None:
    assert DATA.take({}, PACK_RECORDS).counts == {"packs": 3}
    assert DATA.take({}, ROLES).counts == {"clan_roles": 3}
    assert DATA.take({}, {"core": [{"card_id": "old-jest", "quantity": 3}]}).counts == {"pack_cards": 1}


def test_a_newer_file_replaces_what_it_repeats_and_keeps_the_rest() -> None:
    """L5R-066: an editable table."""
    later = pool_of(CARDS, PACK_RECORDS, [{"id": "tides", "name": "Rising Tides", "released_at": "2018-12-01"}])
    assert later.products["tides"].released == date(2018, 12, 1)
    assert len(later.products) == 3 and len(later.cards) == len(CARDS)


def test_roles_of_earlier_days_stay_known() -> None:
    """L5R-041."""
    pool = pool_of([ONE], ROLES, [{"clan": "dragon", "roles": ["seeker-of-void"], "since": "2019-01-01"}])
    days = [date(2017, 1, 1), date(2018, 2, 1), date(2018, 12, 1), date(2019, 1, 1)]
    assert [pool.roles_of("dragon", day) for day in days] == [
        None,
        ("seeker-of-air",),
        ("keeper-of-fire",),
        ("seeker-of-void",),
    ]
    assert pool.roles_of("dragon", None) == ("seeker-of-void",)


def test_contents_of_packs_may_come_by_themselves_and_without_numbers() -> None:
    plain = {key: value for key, value in ONE.items() if key != "pack_cards"}
    pool = pool_of([plain], {"core": [{"card_id": "old-jest"}]})
    assert [one.products for one in pool.cards] == [("core",)]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([], "The file has no cards, packs or roles"),
        ({}, "The file has no cards, packs or roles"),
        ("text", "The file has no cards, packs or roles"),
        ([1], "The first record of the file has no keys"),
        ([{"slug": "x"}], "The first record of the file has slug"),
        ([ONE, 7], "Card 2 of the file is “7”; it should be an object."),
        ([ONE, {**ONE, "id": None}], "Card “Old Jest” has no “id”. Every one should have it."),
        ([{**ONE, "deck_limit": "three"}], "deck_limit “three” should be a whole number."),
        ([{**ONE, "traits": [1]}], "traits “[1]” should be a list of texts."),
        ([{"id": "core", "name": "Core", "released_at": "soon"}], "released_at “soon” should be a date such as"),
        ({"muster_lists": 1, "system": "warmachine", "cards": []}, "The file has data for “warmachine”"),
        ({"muster_lists": 1, "cards": {"a": 1}}, "Section “cards” of the file should be a list"),
        ({"product_dates": [{"product": "core", "tier": "formal"}]}, "from “” should be a date"),
        (
            {"product_dates": [{"product": "core", "tier": "premiere", "from": "2018-11-01"}]},
            "tier “premiere” should be relaxed, formal or premier",
        ),
    ],
)
def test_what_is_no_card_data_says_why(document: Any, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        DATA.take({}, document)
    assert sentence in str(refused.value)


def test_what_is_wrong_is_said_in_german_throughout() -> None:
    with pytest.raises(BadInput) as refused:
        DATA.take({}, [{**ONE, "traits": [1]}])
    said = refused.value.message.in_(language("de"))
    assert said.startswith("Karte „")
    assert said.endswith("traits „[1]“ sollte eine Liste von Texten sein.")


def test_data_of_a_newer_version_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match=r"newer version of Muster \(data of version 2; this one reads up to 1\)"):
        parse_document("cards.json", '{"muster_lists": 2, "cards": []}', DATA)
    with pytest.raises(BadInput, match="is not valid JSON"):
        parse_document("cards.json", "PK\x03\x04", DATA)


def test_what_is_kept_can_be_taken_up_again() -> None:
    first = kept(CARDS)
    assert DATA.take(first, PACK_RECORDS).kept["cards"] == first["cards"]


@pytest.mark.parametrize(
    ("written", "same"),
    [("Daimyō’s Favor", "daimyos favor"), ("For Shame!", "for shame"), ("Iuchi  Wayfinder", "iuchi wayfinder")],
)
def test_names_are_compared_without_accents_and_points(written: str, same: str) -> None:
    assert plain_name(written) == plain_name(same)


def test_ids_with_and_without_the_number() -> None:
    assert [bare_id(one) for one in ("01-banzai", "banzai", "10a-x")] == ["banzai", "banzai", "x"]
