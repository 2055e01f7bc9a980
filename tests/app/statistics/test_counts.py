"""Statistics against a plain recount of the record, over random events of every game."""

from __future__ import annotations

from collections import Counter

import pytest

from muster.app.clock import actions as clock
from muster.app.demo import demo
from muster.app.desk import Desk, Opened
from muster.app.events.carry import export_event, import_event
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.statistics.gather import Counting
from muster.app.statistics.shapes import GameStatistics, StatisticsView
from muster.app.statistics.views import all_statistics, event_statistics, season_statistics
from muster.app.table import actions as table_actions
from muster.app.table.actions import SentTap
from muster.app.table.tables import Tables
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Outcome
from muster.core.reading.tally import scores
from muster.core.record.event import MatchState, RoundState
from muster.systems import registry
from tests.app.circuit.year import Year
from tests.app.hall import STAFF, Hall, new_desk

FACTIONS = ("Cryx", "Khador", "cygnar ", "Cygnar", "")


def counting(desk: Desk) -> Counting:
    return Counting(desk, Tables(desk.journals, desk.clock, desk.fresh))


def statistics(desk: Desk, event: str) -> GameStatistics:
    (game,) = event_statistics(counting(desk), desk.open(event)).games
    return game


def played(desk: Desk, system: str, seed: str, players: int) -> Opened:
    """An event with factions and byes; in round 2 somebody does not appear, and somebody concedes."""
    lots = Lots(seed, "factions")
    field = registry.find(system).means.faction
    options = {"stop_on_sole_leader": "no"} if system == "warmachine" else {}
    for step in demo(desk, system, players, seed, options):
        opened = step.opened
        if step.kind == "enrolled":
            for player in opened.event.players.values():
                roster.amend(desk, opened.id, player.name, STAFF, texts={field: lots.choice(FACTIONS)})
        if step.kind == "played" and len(opened.event.rounds) == 2:
            endings = (Ending.NO_SHOW, Ending.CONCESSION)
            for match, ending in zip(opened.event.rounds[-1].matches, endings, strict=False):
                again = Report(str(match.table), ending=ending, by=(opened.event.name_of(match.a),), round=2)
                opened = results.correct(desk, opened.id, again, "misread slip", STAFF)
            break
    return rounds.publish(desk, rounds.pair(desk, opened.id, STAFF).id, STAFF)


def name_of(faction: str) -> str:
    return faction.strip().casefold()


def recount(opened: Opened) -> tuple[Counter[tuple[str, Outcome]], Counter[tuple[str, str, Outcome]], int, int]:
    """By hand: every seat of every match, one after the other."""
    event, field = opened.event, opened.system.means.faction
    alone: Counter[tuple[str, Outcome]] = Counter()
    met: Counter[tuple[str, str, Outcome]] = Counter()
    games = drawn = 0
    for round_ in event.rounds:
        for match in round_.matches:
            if round_.state is RoundState.DRAFT or match.state is not MatchState.IN or match.result is None:
                continue
            first, second = (score.outcome for score in scores(event, opened.system, round_, match))
            if match.result.ending is Ending.NO_SHOW or first is second is Outcome.LOSS:
                continue
            games += 1
            drawn += first is Outcome.DRAW
            a, b = (name_of(str(event.players[p].values.get(field) or "")) for p in (match.a, match.b))
            for own, other, outcome in ((a, b, first), (b, a, second)):
                if own and own != other:
                    alone[own, outcome] += 1
                    if other:
                        met[own, other, outcome] += 1
    return alone, met, games, drawn


@pytest.mark.parametrize("system", ["bushido", "l5r", "urban_war", "warmachine"])
@pytest.mark.parametrize(("seed", "players"), [("one", 7), ("two", 8), ("three", 21)])
def test_every_count_is_what_a_recount_finds(system: str, seed: str, players: int) -> None:
    desk = new_desk()
    opened = desk.open(played(desk, system, seed, players).id)
    shown = statistics(desk, opened.id)
    alone, met, games, drawn = recount(opened)
    assert (shown.games, shown.drawn) == (games, drawn)
    assert {
        (name_of(one.name), what): number
        for one in shown.factions
        for what, number in ((Outcome.WIN, one.won), (Outcome.DRAW, one.drawn), (Outcome.LOSS, one.lost))
        if number
    } == dict(alone)
    assert {
        (name_of(one.name), name_of(one.against), what): number
        for one in shown.matchups
        for what, number in ((Outcome.WIN, one.won), (Outcome.DRAW, one.drawn), (Outcome.LOSS, one.lost))
        if number
    } == dict(met)
    seats = sum(len(round_.byes) for round_ in opened.event.rounds)
    aside = {one.what: one.number for one in shown.not_counted}
    assert aside.get("Byes", 0) == seats and aside["No-shows"] == 1
    assert sum(one.games for one in shown.tables) == games
    assert shown.drops.left == sum(not p.active for p in opened.event.players.values())


