"""Decks against the shelf: every rule about a deck, each broken once."""

from __future__ import annotations

from datetime import date

import pytest

from muster.app.languages import language
from muster.app.speech import speaking
from muster.core.book.lists import Context, HandedIn, Level
from muster.core.forms.options import Value
from tests.systems.l5r.desk import settings
from tests.systems.l5r.shelf import (
    CARDS,
    CONFLICT,
    DAY,
    DYNASTY,
    LISTS,
    PACK_RECORDS,
    POOL,
    PROVINCES,
    ROLES,
    RULES,
    card,
    clauses,
    deck,
    errors,
    findings,
    pool_of,
    province,
    swap,
)


def test_a_legal_deck_has_no_findings() -> None:
    """L5R-031 L5R-032 L5R-033 L5R-034 L5R-035 L5R-036 L5R-039: nothing is wrong, and nothing was left unchecked."""
    assert findings(deck()) == ()
    assert findings("\n".join(reversed(deck().split("\n\n")))) == ()
    rich = deck(conflict=swap(CONFLICT, "2x Old Jest", "1x Spiral Jest", "1x Old Jest"))
    assert clauses("\n".join(reversed(rich.split("\n\n")))) == ["L5R-036"]


def test_a_role_that_nobody_knows_changes_nothing_that_is_known() -> None:
    """L-34 X-19: the card is not known, so that its influence and rings are not."""
    assert clauses(deck(role=["Keeper of Nothing"])) == ["L5R-044"]
    temple = swap(DYNASTY, "1x Wandering Herald", "1x Flame Temple")
    assert clauses(deck(role=["Keeper of Nothing"], dynasty=temple)) == ["L5R-044"]


def test_a_stronghold_that_nobody_knows_leaves_the_clan_open() -> None:
    """L5R-032 L5R-036 X-19: clans, influence and the clan's role are reported as not checked, and nothing is
    refused.
    """
    found = findings(deck(stronghold=["Nowhere Castle"], role=["Keeper of Fire"]))
    assert [(f.level, f.clause) for f in found] == [(Level.ERROR, "L5R-044"), (Level.NOT_CHECKED, "L5R-032")]
    stray = swap(DYNASTY, "1x Wandering Herald", "1x Wall Watchman")
    assert clauses(deck(stronghold=["Nowhere Castle", "Heron Castle"], dynasty=stray)) == [
        *("L5R-031", "L5R-044", "L5R-034")
    ]


def test_as_many_characters_as_may_be_unknown() -> None:
    """L5R-037 X-19: six known and four unknown cannot be more than ten."""
    rest = [line for line in CONFLICT if line not in ("3x Old Ambush", "2x Old Jest")]
    ten = deck(conflict=[*rest, "3x Nobody", "1x No One", "1x Old Jest"])
    assert clauses(ten) == ["L5R-044", "L5R-044"] and clauses(ten, Level.NOT_CHECKED) == []
    eleven = deck(conflict=[*rest, "3x Nobody", "2x No One"])
    assert clauses(eleven, Level.NOT_CHECKED) == ["L5R-037"]


def test_four_provinces_are_one_too_few() -> None:
    """L5R-039: reported once; a province with an unknown ring is not refused."""
    assert clauses(deck(provinces=PROVINCES[:4])) == ["L5R-039"]
    pool = pool_of([*CARDS, province("Blank Field", "neutral")], PACK_RECORDS)
    provinces = ["Windy Pass", "Blank Field", "Ember Field", "Second Ember", "Still Shrine"]
    assert errors(deck(provinces=provinces), pool) == []


