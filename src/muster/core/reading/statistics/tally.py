"""Games added up by what they have in common. Tallies of events add up to one; every number is whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from muster.core.book.system import System
from muster.core.kit import written
from muster.core.kit.model import Outcome, PlayerId
from muster.core.reading.statistics.games import CountedGame, GameNotes, PlaceOfMatch, counted_games
from muster.core.reading.statistics.interval import WinCount
from muster.core.record.event import Event

Key = tuple[str, ...]

look = lru_cache(maxsize=10_000)(written.look)
"""Thousands of games share a few names."""


class Aspect(StrEnum):
    """What games are grouped by, and whose wins are counted: a side's, or the first player's."""

    FACTION = "faction"
    LIST = "list"
    MATCHUP = "matchup"
    """A side's faction, then the other's."""
    FIRST = "first"
    FIRST_SCENARIO = "first_scenario"
    FIRST_TABLE = "first_table"
    SCENARIO = "scenario"
    """Each game once: won by somebody, or drawn."""
    TABLE = "table"


class Sum(StrEnum):
    EVENTS = "events"
    GAMES = "games"
    DRAWN = "drawn"
    MIRRORS = "mirrors"
    """Games of a faction against itself."""
    NO_FACTION = "no_faction"
    """Games in which a faction is not known."""
    NO_LIST = "no_list"
    NO_FIRST = "no_first"
    NO_SCENARIO = "no_scenario"
    NO_MINUTES = "no_minutes"
    PLAYERS = "players"
    """Those who had a seat in a round."""
    LEFT = "left"
    """Those of them who dropped, retired or were disqualified."""


@dataclass(frozen=True, slots=True)
class GameTally:
    results: Counter[tuple[Aspect, Key, Outcome]] = field(default_factory=Counter)
    sums: Counter[Sum] = field(default_factory=Counter)
    minutes: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By scenario and whole minutes."""
    ways: Counter[str] = field(default_factory=Counter)
    """How games were won."""
    aside: Counter[str] = field(default_factory=Counter)
    """What is not counted as a game."""
    left_after: Counter[int] = field(default_factory=Counter)
    """How many players left, by round."""

    def counts(self, aspect: Aspect) -> dict[Key, WinCount]:
        """Names that look alike are combined, with the spelling that most games have."""
        spelled = _spellings(self.results, aspect)
        found: dict[Key, WinCount] = {}
        for (about, key, outcome), number in self.results.items():
            if about is aspect:
                name = tuple(spelled[look(part)] for part in key)
                was = found.get(name, WinCount())
                found[name] = WinCount(
                    was.games + number,
                    was.won + number * (outcome is Outcome.WIN),
                    was.drawn + number * (outcome is Outcome.DRAW),
                )
        return found


def _spellings(results: Mapping[tuple[Aspect, Key, Outcome], int], aspect: Aspect) -> dict[str, str]:
    """The most frequent spelling of each look; of equally frequent ones, the first in the alphabet.

    A matchup is spelled like its factions.
    """
    named = {Aspect.MATCHUP: Aspect.FACTION, Aspect.FIRST_SCENARIO: Aspect.SCENARIO}.get(aspect, aspect)
    spelled: dict[str, Counter[str]] = {}
    for (about, key, _), number in results.items():
        if about is named:
            for part in key:
                spelled.setdefault(look(part), Counter())[part] += number
    return {seen: min(of, key=lambda name: (-of[name], name)) for seen, of in spelled.items()}


def total(tallies: Iterable[GameTally]) -> GameTally:
    """The sum of all, built in place: adding hundreds one by one would copy each time."""
    whole = GameTally()
    for one in tallies:
        whole.results.update(one.results)
        whole.sums.update(one.sums)
        whole.minutes.update(one.minutes)
        whole.ways.update(one.ways)
        whole.aside.update(one.aside)
        whole.left_after.update(one.left_after)
    return whole


def tally_of(event: Event, system: System, notes: Mapping[PlaceOfMatch, GameNotes]) -> GameTally:
    """The totals of an event's published rounds."""
    tally = GameTally()
    tally.sums[Sum.EVENTS] = 1
    for one in counted_games(event, system, notes):
        if isinstance(one, str):
            tally.aside[one] += 1
        else:
            _add_game(tally, one)
    _add_players(tally, event)
    return tally


def _add_game(tally: GameTally, game: CountedGame) -> None:
    outcomes = (Outcome.DRAW, Outcome.DRAW) if game.won is None else _sides(game.won)
    tally.results.update((about, key, outcome) for about, key, outcome in _entries(game, outcomes))
    tally.sums.update(_sums(game))
    if game.how:
        tally.ways[game.how] += 1
    if game.minutes is not None:
        tally.minutes[game.scenario, game.minutes] += 1


def _sides(won: int) -> tuple[Outcome, Outcome]:
    return (Outcome.WIN, Outcome.LOSS) if won == 0 else (Outcome.LOSS, Outcome.WIN)


def _entries(game: CountedGame, outcomes: tuple[Outcome, Outcome]) -> Iterator[tuple[Aspect, Key, Outcome]]:
    for side, outcome in enumerate(outcomes):
        faction, other = game.factions[side], game.factions[1 - side]
        if faction and look(faction) != look(other):
            yield Aspect.FACTION, (faction,), outcome
            if other:
                yield Aspect.MATCHUP, (faction, other), outcome
        if game.lists[side] and look(game.lists[side]) != look(game.lists[1 - side]):
            yield Aspect.LIST, (game.lists[side],), outcome
    decided = Outcome.DRAW if game.won is None else Outcome.WIN
    table = str(game.table)
    yield Aspect.TABLE, (table,), decided
    if game.scenario:
        yield Aspect.SCENARIO, (game.scenario,), decided
    if game.first is not None:
        yield Aspect.FIRST, (), outcomes[game.first]
        yield Aspect.FIRST_TABLE, (table,), outcomes[game.first]
        if game.scenario:
            yield Aspect.FIRST_SCENARIO, (game.scenario,), outcomes[game.first]


def _sums(game: CountedGame) -> Iterator[Sum]:
    yield Sum.GAMES
    if game.won is None:
        yield Sum.DRAWN
    if not all(game.factions):
        yield Sum.NO_FACTION
    elif look(game.factions[0]) == look(game.factions[1]):
        yield Sum.MIRRORS
    if not all(game.lists):
        yield Sum.NO_LIST
    if game.first is None:
        yield Sum.NO_FIRST
    if not game.scenario:
        yield Sum.NO_SCENARIO
    if game.minutes is None:
        yield Sum.NO_MINUTES


def _add_players(tally: GameTally, event: Event) -> None:
    """Players with a seat in a published round, and those of them who are gone. Stand-ins come and go as needed."""
    seated: set[PlayerId] = {player for round_ in event.shown for player in round_.players()}
    for player in event.players.values():
        if player.id in seated and not player.stand_in:
            tally.sums[Sum.PLAYERS] += 1
            if not player.active:
                tally.sums[Sum.LEFT] += 1
                tally.left_after[player.left_after] += 1
