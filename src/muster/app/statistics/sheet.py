"""Statistics as one CSV table: a line for every number on the page, in the words of `--json`."""

from __future__ import annotations

from collections.abc import Iterator

from muster.app.statistics.shapes import GameStatistics, StatisticsView, WinShare
from muster.app.takeaway.sheets import written

COLUMNS = (
    "game",
    "about",
    "name",
    "against",
    "games",
    "won",
    "drawn",
    "lost",
    "percent",
    "low",
    "high",
)

Cells = tuple[object, ...]


def statistics_csv(view: StatisticsView) -> str:
    """Percentages are empty if there are few games. `won` is empty if only games are counted."""
    lines = ((game.game, *line) for game in view.games for line in _lines(game))
    return written(COLUMNS, ((("" if cell is None else cell) for cell in line) for line in lines))


def _lines(game: GameStatistics) -> Iterator[Cells]:
    yield ("games", "", "", game.games, "", game.drawn, "", "", "", "")
    yield from (_share("faction", one) for one in game.factions)
    yield from (_share("matchup", one, one.against) for one in game.matchups)
    yield from (_share("list", one) for one in game.lists)
    if game.first is not None:
        yield _share("first player", game.first)
    for scenario in game.scenarios:
        yield ("scenario", scenario.name, "", scenario.games, "", scenario.drawn, "", "", "", "")
        if scenario.first is not None:
            yield _share("first player in scenario", scenario.first)
    for table in game.tables:
        yield ("table", table.table, "", table.games, "", table.drawn, "", "", "", "")
        if table.first is not None:
            yield _share("first player at table", table.first)
    if game.time is not None:
        for name, minutes in (("quick", game.time.quick), ("median", game.time.median), ("slow", game.time.slow)):
            yield ("minutes", name, "", minutes, "", "", "", "", "", "")
    yield from (("won by", way.name, "", way.games, "", "", "", way.percent, "", "") for way in game.ways)
    drops = game.drops
    yield ("players", "", "", drops.players, "", "", "", "", "", "")
    yield ("left", "", "", drops.left, "", "", "", drops.percent, drops.low, drops.high)
    yield from (("left after round", one.round, "", one.players, "", "", "", "", "", "") for one in drops.after)
    yield from (("not counted", one.what, "", one.number, "", "", "", "", "", "") for one in game.not_counted)


def _share(about: str, one: WinShare, against: str = "") -> Cells:
    return about, one.name, against, one.games, one.won, one.drawn, one.lost, one.percent, one.low, one.high
