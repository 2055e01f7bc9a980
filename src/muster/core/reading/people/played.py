"""What an event says of the people in it: their names, their places and the games they played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from muster.core.book.system import System
from muster.core.kit.model import Ending, Outcome, PlayerId
from muster.core.kit.written import tidy
from muster.core.reading.final import final_standings
from muster.core.reading.people.joined import Helper
from muster.core.reading.tally import scores
from muster.core.record.event import Event
from muster.core.record.people.facts import Appearance

BY_PLAY = frozenset({Ending.PLAYED, Ending.CONCESSION})
"""Endings that say something about how two people play: staff decided the others."""

SIDES = ("faction", "clan")
"""The fields that hold what a player plays."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A player as an event has them. `place`: in the final order, None without one or before the end.

    `side`: the faction or clan they played. `forgotten`: their name is no longer shown.
    """

    name: str
    place: int | None
    side: str
    forgotten: bool


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Two players who met, and the outcome for `a`; None if both lost. A no-show meets nobody (X-22).

    `by_play`: staff did not decide it.
    """

    round: int
    a: PlayerId
    b: PlayerId
    outcome: Outcome | None
    by_play: bool

    def outcome_of(self, player: PlayerId) -> Outcome:
        if self.outcome is None or self.outcome is Outcome.DRAW:
            return self.outcome or Outcome.LOSS
        won = (self.outcome is Outcome.WIN) == (player == self.a)
        return Outcome.WIN if won else Outcome.LOSS


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """`id`: its id here; `origin`: its identity everywhere. `placed`: how many players have a place.

    `entries`: how long its journal is. `hidden`: only organisers see it in lists. `staff`: all who ever joined it.
    """

    id: str
    origin: str
    name: str
    system: str
    game: str
    day: str
    finished: bool
    players: Mapping[PlayerId, Participant]
    placed: int
    games: tuple[PlayedGame, ...]
    entries: int
    hidden: bool
    staff: tuple[Helper, ...] = ()

    @property
    def order(self) -> tuple[str, str]:
        """Events by day; on the same day the origin decides, so that the order is the same on every laptop."""
        return self.day, self.origin

    def appearance(self, player: PlayerId) -> Appearance:
        return self.origin, player


def played(event_id: str, origin: str, event: Event, system: System, entries: int) -> PlayedEvent:
    """An event's outcome for the people in it."""
    places = {}
    if event.finished:
        places = {row.player: row.rank for row in final_standings(event, system).ranked()}
    return PlayedEvent(
        id=event_id,
        origin=origin,
        name=event.name,
        system=event.system,
        game=system.name,
        day=event.date or event.created[:10],
        finished=event.finished,
        players={
            player.id: Participant(
                player.name, places.get(player.id), _side(event, player.id), player.id in event.forgotten
            )
            for player in event.players.values()
        },
        placed=len(places),
        games=tuple(_games(event, system)),
        entries=entries,
        hidden=event.hidden,
    )


def _games(event: Event, system: System) -> list[PlayedGame]:
    """Every game with a result, including elimination, in rounds that everybody could see."""
    found = []
    for round_ in event.shown:
        for match in round_.matches:
            result = match.result
            if result is None or result.ending is Ending.NO_SHOW:
                continue
            a, b = scores(event, system, round_, match)
            both_lost = a.outcome is Outcome.LOSS and b.outcome is Outcome.LOSS
            outcome = None if both_lost else a.outcome
            found.append(PlayedGame(round_.number, match.a, match.b, outcome, result.ending in BY_PLAY))
    return found


def _side(event: Event, player: PlayerId) -> str:
    values = event.players[player].values
    return next((tidy(str(values[key])) for key in SIDES if values.get(key)), "")
