"""Events that really took place: a composed system gives the published standings to the published precision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from muster.core.book.system import System
from muster.core.kit.model import Points
from muster.systems.custom import build, parse

if TYPE_CHECKING:
    from tests.systems.custom.conftest import Played, Record, Recorded

REAL = Path(__file__).resolve().parents[4] / "shared" / "real"


def published(name: str) -> dict[str, Any]:
    file = REAL / name
    if not file.exists():
        pytest.skip(f"the record of this real event is not here: {name}")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def swiss(data: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    return [r["matches"] for r in data["rounds"] if r["stage"] == "swiss"]


def replay(recorded: Recorded, system: System, data: Mapping[str, Any], values: Any) -> Record:
    """`values(match)`: the raw result of a match."""
    rounds: list[list[Played]] = [
        [(m["a"], m["b"], {} if m["b"] is None else values(m)) for m in matches] for matches in swiss(data)
    ]
    return recorded(system, [p["id"] for p in data["players"]], rounds)


def rounded(value: Points, digits: int) -> float:
    return float(round(Fraction(value), digits))


def test_magic_opponents_match_win_and_game_win(recorded: Recorded) -> None:
    """41 players, 3/1/0, byes 2-0: OMW, GW and OGW to the eight published digits, and the order.

    The publisher shows a player's own game-win percentage without a floor and applies the floor only to opponents.
    """
    data = published("mtg_omw_gw_ogw.json")
    system = build(
        parse(
            """
            name = "Match points"
            [points]
            win = 3
            draw = 1
            [result]
            score = "games"
            high = 2
            drawn_games = true
            [[tiebreak]]
            key = "opponents_match_win"
            floor = "1/3"
            [[tiebreak]]
            key = "game_win"
            floor = 0
            [[tiebreak]]
            key = "opponents_game_win"
            floor = "1/3"
            """
        )
    )
    record = replay(recorded, system, data, lambda m: {"score": [m["a_games"], m["b_games"]], "drawn": m["draw_games"]})
    name_of = {p: name for name, p in record.ids.items()}
    found = [
        {
            "id": name_of[row.player],
            "rank": row.rank,
            "points": row.points,
            "omw": rounded(row.values["opponents_match_win"] or 0, 8),
            "gw": rounded(row.values["game_win"] or 0, 8),
            "ogw": rounded(row.values["opponents_game_win"] or 0, 8),
        }
        for row in record.standings().rows
    ]
    keys = ("id", "rank", "points", "omw", "gw", "ogw")
    assert found == [{key: row[key] for key in keys} for row in data["standings"]]


def test_x_wing_sum_of_opponents_and_margin_of_victory(recorded: Recorded) -> None:
    """14 players, 5 points for a win, 3 for one by less than 12: sum of opponents and margin from 100 per match.

    The publisher ranks by points, then margin. Two players are level in everything published (438 and 35); the
    published list puts one above the other, while here they share place 6.
    """
    data = published("sum_of_opponents_sos.json")
    system = build(
        parse(
            """
            name = "Destroyed points"
            [[margin]]
            from = 0
            to = 0
            winner = 1
            loser = 1
            [[margin]]
            from = 1
            to = 11
            winner = 3
            loser = 0
            [[margin]]
            from = 12
            winner = 5
            loser = 0
            [result]
            high = 100
            [[tiebreak]]
            key = "margin_of_victory"
            base = 100
            [[tiebreak]]
            key = "opponents_points"
            """
        )
    )
    record = replay(recorded, system, data, lambda m: {"score": [m["destroyed"]["a"], m["destroyed"]["b"]]})
    rows = data["standings"]
    assert record.points() == {row["id"]: row["points"] for row in rows}
    assert record.column("margin_of_victory") == {row["id"]: row["mov"] for row in rows}
    assert record.column("opponents_points") == {row["id"]: row["sos_sum"] for row in rows}
    name_of = {p: name for name, p in record.ids.items()}
    assert [name_of[p] for p in record.standings().order()] == [row["id"] for row in rows]
    shared = {name_of[row.player] for row in record.standings().rows if row.rank == 6}
    assert shared == {"p06", "p07"}
    # The points of single matches also match those published.
    for round_, matches in zip(record.event.rounds, swiss(data), strict=True):
        for match, real in zip(round_.matches, matches, strict=True):
            lines = {r.player: r.lines[round_.number - 1].points for r in record.standings().rows}
            assert (lines[match.a], lines[match.b]) == (real["a_points"], real["b_points"])


CHESS = """
    name = "Chess"
    [points]
    win = 1
    draw = "1/2"
    [result]
    high = 1
    [[tiebreak]]
    key = "buchholz"
    [[tiebreak]]
    key = "buchholz"
    cut_low = 1
    [[tiebreak]]
    key = "sonneborn_berger"