def test_nothing_handed_in_has_no_faults_of_a_deck() -> None:
    """L5R-031: an empty list is reported where it is read, and once."""
    assert LISTS.check is not None
    assert list(LISTS.check(HandedIn(1, "", LISTS.read("")), Context(settings(), date=DAY, data=POOL))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (deck(stronghold=[]), ("L5R-031", "Strongholds: 0; there should be one.")),
        (deck(stronghold=["Heron Castle", "Heron Castle"]), ("L5R-031", "Strongholds: 2; there should be one.")),
        (deck(dynasty=DYNASTY[:-1]), ("L5R-033", "Dynasty deck: 39 cards; it should have 40 to 45.")),
        (
            deck(conflict=[*CONFLICT, "3x Old Edict", "3x Old Feint"]),
            ("L5R-035", "Conflict deck: 46 cards; it should have 40 to 45."),
        ),
        (
            deck(conflict=swap(CONFLICT, "2x Old Jest", "1x Spiral Bargain", "1x Old Jest")),
            ("L5R-038", "“Spiral Bargain”: 4 copies in both decks together; at most 3."),
        ),
        (
            deck(conflict=swap(CONFLICT, "2x Old Jest", "1x Wall Ambush", "1x Old Jest")),
            ("L5R-036", "Conflict deck, other clans: 2; at most 1."),
        ),
        (
            deck(conflict=swap(CONFLICT, "2x Old Jest", "1x Spiral Jest", "1x Old Jest")),
            ("L5R-036", "Conflict deck, influence: 12; at most 10."),
        ),
        (
            deck(conflict=swap(CONFLICT, "2x Old Jest", "1x Way of the Spiral", "1x Old Jest")),
            ("L5R-036", "“Way of the Spiral” has no influence cost: only Dragon decks can have it."),
        ),
        (
            deck(conflict=swap(CONFLICT, "3x Old Ambush", "3x Hidden Envoy", "2x Hidden Judge")),
            ("L5R-037", "Conflict deck, characters: 11; at most 10."),
        ),
        (
            deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "1x Wall Watchman")),
            ("L5R-034", "“Wall Watchman” is a Crab card; the dynasty cards of this deck are Crane or neutral."),
        ),
        (
            deck(provinces=swap(PROVINCES, "Deep Quarry", "Crab Wall")),
            ("L5R-039", "“Crab Wall” is a Crab card; the provinces of this deck are Crane or neutral."),
        ),
        (
            deck(provinces=swap(PROVINCES, "Still Shrine", "Second Ember")),
            (
                "L5R-039",
                "Provinces: air, earth, fire, water, fire; "
                "there should be one for each of air, earth, fire, water, void.",
            ),
        ),
        (
            deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "2x Only Palace")),
            ("L5R-038", "“Only Palace”: 2 copies in both decks together; at most 1."),
        ),
        (
            deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Heron Gardener")),
            ("L5R-031", "“Heron Gardener” belongs under “Dynasty”, but is under “Conflict”."),
        ),
    ],
)
def test_each_rule_broken_once(text: str, expected: tuple[str, str]) -> None:
    """L5R-031 L5R-033 L5R-034 L5R-035 L5R-036 L5R-037 L5R-038 L5R-039 L-33."""
    assert expected in errors(text)


