"""Rooms: named where the tables are in several, and written in one way."""

from __future__ import annotations

import pytest

from muster.app.speech import speaking
from muster.app.venue.rooms import room_of, rooms, seat_text
from muster.app.views.event import round_view
from muster.core.kit.language import English
from tests.app.hall import Hall


@pytest.mark.parametrize(
    ("option", "shown"),
    [
        ("Hall: 1-2; Gallery: 3-9", {1: "Hall", 2: "Hall", 3: "Gallery", 4: "Gallery"}),
        ("Gallery: 3-9", {1: "", 2: "", 3: "Gallery", 4: "Gallery"}),
        ("Hall: 1-40", {1: "", 2: "", 3: "", 4: ""}),
        ("", {1: "", 2: "", 3: "", 4: ""}),
    ],
)
def test_a_room_is_named_if_the_tables_are_in_several(option: str, shown: dict[int, str]) -> None:
    """X-12: tables outside every named room are a room of their own; the only room of all tables is not named."""
    found = Hall("bushido", 8)
    if option:
        found.option("rooms", option)
    found.pair()
    assert {m.table: m.room for m in round_view(found.opened).matches} == shown
    assert {table: room_of(found.opened, table) for table in shown} == shown


def test_before_the_first_round_rooms_are_those_of_the_tables_there_are() -> None:
    found = Hall("bushido", 8)
    found.option("rooms", "Gallery: 3-4")
    found.option("tables", "4")
    assert rooms(found.opened) == {3: "Gallery", 4: "Gallery"}
    found.option("table_numbers", "3, 4")
    assert rooms(found.opened) == {}


def test_a_table_is_written_with_its_room_in_the_readers_language() -> None:
    class Turned(English):
        def text(self, english: str) -> str:
            return {"{table} ({room})": "{room}/{table}"}.get(english, english)

    assert (seat_text(17, "Hall B"), seat_text(17, "")) == ("17 (Hall B)", "17")
    with speaking(Turned()):
        assert seat_text(17, "Hall B") == "Hall B/17"
