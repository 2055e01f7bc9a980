"""The life of a list by its rules alone: what is a list, when it is locked, what a judge may mark, who may see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.book.lists import Phase, Sight
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import PlayerId, Raw
from muster.core.record.facts.lists import (
    ListConsent,
    ListHandedIn,
    ListMark,
    ListMarked,
    ListsLocked,
    ListsUnlocked,
    ListWithdrawn,
)
from muster.core.record.facts.play import EventFinished, Fact, PlayerAmended
from muster.core.rules.lists import life
from tests.core.rules.lists.club import DUE, NOW, A, B, C, Club, bare
from tests.core.rules.test_stages import after_swiss


def hand_in(club: Club, text: str = "Kenko", slot: int = 1, reason: str = "", /, **fields: Raw) -> list[Fact]:
    return life.hand_in(club.now, club.game, club.one(), slot, text, fields, NOW, staff=bool(reason), reason=reason)


def locked(club: Club) -> bool:
    return life.is_locked(club.now, club.game, A, NOW)


# What is a list


def test_a_text_has_100000_characters_at_most_and_is_text() -> None:
    assert hand_in(Club(), "x" * 100_000) == [ListHandedIn(A, 1, "x" * 100_000)]
    with pytest.raises(BadInput, match="has 100001 characters"):
        hand_in(Club(), "x" * 100_001)
    for wrong in ("\ud800", "\udfff"):
        with pytest.raises(BadInput, match="are not text"):
            hand_in(Club(), f"Kenko {wrong}")
    assert hand_in(Club(), "\ud7ff\ue000")


def test_a_list_is_a_text_or_its_fields() -> None:
    """A field that is left empty says nothing."""
    assert hand_in(Club(), "", club="North")[-1] == ListHandedIn(A, 1, "", {"club": "North"})
    assert hand_in(Club(), "Kenko", club="") == [ListHandedIn(A, 1, "Kenko")]
    for text in ("", " \n"):
        with pytest.raises(BadInput, match="This list is empty"):
            hand_in(Club(), text, club="")


def test_a_list_tells_what_is_new_of_its_player() -> None:
    """What it does not say stays, and what is already known is not repeated."""
    assert hand_in(Club(), club="North")[0] == PlayerAmended(A, None, {"club": "North"})
    club = Club()
    club.tell(PlayerAmended(A, values={"club": "North"}))
    assert hand_in(club, club="North") == [ListHandedIn(A, 1, "Kenko", {"club": "North"})]
    assert hand_in(club) == [ListHandedIn(A, 1, "Kenko")]


# Who has handed in nothing


def test_only_required_lists_are_missing() -> None:
    club = Club(lists_required="yes")
    assert [slot.number for slot in life.missing(club.now, club.game)[A]] == [1]
    club.tell(ListHandedIn(A, 1, "Kenko"))
    assert list(life.missing(club.now, club.game)) == [B, C]
    assert life.missing(bare().event, bare().system) == {}
    assert life.missing_notice(bare().event, bare().system) == ()


@pytest.mark.parametrize(("players", "code"), [(8, "lists_missing"), (9, "lists_missing_many")])
def test_eight_are_named_and_more_are_counted(players: int, code: str) -> None:
    club = Club(lists_required="yes")
    club.enrol(*(f"Player {n}" for n in range(players - 3)))
    (told,) = life.missing_notice(club.now, club.game)
    assert (told.code, len(told.data["players"]), told.data.get("more", 0)) == (code, 8, players - 8)


# Locks


def test_the_deadline_is_over_after_it() -> None:
    club = Club(lists_due=DUE)
    assert not life.is_over(club.now, club.game, NOW)
    assert life.is_over(club.now, club.game, NOW.replace(second=1))


def test_round_1_locks_what_was_unlocked_only_where_the_book_fixes_lists() -> None:
    """What was unlocked after the deadline stays so where it does not."""
    for fixes in (True, False):
        club = Club(rules={"locks": fixes}, lists_due="2026-11-15 11:00+00:00")
        club.tell(ListsUnlocked(over=True))
        assert not locked(club)
        told = club.told.copy()
        club.told.clear()
        club.begin()
        club.tell(*told)
        now = club.now
        now.lists.locked = replace(now.lists.locked, started=False) if now.lists.locked else None
        assert life.is_locked(now, club.game, A, NOW) is fixes


def test_a_locked_list_is_changed_by_staff_with_a_reason() -> None:
    """Only the book's own lock cites its rule."""
    for fixes, clause in ((True, "L-1"), (False, "")):
        club = Club(rules={"locks": fixes})
        club.begin()
        club.tell(ListHandedIn(A, 1, "Kenko"), ListsLocked())
        with pytest.raises(Refusal, match="is locked") as refused:
            hand_in(club, "Taka")
        assert refused.value.clause == clause
        assert hand_in(club, "Taka", 1, "misprint") == [ListHandedIn(A, 1, "Taka", late=True, reason="misprint")]


