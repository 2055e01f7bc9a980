"""A season's tables for a spreadsheet: its events, its regions, its clubs; and what an event gave away."""

from __future__ import annotations

import csv
import io
from typing import Any

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.takeaway.sheets import (
    awards_csv,
    players_csv,
    results_csv,
    season_events_csv,
    season_groups_csv,
    season_regions_csv,
)
from tests.app.awards.votes import best_opponent, close, hall_of, vote
from tests.app.circuit.year import STAFF, Year

CIRCUIT: dict[str, Any] = {
    "name": "Circuit",
    "game": "warmachine",
    "regions": ["North", "South"],
    "points": {"chart": [5, 3, "1/2"]},
    "tier": [{"name": "Open", "players": 3}],
    "group": [{"title": "Clubs", "field": "prize_group", "best": 1}],
    "requirement": [{"key": "sent", "title": "Sent to the circuit"}],
}


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_a_seasons_events_regions_and_clubs() -> None:
    year = Year(CIRCUIT, name="Circuit 2026")
    for name, region, order in (("March", "North", ["Ann", "Ben", "Cem", "=Dai"]), ("May", "South", ["Ben", "Ann"])):
        event = year.event(name, order, finish=False)
        for who, club in (("Ann", "York"), ("Ben", "York")):
            roster.amend(year.desk, event, who, STAFF, texts={"prize_group": club})
        year.finish(event)
        year.enter(event, region=region, attendees=9 if name == "March" else None)
    year.meet("march", "sent", "2026-09-02")
    view = year.view
    days = ["2026-09-01", "2026-09-01"]
    assert rows(season_events_csv(view))[1:] == [
        ["march", "March", *days, "Open", "North", "9", "4", "yes", "", "Ann", "Ben", "Cem"],
        ["may", "May", *days, "Open", "South", "", "2", "no", "At least 3 players; Sent to the circuit", "Ben", "Ann"],
    ]
    assert rows(season_regions_csv(view)) == [
        ["region", "rank", "player", "points"],
        ["North", "1", "Ann", "5"],
        ["North", "2", "Ben", "3"],
        ["North", "3", "Cem", "1/2"],
    ]
    assert rows(season_groups_csv(view))[1:] == [["Clubs", "1", "York", "5", "Ann 5"]]


def test_what_an_event_gave_away() -> None:
    """One line for each who shares an award; nothing before the event is finished."""
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Cem")
    vote(hall, "Cem", "Ann")
    close(hall)
    assert len(rows(awards_csv(hall.opened))) == 1
    events.finish(hall.desk, hall.id, STAFF, "enough")
    found = rows(awards_csv(hall.opened))
    assert found[0] == ["award", "player", "why", "rule", "prize"]
    assert {line[1] for line in found if line[0] == "Best opponent"} == {"Ann", "Cem"}


def test_no_cell_begins_like_a_formula() -> None:
    """A spreadsheet would run it; a number stays a number."""
    year = Year(CIRCUIT, name="Circuit 2026")
    event = year.event("March", ["=HYPERLINK(1)", "@Ben", "-Cem-", "Dee"], finish=False)
    opened = year.desk.open(event)
    cells = {cell for text in (players_csv(opened), results_csv(opened)) for line in rows(text) for cell in line}
    assert {"'=HYPERLINK(1)", "'@Ben", "'-Cem-"} <= cells
    assert not [cell for cell in cells if cell[:1] in ("=", "@", "-", "+")]
