"""Tallies as people read them: shares with intervals, the largest first, and a sentence for what is not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from muster.app.circuit.seasons import OpenSeason
from muster.app.desk import Opened
from muster.app.speech import plural, tr
from muster.app.statistics.gather import Counting, EventTally
from muster.app.statistics.shapes import (
    DropRate,
    GameStatistics,
    LeftAfter,
    Matchup,
    NotCounted,
    ScenarioShare,
    Scope,
    StatisticsView,
    TableShare,
    TimeUsed,
    WayWon,
    WinShare,
)
from muster.core.kit.language import mark
from muster.core.kit.progress import Progress, unwatched
from muster.core.kit.written import look
from muster.core.reading.statistics.games import NOT_COUNTED
from muster.core.reading.statistics.interval import FEW, WinCount
from muster.core.reading.statistics.tally import Aspect, GameTally, Key, Sum, total

ALL = mark("Everything")
COMPARED = 2
"""Factions with enough games before one can say that none is ahead."""


def event_statistics(counting: Counting, opened: Opened) -> StatisticsView:
    """From what everybody may know now: published rounds, and lists once they are public."""
    return _view("event", opened.id, opened.event.name, [counting.one(opened.id)])


def season_statistics(counting: Counting, opened: OpenSeason) -> StatisticsView:
    """From the season's events that are here, finished or not. A different event with the same id is left out."""
    origins = {event.entered.event: event.origin for event in opened.season.events.values()}
    gathered = counting.soon(list(origins))
    own = {event: one for event, one in gathered.tallies.items() if one.origin == origins[event]}
    unread = [event for event in origins if event not in own]
    return _view("season", opened.id, opened.season.name, own.values(), unread)


def all_statistics(counting: Counting, progress: Progress = unwatched) -> StatisticsView:
    """Each event once: of several copies, the one with the most games."""
    gathered = counting.of([stored.id for stored in counting.desk.listed()], progress)
    best: dict[str, str] = {}
    for event, one in gathered.tallies.items():
        held = best.setdefault(one.origin, event)
        if one.tally.sums[Sum.GAMES] > gathered.tallies[held].tally.sums[Sum.GAMES]:
            best[one.origin] = event
    kept = set(best.values())
    copies = [event for event in gathered.tallies if event not in kept]
    own = [one for event, one in gathered.tallies.items() if event in kept]
    return _view("all", "", tr(ALL), own, gathered.unread, copies)


def _view(
    of: Scope,
    identity: str,
    name: str,
    tallies: Iterable[EventTally],
    unread: Iterable[str] = (),
    copies: Iterable[str] = (),
) -> StatisticsView:
    games: dict[str, list[EventTally]] = {}
    for one in tallies:
        games.setdefault(one.game, []).append(one)
    shown = sorted((_game(key, group) for key, group in games.items()), key=lambda game: (-game.games, game.name))
    return StatisticsView(of, identity, name, shown, list(unread), list(copies))


def _game(key: str, group: Sequence[EventTally]) -> GameStatistics:
    tally, one = total(each.tally for each in group), group[-1]
    sums, games = tally.sums, tally.sums[Sum.GAMES]
    factions = _shares(tally, Aspect.FACTION)
    lists = _shares(tally, Aspect.LIST)
    first = tally.counts(Aspect.FIRST).get(())
    return GameStatistics(
        game=key,
        name=one.name,
        headline=_headline(games, factions),
        events=sums[Sum.EVENTS],
        games=games,
        drawn=sums[Sum.DRAWN],
        mirrors=sums[Sum.MIRRORS],
        faction_label=tr(one.faction) if one.faction else "",
        factions=factions,
        factions_note=_factions_note(sums[Sum.NO_FACTION], games),
        matchups=[
            Matchup(*_parts(name, count), against)
            for (name, against), count in sorted(tally.counts(Aspect.MATCHUP).items())
        ],
        list_label=tr(one.list) if one.list else "",
        lists=lists,
        lists_note=_lists_note(sums[Sum.NO_LIST], games),
        first=None if first is None else WinShare(*_parts(tr("All games"), first)),
        first_note=_first_note(sums[Sum.NO_FIRST], games),
        scenarios=_scenarios(tally),
        scenarios_note=_scenarios_note(sums[Sum.NO_SCENARIO], games),
        tables=_tables(tally),
        time=_time(_minutes(tally)),
        time_note=_time_note(sums[Sum.NO_MINUTES], games),
        ways=_ways(tally.ways),
        drops=_drops(tally),
        not_counted=[NotCounted(tr(NOT_COUNTED[what]), number) for what, number in sorted(tally.aside.items())],
    )


Parts = tuple[str, int, int, int, int, bool, int | None, int | None, int | None, int]


def _parts(name: str, count: WinCount) -> Parts:
    """The fields of a `WinShare`, in their order."""
    percent, low, high = _percentages(count)
    return name, count.games, count.won, count.drawn, count.lost, count.few, percent, low, high, count.leaning


def _percentages(count: WinCount) -> tuple[int | None, int | None, int | None]:
    if count.few:
        return None, None, None
    low, high = count.interval
    return rounded(count.share), rounded(low), rounded(high)


