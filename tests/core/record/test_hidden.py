"""What is shown of a journal once a name in it is forgotten: whose name goes, where, and what stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.lists import ListHandedIn
from muster.core.record.facts.play import EnrolmentsRemoved, Entry, Fact, PlayerAmended, PlayerDropped, PlayerEnrolled
from muster.core.record.facts.staff import Announced, StaffJoined
from muster.core.record.hidden import DROPPED, hidden

ANN, BOB, NEXT = (PlayerId(number) for number in (1, 2, 3))
DESK = Actor()


def journal(*facts: Fact | tuple[Fact, Actor]) -> list[Entry]:
    """Ann and Bob are enrolled, then these."""
    everything = (PlayerEnrolled(ANN, "Ann", 1), PlayerEnrolled(BOB, "Bob", 2), *facts)
    told = [one if isinstance(one, tuple) else (one, DESK) for one in everything]
    return [Entry(seq, "2026", actor, "", fact) for seq, (fact, actor) in enumerate(told, start=1)]


def shown(*facts: Fact | tuple[Fact, Actor]) -> list[Any]:
    """The facts after the two enrolments, as they are shown."""
    return [entry.fact for entry in hidden(journal(*facts))[2:]]


def actors(*facts: Fact | tuple[Fact, Actor]) -> list[str]:
    return [entry.actor.name for entry in hidden(journal(*facts))[2:]]


def test_where_nobody_is_forgotten_the_entries_are_the_same() -> None:
    entries = journal(Announced("Ann, please"))
    assert hidden(entries) is entries


def test_only_the_one_who_is_forgotten_loses_their_name() -> None:
    named = [entry.fact for entry in hidden(journal(NameForgotten(ANN)))[:2]]
    assert named == [PlayerEnrolled(ANN, "Player 1", 1), PlayerEnrolled(BOB, "Bob", 2)]
    assert shown(Announced("Ann meets Bob"), NameForgotten(ANN))[0].text == "Player 1 meets Bob"


def test_every_name_that_somebody_had_goes_and_no_change_of_name_is_made_up() -> None:
    facts = shown(
        PlayerAmended(ANN, values={"club": "x"}),
        PlayerAmended(ANN, "Anna"),
        Announced("ANN? Anna!"),
        NameForgotten(ANN),
    )
    assert [facts[0].name, facts[1].name, facts[2].text] == [None, "Player 1", "Player 1? Player 1!"]


def test_longer_names_and_words_that_contain_a_name_stay() -> None:
    facts = shown(PlayerEnrolled(NEXT, "Ann Berg", 3), Announced("Ann Berg, Ann, Annabel, Hann"), NameForgotten(ANN))
    assert facts[1].text == "Ann Berg, Player 1, Annabel, Hann"


def test_a_name_with_signs_in_it_is_only_that_name() -> None:
    facts = shown(PlayerEnrolled(NEXT, "A.n", 3), Announced("A.n and Ann"), NameForgotten(NEXT))
    assert facts[1].text == "Player 3 and Ann"


def test_what_is_said_afterwards_stays_as_it_is() -> None:
    """Ann is forgotten before Bob is; what the desk says about another Ann is not about her."""
    facts = shown(NameForgotten(ANN), Announced("Ann, Bob"), NameForgotten(BOB), Announced("Bob"))
    assert [facts[1].text, facts[3].text] == ["Ann, Player 2", "Bob"]


def test_another_one_with_the_same_name_does_not_bring_it_back() -> None:
    """Neither in earlier texts nor for the other player; and each can be forgotten."""
    again = (Announced("Ann left"), NameForgotten(ANN), PlayerEnrolled(NEXT, "Ann", 3), Announced("Ann came"))
    facts = shown(*again)
    assert (facts[0].text, facts[2].name, facts[3].text) == ("Player 1 left", "Ann", "Ann came")
    facts = shown(*again, NameForgotten(NEXT))
    assert (facts[0].text, facts[2].name, facts[3].text) == ("Player 1 left", "Player 3", "Player 3 came")


def test_who_took_over_a_name_keeps_it() -> None:
    """Ann calls herself Anna from now on, and somebody else is Ann: what that one does is not player 1's."""
    taken = (PlayerAmended(ANN, "Anna"), PlayerEnrolled(NEXT, "Ann", 3))
    acting = (Announced("now"), Actor("Ann", Role.PLAYER, NEXT)), StaffJoined(1, "Ann", Role.JUDGE, "k", NEXT)
    assert actors(*taken, *acting, NameForgotten(ANN))[2] == "Ann"
    assert shown(*taken, *acting, NameForgotten(ANN))[3].name == "Ann"