def test_a_card_for_some_clans_alone() -> None:
    """L5R-036: it has an influence cost, and yet not every clan can have it."""
    cards = [
        *CARDS,
        {**card("Pact", "dragon", "conflict", "event", influence_cost=0), "allowed_clans": ["crab", "dragon"]},
        {**card("Oath", "dragon", "conflict", "event", influence_cost=0), "allowed_clans": ["crane", "dragon"]},
    ]
    pool = pool_of(cards, PACK_RECORDS)
    assert errors(deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Oath")), pool) == []
    assert errors(deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Pact")), pool) == [
        ("L5R-036", "“Pact” is only for decks of these clans: Crab, Dragon.")
    ]
    cards[-2]["influence_cost"] = None
    assert errors(deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Pact")), pool_of(cards, PACK_RECORDS)) == [
        ("L5R-036", "“Pact” has no influence cost: only Dragon decks can have it.")
    ]


def test_a_card_that_allows_more_copies_than_the_book() -> None:
    """L5R-038: three of a title, whatever the card data say."""
    pool = pool_of([*CARDS, card("Many", "neutral", "conflict", "event", deck_limit=9)], PACK_RECORDS)
    assert errors(deck(conflict=[*CONFLICT, "4x Many"]), pool) == [
        ("L5R-038", "“Many”: 4 copies in both decks together; at most 3.")
    ]


def test_a_card_that_asks_for_a_role_of_another_kind() -> None:
    """L5R-041: a role alone is not enough."""
    temple = swap(DYNASTY, "1x Wandering Herald", "1x Flame Temple")
    assert "L5R-041" in clauses(deck(role=["Support of the Phoenix"], dynasty=temple))
    assert "L5R-041" not in clauses(deck(role=["Keeper of Fire"], dynasty=temple))


def test_what_stands_under_the_wrong_heading_counts_where_it_belongs() -> None:
    """L5R-033 L5R-035: the deck that gets it is 42, the other 38."""
    found = errors(deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Wandering Judge")))
    assert ("L5R-035", "Conflict deck: 38 cards; it should have 40 to 45.") in found


def test_the_title_counts_over_both_decks() -> None:
    """L5R-038: two in one deck and two in the other are four of a title."""
    later = date(2020, 1, 1)
    text = deck(
        ["Spiral Keep"],
        dynasty=["2x Togashi Kazan", *(f"3x Wandering {one}" for one in ("Archer", "Bearer", "Courtier"))],
        conflict=["2x Togashi Kazan", *(line for line in CONFLICT if "Heron" not in line)],
    )
    assert ("L5R-038", "“Togashi Kazan”: 4 copies in both decks together; at most 3.") in errors(text, day=later)


@pytest.mark.parametrize(
    ("provinces", "legal"),
    [
        (["Windy Pass", "Tidal Gate", "Ember Field", "Mill Creek", "Still Shrine"], True),
        (["Windy Pass", "Tidal Gate", "Ember Field", "Deep Quarry", "Still Shrine"], True),
        (["Windy Pass", "Hall of All", "Ember Field", "Mill Creek", "Tidal Gate"], True),
        (["Windy Pass", "Tidal Gate", "Mill Creek", "Deep Quarry", "Still Shrine"], False),
    ],
)
def test_a_province_of_several_rings_stands_for_any_of_them(provinces: list[str], legal: bool) -> None:
    """L5R-039."""
    assert ("L5R-039" not in clauses(deck(provinces=provinces))) == legal


# Roles


def test_the_clans_current_role_is_legal_and_changes_the_deck() -> None:
    """L5R-040 L5R-041 L-34: the role of today, three more influence, and cards that ask for it."""
    rich = swap(CONFLICT, "2x Old Jest", "1x Spiral Jest", "1x Old Jest")
    restricted = swap(DYNASTY, "1x Wandering Herald", "1x Flame Temple")
    assert findings(deck(role=["Keeper of Fire"], conflict=rich, dynasty=restricted)) == ()
    assert ("L5R-036", "Conflict deck, influence: 12; at most 10.") in errors(deck(conflict=rich))
    assert errors(deck(dynasty=restricted)) == [
        ("L5R-041", "“Flame Temple” needs a “fire” role. This deck’s role is none.")
    ]


def test_another_clans_role_is_refused() -> None:
    """L5R-040: a Keeper or Seeker must be the clan's own now."""
    assert errors(deck(role=["Seeker of Air"])) == [
        ("L5R-040", "“Seeker of Air” is not a current role of Crane, which has Keeper of Fire, keeper-of-air.")
    ]


def test_a_role_that_is_neither_keeper_nor_seeker_is_free_to_all() -> None:
    """L5R-040: Support of the Phoenix; what it changes is not known, which is said (L-34)."""
    found = findings(deck(role=["Support of the Phoenix"]))
    assert [(f.level, f.clause) for f in found] == [(Level.NOT_CHECKED, "L-34")]


def test_a_role_may_name_the_clan_to_splash() -> None:
    """L-34: cards of any other clan are refused then."""
    rules = {"role_rules": [{"role": "support-of-the-phoenix", "splash": "crab"}]}
    pool = pool_of(CARDS, PACK_RECORDS, rules)
    found = errors(deck(role=["Support of the Phoenix"]), pool)
    assert found[0] == ("L-34", "“Spiral Ambush” is a Dragon card; with this role the other clan is Crab.")
    walls = [line.replace("Spiral", "Wall") for line in CONFLICT]
    assert errors(deck(role=["Support of the Phoenix"], conflict=walls), pool) == []


def test_two_roles_are_one_too_many() -> None:
    """L5R-031: a role or none."""
    assert ("L5R-031", "Roles: 2; there should be one or none.") in errors(
        deck(role=["Keeper of Fire", "Support of the Phoenix"])
    )


@pytest.mark.parametrize(("day", "role"), [(date(2018, 3, 1), "Seeker of Air"), (date(2018, 11, 1), "Keeper of Fire")])
def test_roles_are_those_of_the_events_date(day: date, role: str) -> None:
    """L5R-041: dated data; the role of another time is refused."""
    roles = ["Seeker of Air", "Keeper of Fire"]
    dragon = {"stronghold": ["Spiral Keep"], "provinces": PROVINCES}
    assert [name for name in roles if "L5R-040" not in clauses(deck(**dragon, role=[name]), day=day)] == [role]


def test_a_seeker_may_have_one_ring_twice() -> None:
    """L5R-039 L-34: the ring of the role and no other, and four other rings."""
    cards = [*CARDS, {**CARDS[2], "id": "01-gale-gap", "name": "Gale Gap"}]
    pool = pool_of(
        cards, PACK_RECORDS, {"clan_roles": [{"clan": "crane", "roles": ["seeker-of-air"]}], "role_rules": RULES}
    )
    twice = swap(PROVINCES, "Still Shrine", "Gale Gap")
    assert errors(deck(role=["Seeker of Air"], provinces=twice), pool) == []
    assert "L5R-039" in clauses(
        deck(role=["Seeker of Air"], provinces=swap(PROVINCES, "Still Shrine", "Second Ember")), pool=pool
    )
    assert "L5R-039" in clauses(deck(provinces=twice), pool=pool)


def test_the_same_province_twice_is_refused_whatever_the_role_says() -> None:
    """L5R-038 L5R-039: a second air province may be there, but the card itself says one copy."""
    pool = pool_of(
        CARDS, PACK_RECORDS, {"clan_roles": [{"clan": "crane", "roles": ["seeker-of-air"]}], "role_rules": RULES}
    )
    twice = swap(swap(PROVINCES, "Still Shrine"), "Windy Pass", "2x Windy Pass")
    assert errors(deck(role=["Seeker of Air"], provinces=twice), pool) == [
        ("L5R-038", "“Windy Pass”: 2 copies; at most 1.")
    ]


def test_what_a_role_changes_unknown_only_raises_doubt() -> None:
    """L5R-041 X-19: without the role's rule, influence and rings are doubted and not refused."""
    pool = pool_of(CARDS, PACK_RECORDS, {"clan_roles": ROLES})
    rich = swap(CONFLICT, "2x Old Jest", "1x Spiral Jest", "1x Old Jest")
    found = findings(deck(role=["Keeper of Fire"], conflict=rich), pool)
    assert [(f.level, f.clause) for f in found] == [(Level.WARNING, "L5R-036"), (Level.NOT_CHECKED, "L-34")]


def test_without_the_clans_roles_a_role_is_not_checked() -> None:
    """L5R-041 X-19."""
    found = findings(deck(role=["Keeper of Fire"]), pool_of(CARDS, PACK_RECORDS, {"role_rules": RULES}))
    assert [(f.level, f.clause) for f in found] == [(Level.NOT_CHECKED, "L5R-041")]


# Names


def test_a_misprint_without_a_number_is_no_page_furniture() -> None:
    """L5R-044: it is nearly a card, so the deck is not legal until that is settled."""
    text = deck() + "\nOld Jestt"
    (found,) = findings(text)
    assert (found.level, found.clause, found.line) == (Level.ERROR, "L5R-044", len(text.splitlines()))
    assert str(found.message) == "No card is called “Old Jestt”; did you mean “Old Jest”?"
    assert str(found.way_out()) == "Remove the line, or write it as “3x Name”."
    (found,) = findings(deck() + "\nOld Jokers")  # Somebody’s name for it.
    assert found.level is Level.WARNING


def test_togashi_must_be_told_apart() -> None:
    """L5R-044: “Togashi” can be several legal cards; “Togashi Initiate” is one."""
    dragon = {"stronghold": ["Spiral Keep"]}
    assert [e for e in errors(deck(**dragon, dynasty=["3x Togashi"])) if e[0] == "L5R-044"] == [
        (
            "L5R-044",
            "“Togashi” can be 4 cards: "
            "Togashi Initiate, Togashi Mizu (Core Set), Togashi Mizu (Rising Tides), Togashi Novice.",
        )
    ]
    assert "L5R-044" not in clauses(deck(**dragon, dynasty=["3x Togashi Initiate"]))


def test_a_shared_name_is_told_apart_by_its_product() -> None:
    """L5R-044 L5R-045: the full product name in brackets."""
    dragon = {"stronghold": ["Spiral Keep"]}
    assert "L5R-044" in clauses(deck(**dragon, dynasty=["3x Togashi Mizu"]))
    assert "L5R-044" not in clauses(deck(**dragon, dynasty=["3x Togashi Mizu (Rising Tides)"]))
    assert "L5R-044" not in clauses(deck(**dragon, dynasty=["3x Togashi Mizu (core)"]))


def test_a_card_that_is_not_legal_yet_is_not_mistaken_for_another() -> None:
    """L5R-044: only other legal cards count; the second Togashi Mizu is not available yet."""
    dragon = {"stronghold": ["Spiral Keep"]}
    assert "L5R-044" not in clauses(deck(**dragon, dynasty=["3x Togashi Mizu"]), day=date(2018, 11, 7))


def test_the_heading_tells_apart_as_well() -> None:
    """L5R-044: of two cards of one name only one is a conflict card."""
    later = date(2020, 1, 1)
    assert "L5R-044" not in clauses(deck(["Spiral Keep"], conflict=["2x Togashi Kazan"]), day=later)
    assert "L5R-044" in clauses("2x Togashi Kazan\n3x Old Jest", day=later)


def test_a_short_name_that_only_one_card_has_is_read_and_told() -> None:
    """L5R-045: the full name is preferred."""
    (found,) = findings(deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "1x Flood")))
    assert (found.level, found.clause, str(found.message)) == (
        Level.WARNING,
        "L5R-045",
        "“Flood” is read as “Flood Rider”.",
    )


