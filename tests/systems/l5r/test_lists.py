"""Deck lists in an event: what is declared, when a deck is fixed, sleeves by tier, proxies."""

from __future__ import annotations

import json

import pytest

from muster.app.lists import actions as lists
from muster.app.lists import proxies, views
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of, take_in
from muster.app.lists.shapes import ListView
from muster.app.people import roster
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.record.facts.lists import ListMark, ProxyMade
from muster.core.rules.lists.proxies import slip
from muster.core.rules.rounds import advice
from tests.app.hall import STAFF, Hall
from tests.systems.l5r.desk import settings
from tests.systems.l5r.shelf import CARDS, CONFLICT, LISTS, PACK_RECORDS, deck, swap


def hall(**options: str) -> Hall:
    return Hall("l5r", ["Ann", "Ben", "Cem", "Dee"], **options)


def hand_in(at: Hall, name: str, text: str, *, by: str = "", reason: str = "") -> ListView:
    actor = roster.as_player(at.desk, at.id, by) if by else STAFF
    lists.hand_in(at.desk, at.id, Brought(name, text), actor, reason)
    return views.list_view(at.opened, at.event.find(name), 1, lists.now(at.desk), data_of(at.desk, at.system))


def test_a_deck_is_fixed_from_round_1_on() -> None:
    """L5R-042: an edit after the start is refused; a leader completes a list with a reason (L5R-046)."""
    at = hall()
    hand_in(at, "Ann", deck(), by="Ann")
    at.pair()
    at.publish()
    changed = deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Old Hush"))
    with pytest.raises(Refusal, match="is locked") as refused:
        hand_in(at, "Ann", changed, by="Ann")
    assert refused.value.clause == "L5R-042"
    view = hand_in(at, "Ann", changed, reason="completed from the cards in use")
    assert view.versions == 2 and "2x Old Hush" in view.text
    versions = views.history_view(at.opened, at.event.find("Ann"), 1)
    assert versions[-1].reason == "completed from the cards in use"


@pytest.mark.parametrize("required", ["yes", "no"])
def test_a_missing_list_is_told_where_lists_are_required(required: str) -> None:
    """L5R-030 L5R-043: the organiser is warned before the start, and may still begin."""
    at = hall(lists_required=required)
    hand_in(at, "Ann", deck())
    told = [reason.clause for reason in advice(at.event, at.system)]
    assert ("L5R-043" in told) == (required == "yes")
    notes = list(map(str, LISTS.notes(at.system.settings(at.event))))
    assert ("Bring a finished list, or come early to write one." in notes) == (required == "yes")
    assert any("full card names" in str(note) for note in LISTS.notes(settings()))


def test_nobody_looks_into_a_deck_during_a_round() -> None:
    """X-17 L5R-042: not the opponent, and while a game is on not even its own player."""
    at = hall()
    hand_in(at, "Ann", deck())
    own = roster.as_player(at.desk, at.id, "Ann")
    assert views.shown_to(at.opened, at.event.find("Ann"), own, lists.now(at.desk))
    at.pair()
    at.publish()
    for name in ("Ann", "Ben"):
        with pytest.raises(Refusal):
            views.shown_to(at.opened, at.event.find("Ann"), roster.as_player(at.desk, at.id, name), lists.now(at.desk))


def test_imported_cards_are_what_a_deck_is_checked_against() -> None:
    """L5R-044 X-19: before the import names are not checked; afterwards a made-up card is refused."""
    at = hall()
    before = hand_in(at, "Ann", deck())
    assert (before.state, before.errors) == ("unproven", 0)
    take_in(at.desk, "cards.json", json.dumps(CARDS).encode())
    take_in(at.desk, "packs.json", json.dumps({"records": PACK_RECORDS}).encode())
    after = hand_in(at, "Ben", deck(conflict=swap(CONFLICT, "2x Old Jest", "2x Old Jesst")))
    assert [f.text for f in after.findings if f.level == "error"] == [
        "No card is called “Old Jesst”; did you mean “Old Jest”?"
    ]


