"""How strong people are, worked out from every game they played, event by event in the order of the days.

The method is that of Weng and Lin, as the library openskill has it (decision 54): a mean and how unsure it is. Games of
different game systems are rated apart. The numbers are scaled so that everybody begins at 1500.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from muster.core.kit.model import Outcome
from muster.core.reading.people.played import PlayedEvent
from muster.core.record.people.who import PeopleSaid, Person

BEGIN, UNSURE = 1500.0, 350.0
"""Everybody's initial rating and its standard deviation. The library's own settings have the same proportions."""

_MODEL = BradleyTerryFull(mu=BEGIN, sigma=UNSURE, beta=UNSURE / 2, tau=UNSURE / 100)
_RANKS: Mapping[Outcome, list[float]] = {Outcome.WIN: [1, 2], Outcome.LOSS: [2, 1], Outcome.DRAW: [1, 1]}


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A person's rating after an event: `spread` is one standard deviation, `games` all that were rated so far."""

    origin: str
    day: str
    mean: float
    spread: float
    games: int


def courses(events: Iterable[PlayedEvent], who: PeopleSaid) -> dict[str, dict[Person, list[RatingStep]]]:
    """Everybody's rating after each of their events, by game system. Only finished events count."""
    found: dict[str, dict[Person, list[RatingStep]]] = {}
    for event in sorted((one for one in events if one.finished), key=lambda one: one.order):
        _rate(event, who, found.setdefault(event.system, {}))
    return found


def _rate(event: PlayedEvent, who: PeopleSaid, known: dict[Person, list[RatingStep]]) -> None:
    people = {player: who.person(event.appearance(player)) for player in event.players}
    now = {player: _last(known.get(person)) for player, person in people.items()}
    games = dict.fromkeys(people, 0)
    for game in event.games:
        if not game.by_play or game.outcome is None:
            continue
        (a,), (b,) = _MODEL.rate([[now[game.a]], [now[game.b]]], ranks=_RANKS[game.outcome])
        now[game.a], now[game.b] = a, b
        games[game.a] += 1
        games[game.b] += 1
    for player, person in people.items():
        if games[player]:
            course = known.setdefault(person, [])
            before = course[-1].games if course else 0
            rated = now[player]
            course.append(RatingStep(event.origin, event.day, rated.mu, rated.sigma, before + games[player]))


def _last(course: list[RatingStep] | None) -> BradleyTerryFullRating:
    return _MODEL.rating(mu=course[-1].mean, sigma=course[-1].spread) if course else _MODEL.rating()
