"""What may happen to accounts: names, passwords, limits, whose an event is."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.record.accounts.facts import (
    AccountErased,
    AccountMade,
    EventGiven,
    OrganiserInvited,
    OrganiserMade,
    QuotaSet,
)
from muster.core.record.accounts.journal import Accounts, OrganiserAccount, Quota
from muster.core.rules.accounts import accounts as rules

ANN = OrganiserAccount(1, "ann", "Ann Berg", quota=Quota(events=2, players=8))
BOB = OrganiserAccount(2, "bob", "Bob", disabled=True)
CUP = ("cup", "first hash")


def known(**more: object) -> Accounts:
    return Accounts({1: ANN, 2: BOB}, **more)  # type: ignore[arg-type]  # fields of Accounts


def test_a_sign_in_name_is_taken_once_and_has_plain_letters() -> None:
    assert rules.make(known(), " Cem.O ", "Cem") == [AccountMade(3, "cem.o", "Cem")]
    for login in ("", "c", "cem o", "-cem", "c" * 65):
        with pytest.raises(BadInput, match="cannot be a sign-in name"):
            rules.make(known(), login, "Cem")
    with pytest.raises(Refusal, match="There is already an account “ann”"):
        rules.make(known(), "ANN", "Another")


def test_who_is_found_exactly_is_there_and_enabled() -> None:
    assert rules.find_exactly(known(), "Ann") == ANN
    for login in ("bob", "an", "nobody"):
        with pytest.raises(Refusal, match=f"There is no account “{login}”"):
            rules.find_exactly(known(), login)


def test_a_password_has_ten_to_two_hundred_characters_and_is_not_everybodys() -> None:
    for password in ("x" * 10, "x" * 200):
        rules.must_be_password(password, "ann", common=False)
    for password in ("x" * 9, "x" * 201):
        with pytest.raises(BadInput, match=f"A password has 10 to 200 characters. This one has {len(password)}"):
            rules.must_be_password(password, "ann", common=False)
    for password, common in (("x" * 10, True), ("ann.example", False)):
        with pytest.raises(BadInput, match="too easy to guess"):
            rules.must_be_password(password, "ann.example", common)


def test_limits() -> None:
    assert rules.set_quota(ANN, 0, 1_000_000) == [QuotaSet(1, 0, 1_000_000)]
    for number in (-1, 1_000_001):
        with pytest.raises(BadInput, match="A limit is a number from 0 to 1000000"):
            rules.set_quota(ANN, number, None)
    rules.must_have_room(ANN, 1)
    with pytest.raises(Refusal, match="2 are not finished, and the limit is 2"):
        rules.must_have_room(ANN, 2)
    rules.must_hold_players(ANN, 8)
    with pytest.raises(Refusal, match="more players than the limit"):
        rules.must_hold_players(ANN, 9)


def test_space_is_full_when_it_is_exceeded_not_when_it_is_reached() -> None:
    """A new event fits up to the limit; those that are there may grow to twice as much."""
    limit = ANN.quota.megabytes * 1_000_000
    rules.must_have_space(ANN, limit)
    with pytest.raises(Refusal, match="would take up 201 MB, and the limit is 200 MB"):
        rules.must_have_space(ANN, limit + 1)
    rules.must_go_on(ANN, 2 * limit)
    with pytest.raises(Refusal, match="Nothing more can be saved in this event"):
        rules.must_go_on(ANN, 2 * limit + 1)


def test_who_is_invited_or_erased_again_stays_as_they_are() -> None:
    assert rules.name_second(known(), " Eve ") == [OrganiserInvited(3, "Eve")]
    assert rules.name_second(known(seconds={3: "Eve"}), "EVE") == []
    assert rules.erase(known(), 2) == [AccountErased(2)]
    assert rules.erase(known(erased={2}), 2) == []


def test_whom_an_erasure_means() -> None:
    """A sign-in name comes before the name of a second organiser; a number is of one who has no sign-in name."""
    there = known(seconds={3: "Ann", 4: "Eve"}, erased={5})
    assert [rules.erasable(there, login) for login in ("ANN", "eve", "#4", "#5")] == [1, 4, 4, 5]
    for login in ("#1", "#9", "4", "nobody"):
        with pytest.raises(UnknownName, match=f"No account is called “{login}”"):
            rules.erasable(there, login)


def test_an_event_is_given_and_shared_with_those_who_can_sign_in() -> None:
    assert rules.give(known(), CUP, ANN) == [EventGiven(*CUP, 1)]
    assert rules.give(known(owners={CUP: 1}), CUP, ANN) == []
    for give in (rules.give, rules.share):
        with pytest.raises(Refusal, match="The account “bob” is disabled"):
            give(known(), CUP, BOB)
    assert rules.share(known(), CUP, ANN) == [OrganiserMade(*CUP, 1, True)]
    assert rules.share(known(organisers={CUP: (1,)}), CUP, ANN) == []
    assert rules.unshare(known(organisers={CUP: (1,)}), CUP, "ann") == [OrganiserMade(*CUP, 1, False)]
    assert rules.unshare(known(organisers={CUP: (1,)}), CUP, "bob") == []
    assert rules.unshare(known(), CUP, "nobody") == []