def test_everything_is_the_sum_of_its_events() -> None:
    """Each game by itself; an event that grew is counted again, the others are not opened."""
    desk = new_desk()
    for system, seed in (("bushido", "one"), ("bushido", "two"), ("l5r", "one")):
        played(desk, system, seed, 6)
    kept = counting(desk)
    whole = all_statistics(kept)
    assert {game.game: game.events for game in whole.games} == {"bushido": 2, "l5r": 1}
    for game in whole.games:
        parts = [statistics(desk, s.id) for s in desk.listed() if desk.open(s.id).system.key == game.game]
        assert game.games == sum(part.games for part in parts)
        assert sum(f.won for f in game.factions) == sum(f.won for part in parts for f in part.factions)
    assert all_statistics(kept) == whole


def test_spellings_that_look_alike_are_one() -> None:
    desk = new_desk()
    shown = statistics(desk, played(desk, "bushido", "one", 9).id)
    names = [one.name for one in shown.factions]
    assert len({name_of(name) for name in names}) == len(names)
    assert shown.factions_note.startswith("In ")


def test_the_first_player_and_the_time_come_from_phones_and_the_clock() -> None:
    """At one table phones say who began and when it was over; for the other there are only the clock and the report."""
    hall = Hall("l5r", ["Ann", "Bob", "Cem", "Dai"], table_tracker="yes")
    hall.pair()
    opened = hall.publish()
    match = opened.event.rounds[0].matches[0]
    clock.start(hall.desk, hall.id, STAFF)
    tables = Tables(hall.desk.journals, hall.desk.clock, hall.desk.fresh)
    table = table_actions.open_match(tables, opened, 1, match.a, STAFF)
    for _ in range(600):
        hall.desk.clock.now()
    first = [SentTap("picked", 1, 0, {"value": 0}), SentTap("first", 2, 0, {"value": 1})]
    table_actions.tap(tables, table.id, first, None, "desk", STAFF)
    for _ in range(1_200):
        hall.desk.clock.now()
    for one in opened.event.rounds[0].matches:
        hall.report(str(one.table), winner="b", how="victory")
    shown = statistics(hall.desk, hall.id)
    assert shown.first is not None and (shown.first.games, shown.first.won) == (1, 1)
    assert shown.first_note == "1 game is left out because nobody recorded who had the first turn."
    assert shown.time is not None and (shown.time.quick, shown.time.slow) == (10, 10) and shown.time.games == 2
    assert statistics_minutes(hall) == [10, 30]


def statistics_minutes(hall: Hall) -> list[int]:
    return sorted(minutes for (_, minutes), _ in counting(hall.desk).one(hall.id).tally.minutes.items())


def test_lists_count_once_everybody_may_see_them() -> None:
    """X-17: not during the event, and then only those of players who agree."""
    hall = Hall("warmachine", ["Ann", "Bob", "Cem", "Dai"], publish_lists="yes")
    for name, leader in (("Ann", "Haley 1"), ("Bob", "Haley 1"), ("Cem", "Kreoss 1"), ("Dai", "Karchev 1")):
        lists.hand_in(hall.desk, hall.id, Brought(name, "- Squire [5]", fields={"leader": leader}), STAFF)
    hall.by_hand(("Ann", "Cem"), ("Bob", "Dai"))
    hall.publish()
    for name in ("Ann", "Bob"):
        hall.report(name, winner="a", how="scenario", cp="5-0", apd="0-0")
    hall.close()
    assert statistics(hall.desk, hall.id).lists == []
    assert statistics(hall.desk, hall.id).lists_note.startswith("No list can be counted.")
    hall.finish("one round is enough")
    for name in ("Ann", "Cem"):
        lists.consent(hall.desk, hall.id, name, True, roster.as_player(hall.desk, hall.id, name))
    shown = statistics(hall.desk, hall.id)
    assert [(one.name, one.won, one.lost) for one in shown.lists] == [("Haley 1", 1, 0), ("Kreoss 1", 0, 1)]
    assert shown.lists_note == "In 1 game a list is not known, or not everyone may see it."


