"""What pages, tables, CSV and --json show of statistics. Counts are exact; percentages are rounded, for reading."""

from __future__ import annotations

from typing import Literal

from muster.app.exact import View

Scope = Literal["event", "season", "all"]


class WinShare(View, frozen=True):
    """How often a side won; a draw is half a win. With fewer than 10 games (`few`) no percentage is given.

    `low`, `high`: between which percentages the true one is, 95 times in 100. `leaning`: 1 where all of that is above
    50%, -1 where it is below, else 0.
    """

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    few: bool
    percent: int | None
    low: int | None
    high: int | None
    leaning: int


class Matchup(WinShare, frozen=True):
    """How often `name` won against `against`."""

    against: str


class ScenarioShare(View, frozen=True):
    """`first`: what the first player won, of games where it is known; null for none. `minutes`: the median."""

    name: str
    games: int
    drawn: int
    first: WinShare | None
    minutes: int | None


class TableShare(View, frozen=True):
    table: int
    games: int
    drawn: int
    first: WinShare | None


class TimeUsed(View, frozen=True):
    """Minutes: a quarter of the games took no longer than `quick`, half `median`, three quarters `slow`."""

    games: int
    quick: int
    median: int
    slow: int


class WayWon(View, frozen=True):
    """How games were won; `percent` is of those where it is known, null where they are few."""

    name: str
    games: int
    percent: int | None


class NotCounted(View, frozen=True):
    what: str
    number: int


class LeftAfter(View, frozen=True):
    round: int
    players: int


class DropRate(View, frozen=True):
    """Players who had a seat in a round, and those of them who left before the end."""

    players: int
    left: int
    few: bool
    percent: int | None
    low: int | None
    high: int | None
    after: list[LeftAfter]


class GameStatistics(View, frozen=True):
    """All that was counted of one game. The notes say what is left out because it is not known, empty for nothing.

    `faction_label`, `list_label`: what the game calls what its players and lists are told apart by.
    """

    game: str
    name: str
    headline: str
    events: int
    games: int
    drawn: int
    mirrors: int
    faction_label: str
    factions: list[WinShare]
    factions_note: str
    matchups: list[Matchup]
    list_label: str
    lists: list[WinShare]
    lists_note: str
    first: WinShare | None
    first_note: str
    scenarios: list[ScenarioShare]
    scenarios_note: str
    tables: list[TableShare]
    time: TimeUsed | None
    time_note: str
    ways: list[WayWon]
    drops: DropRate
    not_counted: list[NotCounted]


class StatisticsView(View, frozen=True):
    """Statistics of an event, of a season, or of everything; one part for each game. `unread`: events that cannot be
    counted here, by id. `copies`: copies of other events of the data folder, which count once."""

    of: Scope
    id: str
    name: str
    games: list[GameStatistics]
    unread: list[str]
    copies: list[str]