def test_who_acted_under_the_name_is_a_number_also_as_staff_and_in_forgetting_themself() -> None:
    """By the number of the player, or by the name where there is none; Bob stays Bob."""
    assert actors(
        (PlayerDropped(ANN, 1), Actor("Annie", Role.PLAYER, ANN)),
        (Announced("now"), Actor("ann", Role.JUDGE)),
        (Announced("now"), Actor("Bob", Role.PLAYER, BOB)),
        (Announced("now"), DESK),
        (NameForgotten(ANN), Actor("Ann", Role.ORGANISER)),
        (Announced("later"), Actor("Ann", Role.JUDGE)),
    ) == ["Player 1", "Player 1", "Bob", "organiser", "Player 1", "Ann"]


def test_staff_who_play_lose_their_name_too() -> None:
    joined = (
        StaffJoined(1, "ann", Role.JUDGE, "k"),
        StaffJoined(2, "Judge Ann", Role.JUDGE, "k", ANN),
        StaffJoined(3, "Bob", Role.JUDGE, "k", BOB),
        StaffJoined(4, "Zoe", Role.JUDGE, "k"),
    )
    assert [fact.name for fact in shown(*joined, NameForgotten(ANN))[:4]] == ["Player 1", "Player 1", "Bob", "Zoe"]


def test_an_announcement_may_grow_and_a_reason_may_not() -> None:
    """A number may be longer than the name; a reason longer than allowed would not verify."""
    long = "x " * 1000
    facts = shown(Announced(f"{long}Ann"), PlayerDropped(BOB, 1, f"{long}Ann"), NameForgotten(ANN))
    assert facts[0].text == f"{long}Player 1"
    assert facts[1].reason == f"{long}Player 1"[: len(long) + 2] + "…"


def test_a_player_and_a_judge_of_one_name_have_each_their_own_number() -> None:
    """A judge who plays has the player's."""
    joined = (
        StaffJoined(1, "Ann", Role.JUDGE, "other"),
        StaffJoined(2, "Ann", Role.JUDGE, "same", ANN),
        NameForgotten(ANN),
        NameForgotten(PlayerId(0), staff="other"),
        NameForgotten(PlayerId(0), staff="same"),
    )
    assert [fact.name for fact in shown(*joined)[:2]] == ["Judge 1", "Player 1"]


def test_an_enrolment_without_effect_loses_only_a_forgotten_name() -> None:
    facts = (PlayerEnrolled(NEXT, "Cem", 3), EnrolmentsRemoved((NEXT,)), NameForgotten(ANN))
    assert shown(*facts)[0].name == "Cem"
    facts = (PlayerEnrolled(NEXT, "ann", 3), EnrolmentsRemoved((NEXT,)), NameForgotten(ANN))
    assert shown(*facts)[0].name == "Player 3"


def test_what_was_secret_of_somebody_forgotten_is_dropped() -> None:
    """What this copy never had stays as it was. The seal in its place is as long as a hash."""
    assert DROPPED == "0" * 64
    given = (
        ListHandedIn(ANN, 1, "band", {"leader": "Ito"}, reason="Ann was ill"),
        ListHandedIn(ANN, 1, seal="abc"),
        ListHandedIn(BOB, 1, "band"),
    )
    assert shown(*given, NameForgotten(ANN))[:3] == [
        ListHandedIn(ANN, 1, reason="Player 1 was ill", seal=DROPPED),
        ListHandedIn(ANN, 1, seal="abc"),
        ListHandedIn(BOB, 1, "band"),
    ]


def test_a_judge_who_is_forgotten_has_a_number_wherever_the_name_was() -> None:
    """The other one who joined under that number, after the first joining was undone, keeps theirs."""
    ida, hale = StaffJoined(1, "Ida", Role.JUDGE, "key-i"), StaffJoined(1, "Hale", Role.JUDGE, "key-h")
    told = Announced("Ask Ida or Hale")
    facts = (ida, hale, (told, Actor("Ida", Role.JUDGE)), NameForgotten(PlayerId(0), staff="key-i"))
    assert shown(*facts)[:3] == [replace(ida, name="Judge 1"), hale, Announced("Ask Judge 1 or Hale")]
    assert actors(*facts)[2] == "Judge 1"
    assert [entry.fact for entry in hidden(journal(*facts))[:2]] == [entry.fact for entry in journal()]
