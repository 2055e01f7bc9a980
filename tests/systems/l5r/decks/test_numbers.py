"""Deck numbers and product dates, by the worked vectors and at their limits."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from muster.core.book.lists import Level
from muster.core.kit.language import English
from muster.systems.l5r.decks.cards import CardPool, DeckCard, Product
from muster.systems.l5r.decks.numbers import DeckNumbers, check_deck, rings_fit
from muster.systems.l5r.decks.products import WAIT, check_product, first_legal_day, legal, product_day
from tests.systems.l5r.desk import golden, settings

DECKS = golden("V-L5R-DECK")["rows"]
RELEASES = golden("V-L5R-LEGAL")["rows"]

BROKEN_RULE = {
    "dynasty": "L5R-033",
    "conflict": "L5R-035",
    "out_of_clan_clans": "L5R-036",
    "influence_used": "L5R-036",
    "conflict_characters": "L5R-037",
    "max_copies": "L5R-038",
    "provinces": "L5R-039",
}


def deck(**numbers: Any) -> DeckNumbers:
    """The legal deck of the first row, except for these numbers."""
    full = {**DECKS[0], **numbers}
    del full["legal"]
    return DeckNumbers(**{**full, "provinces": tuple(full["provinces"])})


@pytest.mark.parametrize("row", DECKS)
def test_deck_vectors(row: Any) -> None:
    """L5R-031 L5R-033 L5R-035 L5R-036 L5R-037 L5R-038 L5R-039: one rule is broken in each row but the first."""
    found = check_deck(deck(**row))
    assert (found == ()) == row["legal"]
    if not row["legal"]:
        assert [finding.clause for finding in found] == [BROKEN_RULE[next(iter(row))]]


@pytest.mark.parametrize(
    ("numbers", "legal"),
    [
        ({"dynasty": 45}, True),
        ({"conflict": 45}, True),
        ({"conflict": 39}, False),
        ({"conflict_characters": 0}, True),
        ({"out_of_clan_clans": 0, "influence_used": 0}, True),
        ({"influence_used": 11, "influence_max": 11}, True),
        ({"provinces": ["void", "water", "fire", "earth", "air"]}, True),
        ({"provinces": ["air", "earth", "fire", "water"]}, False),
        ({"provinces": ["air", "earth", "fire", "water", "void", "void"]}, False),
        ({"provinces": ["air", "earth", "fire", "water", "wood"]}, False),
    ],
)
def test_deck_limits(numbers: dict[str, Any], legal: bool) -> None:
    """L5R-033 L5R-035 L5R-036 L5R-037 L5R-039: the limits themselves are legal; influence is the stronghold's."""
    assert (check_deck(deck(**numbers)) == ()) == legal


def test_every_fault_is_named_with_what_would_be_right() -> None:
    """L5R-033 L5R-038 L5R-039."""
    found = check_deck(deck(dynasty=39, max_copies=4, provinces=[]))
    assert {finding.level for finding in found} == {Level.ERROR}
    assert [(finding.clause, str(finding.message)) for finding in found] == [
        ("L5R-033", "Dynasty deck: 39 cards; it should have 40 to 45."),
        ("L5R-038", "Copies of one title in both decks: 4; at most 3."),
        ("L5R-039", "Provinces: none; there should be one for each of air, earth, fire, water, void."),
    ]


@pytest.mark.parametrize("row", RELEASES)
def test_first_legal_day_vectors(row: Any) -> None:
    """L5R-065 L5R-138 L-36: Relaxed and Formal on the day of release, Premier eleven days later."""
    release = date.fromisoformat(row["release"])
    found = {tier: first_legal_day(release, tier) for tier in ("relaxed", "formal", "premier")}
    assert {tier: day.isoformat() for tier, day in found.items()} == {tier: row[tier] for tier in found}
    assert f"{found['premier']:%A}" == row["premier_weekday"]


def test_the_number_of_days_is_firm_and_not_the_weekday() -> None:
    """L-36: a release on a Friday is legal in Premier events on a Tuesday."""
    assert first_legal_day(date(2018, 10, 26), "premier") == date(2018, 11, 6)


def test_a_published_day_comes_first() -> None:
    """L5R-066 L5R-067 L-36: the publisher or the organiser names another day."""
    assert first_legal_day(date(2018, 10, 25), "premier", date(2018, 11, 12)) == date(2018, 11, 12)


def test_every_tier_of_an_event_has_its_day() -> None:
    """L5R-065 L5R-134: the tiers are those an event can be set to."""
    assert set(WAIT) == set(settings().option("tier").choices)


def test_a_product_is_refused_before_its_day() -> None:
    """L5R-065: the day before is too early, the day itself is not."""
    release = date(2018, 10, 25)
    assert check_product("Elements Unbound", "premier", date(2018, 11, 5), release) == ()
    early = check_product("Elements Unbound", "premier", date(2018, 11, 4), release)
    assert [(finding.clause, str(finding.message)) for finding in early] == [
        ("L5R-065", "“Elements Unbound” is legal in Premier events from 2018-11-05 on; this event is on 2018-11-04."),
    ]
    named = check_product("Elements Unbound", "formal", date(2018, 11, 4), release, published=date(2018, 11, 5))
    assert [finding.clause for finding in named] == ["L5R-066"]


