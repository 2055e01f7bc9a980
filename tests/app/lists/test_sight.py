"""Who may see a list when, and what stays hidden until both players have declared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import to_builtins

from muster.app.events import actions as events
from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.app.log.entries import log_view
from muster.app.people import roster
from muster.app.views.event import event_view
from muster.core.book.lists import Phase
from muster.core.kit.errors import BadInput, UnknownName
from muster.core.kit.model import Actor, Role
from muster.core.rules.lists import life as list_life
from tests.app.hall import STAFF
from tests.app.paperwork import BAND, FORCE, Lists, refusal, urban

JUDGE = Actor("Jo", Role.JUDGE)


def test_lists_are_between_the_player_and_the_staff() -> None:
    """X-17: neither the opponent nor the public, before, during or after the event."""
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    for step in (None, hall.pair, hall.publish):
        if step:
            step()
        assert hall.sees("Ann", "Ann")
        assert not hall.sees("Ben", "Ann")
        assert not hall.sees("", "Ann")
        assert views.shown_to(hall.opened, hall.player("Ann"), JUDGE, lists.now(hall.desk))


def test_after_the_event_with_the_option_and_the_players_consent() -> None:
    """X-17: publishing is off by default, and each player has to agree."""
    hall = urban("Ann", "Ben")
    for name in ("Ann", "Ben"):
        hall.hand_in(name, FORCE)
    lists.consent(hall.desk, hall.id, "Ann", True, roster.as_player(hall.desk, hall.id, "Ann"))
    hall.option("publish_lists", "yes")
    hall.play({"lost": "1-6"})
    assert not hall.sees("", "Ann")
    hall.finish("one round is enough")
    assert list_life.phase(hall.event) is Phase.AFTER
    assert hall.sees("", "Ann")
    assert not hall.sees("", "Ben")
    lists.consent(hall.desk, hall.id, "Ann", False, STAFF)
    assert not hall.sees("", "Ann")


def test_without_the_option_nothing_is_published() -> None:
    """X-17."""
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    lists.consent(hall.desk, hall.id, "Ann", True, STAFF)
    hall.play({"lost": "1-6"})
    hall.finish("one round is enough")
    assert not hall.sees("", "Ann")


def test_where_the_book_opens_lists_the_opponent_sees_them_and_nobody_else() -> None:
    definition = {
        "name": "Open",
        "points": {"win": 3, "draw": 1},
        "result": {"high": 2},
        "lists": {"seen_by": "opponent"},
    }
    hall = Lists("custom", [])
    hall.id = events.create(hall.desk, "Open", "custom", STAFF, definition=definition).id
    hall.enrol("Ann", "Ben", "Cem", "Dee")
    for name in ("Ann", "Ben", "Cem", "Dee"):
        hall.hand_in(name, "Archers 5\nNot a line of any list at all, but a long sentence about it.")
    hall.by_hand(("Ann", "Ben"), ("Cem", "Dee"))
    assert not hall.sees("Ben", "Ann")
    hall.publish()
    assert hall.sees("Ben", "Ann")
    assert not hall.sees("Cem", "Ann")
    assert not hall.sees("", "Ann")
    (seen,) = views.shown_to(
        hall.opened, hall.player("Ann"), roster.as_player(hall.desk, hall.id, "Ben"), lists.now(hall.desk)
    )
    assert set(to_builtins(seen)) == {"slot", "name", "text", "by_program", "fields", "items", "withheld"}


def test_the_log_and_the_event_say_nothing_of_what_is_on_a_list() -> None:
    """X-17."""
    hall = Lists("bushido", ["Ann", "Ben"])
    hall.hand_in("Ann", "Faction: Ryu\nSecretModel 30")
    hall.pair()
    hall.publish()
    lists.declare(hall.desk, hall.id, "Ann", "vim", "SecretModel", STAFF)
    assert not [line for line in log_view(hall.opened) if "SecretModel" in line.text]
    assert "SecretModel" not in str(event_view(hall.opened, public=True))
    assert "Ann handed in list 1" in [line.text for line in log_view(hall.opened)]


def test_players_do_not_read_their_decks_while_they_play() -> None:
    """L5R-080: where the book bars notes, a player's own list is closed to them during a round."""
    hall = urban("Ann", "Ben")
    hall.hand_in("Ann", FORCE)
    assert hall.system.lists is not None
    barred = replace(hall.system, lists=replace(hall.system.lists, own_in_round=False))
    ann = hall.player("Ann").id

    def sees() -> bool:
        return list_life.may_see(hall.event, barred, ann, ann)

    assert sees()
    hall.by_hand(("Ann", "Ben"))
    assert sees()
    hall.publish()
    assert not sees()
    hall.report("1", lost="1-1")
    hall.close()
    assert sees()