def rounded(share: Fraction | float) -> int:
    """In percent, halves rounded up."""
    return int(share * 100 + Fraction(1, 2))


def _shares(tally: GameTally, aspect: Aspect) -> list[WinShare]:
    """The highest share first; those with few games at the end, the most games first."""
    counts = sorted(tally.counts(aspect).items(), key=_order)
    return [WinShare(*_parts(name, count)) for (name,), count in counts]


def _order(item: tuple[Key, WinCount]) -> tuple[bool, Fraction | int, int, Key]:
    key, count = item
    return count.few, 0 if count.few else -count.share, -count.games, key


def _headline(games: int, factions: Sequence[WinShare]) -> str:
    if not games:
        return tr("No games yet")
    told = [one for one in factions if not one.few]
    if not factions:
        return plural(games, "{n} game was played", "{n} games were played")
    ahead = [one.name for one in told if one.leaning > 0]
    if ahead:
        return tr("Clearly ahead: {names}", names=", ".join(ahead))
    behind = [one.name for one in told if one.leaning < 0]
    if behind:
        return tr("Clearly behind: {names}", names=", ".join(behind))
    return tr("Too few games to compare factions") if len(told) < COMPARED else tr("No faction is clearly ahead")


def _factions_note(unknown: int, games: int) -> str:
    if not unknown:
        return ""
    if unknown == games:
        return tr("No faction is recorded for these games.")
    return plural(
        unknown,
        "In {n} game a faction is not recorded. It counts only for the other side.",
        "In {n} games a faction is not recorded. They count only for the other side.",
    )


def _lists_note(unknown: int, games: int) -> str:
    if not unknown:
        return ""
    if unknown == games:
        return tr("No list can be counted. A list counts once everyone may see it.")
    return plural(
        unknown,
        "In {n} game a list is not known, or not everyone may see it.",
        "In {n} games a list is not known, or not everyone may see it.",
    )


def _first_note(unknown: int, games: int) -> str:
    if not unknown:
        return ""
    if unknown == games:
        return tr(
            "Nobody recorded who went first. That is known for games followed on phones at the table, if the game’s "
            "rules have a first player."
        )
    return plural(
        unknown,
        "{n} game is left out because nobody recorded who had the first turn.",
        "{n} games are left out because nobody recorded who had the first turn.",
    )


def _scenarios_note(unknown: int, games: int) -> str:
    if not unknown:
        return ""
    if unknown == games:
        return tr("No scenario is recorded for these games.")
    return plural(
        unknown,
        "{n} game is left out because no scenario is recorded for it.",
        "{n} games are left out because no scenario is recorded for them.",
    )


def _time_note(unknown: int, games: int) -> str:
    if not unknown:
        return ""
    if unknown == games:
        return tr("It is not known how long games took. That needs a round clock.")
    return plural(
        unknown,
        "{n} game is left out because its time is not known.",
        "{n} games are left out because their time is not known.",
    )


def _scenarios(tally: GameTally) -> list[ScenarioShare]:
    firsts = tally.counts(Aspect.FIRST_SCENARIO)
    found = []
    for (name,), count in sorted(tally.counts(Aspect.SCENARIO).items(), key=lambda item: (-item[1].games, item[0])):
        time = _time(_minutes(tally, name))
        found.append(
            ScenarioShare(
                name, count.games, count.drawn, _first(firsts.get((name,)), name), None if time is None else time.median
            )
        )
    return found


def _tables(tally: GameTally) -> list[TableShare]:
    firsts = tally.counts(Aspect.FIRST_TABLE)
    counts = {int(number): count for (number,), count in tally.counts(Aspect.TABLE).items()}
    return [
        TableShare(number, count.games, count.drawn, _first(firsts.get((str(number),)), str(number)))
        for number, count in sorted(counts.items())
    ]


def _first(count: WinCount | None, name: str) -> WinShare | None:
    return None if count is None else WinShare(*_parts(name, count))


def _minutes(tally: GameTally, scenario: str | None = None) -> Counter[int]:
    """How many games took each number of minutes: for one scenario, or for all."""
    found: Counter[int] = Counter()
    for (played, minutes), number in tally.minutes.items():
        if scenario is None or look(played) == look(scenario):
            found[minutes] += number
    return found


def _time(minutes: Counter[int]) -> TimeUsed | None:
    games = minutes.total()
    if not games:
        return None
    ordered = sorted(minutes.elements())
    quick, median, slow = (ordered[(games - 1) * quarter // 4] for quarter in (1, 2, 3))
    return TimeUsed(games, quick, median, slow)


def _ways(ways: Counter[str]) -> list[WayWon]:
    known = ways.total()
    return [
        WayWon(tr(way), number, None if known < FEW else rounded(Fraction(number, known)))
        for way, number in sorted(ways.items(), key=lambda item: (-item[1], item[0]))
    ]


def _drops(tally: GameTally) -> DropRate:
    count = WinCount(tally.sums[Sum.PLAYERS], tally.sums[Sum.LEFT])
    percent, low, high = _percentages(count)
    after = [LeftAfter(round_, number) for round_, number in sorted(tally.left_after.items())]
    return DropRate(count.games, count.won, count.few, percent, low, high, after)
