"""Statistics of an event, a season or everything, as tables or as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from muster.app.numbers import count
from muster.app.statistics.gather import Counting
from muster.app.statistics.shapes import GameStatistics, StatisticsView, WinShare
from muster.app.statistics.sheet import statistics_csv
from muster.app.statistics.views import all_statistics, event_statistics, season_statistics
from muster.app.table.tables import Tables
from muster.cli.call import Call, command
from muster.cli.input.files import STDOUT, write_whole
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title, warn
from muster.cli.params import complete_event, complete_season


@command("stats")
@click.argument("event", required=False, shell_complete=complete_event)
@click.option("--season", metavar="ID", shell_complete=complete_season, help="Of all events of this season.")
@click.option("--all", "everything", is_flag=True, help="Of everything in the data folder.")
@click.option("--csv", "as_csv", is_flag=True, help="As CSV, every number in its own line.")
@click.option("-o", "--output", metavar="FILE", help="Write the CSV to this file; - to the terminal.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def stats_command(
    call: Call, event: str | None, season: str | None, everything: bool, as_csv: bool, output: str | None, force: bool
) -> Answer:
    """Show who wins how often: by faction, list, scenario and table. Only what everyone may see is counted."""
    view = _view(call, event, season, everything)
    if output not in (None, STDOUT):
        write_whole(output, statistics_csv(view).encode(), force)
        done = f"Statistics written to {output}."
        return Answer({"done": done, "file": output}, [Line(done, "good")])
    text = statistics_csv(view) if (as_csv or output == STDOUT) and not call.json else ""
    return Answer({"statistics": view}, _blocks(view), text=text)


def _view(call: Call, event: str | None, season: str | None, everything: bool) -> StatisticsView:
    if sum((event is not None, season is not None, everything)) != 1:
        raise click.UsageError("Say which statistics: an EVENT, or --season ID, or --all.")
    counting = Counting(call.desk, Tables(call.desk.journals, call.desk.clock, call.desk.fresh))
    if event is not None:
        return event_statistics(counting, call.desk.open(event))
    if season is not None:
        return season_statistics(counting, call.seasons.open(season))
    return all_statistics(counting)


def _blocks(view: StatisticsView) -> Iterator[Block]:
    if view.unread:
        yield warn(f"Left out, as they cannot be read here: {', '.join(view.unread)}")
    if view.copies:
        yield warn(f"Left out, as they are copies of others: {', '.join(view.copies)}")
    if not any(game.games for game in view.games):
        yield dim("No games yet: statistics appear when the first results are in.")
    for game in view.games:
        if game.games:
            yield from _game(game)


def _game(game: GameStatistics) -> Iterator[Block]:
    yield title(f"{game.name}: {count(game.games, 'game')} at {count(game.events, 'event')}")
    yield Line(f"{game.headline}. A draw counts as half a win; ranges hold 95 times in 100.")
    yield from _shares(game.faction_label or "Faction", game.factions, game.factions_note)
    if game.matchups:
        yield Line()
        columns = [Column(game.faction_label or "Faction", flex=True), Column("Against", flex=True), *_columns()]
        pairs = [one for one in game.matchups if one.name < one.against]
        yield Grid(columns, [(one.name, one.against, *_cells(one)) for one in pairs], _few(pairs))
    if game.list_label:
        yield from _shares(game.list_label, game.lists, game.lists_note)
    firsts = [] if game.first is None else [game.first, *(s.first for s in game.scenarios if s.first is not None)]
    yield from _shares("First player", firsts, game.first_note)
    yield from _scenarios(game)
    yield Line()
    if game.time is not None:
        yield Line(f"Minutes: half of {count(game.time.games, 'game')} took {game.time.median} or less.")
    yield from _note(game.time_note)
    if game.ways:
        yield Line("Games ended by: " + ", ".join(f"{way.name} {way.games}" for way in game.ways))
    drops = game.drops
    share = "" if drops.percent is None else f" ({drops.percent}%, between {drops.low}% and {drops.high}%)"
    yield Line(f"Players who left: {drops.left} of {drops.players}{share}")
    if game.not_counted:
        yield Line("Not counted: " + ", ".join(f"{one.what} {one.number}" for one in game.not_counted))


def _shares(label: str, shares: list[WinShare], note: str) -> Iterator[Block]:
    yield Line()
    if shares:
        rows = [(one.name, *_cells(one)) for one in shares]
        yield Grid([Column(label, flex=True), *_columns()], rows, _few(shares))
    yield from _note(note)


def _scenarios(game: GameStatistics) -> Iterator[Block]:
    yield Line()
    if game.scenarios:
        columns = [Column("Scenario", flex=True), *(Column(c, right=True) for c in ("Games", "Drawn", "Minutes"))]
        rows = [
            (s.name, str(s.games), str(s.drawn), "" if s.minutes is None else str(s.minutes)) for s in game.scenarios
        ]
        yield Grid(columns, rows)
    yield from _note(game.scenarios_note)


def _columns() -> list[Column]:
    return [Column(name, right=True) for name in ("Games", "Won", "Drawn", "Lost", "Share", "Range")]


def _cells(one: WinShare) -> tuple[str, ...]:
    told = ("too few", "") if one.few else (f"{one.percent}%", f"{one.low}–{one.high}%")
    return str(one.games), str(one.won), str(one.drawn), str(one.lost), *told


def _few(shares: Sequence[WinShare]) -> frozenset[int]:
    return frozenset(at for at, one in enumerate(shares) if one.few)


def _note(text: str) -> Iterator[Block]:
    if text:
        yield dim(text)
