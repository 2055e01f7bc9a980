"""What is declared in secret: for which game, which list, and when both are shown."""

from __future__ import annotations

import pytest

from muster.core.book.lists import Slot
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.facts.lists import ChoiceSealed, ListHandedIn
from muster.core.record.facts.play import CutMade, DrawnPair, Fact, RoundDrawn, RoundPublished
from muster.core.rules.lists.declarations import declared, must_choose, seal
from tests.core.rules.lists.club import LISTS, A, B, C, Club, bare

TWO = {"slots": lambda settings: (Slot(1, "First"), Slot(2, "Second"))}
PLAY_ALL = {"play_all": lambda settings: "W-46"}


def choose(club: Club, number: int, player: PlayerId = A) -> list[Fact]:
    return seal(club.now, club.game, club.one(player), "list", str(number))


def test_something_is_declared_for_a_game_that_is_played() -> None:
    """Neither for a draft nor by who has the bye."""
    club = Club()
    with pytest.raises(Refusal, match="Ann has no game"):
        choose(club, 1)
    club.draw()
    with pytest.raises(Refusal, match="Ann has no game"):
        choose(club, 1)
    club.publish()
    assert choose(club, 1) == [ChoiceSealed(1, A, "list", 1)]
    with pytest.raises(Refusal, match="Cem has no game"):
        choose(club, 1, C)
    club.report("Ann", vp="2-1")
    with pytest.raises(Refusal, match="is over"):
        choose(club, 1)


def test_an_optional_list_is_played_by_who_brought_it() -> None:
    """WMH-025: who brought none has them on paper; a required one is owed and may be played."""
    club = Club()
    club.begin()
    assert choose(club, 2)
    club.tell(ListHandedIn(A, 1, "Kenko"))
    with pytest.raises(Refusal, match="has not handed in this list"):
        choose(club, 2)
    required = Club(rules=TWO)
    required.begin()
    required.tell(ListHandedIn(A, 1, "Kenko"))
    assert choose(required, 2)
    club.tell(ListHandedIn(A, 2, "Taka"))
    assert choose(club, 2)


def second_round(rounds: int, **rules: object) -> Club:
    """Ann has played her first list in round 1, and round 2 is played."""
    club = Club(rules={**PLAY_ALL, **rules}, rounds=str(rounds))
    club.over()
    club.draw()
    club.publish()
    club.tell(ChoiceSealed(1, A, "list", 1))
    return club


def test_no_list_is_played_again_that_leaves_no_round_for_another() -> None:
    """W-46: with a round to spare it may be; an optional list need not be played."""
    with pytest.raises(Refusal, match="still has to play Second; rounds after this one: 0"):
        choose(second_round(2, **TWO), 1)
    assert choose(second_round(2, **TWO), 2)
    assert choose(second_round(3, **TWO), 1)
    assert choose(second_round(2), 1)


def test_in_a_bracket_lists_are_played_as_people_like() -> None:
    """W-46: that is a rule of the Swiss rounds."""
    club = second_round(2, **TWO)
    drawn = RoundDrawn(3, 2, (DrawnPair(A, B, 1),))
    club.tell(CutMade(2, (A, B)), drawn, RoundPublished(3), ChoiceSealed(2, A, "list", 1))
    assert choose(club, 1)


def choice(club: Club) -> bool:
    return must_choose(club.now, club.game, club.now.rounds[-1], club.one())


def test_who_brought_several_lists_has_to_say_which() -> None:
    """WMH-080: and nothing else that a book lets players declare keeps them from playing."""
    vim = Field(key="vim", label="VIM", kind=Kind.TEXT)
    for sealed, asked in ((LISTS.sealed, True), ((*LISTS.sealed, vim), True), ((vim,), False)):
        club = Club(rules={"sealed": sealed})
        club.begin()
        club.tell(ListHandedIn(A, 1, "Kenko"))
        assert not choice(club)
        club.tell(ListHandedIn(A, 2, "Taka"))
        assert choice(club) is asked
        club.tell(ChoiceSealed(1, A, "list", 1))
        assert not choice(club)
    hall = bare()
    hall.pair()
    assert not must_choose(hall.event, hall.system, hall.event.rounds[0], hall.event.find("Ann"))


def test_a_declaration_is_shown_once_both_have_declared() -> None:
    club = Club()
    club.begin()
    club.tell(ChoiceSealed(1, A, "list", 1), ChoiceSealed(1, C, "list", 1))
    assert declared(club.now, club.game, 1, A) == declared(club.now, club.game, 1, C) == {}
    club.tell(ChoiceSealed(1, B, "list", 2))
    assert declared(club.now, club.game, 1, A) == {"list": 1}
