"""The shape of an event: by the heads of round 1, and the organiser's own numbers before the book's."""

from __future__ import annotations

import pytest

from muster.app.people import roster
from muster.core.reading.plan import planned
from tests.app.hall import STAFF, Hall


def shape(hall: Hall) -> tuple[int, int]:
    plan = planned(hall.event, hall.system)
    again = planned(hall.event.branch(), hall.system)
    assert plan == again
    return plan.rounds, plan.cut


def test_the_heads_of_round_1_make_the_plan() -> None:
    """L-29 L-30: stand-ins are not counted; who comes or goes later changes nothing."""
    four, five = (shape(Hall("bushido", heads)) for heads in (4, 5))
    assert four != five
    hall = Hall("bushido", 4)
    hall.enrol("Help", stand_in=True)
    assert shape(hall) == four
    hall.enrol("Cy")
    assert shape(hall) == five
    hall.pair()
    hall.publish()
    for match in hall.event.rounds[0].matches:
        hall.report(str(match.table), vp="2-1")
    hall.close()
    hall.drop("#1")
    assert shape(hall) == five
    hall.pair()
    assert shape(hall) == five


def test_heads_are_those_who_play_round_1_once_it_is_drawn() -> None:
    """L-29 X-28: whoever is enrolled and not here counts until then."""
    hall = Hall("bushido", 5)
    roster.check_in(hall.desk, hall.id, ["#1", "#2", "#3", "#4"], STAFF)
    assert shape(hall) == (3, 0)
    hall.pair()
    assert shape(hall) == (2, 0)


@pytest.mark.parametrize("system", ["bushido", "l5r", "urban_war", "warmachine"])
def test_the_organisers_numbers_come_before_the_books(system: str) -> None:
    options = {"structure": "advanced"} if system == "l5r" else {}
    book = shape(Hall(system, 9, **options))
    assert shape(Hall(system, 9, rounds="7", **options)) == (7, book[1])
    assert shape(Hall(system, 9, cut="3", **options)) == (book[0], 3)