class Loud(English):
    """Puts every word without a place into capitals: what is looked up becomes visible."""

    def text(self, english: str) -> str:
        return english if "{" in english else english.upper()


def test_rings_and_tiers_are_said_in_the_readers_language() -> None:
    (found,) = check_deck(deck(provinces=("air", "air", "earth/water", "fire", "void")))
    assert found.message.in_(Loud()) == (
        "Provinces: AIR, AIR, EARTH/WATER, FIRE, VOID; there should be one for each of AIR, EARTH, FIRE, WATER, VOID."
    )
    (early,) = check_product("Pack", "premier", date(2018, 11, 9), date(2018, 11, 8))
    assert "is legal in PREMIER events" in early.message.in_(Loud())


@pytest.mark.parametrize(("loose", "said"), [(True, "too few cards"), (False, "nothing says which card")])
@pytest.mark.parametrize("unknown", ["dynasty", "conflict"])
def test_a_size_that_is_not_known_is_not_checked(unknown: str, loose: bool, said: str) -> None:
    """L5R-033 L5R-035 X-19: and the other deck's is."""
    other = "conflict" if unknown == "dynasty" else "dynasty"
    found = check_deck(deck(**{unknown: None, other: 39}, **({"loose": True} if loose else {})))
    assert [(f.level, f.clause) for f in found] == [(Level.NOT_CHECKED, "L5R-033"), (Level.ERROR, BROKEN_RULE[other])]
    assert said in str(found[0].message)
    assert check_deck(deck(loose=loose)) == ()


def test_influence_that_is_not_known_is_not_held_against_a_limit() -> None:
    """L5R-036: cards or stronghold are not known, which is said elsewhere."""
    assert check_deck(deck(influence_used=None)) == check_deck(deck(influence_used=99, influence_max=None)) == ()


def test_a_role_that_is_not_known_may_explain_rings_but_not_their_number() -> None:
    """L-34 L5R-039: a second province of one ring may be the role's; four provinces are too few with any role."""
    twice = check_deck(deck(provinces=["air", "air", "fire", "water", "void"], role_unknown=True))
    assert [(f.level, f.clause) for f in twice] == [(Level.WARNING, "L5R-039")]
    few = check_deck(deck(provinces=["air", "earth", "fire", "water"], role_unknown=True))
    assert [(f.level, f.clause) for f in few] == [(Level.ERROR, "L5R-039")]
    known = check_deck(deck(provinces=["air", "air", "fire", "water", "void"]))
    assert [(f.level, f.clause) for f in known] == [(Level.ERROR, "L5R-039")]


@pytest.mark.parametrize(("provinces", "fits"), [("air air fire water void", True), ("air air air water void", False)])
def test_a_role_may_give_one_ring_a_second_province(provinces: str, fits: bool) -> None:
    """L-34: instead of any other ring, and only once."""
    assert rings_fit(tuple(provinces.split()), "air") == fits
    assert not rings_fit(tuple(provinces.split()), "fire")


BOX, DATED, UNDATED = (
    Product("box", "Box", date(2018, 1, 1), {}),
    Product("dated", "Dated", None, {"formal": date(2018, 2, 1)}),
    Product("undated", "Undated", None, {}),
)
SHOP = CardPool((), (BOX, DATED, UNDATED))


def in_shop(*products: str) -> DeckCard:
    return DeckCard("01", "Card", "crane", "dynasty", "character", products=products)


def test_a_product_without_a_release_has_only_its_published_day() -> None:
    """L5R-066."""
    assert [product_day(one, "formal") for one in (DATED, UNDATED)] == [date(2018, 2, 1), None]


@pytest.mark.parametrize(
    ("products", "day", "verdict"),
    [
        ((), date(2018, 6, 1), None),
        (("box",), None, None),
        (("box",), date(2018, 6, 1), True),
        (("box",), date(2017, 6, 1), False),
        (("box", "undated"), date(2018, 6, 1), True),
        (("box", "undated"), date(2017, 6, 1), None),
        (("box", "lost"), date(2017, 6, 1), None),
        (("undated",), date(2018, 6, 1), None),
    ],
)
def test_a_card_is_legal_by_any_of_its_products(
    products: tuple[str, ...], day: date | None, verdict: bool | None
) -> None:
    """L5R-064 L5R-065 X-19: one that is out is enough; what is not known may be out."""
    assert legal(in_shop(*products), SHOP, "formal", day, ()) is verdict


def test_products_that_the_organiser_names() -> None:
    """L5R-067: by name or by key, also one of which nothing else is known."""
    for stated, verdict in (("Box", True), ("lost", True), ("Dated", False)):
        assert legal(in_shop("box", "lost"), SHOP, "formal", None, (stated,)) is verdict
    assert legal(in_shop(), SHOP, "formal", None, ("Box",)) is None