@pytest.mark.parametrize("name", ["Daimyō's Favour", "daimyo’s favour", "DAIMYOS FAVOUR", "Daimyo's  Favour!"])
def test_accents_quotes_and_case_do_not_matter(name: str) -> None:
    """L5R-044: the same card."""
    assert findings(deck(conflict=swap(CONFLICT, "2x Old Jest", f"2x {name}"))) == ()


def test_a_misprint_is_told_with_the_nearest_card_and_its_line() -> None:
    """L5R-044: and the deck still has 40 cards, as the heading says where the line belongs."""
    text = deck(dynasty=swap(DYNASTY, "3x Heron Bearer", "3x Heron Baerer"))
    (found,) = findings(text)
    assert str(found.message) == "No card is called “Heron Baerer”; did you mean “Heron Bearer”?"
    assert text.splitlines()[(found.line or 0) - 1] == "3x Heron Baerer"


# Products


def flood(day: date | None, **options: Value) -> list[tuple[str, str]]:
    text = deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "1x Flood Rider"))
    return errors(text, POOL, day, **options)


@pytest.mark.parametrize(
    ("tier", "day", "legal"),
    [
        ("relaxed", date(2018, 11, 7), False),
        ("relaxed", date(2018, 11, 8), True),
        ("formal", date(2018, 11, 8), True),
        ("premier", date(2018, 11, 18), False),
        ("premier", date(2018, 11, 19), True),
    ],
)
def test_a_product_is_legal_by_tier_and_date(tier: str, day: date, legal: bool) -> None:
    """L5R-064 L5R-065 L5R-138: released on the 8th; Premier eleven days later."""
    assert (flood(day, tier=tier) == []) == legal