def test_a_reason_to_unlock_is_needed_where_the_book_fixes_lists() -> None:
    for fixes in (True, False):
        club = Club(rules={"locks": fixes})
        assert life.unlock(club.now, club.game, [], NOW) == [ListsUnlocked(over=False)]
        club.begin()
        if fixes:
            with pytest.raises(Refusal, match="fixed from round 1 on"):
                life.unlock(club.now, club.game, [], NOW)
        else:
            assert life.unlock(club.now, club.game, [], NOW) == [ListsUnlocked(over=False)]


def test_who_withdraws_a_list() -> None:
    club = Club()
    club.tell(ListHandedIn(A, 1, "Kenko"))

    def withdraw(*, staff: bool, reason: str = "") -> list[Fact]:
        return life.withdraw(club.now, club.game, club.one(), 1, NOW, staff=staff, reason=reason)

    assert withdraw(staff=False) == [ListWithdrawn(A, 1)]
    with pytest.raises(Refusal, match="Enter why"):
        withdraw(staff=True)
    club.tell(ListsLocked())
    with pytest.raises(Refusal, match="is locked"):
        withdraw(staff=False)
    assert withdraw(staff=True, reason="wrong event") == [ListWithdrawn(A, 1, "wrong event")]


def test_a_game_without_lists_locks_none_and_asks_for_no_consent() -> None:
    hall = bare()
    with pytest.raises(Refusal, match="do not hand in lists"):
        life.lock(hall.event, hall.system, [])
    with pytest.raises(Refusal, match="do not hand in lists"):
        life.consent(hall.event, hall.system, hall.event.find("Ann"), True)


# A judge's mark


def mark(club: Club, slot: int = 1, checked: tuple[int, ...] = ()) -> list[Fact]:
    return life.mark(club.now, club.game, club.one(), slot, ListMark.IN_ORDER, "", (), checked)


def test_what_was_checked_is_on_the_list() -> None:
    club = Club()
    club.tell(ListHandedIn(A, 1, "Kenko\nTaka"))
    assert mark(club, checked=(2, 1, 2)) == [ListMarked(A, 1, ListMark.IN_ORDER, checked=(1, 2))]
    for number in (0, 3):
        with pytest.raises(BadInput, match=f"There is no number {number} on this list"):
            mark(club, checked=(number,))


def test_only_a_list_that_is_there_is_marked() -> None:
    club = Club()
    with pytest.raises(BadInput, match="There is no list 3"):
        mark(club, slot=3)
    with pytest.raises(Refusal, match="has not handed in a list"):
        mark(club)
    club.tell(ListHandedIn(A, 1, seal="ab"))
    with pytest.raises(Refusal, match="made without the lists"):
        mark(club)


# Who sees it


def test_consent_is_said_once() -> None:
    club = Club()
    assert life.consent(club.now, club.game, club.one(), False) == []
    assert life.consent(club.now, club.game, club.one(), True) == [ListConsent(A, True)]
    club.tell(ListConsent(A, True))
    assert life.consent(club.now, club.game, club.one(), True) == []


def test_the_phases_of_an_event() -> None:
    club = Club()
    assert life.phase(club.now) is Phase.BEFORE
    club.begin()
    assert life.phase(club.now) is Phase.SWISS
    club.tell(EventFinished("seed"))
    assert life.phase(club.now) is Phase.AFTER
    bracket = after_swiss(4, 2)
    bracket.cut()
    assert life.phase(bracket.event) is Phase.ELIMINATION


def sees(club: Club, viewer: PlayerId | None, owner: PlayerId = A) -> bool:
    return life.may_see(club.now, club.game, owner, viewer)


def test_who_sees_a_list_is_what_the_book_says() -> None:
    """X-17: the opponent only while they play."""
    for sight, stranger, opponent in (
        (Sight.NOBODY, False, False),
        (Sight.OPPONENT, False, True),
        (Sight.EVERYBODY, True, True),
    ):
        club = Club(rules={"sight": lambda settings, phase, sight=sight: sight})
        assert sees(club, B) is stranger, "nobody plays yet"
        club.begin()
        assert (sees(club, C), sees(club, None), sees(club, B)) == (stranger, stranger, opponent)
        assert sees(club, A, C) is stranger, "who has the bye has no opponent"
        assert life.may_see(club.now, club.game, A, C, staff=True)


def test_where_own_lists_are_closed_they_are_closed_to_who_plays() -> None:
    club = Club(rules={"own_in_round": False})
    assert sees(club, A)
    club.begin()
    assert (sees(club, A), sees(club, C, C)) == (False, True)
