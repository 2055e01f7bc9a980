"""Whose phone is whose: what a pick, a link and the organiser's nod bring, and how long a request waits."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.event import Event
from muster.core.record.facts.claims import ClaimedBy, NameAsked, NameClaimed, NameDenied, NameRefused, NameReleased
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.fold.play import advance
from muster.core.rules import claims
from muster.core.rules.claims import NeedsProof
from tests.app.hall import STAFF, Hall

A, B = PlayerId(1), PlayerId(2)
PICKED, LINK, NOD = ClaimedBy.PICKED, ClaimedBy.LINK, ClaimedBy.NOD
MINE, THEIRS, ELSEWHERE = "here.mine", "here.theirs", "there.mine"
NOW, LATER = "2026-11-15T10:00", "2026-11-15T10:10"


def event(*told: Fact, links_only: bool = False) -> tuple[Event, Hall]:
    hall = Hall("bushido", 2, private_links_only="yes" if links_only else "no")
    return advance(hall.event, [Entry(99, NOW, STAFF, "", fact) for fact in told]), hall


def claim(how: ClaimedBy, *told: Fact, links_only: bool = False) -> list[Fact]:
    """What happens when my phone claims A's name."""
    before, hall = event(*told, links_only=links_only)
    return claims.claim(before, hall.system, A, MINE, how)


def test_a_free_name_can_be_picked() -> None:
    assert claim(PICKED) == [NameClaimed(A, MINE, PICKED)]
    assert claim(PICKED, NameClaimed(B, THEIRS, PICKED)) == [NameClaimed(A, MINE, PICKED)]


def test_a_name_on_another_phone_needs_proof() -> None:
    taken = NameClaimed(A, THEIRS, LINK)
    with pytest.raises(NeedsProof, match="is already on another phone"):
        claim(PICKED, taken)
    assert claim(LINK, taken) == [NameClaimed(A, MINE, LINK, instead=THEIRS)]


def test_a_phone_of_another_server_no_longer_has_the_name() -> None:
    assert claim(PICKED, NameClaimed(A, ELSEWHERE, LINK)) == [NameClaimed(A, MINE, PICKED)]


def test_the_own_name_is_claimed_again_only_for_better_proof() -> None:
    picked, linked = NameClaimed(A, MINE, PICKED), NameClaimed(A, MINE, LINK)
    assert claim(PICKED, picked) == claim(PICKED, linked) == claim(NOD, linked) == []
    assert claim(LINK, picked) == [linked]


def test_with_private_links_only_nobody_picks() -> None:
    """Who came by the link may pick their own name again."""
    with pytest.raises(NeedsProof, match="uses private links"):
        claim(PICKED, links_only=True)
    with pytest.raises(NeedsProof, match="uses private links"):
        claim(PICKED, NameClaimed(A, MINE, PICKED), links_only=True)
    assert claim(LINK, links_only=True) == [NameClaimed(A, MINE, LINK)]
    assert claim(PICKED, NameClaimed(A, MINE, LINK), links_only=True) == []


def test_one_phone_has_one_name() -> None:
    told = [NameClaimed(B, MINE, PICKED)]
    assert claim(PICKED, *told) == [NameReleased(B), NameClaimed(A, MINE, PICKED)]
    assert claim(LINK, NameClaimed(A, MINE, PICKED)) == [NameClaimed(A, MINE, LINK)]


def test_who_has_and_who_had_a_name() -> None:
    before, _ = event(NameClaimed(B, "here.third", PICKED), NameClaimed(A, MINE, LINK, instead=THEIRS))
    assert (claims.held_by(before, MINE), claims.held_by(before, THEIRS)) == (A, None)
    assert (claims.lost_by(before, THEIRS), claims.lost_by(before, "here.new")) == (A, None)
    taken, _ = event(NameClaimed(A, MINE, LINK, instead=THEIRS), NameClaimed(B, THEIRS, PICKED))
    assert claims.lost_by(taken, THEIRS) is None, "it has another name now"
    assert claims.leave(before, MINE) == [NameReleased(A)]
    assert claims.leave(before, THEIRS) == []


def test_the_organiser_takes_a_name_off_its_phone() -> None:
    free, _ = event()
    with pytest.raises(Refusal, match="is not on a phone"):
        claims.release(free, A)
    assert claims.release(event(NameClaimed(A, MINE, PICKED))[0], A) == [NameReleased(A)]


def test_three_phones_may_ask_for_a_name_at_once() -> None:
    """Expired requests, and those for another name, do not count; asking twice counts once."""
    told = [NameAsked(A, f"here.{n}", LATER) for n in range(2)]
    others = [NameAsked(A, "here.old", NOW), NameAsked(B, "here.other", LATER)]
    two, _ = event(*told, *others)
    assert [one.device for one in claims.open_requests(two, NOW)] == ["here.0", "here.1", "here.other"]
    assert claims.ask(two, A, MINE, NOW, LATER) == [NameAsked(A, MINE, LATER)]
    assert claims.ask(two, A, "here.0", NOW, LATER) == []
    three, _ = event(*told, *others, NameAsked(A, "here.2", LATER))
    with pytest.raises(Refusal, match="Other phones are already asking"):
        claims.ask(three, A, MINE, NOW, LATER)


@pytest.mark.parametrize("told", [[], [NameAsked(A, MINE, NOW)]], ids=["nobody asked", "its time is over"])
def test_what_does_not_wait_cannot_be_answered(told: list[Fact]) -> None:
    before, hall = event(*told)
    for answer in (claims.deny, claims.refuse):
        with pytest.raises(Refusal, match="has been answered or has expired"):
            answer(before, A, MINE, NOW)
    with pytest.raises(Refusal, match="has been answered or has expired"):
        claims.nod(before, hall.system, A, MINE, NOW)


def test_a_request_is_denied_once_and_answered_by_the_organiser() -> None:
    before, hall = event(NameAsked(A, MINE, LATER))
    assert claims.deny(before, A, MINE, NOW) == [NameDenied(A, MINE)]
    assert claims.deny(event(NameAsked(A, MINE, LATER), NameDenied(A, MINE))[0], A, MINE, NOW) == []
    assert claims.refuse(before, A, MINE, NOW) == [NameRefused(A, MINE)]
    assert claims.nod(before, hall.system, A, MINE, NOW) == [NameClaimed(A, MINE, NOD)]
