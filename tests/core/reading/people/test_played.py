"""What an event says of its people: places once it is over, games that have a result, the day."""

from __future__ import annotations

from muster.app.people import roster
from muster.core.kit.model import Outcome
from muster.core.reading.people.played import PlayedEvent, played
from tests.app.hall import STAFF, Hall


def of(hall: Hall) -> PlayedEvent:
    return played(hall.id, "origin", hall.event, hall.system, hall.opened.last)


def test_a_place_is_there_once_the_event_is_over() -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    hall.by_hand(("Ann", "Bob"))
    hall.publish()
    assert of(hall).games == ()
    hall.report("Ann", vp="2-1")
    hall.close()
    before = of(hall)
    assert ([one.place for one in before.players.values()], before.placed) == ([None, None], 0)
    assert [(game.round, game.outcome, game.by_play) for game in before.games] == [(1, Outcome.WIN, True)]
    hall.finish("enough")
    after = of(hall)
    assert ([one.place for one in after.players.values()], after.placed) == ([1, 2], 2)
    assert after.entries == hall.opened.last and not after.hidden


def test_an_event_without_a_date_was_on_the_day_it_was_made() -> None:
    assert of(Hall("bushido", [])).day == "2026-11-15"


def test_what_somebody_plays_with_is_their_faction_or_clan() -> None:
    for system, field in (("bushido", "faction"), ("l5r", "clan")):
        hall = Hall(system, ["Ann", "Bob"])
        roster.amend(hall.desk, hall.id, "Ann", STAFF, texts={field: " Crab  Clan "})
        assert [one.side for one in of(hall).players.values()] == ["Crab Clan", ""]