def test_a_card_that_is_too_new_names_its_product_and_day() -> None:
    """L5R-065."""
    assert flood(date(2018, 11, 9), tier="premier") == [
        ("L5R-065", "“Rising Tides” is legal in Premier events from 2018-11-19 on; this event is on 2018-11-09.")
    ]


def test_a_published_date_comes_first() -> None:
    """L5R-066: the publisher's page names another day for a tier."""
    dates = {"product_dates": [{"product": "tides", "tier": "premier", "from": "2018-11-12"}]}
    pool = pool_of(CARDS, PACK_RECORDS, dates)
    text = deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "1x Flood Rider"))
    assert errors(text, pool, date(2018, 11, 12), tier="premier") == []
    assert [clause for clause, _ in errors(text, pool, date(2018, 11, 11), tier="premier")] == ["L5R-066"]


def test_a_product_without_release_has_its_published_date() -> None:
    """L5R-066: a pack that is announced for a day and has no release yet."""
    packs = [*PACK_RECORDS[:1], {**PACK_RECORDS[1], "released_at": None}]
    dates = {"product_dates": [{"product": "Rising Tides", "tier": "Premier", "from": "2018-11-12"}]}
    pool = pool_of(CARDS, packs, dates)
    text = deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "1x Flood Rider"))
    assert errors(text, pool, date(2018, 11, 12), tier="premier") == []
    assert errors(text, pool, date(2018, 11, 11), tier="premier") == [
        ("L5R-066", "“Rising Tides” is legal in Premier events from 2018-11-12 on; this event is on 2018-11-11.")
    ]