def bushido() -> Lists:
    hall = Lists("bushido", ["Ann", "Ben", "Cem", "Dee"])
    hall.by_hand(("Ann", "Ben"), ("Cem", "Dee"))
    hall.publish()
    return hall


def shown(hall: Lists, viewer: str = "") -> dict[str, Any]:
    actor = roster.as_player(hall.desk, hall.id, viewer) if viewer else STAFF
    return {d.name: d.shown for d in views.declared_view(hall.opened, 1, actor)}


def test_vims_stay_hidden_until_both_are_in() -> None:
    """BSG-12: with one in, hidden from the opponent, the staff and everybody; with both, shown."""
    hall = bushido()
    lists.declare(hall.desk, hall.id, "Ann", "vim", "Kenko", roster.as_player(hall.desk, hall.id, "Ann"))
    assert (shown(hall)["Ann"], shown(hall, "Ben")["Ann"]) == ({}, {})
    assert shown(hall, "Ann")["Ann"] == {"vim": "Kenko"}
    (ann, *_) = views.declared_view(hall.opened, 1)
    assert ann.declared == ["vim"]
    lists.declare(hall.desk, hall.id, "Ben", "vim", "Taka", roster.as_player(hall.desk, hall.id, "Ben"))
    assert (shown(hall, "Ben")["Ann"], shown(hall, "Cem")["Ben"]) == ({"vim": "Kenko"}, {"vim": "Taka"})
    assert shown(hall)["Cem"] == {}


def test_a_declaration_stays() -> None:
    """BSG-12: it is written down once."""
    hall = bushido()
    lists.declare(hall.desk, hall.id, "Ann", "vim", "Kenko", STAFF)
    again = refusal(lambda: lists.declare(hall.desk, hall.id, "Ann", "vim", "Taka", STAFF))
    assert again.clause == "BSG-12"
    hall.undo()
    lists.declare(hall.desk, hall.id, "Ann", "vim", "Taka", STAFF)
    lists.declare(hall.desk, hall.id, "Ben", "vim", "Aki", STAFF)
    assert shown(hall)["Ann"] == {"vim": "Taka"}


def test_a_vim_is_on_the_warband_that_was_handed_in() -> None:
    """BSG-12."""
    hall = bushido()
    hall.hand_in("Ann", BAND)
    with pytest.raises(UnknownName, match="did you mean “Kenko”"):
        lists.declare(hall.desk, hall.id, "Ann", "vim", "Kenka", STAFF)
    lists.declare(hall.desk, hall.id, "Ann", "vim", "kenko", STAFF)
    assert shown(hall, "Ann")["Ann"] == {"vim": "Kenko"}


def test_nothing_is_declared_without_a_game() -> None:
    """BSG-12."""
    hall = Lists("bushido", ["Ann", "Ben"])
    declare = lists.declare
    assert "has no game" in str(refusal(lambda: declare(hall.desk, hall.id, "Ann", "vim", "x", STAFF)))
    hall = bushido()
    hall.report("1", vp="2-1", sp="1-1")
    assert "is over" in str(refusal(lambda: declare(hall.desk, hall.id, "Ann", "vim", "x", STAFF)))
    with pytest.raises(UnknownName):
        declare(hall.desk, hall.id, "Cem", "vom", "x", STAFF)
    with pytest.raises(BadInput, match="VIM is missing"):
        declare(hall.desk, hall.id, "Cem", "vim", " ", STAFF)


def test_a_round_that_is_taken_back_takes_its_declarations_along() -> None:
    """BSG-12: the games are new ones."""
    hall = bushido()
    lists.declare(hall.desk, hall.id, "Ann", "vim", "Kenko", STAFF)
    hall.pair(redraw="wrong tables")
    hall.publish()
    assert all(d.declared == [] for d in views.declared_view(hall.opened, 1))
