"""What is written is read back the same: rounds, results and standings, by name."""

from __future__ import annotations

from typing import Any

import pytest

from muster.app.csv_tables import parse_sheet
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.exchange import rounds_csv, trf, trf_write
from muster.app.exchange.bring_in import import_record
from muster.app.exchange.record import Record
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Ending
from muster.systems import custom
from tests.app.exchange.hands import CHESS, differences, played, taken_in, told
from tests.app.hall import STAFF, Hall, new_desk

FOOTBALL: dict[str, Any] = {**CHESS, "points": {"win": 3, "draw": 1}, "bye": {"points": 2}}
HALF_BYES: dict[str, Any] = {**CHESS, "unpaired": {"points": "1/2"}}
MARGINS: dict[str, Any] = {
    "name": "Margins",
    "margin": [
        {"from": 0, "to": 1, "winner": "7/2", "loser": "7/2"},
        {"from": 2, "to": 4, "winner": 5, "loser": 2},
        {"from": 5, "winner": 7, "loser": "1/4"},
    ],
    "result": {"high": 9},
    "bye": {"points": 5},
    "unpaired": {"points": 1},
    "structure": {"rounds": 4},
    "tiebreak": [{"key": "strength_of_schedule"}, {"key": "opponents_points"}, {"key": "wins"}],
}


def csv_record(opened: Opened) -> Record:
    rounds = parse_sheet("rounds.csv", rounds_csv.write(opened))
    table = parse_sheet("standings.csv", rounds_csv.write_standings(opened))
    lines = [(str(row.where), row.cells) for row in rounds.rows(rounds.header(rounds_csv.column, ""))]
    said = [(str(row.where), row.cells) for row in table.rows(table.header(rounds_csv.standings_column, ""))]
    return rounds_csv.read(lines, said)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [8, 11])
def test_a_report_of_a_chess_event(seed: int, players: int) -> None:
    opened = played(seed, players)
    again = taken_in(trf.read(trf_write.write(opened)))
    assert told(again.opened) == told(opened)
    assert differences(again) == []
    assert again.comparison.compared == {"points": players, "rank": players}


@pytest.mark.parametrize("seed", range(6))
def test_a_report_of_an_event_under_way(seed: int) -> None:
    opened = played(seed, 10, close_last=False)
    assert told(taken_in(trf.read(trf_write.write(opened))).opened) == told(opened)


@pytest.mark.parametrize("definition", [CHESS, FOOTBALL, MARGINS], ids=["chess", "football", "margins"])
@pytest.mark.parametrize("seed", range(8))
def test_rounds_and_standings_as_csv(seed: int, definition: dict[str, Any]) -> None:
    opened = played(seed, 9, definition)
    again = taken_in(csv_record(opened))
    assert told(again.opened).standings == told(opened).standings
    assert [r[1:] for r in told(again.opened).rounds] == [r[1:] for r in told(opened).rounds]
    assert differences(again) == []
    assert again.comparison.compared.keys() >= {"points", "rank"}
    assert len(again.comparison.compared) == 2 + len(definition["tiebreak"])


def hall_of(definition: dict[str, Any]) -> Hall:
    """Four players, ready to play by this definition."""
    hall = Hall("custom", [])
    hall.id = events.create(hall.desk, "Four", "custom", STAFF, seed="s", definition=definition).id
    hall.enrol("Ann", "Bob", "Cem", "Dee")
    return hall


def test_half_point_byes_come_back() -> None:
    """A missed round that pays half a point is H in a report and comes back as a missed round."""
    hall = hall_of(HALF_BYES)
    hall.play({"score": "1-0"})
    hall.drop("Dee")
    hall.play({"score": "0-0"})
    hall.rejoin("Dee")
    hall.play({"score": "1-0"})
    text = trf_write.write(hall.opened)
    assert "0000 - H" in text
    assert told(taken_in(trf.read(text)).opened) == told(hall.opened)
    assert told(taken_in(csv_record(hall.opened)).opened).standings == told(hall.opened).standings


def test_the_points_of_a_report_stand_in_their_record() -> None:
    hall = hall_of(FOOTBALL)
    hall.play({"score": "1-0"})
    hall.drop("Dee")
    hall.play({"score": "0-0"})
    text = trf_write.write(hall.opened)
    assert "162  W 3.0    D 1.0    L 0.0    P 2.0\r\n" in text
    assert told(taken_in(trf.read(text)).opened) == told(hall.opened)


