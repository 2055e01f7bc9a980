"""Lost cards by the book: time, the game conceded, out before the next round."""

from __future__ import annotations

import pytest

from muster.app.lists import lost_cards
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.model import Ending, PlayerId
from muster.core.record.event import MatchState
from muster.core.rules.lists.lost_cards import lost_notice, open_losses
from muster.core.rules.rounds import advice
from tests.app.hall import STAFF, Hall
from tests.app.paperwork import Lists


def hall(*, published: bool = True) -> Lists:
    at = Lists("l5r", ["Ann", "Ben", "Cem", "Dee"], structure="custom", rounds="3")
    at.hand_in("Ann", "Conflict\n3x Banzai!\n")
    at.by_hand(("Ann", "Ben"), ("Cem", "Dee"))
    if published:
        at.publish()
    return at


def lose(at: Hall, card: str = "banzai!", *, minutes: str = "", in_game: bool = False) -> None:
    lost_cards.lose(at.desk, at.id, "Ann", card, STAFF, minutes=minutes, in_game=in_game)


def should_leave(at: Hall) -> list[str]:
    return [
        at.event.name_of(PlayerId(p)) for reason in lost_notice(at.event, at.system) for p in reason.data["players"]
    ]


def test_a_leader_gives_the_table_time_to_find_another_copy() -> None:
    """L5R-053: recorded, including the table's time; and all of it can be undone together."""
    at = hall()
    lose(at, minutes="5")
    (lost,) = open_losses(at.event)
    assert (lost.card, lost.round, lost.number) == ("Banzai!", 1, 1)
    assert at.event.rounds[0].clock.extensions == {1: 5}
    lost_cards.replace(at.desk, at.id, 1, STAFF)
    assert open_losses(at.event) == []
    with pytest.raises(Refusal, match="no lost card 1"):
        lost_cards.replace(at.desk, at.id, 1, STAFF)
    at.undo()
    assert open_losses(at.event) != []
    at.undo()
    assert (at.event.lists.lost, at.event.rounds[0].clock.extensions) == ([], {})


def test_without_another_copy_in_time_the_game_is_conceded() -> None:
    """L5R-054: the opponent has the win; the card is still lost."""
    at = hall()
    lose(at, minutes="5")
    lost_cards.concede(at.desk, at.id, 1, STAFF)
    match = at.event.rounds[0].matches[0]
    assert match.state is MatchState.IN and match.result is not None
    assert (match.result.ending, match.result.by) == (Ending.CONCESSION, (1,))
    at.report("2", winner="a")
    at.close()
    assert (at.points()["Ann"], at.points()["Ben"]) == (1, 10)
    assert len(open_losses(at.event)) == 1


def test_found_out_during_the_game_it_is_conceded_at_once() -> None:
    """L5R-056."""
    at = hall()
    lose(at, in_game=True)
    result = at.event.rounds[0].matches[0].result
    assert result is not None and result.ending is Ending.CONCESSION
    assert len(open_losses(at.event)) == 1
    with pytest.raises(Refusal, match="already has a result"):
        lose(at, in_game=True)


def test_who_still_misses_it_when_the_next_round_starts_should_leave() -> None:
    """L5R-055 L-43: named while the next round is not drawn and in its draft; a drop, and back with another copy."""
    at = hall()
    lose(at, in_game=True)
    assert should_leave(at) == []
    at.report("2", winner="a")
    at.close()
    assert should_leave(at) == ["Ann"]
    (told,) = [r for r in advice(at.event, at.system) if r.code == "card_lost"]
    assert told.clause == "L5R-055"
    at.pair()
    assert should_leave(at) == ["Ann"]
    at.undo()
    at.drop("Ann")
    assert should_leave(at) == []
    at.rejoin("Ann")
    assert should_leave(at) == ["Ann"]
    lost_cards.replace(at.desk, at.id, 1, STAFF)
    assert should_leave(at) == []


def test_before_the_first_round_it_is_only_noted() -> None:
    """L5R-053, L5R-055."""
    at = hall(published=False)
    with pytest.raises(Refusal, match="Ann has no game") as refused:
        lose(at, minutes="5")
    assert refused.value.clause == "L5R-053"
    with pytest.raises(Refusal, match="Ann has no game"):
        lose(at, in_game=True)
    lose(at)
    assert at.event.lists.lost[0].round == 1


def test_a_card_of_the_deck_and_a_whole_number_of_minutes() -> None:
    at = hall()
    with pytest.raises(UnknownName, match="did you mean “Banzai!”"):
        lose(at, "Banzei!")
    with pytest.raises(BadInput, match="Which card is lost"):
        lose(at, " ")
    with pytest.raises(BadInput, match="“five” should be a whole number of minutes"):
        lose(at, minutes="five")
    assert at.event.lists.lost == []


def test_other_books_have_no_such_rule() -> None:
    other = Hall("warmachine", ["Ann", "Ben"])
    with pytest.raises(Refusal, match="no rule about lost cards"):
        lost_cards.lose(other.desk, other.id, "Ann", "Griffon", STAFF)
