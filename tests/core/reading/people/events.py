"""Events of three players as people are worked out from them, without anything behind them."""

from __future__ import annotations

from muster.core.kit.model import Outcome, PlayerId
from muster.core.reading.people.played import Participant, PlayedEvent, PlayedGame
from muster.core.record.people.who import PeopleSaid

A, B, C = PlayerId(1), PlayerId(2), PlayerId(3)


def event(origin: str, day: str, *games: tuple[PlayerId, PlayerId, Outcome], system: str = "bushido") -> PlayedEvent:
    played = tuple(PlayedGame(at, a, b, outcome, True) for at, (a, b, outcome) in enumerate(games, start=1))
    players = {player: Participant(f"{player} of {origin}", None, "Ito", False) for player in (A, B, C)}
    return PlayedEvent(origin, origin, origin, system, system, day, True, players, 3, played, 1, False)


def named(origin: str, day: str, *names: str, forgotten: str = "") -> PlayedEvent:
    """An event with these players. Its id and name begin with the origin's first letter; nobody has played yet."""
    players = {
        PlayerId(number): Participant(name, None, "", name == forgotten) for number, name in enumerate(names, start=1)
    }
    return PlayedEvent(origin[0], origin, origin[0].upper(), "l5r", "L5R", day, False, players, 0, (), 1, False)


def same_people(*events: PlayedEvent) -> PeopleSaid:
    who = PeopleSaid()
    for one in events[1:]:
        for player in (A, B, C):
            who.join(events[0].appearance(player), one.appearance(player))
    return who


FIRST = event("f", "2026-01-01", (A, B, Outcome.WIN), (B, C, Outcome.DRAW))
SECOND = event("s", "2026-02-01", (A, C, Outcome.LOSS))
OTHER_GAME = event("o", "2026-03-01", (A, B, Outcome.WIN), system="l5r")
