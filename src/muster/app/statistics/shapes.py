"""What pages, tables, CSV and --json show of statistics. Counts are exact; percentages are rounded, for reading."""

from __future__ import annotations

from typing import Literal

from muster.app.exact import View

Scope = Literal["event", "season", "all"]


class WinShare(View, frozen=True):
    """How often a side won; a draw is half a win. With fewer than 10 games (`few`) no percentage is given.

    `low`, `high`: the percentages between which the true one is, 95 times in 100. `leaning`: 1 if both are above 50%,
    -1 if both are below, otherwise 0.
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
    """`first`: what the first player won, in games where that is known; null for none. `minutes`: the median."""

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
    """How games were won; `percent` is of those where it is known, null if there are few."""

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
    """Players with a seat in a round, and those of them who left before the end."""

    players: int
    left: int
    few: bool
    percent: int | None
    low: int | None
    high: int | None
    after: list[LeftAfter]


class GameStatistics(View, frozen=True):
    """Everything counted for one game. The notes say what is left out because it is not known, empty if nothing is.

    `faction_label`, `list_label`: the game's words for what distinguishes its players and lists.
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
    """Statistics of an event, of a season, or of everything; one part per game.

    `unread`: events that cannot be counted here, by id. `copies`: copies of other events in the data folder, which
    count once.
    """

    of: Scope
    id: str
    name: str
    games: list[GameStatistics]
    unread: list[str]
    copies: list[str]
