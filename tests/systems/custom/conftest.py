"""Events of composed systems: put together by hand from known results, or played to the end by lot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from muster.core.book.system import System
from muster.core.kit.lots import Urn
from muster.core.kit.model import PlayerId, Raw, Result, StageKind
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import ByeSeat, Event, Match, MatchState, Round, RoundState, Stage
from muster.core.record.facts.play import CutMade
from muster.core.record.fold.play import apply
from muster.core.record.player import Player
from muster.core.rules.results import open_match, report
from muster.core.rules.rounds import close, draw_round, publish
from muster.core.rules.stages import champion, cut, draw_bracket
from muster.core.standings.ranking import Standings

Played = tuple[str, str | None, Mapping[str, Raw]]
"""One match: a, b (None for a bye) and the raw result."""


@dataclass(frozen=True)
class Record:
    """An event made by hand, with its players by name."""

    event: Event
    ids: dict[str, PlayerId]
    system: System

    def standings(self) -> Standings:
        return standings(self.event, self.system)

    def column(self, key: str) -> dict[str, Any]:
        """One tie-break of everybody, by name."""
        rows = {row.player: row for row in self.standings().rows}
        return {name: rows[p].values[key] for name, p in self.ids.items()}

    def points(self) -> dict[str, Any]:
        rows = {row.player: row for row in self.standings().rows}
        return {name: rows[p].points for name, p in self.ids.items()}


Recorded = Callable[[System, Sequence[str], Sequence[Sequence[Played]]], Record]
PlayedOut = Callable[[System, int], Event]


def _blank(system: System, definition: dict[str, Any] | None = None) -> Event:
    event = Event("Test", system.key, "", "", "", "", definition=definition)
    event.stages.append(Stage(1, StageKind.SWISS))
    return event


@pytest.fixture
def recorded() -> Recorded:
    """Rounds of known results as a finished Swiss."""

    def make(system: System, names: Sequence[str], rounds: Sequence[Sequence[Played]]) -> Record:
        event = _blank(system)
        ids = {name: PlayerId(number) for number, name in enumerate(names, 1)}
        for name, player in ids.items():
            event.players[player] = Player(player, name, lot=int(player))
        for number, played in enumerate(rounds, 1):
            games = [(a, b, values) for a, b, values in played if b is not None]
            matches = [
                Match(n, ids[a], ids[b], n, state=MatchState.IN, result=Result(dict(values)))
                for n, (a, b, values) in enumerate(games, 1)
            ]
            byes = [ByeSeat(ids[a]) for a, b, _ in played if b is None]
            event.rounds.append(Round(number, 1, matches, byes, state=RoundState.CLOSED))
        return Record(event, ids, system)

    return make


@pytest.fixture
def played_out() -> PlayedOut:
    """A whole random event: drawn, published, reported and closed, with the cut if there is one."""

    def play(system: System, players: int) -> Event:
        urn = Urn("a test")
        event = _blank(system)
        for number in range(1, players + 1):
            values: dict[str, Raw] = {"club": "ABC"[number % 3], "rating": 1000 + number}
            known = {field.key: values[field.key] for field in system.player_fields}
            event.players[PlayerId(number)] = Player(PlayerId(number), f"P{number}", urn.lot(number), known)
        plan = planned(event, system)
        for _ in range(plan.rounds):
            _play_round(event, system, urn, draw_round)
        if plan.cut:
            (made,) = cut(event, system)
            assert isinstance(made, CutMade)
            apply(made, event)
            while champion(event, system) is None:
                _play_round(event, system, urn, draw_bracket)
        return event

    return play


def _play_round(event: Event, system: System, urn: Urn, draw: Callable[[Event, System, Urn], object]) -> None:
    apply(draw(event, system, urn), event)
    for fact in publish(event):
        apply(fact, event)
    round_ = event.rounds[-1]
    for match in list(round_.matches):
        lots = urn.stream(f"result {round_.number} {match.number}")
        a, b = event.players[match.a], event.players[match.b]
        values = system.invent(a, b, system.settings(event), lots)
        for fact in report(event, system, *open_match(event, table=match.table), values):
            apply(fact, event)
    for fact in close(event, system):
        apply(fact, event)
