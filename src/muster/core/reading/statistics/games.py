"""The games of an event that count in statistics, each with what is known of it; and those that do not, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from muster.core.book.system import System
from muster.core.kit.language import mark
from muster.core.kit.model import Ending, Outcome, PlayerId, Result
from muster.core.kit.written import tidy
from muster.core.reading.tally import scores
from muster.core.record.event import Event, Match, Round

NOT_COUNTED = {
    "bye": mark("Byes"),
    "no_show": mark("No-shows"),
    "double_loss": mark("Games that both lost"),
    "penalty": mark("Games decided by a penalty"),
}
"""What is not counted as a game, in words."""

PlaceOfMatch = tuple[int, int]
"""The numbers of a round and of a match in it."""


@dataclass(frozen=True, slots=True)
class GameNotes:
    """What is known about a game besides its result. Sides are 0 and 1.

    `first`: the side with the first turn. `minutes`: how long it took. `lists`: each side's list, as far as everybody
    may see it; empty if not known.
    """

    first: int | None = None
    minutes: int | None = None
    lists: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game that was played. `won`: the winning side, None for a draw. `how`: how it was won, in the game's words."""

    table: int
    won: int | None
    scenario: str = ""
    factions: tuple[str, str] = ("", "")
    lists: tuple[str, str] = ("", "")
    first: int | None = None
    minutes: int | None = None
    how: str = ""


def counted_games(event: Event, system: System, notes: Mapping[PlaceOfMatch, GameNotes]) -> Iterator[CountedGame | str]:
    """Every seat in the published rounds with a result: a game, or a key of `NOT_COUNTED`."""
    for round_ in event.shown:
        yield from ("bye" for _ in round_.byes)
        for match in round_.matches:
            if match.result is not None:
                yield _counted(event, system, round_, match, match.result, notes)


def _counted(
    event: Event,
    system: System,
    round_: Round,
    match: Match,
    result: Result,
    notes: Mapping[PlaceOfMatch, GameNotes],
) -> CountedGame | str:
    if result.ending is Ending.NO_SHOW:
        return "no_show"
    if result.ending in (Ending.DISQUALIFIED, Ending.GAME_LOSS):
        return "penalty"
    outcomes = [score.outcome for score in scores(event, system, round_, match)]
    if outcomes == [Outcome.LOSS, Outcome.LOSS]:
        return "double_loss"
    noted = notes.get((round_.number, match.number), GameNotes())
    scenario = event.scenarios.get(round_.number)
    minute = result.values.get(system.means.minute)
    return CountedGame(
        match.table,
        outcomes.index(Outcome.WIN) if Outcome.WIN in outcomes else None,
        "" if scenario is None else scenario.name,
        (_faction(event, system, round_, match.a), _faction(event, system, round_, match.b)),
        noted.lists,
        noted.first,
        minute if isinstance(minute, int) else noted.minutes,
        _how(system, result),
    )


def _faction(event: Event, system: System, round_: Round, player: PlayerId) -> str:
    """As it was in that round; a value filled in only later also applies to earlier rounds."""
    one, key = event.players[player], system.means.faction
    value = one.values_at(round_.number).get(key) or one.values.get(key)
    return tidy(value) if isinstance(value, str) else ""


def _how(system: System, result: Result) -> str:
    if result.ending is not Ending.PLAYED:
        return result.ending.value
    value = result.values.get(system.means.how)
    return value if isinstance(value, str) else ""