@pytest.mark.parametrize(("tier", "opaque"), [("relaxed", False), ("formal", True), ("premier", True)])
def test_sleeves_by_tier(tier: str, opaque: bool) -> None:
    """L5R-048 L5R-049 L5R-050 L5R-052 L5R-138: opaque ones in Formal and Premier; Relaxed wants alike backs."""
    points = dict(LISTS.checklist(settings(tier=tier)))
    assert ("L5R-048" in points, "L5R-052" in points) == (opaque, not opaque)
    assert {"L5R-049", "L5R-050"} <= set(points)
    assert str(points["L5R-050"]).startswith("Advice")


def test_spare_sleeves_and_leaders_are_recommended() -> None:
    """L5R-045 L5R-051."""
    told = list(map(str, LISTS.notes(settings())))
    assert "Bring spare sleeves of each kind." in told
    assert "Not sure how to write a card? Ask the staff." in told


def test_a_judge_ticks_off_what_a_text_cannot_show() -> None:
    """L5R-046 L5R-049 L5R-062: a point that is on no checklist is refused."""
    at = hall(tier="formal")
    hand_in(at, "Ann", deck())
    lists.mark(at.desk, at.id, "Ann", 1, ListMark.IN_ORDER, STAFF, ticked=("L5R-048", "L5R-049", "L5R-062"))
    assert at.event.lists.of(at.event.find("Ann").id, 1)[-1].ticked == ("L5R-048", "L5R-049", "L5R-062")
    with pytest.raises(UnknownName):
        lists.mark(at.desk, at.id, "Ann", 1, ListMark.IN_ORDER, STAFF, ticked=("L5R-052",))


# Proxies


def test_a_leader_makes_a_proxy_for_a_damaged_card() -> None:
    """L5R-057 L5R-058 L5R-059: what it states, for the rest of the event; and it can be taken back."""
    at = hall()
    hand_in(at, "Ann", deck())
    at.pair()
    at.publish()
    proxies.make_proxy(at.desk, at.id, "Ann", "old jest", "its cost", "Dan", STAFF)
    (made,) = at.event.lists.proxies
    assert made == ProxyMade(at.event.find("Ann").id, "Old Jest", "Dan", "2026-11-15", "its cost")
    assert tuple(map(str, slip(made))) == (
        "PROXY: Old Jest",
        "Not readable on the card: its cost",
        "Made by Dan, 2026-11-15",
        "The original lies face down close by.",
    )
    at.undo()
    assert at.event.lists.proxies == []


def test_a_proxy_is_for_a_card_of_the_deck_only() -> None:
    """L5R-063: nobody plays with stand-ins for cards they do not have."""
    at = hall()
    hand_in(at, "Ann", deck())
    with pytest.raises(UnknownName, match="did you mean “Old Jest”"):
        proxies.make_proxy(at.desk, at.id, "Ann", "Old Jet", "", "Dan", STAFF)
    proxies.make_proxy(at.desk, at.id, "Ben", "Any Card", "", "Dan", STAFF)
    assert [made.card for made in at.event.lists.proxies] == ["Any Card"]


def test_a_proxy_bears_the_leaders_name() -> None:
    """L5R-058."""
    at = hall()
    for card, leader in (("Old Jest", " "), ("", "Dan")):
        with pytest.raises(BadInput):
            proxies.make_proxy(at.desk, at.id, "Ann", card, "", leader, STAFF)


def test_other_books_know_no_proxies() -> None:
    """L5R-063."""
    other = Hall("warmachine", ["Ann", "Ben"])
    with pytest.raises(Refusal, match="book does not allow proxies"):
        proxies.make_proxy(other.desk, other.id, "Ann", "Griffon", "", "Dan", STAFF)


def test_official_components_are_looked_at() -> None:
    """L5R-059 L5R-062 L5R-063."""
    points = dict(LISTS.checklist(settings()))
    assert {"L5R-058", "L5R-059", "L5R-062", "L5R-063"} <= set(points)