def test_under_ten_games_there_is_no_percentage() -> None:
    desk = new_desk()
    shown = statistics(desk, played(desk, "bushido", "one", 6).id)
    assert shown.games < 10
    assert all(one.few and one.percent is one.low is one.high is None for one in shown.factions)
    assert shown.headline == "Too few games to compare factions"


def test_a_faction_that_is_clearly_behind_is_named_where_none_is_ahead() -> None:
    """Eleven games lost to eleven others: each of those has too few."""
    hall = Hall("bushido", 22)
    for number in range(1, 23):
        side = "Ito Clan" if number <= 11 else f"Faction {number}"
        roster.amend(hall.desk, hall.id, f"#{number}", STAFF, texts={"faction": side})
    hall.by_hand(*((f"#{number}", f"#{number + 11}") for number in range(1, 12)))
    hall.publish()
    for number in range(1, 12):
        hall.report(f"#{number}", vp="0-3")
    shown = statistics(hall.desk, hall.id)
    assert [(one.name, one.leaning) for one in shown.factions if not one.few] == [("Ito Clan", -1)]
    assert shown.headline == "Clearly behind: Ito Clan"


def test_what_is_not_known_is_said_and_not_shown_as_nothing() -> None:
    desk = new_desk()
    *_, last = demo(desk, "bushido", 6, "plain")
    shown = statistics(desk, last.opened.id)
    assert shown.factions == [] and shown.factions_note == "No faction is recorded for these games."
    assert shown.first is None and shown.first_note.endswith("if the game’s rules have a first player.")
    assert shown.time is None and shown.time_note.startswith("It is not known how long games took.")
    assert shown.scenarios == [] and shown.scenarios_note == "No scenario is recorded for these games."


def test_an_event_that_cannot_be_read_is_named_and_the_rest_is_counted() -> None:
    desk = new_desk()
    good = played(desk, "bushido", "one", 6).id
    gathered = counting(desk).of([good, "gone"])
    assert gathered.unread == ["gone"] and list(gathered.tallies) == [good]


def test_a_copy_of_an_event_counts_once() -> None:
    desk = new_desk()
    opened = played(desk, "bushido", "one", 6)
    before = all_statistics(counting(desk))
    import_event(desk, export_event(desk, opened.id), "copy")
    after: StatisticsView = all_statistics(counting(desk))
    assert after.copies == ["copy"] and after.games == before.games


def test_a_season_counts_its_own_events_and_no_stranger_under_their_id() -> None:
    year = Year()
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    year.qualifier("South", ["Eve", "Fay"])
    year.event("Elsewhere", ["Gus", "Hal"])
    (game,) = season_statistics(counting(year.desk), year.opened).games
    assert (game.events, game.games) == (2, 3)
    year.desk.remove("south")
    year.event("South", ["Ida", "Jan", "Kim", "Lea"])
    view = season_statistics(counting(year.desk), year.opened)
    assert view.unread == ["south"] and view.games[0].games == 2


def test_one_faction_alone_is_compared_with_nothing() -> None:
    """Only one has enough games: the page does not say that none is ahead, unless this one is."""
    ours, theirs = [f"Ours {n}" for n in range(6)], [f"Theirs {n}" for n in range(6)]
    hall = Hall("warmachine", [])
    for one, other in zip(ours, theirs, strict=True):
        hall.enrol(one, faction="Cryx")
        hall.enrol(other, faction=other)
    for opponents in (theirs, theirs[1:] + theirs[:1]):
        hall.by_hand(*zip(ours, opponents, strict=True))
        hall.publish()
        for n, one in enumerate(ours):
            hall.report(one, winner="ab"[n % 2], how="scenario", cp=("5-1", "1-5")[n % 2], apd="9-1")
    shown = statistics(hall.desk, hall.id)
    assert [one.name for one in shown.factions if not one.few] == ["Cryx"]
    assert shown.headline == "Too few games to compare factions"
