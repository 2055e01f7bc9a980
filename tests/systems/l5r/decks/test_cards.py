"""Cards by their name, by a part of it or by their id; the roles of a clan on a day."""

from __future__ import annotations

from datetime import date

from muster.systems.l5r.decks.cards import CardPool, ClanRoles, DeckCard, Product


def card(name: str, id_: str = "") -> DeckCard:
    return DeckCard(id_ or name.casefold(), name, "neutral", "conflict", "event")


POOL = CardPool(
    [card("Old Jest", "01-abc"), card("Old Rug", "b7"), card("Very Old", "c"), card("Abcdefghijklmnopqrst")],
    [Product("core", "Core Set", None, {})],
)


def names(text: str) -> tuple[list[str], bool]:
    found = POOL.find(text)
    return [one.name for one in found.cards], found.short


def test_a_card_is_found_by_its_name_its_id_or_a_part() -> None:
    assert names("OLD  jest") == names(" 01-ABC ") == names("abc") == (["Old Jest"], False)
    assert names("old") == (["Old Jest", "Old Rug"], True), "those that begin with it come before those that have it"
    assert names("rug") == (["Old Rug"], True)
    assert names("ol") == ([], False), "two letters say nothing"
    assert names("ug") == ([], False) and names("est") == ([], True), "a part is a whole word"
    assert POOL.role_rules == {}


def test_a_product_is_found_by_its_name_or_its_id() -> None:
    assert (POOL.product_named("core set"), POOL.product_named("CORE"), POOL.product_named("x")) == (
        "core",
        "core",
        None,
    )


def test_the_nearest_name_is_about_as_long() -> None:
    """Four of twenty letters may be missing, not five."""
    whole = "abcdefghijklmnopqrst"
    assert [POOL.nearest(whole[:length]) for length in (16, 15)] == ["Abcdefghijklmnopqrst", ""]
    assert [POOL.nearest(whole + "x" * more) for more in (4, 5)] == ["Abcdefghijklmnopqrst", ""]
    assert POOL.nearest("Old Jist") == POOL.nearest("Old Jist") == "Old Jest"


def test_the_roles_of_a_clan() -> None:
    """L5R-041: the newest on that day; those without a day are the oldest."""
    since = date(2018, 11, 1)
    pool = CardPool([], clan_roles=[ClanRoles("crab", ("new",), since), ClanRoles("crab", ("old",))])
    assert [pool.roles_of("crab", day) for day in (date(2018, 10, 31), since, None)] == [("old",), ("new",), ("new",)]
    assert pool.roles_of("crane", since) is None


def test_where_a_card_belongs() -> None:
    """L5R-031: by its type where that is a part of its own, by its side otherwise."""
    made = {
        type_: DeckCard("a", "A", "neutral", "side", type_, traits=("keeper",))
        for type_ in ("role", "province", "event")
    }
    assert {type_: one.place for type_, one in made.items()} == {
        "role": "role",
        "province": "province",
        "event": "side",
    }
    assert [one.fixed_role for one in made.values()] == [True, False, False], "L5R-040: roles alone"