"""


def test_chess_points_and_buchholz(recorded: Recorded) -> None:
    """9 players, round robin, one bye each: points and plain Buchholz with halves.

    Everybody has met everybody, so Buchholz is all points minus one's own; and cutting the lowest removes the bye's 0,
    which changes nothing.
    """
    data = published("chess_swiss_small.json")
    scores = {1: [1, 0], 0.5: [0, 0], 0: [0, 1]}
    record = replay(recorded, build(parse(CHESS)), data, lambda m: {"score": scores[m["a_points"]]})
    rows = data["standings"]
    assert record.points() == {row["id"]: Fraction(row["points"]) for row in rows}
    plain = {row["id"]: Fraction(row["computed_buchholz_plain"]) for row in rows}
    assert record.column("buchholz") == plain == record.column("buchholz_2")
    everything = sum(record.points().values())
    assert plain == {name: everything - own for name, own in record.points().items()}
    # First and second are level, and Sonneborn-Berger separates them, checked by hand: 1 lost to 3 and drew with 2, 2
    # drew with 1 and lost to 4.
    points = record.points()
    beaten = {"1": "645789", "2": "356789"}
    drawn = {"1": "2", "2": "1"}
    for name in "12":
        by_hand = sum(points[o] for o in beaten[name]) + Fraction(points[drawn[name]]) / 2
        assert record.column("sonneborn_berger")[name] == by_hand


def test_ffg_strength_of_schedule(recorded: Recorded) -> None:
    """9 players, a bye in every round, 0 to 6 points from two games: SoS and extended SoS, and the order.

    A match pays what each side scored in its two games, which no table of margins can express (6-0 and 5-0 pay the
    loser the same but the winner differently, and 4-1 pays both their score). A margin table over the real differences
    pays the same here: 3-3 pays 3 each, 4-1 a difference of 3, 5-0 of 5, 6-0 of 6.
    """
    data = published("ffg_9_players_bye_every_round.json")
    system = build(
        parse(
            """
            name = "Two games"
            [[margin]]
            from = 0
            to = 0
            winner = 3
            loser = 3
            [[margin]]
            from = 1
            to = 3
            winner = 4
            loser = 1
            [[margin]]
            from = 4
            to = 5
            winner = 5
            loser = 0
            [[margin]]
            from = 6
            winner = 6
            loser = 0
            [result]
            high = 6
            [[tiebreak]]
            key = "strength_of_schedule"
            [[tiebreak]]
            key = "extended_strength_of_schedule"
            """
        )
    )
    record = replay(recorded, system, data, lambda m: {"score": [m["a_points"], m["b_points"]]})
    rows = data["standings"]
    assert record.points() == {row["id"]: row["points"] for row in rows}
    for key, name in (("strength_of_schedule", "sos"), ("extended_strength_of_schedule", "esos")):
        for row in rows:
            digits = len(row[name].partition(".")[2])
            half_of_last_digit = Fraction(1, 2 * 10**digits)
            assert abs(record.column(key)[row["id"]] - Fraction(row[name])) <= half_of_last_digit, (key, row)
    name_of = {p: name for name, p in record.ids.items()}
    found = [(name_of[row.player], row.rank) for row in record.standings().rows]
    assert found == [(row["id"], row["rank"]) for row in rows]
