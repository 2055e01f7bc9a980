"""Cards that are lost or damaged: on record for who is here, time at the table, and who should leave."""

from __future__ import annotations

from datetime import date

import pytest

from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import PlayerId
from muster.core.record.facts.lists import CardLost, CardReplaced, ListHandedIn, ProxyMade
from muster.core.record.facts.play import Fact, PlayerDropped
from muster.core.rules.lists import lost_cards
from muster.core.rules.lists.proxies import make_proxy, on_the_list, slip
from tests.core.rules.lists.club import A, B, Club, bare

AT = "2026-11-15T12:00:00+00:00"


def lose(club: Club, minutes: int = 0) -> list[Fact]:
    return lost_cards.lose(club.now, club.game, club.one(), "Kenko", AT, minutes=minutes)


def told(club: Club) -> list[PlayerId]:
    return [player for reason in lost_cards.lost_notice(club.now, club.game) for player in reason.data["players"]]


def test_a_card_is_lost_in_the_round_that_is_drawn() -> None:
    club = Club()
    assert lost_cards.lose(club.now, club.game, club.one(), "Kenko", AT) == [CardLost(A, 0, "Kenko")]
    with pytest.raises(Refusal, match="Ann has no game"):
        lose(club, minutes=5)
    club.begin()
    assert lose(club) == [CardLost(A, 1, "Kenko")]


def test_who_has_left_loses_nothing_and_gets_no_proxy() -> None:
    club = Club()
    club.tell(PlayerDropped(A, 0))
    with pytest.raises(Refusal, match="Ann has left the event"):
        lose(club)
    with pytest.raises(Refusal, match="Ann has left the event"):
        make_proxy(club.now, club.game, club.one(), "Kenko", "", "Jo", date(2026, 11, 15))


def test_open_losses_of_one_player_or_of_all_who_are_here() -> None:
    club = Club()
    club.tell(CardLost(A, 0, "Kenko"), CardLost(B, 0, "Taka"), CardLost(A, 0, "Aki"), CardReplaced(3))

    def cards(player: PlayerId | None = None) -> list[str]:
        return [one.card for one in lost_cards.open_losses(club.now, player)]

    assert (cards(), cards(A), cards(B)) == (["Kenko", "Taka"], ["Kenko"], ["Taka"])
    club.tell(PlayerDropped(B, 0))
    assert (cards(), cards(B)) == (["Kenko"], ["Taka"])


def test_a_card_is_replaced_once() -> None:
    club = Club()
    club.tell(CardLost(A, 0, "Kenko"), CardLost(B, 0, "Taka"), CardReplaced(1))
    assert lost_cards.replace(club.now, club.game, 2) == [CardReplaced(2)]
    for number in (1, 3):
        with pytest.raises(Refusal, match=f"There is no lost card {number}"):
            lost_cards.replace(club.now, club.game, number)
    none = Club(rules={"lost": None})
    none.tell(CardLost(A, 0, "Kenko"))
    with pytest.raises(Refusal, match="has no rule about lost cards"):
        lost_cards.replace(none.now, none.game, 1)


def test_who_misses_a_card_should_leave_before_the_next_round() -> None:
    """L-43: not while the round is played; a card lost while the next is a draft is for after it."""
    club = Club()
    assert lost_cards.lost_notice(club.now, club.game) == ()
    club.begin()
    club.tell(CardLost(A, 1, "Kenko"))
    assert told(club) == []
    club.report("Ann", vp="2-1")
    assert told(club) == [A]
    club.draw()
    assert told(club) == [A]
    club.tell(CardLost(B, 2, "Taka"))
    assert told(club) == [A]
    hall = bare()
    assert lost_cards.lost_notice(hall.event, hall.system) == ()


def test_a_card_is_as_the_list_has_it() -> None:
    """A list that this copy of the event lacks may have it too."""
    club = Club()

    def named(card: str) -> str:
        return on_the_list(club.now, club.game, club.one(), card)

    assert named("Kenko") == "Kenko"
    club.tell(ListHandedIn(A, 1, "Kenko\nTaka"))
    assert named("TAKA") == "Taka"
    with pytest.raises(UnknownName):
        named("Aki")
    club.tell(ListHandedIn(A, 2, seal="ab"))
    assert named("Aki") == "Aki"


def test_a_proxy_says_what_is_not_readable() -> None:
    plain = ProxyMade(A, "Kenko", "Jo", "2026-11-15")
    torn = ProxyMade(A, "Kenko", "Jo", "2026-11-15", "the cost")
    assert [str(line) for line in slip(torn)] == [
        "PROXY: Kenko",
        "Not readable on the card: the cost",
        "Made by Jo, 2026-11-15",
        "The original lies face down close by.",
    ]
    assert len(slip(plain)) == 3
