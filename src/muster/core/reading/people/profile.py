"""What one person comes to: their events, their record against each opponent, what they played with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from muster.core.kit.model import Outcome, PlayerId
from muster.core.reading.people.played import Participant, PlayedEvent
from muster.core.record.people.who import PeopleSaid, Person


@dataclass(slots=True)
class WonAndLost:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def count(self, outcome: Outcome) -> None:
        self.won += outcome is Outcome.WIN
        self.drawn += outcome is Outcome.DRAW
        self.lost += outcome is Outcome.LOSS

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(slots=True)
class AtEvent:
    """A person at one event."""

    event: PlayedEvent
    player: PlayerId
    taken: Participant
    tally: WonAndLost = field(default_factory=WonAndLost)


@dataclass(slots=True)
class Encounter:
    """A game against somebody, from the person's own side."""

    event: PlayedEvent
    round: int
    outcome: Outcome


@dataclass(slots=True)
class Opponent:
    """Somebody whom the person met; `name` is the one they had at the last meeting."""

    person: Person
    name: str
    tally: WonAndLost = field(default_factory=WonAndLost)
    meetings: list[Encounter] = field(default_factory=list)


@dataclass(slots=True)
class Sided:
    """What a person played with in a game system: a faction or a clan."""

    game: str
    side: str
    events: int = 0
    tally: WonAndLost = field(default_factory=WonAndLost)


@dataclass(slots=True)
class Profile:
    """Everything about a person, oldest event first; opponents by how often they met."""

    person: Person
    events: list[AtEvent] = field(default_factory=list)
    opponents: list[Opponent] = field(default_factory=list)
    sides: list[Sided] = field(default_factory=list)
    tally: WonAndLost = field(default_factory=WonAndLost)

    @property
    def name(self) -> str:
        """Their latest name; once they are forgotten, what replaces it."""
        return self.events[-1].taken.name if self.events else ""


def profile(person: Person, events: Iterable[PlayedEvent], who: PeopleSaid) -> Profile:
    """From the events the person played in; others are skipped."""
    own = dict(person)
    found = Profile(person)
    opponents: dict[Person, Opponent] = {}
    sides: dict[tuple[str, str], Sided] = {}
    for event in sorted((one for one in events if one.origin in own), key=lambda one: one.order):
        player = own[event.origin]
        taken = event.players.get(player)
        if taken is None:
            continue
        at = AtEvent(event, player, taken)
        found.events.append(at)
        side = sides.setdefault((event.game, taken.side), Sided(event.game, taken.side))
        side.events += 1
        for game in event.games:
            if player not in (game.a, game.b):
                continue
            outcome = game.outcome_of(player)
            other = game.b if player == game.a else game.a
            met = who.person(event.appearance(other))
            opponent = opponents.setdefault(met, Opponent(met, ""))
            opponent.name = event.players[other].name
            opponent.meetings.append(Encounter(event, game.round, outcome))
            for tally in (at.tally, found.tally, side.tally, opponent.tally):
                tally.count(outcome)
    found.opponents = sorted(opponents.values(), key=lambda one: (-one.tally.games, one.name))
    found.sides = sorted((one for one in sides.values() if one.side), key=lambda one: (-one.events, one.side))
    return found