def test_a_walkover_that_pays_less_than_a_win_is_refused() -> None:
    hall = hall_of(FOOTBALL)
    hall.pair()
    match = hall.publish().event.rounds[0].matches[0]
    hall.report("1", ending="no_show", by=hall.event.name_of(match.a))
    hall.report("2", score="1-0")
    hall.close()
    with pytest.raises(Refusal, match="A walkover scored 2 and a win"):
        trf_write.write(hall.opened)


def test_the_invented_events_have_what_is_hard_to_carry() -> None:
    """No-shows, double losses, missed rounds and people who left, so that the tests above mean something."""
    every = [played(seed, 11) for seed in range(12)]
    results = [m.result.ending for o in every for r in o.event.rounds for m in r.matches if m.result is not None]
    assert results.count(Ending.NO_SHOW) > 5 < results.count(Ending.DOUBLE_LOSS)
    assert sum(bool(p.missed) for o in every for p in o.event.players.values()) > 3
    assert sum(not p.active for o in every for p in o.event.players.values()) > 3


def test_what_a_report_cannot_say_is_refused() -> None:
    with pytest.raises(Refusal, match="A report has one value for a win, but here it scored 5, 7"):
        trf_write.write(played(1, 8, MARGINS))


def test_an_event_of_a_book_goes_out_as_csv() -> None:
    """Points and places stay; tie-breaks with another name in a composed system are named."""
    hall = Hall("l5r", 6)
    hall.play({"winner": "a"})
    hall.play({"winner": "b"})
    again = taken_in(csv_record(hall.opened))
    points = {name: paid for name, _, paid, _ in told(hall.opened).standings}
    assert {name: paid for name, _, paid, _ in told(again.opened).standings} == points
    assert [d for d in differences(again) if d[1] == "points"] == []


def test_a_bracket_is_written_and_named_when_read() -> None:
    hall = Hall("l5r", 8, rounds="1", cut="2")
    hall.play({"winner": "a"})
    hall.cut()
    hall.play({"winner": "a"})
    text = rounds_csv.write(hall.opened)
    assert text.splitlines()[-1].startswith("elimination,2,1,")
    assert "Not carried over: 1 line of other stages than the Swiss rounds." in csv_record(hall.opened).notes
    assert "### Left out: 1 of 2 rounds (a draft, or elimination).\r\n" in trf_write.write(hall.opened)


def test_what_was_taken_in_can_be_verified_and_goes_on() -> None:
    """Lots come from the seed, sealed standings match, and the next round is drawn as in any event."""
    desk = new_desk()
    record = trf.read(trf_write.write(played(5, 10, {**CHESS, "structure": {"rounds": 3}})))
    done = import_record(desk, record, STAFF)
    outcome = verify(done.opened, desk.seed(done.opened.id))
    assert outcome.ok and outcome.checked.standings == 3 and outcome.checked.lots == 10
    events.set_option(desk, done.opened.id, "rounds", "4", STAFF)
    drawn = rounds.pair(desk, done.opened.id, STAFF)
    assert len(drawn.event.rounds) == 4


def test_a_report_says_what_a_draw_pays_and_the_rounds_planned_though_nobody_drew() -> None:
    """The definition's own numbers, not a guess from the results."""
    desk = new_desk()
    definition = custom.parse('name = "Club"\n[points]\nwin = 3\ndraw = 1\nloss = 0\n[result]\nhigh = 2\n')
    opened = events.create(desk, "Club", "custom", STAFF, definition=definition)
    roster.enrol(desk, opened.id, [(name, {}) for name in ("Ann", "Bob", "Cat", "Dan")], STAFF)
    rounds.pair(desk, opened.id, STAFF)
    rounds.publish(desk, opened.id, STAFF)
    reported = results.report(desk, opened.id, [Report(t, {"score": "2-1"}) for t in "12"], STAFF)
    lines = trf_write.write(reported).splitlines()
    assert "162  W 3.0    D 1.0    L 0.0    P 3.0" in lines
    assert "XXR 2" in lines