def test_outside_north_america_the_organiser_names_the_products() -> None:
    """L5R-067: whatever the dates say."""
    assert flood(date(2018, 1, 1), legal_products=["Core Set", "Rising Tides"]) == []
    assert flood(DAY_AFTER, legal_products=["core"]) == [
        ("L5R-067", "“Flood Rider” is not in any product that is legal in this event.")
    ]
    assert flood(None, legal_products=["core"]) == flood(DAY_AFTER, legal_products=["core"])


DAY_AFTER = date(2019, 1, 1)


def test_a_card_is_legal_as_soon_as_one_of_its_products_is() -> None:
    """L5R-064: everything official, a promo included."""
    promo = {"id": "promo", "name": "Promo 2018", "released_at": "2018-02-01"}
    pool = pool_of(CARDS, [*PACK_RECORDS, promo], {"promo": [{"card_id": "02-flood-rider"}]})
    text = deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "1x Flood Rider"))
    assert errors(text, pool, date(2018, 3, 1)) == []


def test_of_several_products_that_are_too_new_the_first_is_named() -> None:
    """L5R-065: from that day on the card is legal."""
    packs = [{"pack": {"id": pack}, "quantity": 3, "position": "1"} for pack in ("later", "tides")]
    cards = [*CARDS, card("Twice", "crane", "dynasty", "character", pack_cards=packs)]
    pool = pool_of(cards, PACK_RECORDS)
    text = deck(dynasty=swap(DYNASTY, "1x Wandering Herald", "1x Twice"))
    assert errors(text, pool, date(2018, 11, 1)) == [
        ("L5R-065", "“Rising Tides” is legal in Relaxed events from 2018-11-08 on; this event is on 2018-11-01.")
    ]
    dates = {"product_dates": [{"product": "tides", "tier": "relaxed", "from": "2019-12-01"}]}
    pool = pool_of(cards, PACK_RECORDS, dates)
    assert [told.split(" is legal")[0] for _, told in errors(text, pool, date(2018, 11, 1))] == ["“Later On”"]


def test_without_dates_legality_is_not_checked() -> None:
    """L5R-065 X-19: an event without a date, and an unknown product."""
    (found,) = findings(deck(), day=None)
    assert (found.level, found.clause) == (Level.NOT_CHECKED, "L5R-065")
    assert str(found.message).endswith("the event has no date.")
    (found,) = findings(deck(), pool_of(CARDS))
    assert (found.level, found.clause) == (Level.NOT_CHECKED, "L5R-065")
    assert str(found.message).startswith("Whether 34 cards, “Heron Castle” first, are legal yet is not checked")
    odd = [card(name, "crane", "dynasty", "character", pack_cards=[]) for name in ("One", "Another")]
    pool = pool_of([*CARDS, *odd], PACK_RECORDS)
    for names, told in ((["1x One"], "Whether “One” is"), (["1x One", "1x Another"], "Whether 2 cards, “One” first")):
        text = deck(dynasty=swap(DYNASTY, "1x Wandering Herald", *names))
        (found,) = findings(text, pool)
        assert str(found.message).startswith(told) and text.splitlines()[(found.line or 0) - 1] == "1x One"


def test_a_restricted_list_is_the_organisers() -> None:
    """L-35: one title of it at most; by default it is empty."""
    both = ["Old Ambush", "Heron Ambush"]
    assert errors(deck(), restricted_cards=both[:1]) == []
    assert errors(deck(), restricted_cards=both) == [
        ("L-35", "“Heron Ambush”, “Old Ambush” are on this event’s restricted list; a deck may have one of them.")
    ]


# Without card data


def test_german_findings_have_no_english_words() -> None:
    """Headings, quotes and days are in the reader's language; a clan keeps its name."""
    misplaced = swap(CONFLICT, "2x Old Jest", "2x Heron Gardener")
    foreign = swap(DYNASTY, "1x Wandering Herald", "1x Wall Watchman")
    with speaking(language("de")):
        said = [text for _, text in errors(deck(conflict=misplaced, dynasty=foreign))]
        assert "„Heron Gardener“ gehört unter „Dynastie“ und steht unter „Konflikt“." in said
        assert "„Wall Watchman“ gehört zu Crab; die Dynastiekarten dieses Decks sind Crane oder neutral." in said
        ((_, both),) = errors(deck(), restricted_cards=["Old Ambush", "Heron Ambush"])
        assert both.startswith("„Heron Ambush“, „Old Ambush“ stehen")
        ((_, early),) = flood(date(2018, 11, 9), tier="premier")
        assert early.endswith("ab 19. November 2018 erlaubt; dieses Turnier ist am 9. November 2018.")
