"""A season through anything that people do to its events and its people, in any order: it verifies and adds up."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from muster.app.circuit import actions
from muster.app.circuit.carry import export_season, import_season, verify_season
from muster.app.circuit.log import season_log
from muster.app.events.carry import export_event, import_event
from muster.app.persons import actions as persons
from muster.app.persons.book import PeopleBook
from muster.app.persons.forget import forget, hide_in_import, hide_in_season
from muster.core.kit.errors import Refusal
from muster.core.record.people.facts import Appearance
from tests.app.circuit.year import STAFF, Year

LEAGUE: dict[str, Any] = {
    "name": "League",
    "game": "warmachine",
    "points": {"chart": [10, 7, 4], "others": 1},
    "table": {"best": 2},
}
NAMES = ["Ann Quark", "Ben Quark", "Cem Quark", "Dai Quark", "Eve Quark", "Fay Quark"]


class Somebody:
    """Does one thing after the other, chosen at random. What is refused changes nothing."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.year = Year(LEAGUE)
        self.book = PeopleBook(self.year.desk, self.year.seasons)
        orders = [self.random.sample(NAMES, 4) for _ in range(3)]
        self.events = [self.year.event("Open", order, f"2026-0{n}-10") for n, order in enumerate(orders, start=7)]
        self.saved = {event: self.copied(export_event(self.year.desk, event)) for event in self.events}
        self.season = self.copied(export_season(self.year.seasons, self.year.id))
        self.gone: set[Appearance] = set()

    @staticmethod
    def copied(data: Any) -> Any:
        return json.loads(json.dumps(data))

    def act(self) -> None:
        year, seasons, book, event = self.year, self.year.seasons, self.book, self.random.choice(self.events)
        one, other = (f"#{self.random.randint(1, 4)}@{self.random.choice(self.events)}" for _ in range(2))
        points = f"{self.random.randint(0, 9)}-{self.random.randint(0, 9)}"
        steps: list[Callable[[], object]] = [
            lambda: year.enter(event),
            lambda: year.correct(event, "#1", self.random.choice("ab"), points),
            lambda: year.reopen(event),
            lambda: year.finish_again(event),
            lambda: seasons.undo(year.id, STAFF),
            lambda: seasons.redo(year.id, STAFF),
            lambda: actions.join(seasons, year.id, one, other, STAFF),
            lambda: actions.part(seasons, year.id, one, other, STAFF),
            lambda: actions.join_alike(seasons, year.id, STAFF),
            lambda: actions.withdraw(seasons, year.id, event, f"{self.random.choice(NAMES)} said so", STAFF),
            lambda: actions.update(seasons, year.desk, year.id, STAFF),
            lambda: actions.take(seasons, year.desk, year.id, event, STAFF),
            lambda: persons.join(book, one, other, STAFF),
            lambda: persons.split(book, one, STAFF),
            lambda: persons.undo(book, STAFF),
            lambda: self.forget(one),
            lambda: self.restore(event),
            self.restore_season,
        ]
        with suppress(Refusal):
            self.random.choice(steps)()

    def forget(self, one: str) -> None:
        roll = self.book.roll()
        person = roll.who.person(roll.find(one))
        forget(self.book, one, STAFF)
        self.gone |= person

    def restore(self, event: str) -> None:
        """An older copy takes the event's place."""
        self.year.desk.remove(event)
        import_event(self.year.desk, self.saved[event], event)
        hide_in_import(self.book, event, STAFF)

    def restore_season(self) -> None:
        copy = import_season(self.year.seasons, self.season, "copy")
        hide_in_season(self.book, copy.id)

    def check(self) -> None:
        year, view = self.year, self.year.view
        went_on = {event.state for event in view.events} & {"other"}
        assert verify_season(year.seasons, year.desk, year.id).ok or went_on
        assert season_log(year.opened)
        for row in view.table:
            assert row.name and sum(sorted((int(one.points) for one in row.earned), reverse=True)[:2]) == row.points
            assert len({one.event for one in row.earned}) == len(row.earned), "nobody counts twice in an event"
        roll = self.book.roll()
        assert all(roll.name_of((origin, player)) == f"Player {player}" for origin, player in self.gone)
        names = {event.origin: event.results for event in year.opened.season.events.values()}
        for origin, player in self.gone:
            results = names.get(origin)
            assert results is None or results.by_player(results.names)[player] == f"Player {player}"


@pytest.mark.parametrize("seed", range(12))
def test_anything_in_any_order(seed: int) -> None:
    somebody = Somebody(seed)
    for _ in range(40):
        somebody.act()
        somebody.check()
