"""The JSON of NRTM and Cobra: both dialects, byes, elimination, and one sentence for everything that is wrong."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from muster.app.exchange import nrtm
from muster.app.exchange.record import Meeting, MeetingEnding, SitOut
from muster.core.kit.errors import BadInput, Refusal
from tests.app.exchange.hands import differences, taken_in

REAL = Path(__file__).resolve().parents[4] / "shared" / "real"


def side(player: int | None, score: Any, **more: Any) -> dict[str, Any]:
    return {"id": player, "runnerScore": 0, "corpScore": 0, "combinedScore": score, **more}


def table(number: int, one: dict[str, Any], two: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"table": number, "player1": one, "player2": two, "intentionalDraw": False, "eliminationGame": False, **more}


def person(id_: int, name: str, rank: int, points: int, sos: Any, esos: Any, **more: Any) -> dict[str, Any]:
    found = {"id": id_, "name": name, "rank": rank, "matchPoints": points, **more}
    return {**found, "strengthOfSchedule": sos, "extendedStrengthOfSchedule": esos}


# Three players, two rounds, as Cobra writes them. Ann and Bob each met Cem only, who has 3 points in two rounds: 1.5.
# Cem met both, who have 12 and 9 in two rounds: the mean of 6 and 4.5. Extended: 5.25 for Ann and Bob, 1.5 for Cem.
COBRA: dict[str, Any] = {
    "name": "Store champs",
    "date": "2018-01-08",
    "cutToTop": 2,
    "preliminaryRounds": 2,
    "tournamentOrganiser": {"nrdbId": 1},
    "players": [
        person(31, "Ann", 1, 12, "1.5", "5.25", corpIdentity="Jinteki"),
        person(33, "Cem", 2, 3, "5.25", "1.5", corpIdentity=None),
        person(32, "Bob", 3, 9, "1.5", "5.25"),
    ],
    "eliminationPlayers": [{"id": 31, "name": "Ann", "rank": 1, "seed": 1}],
    "rounds": [
        [table(1, side(31, 6), side(33, 0)), table(2, side(None, 0), side(32, 6))],
        [table(1, side(33, 3), side(32, 3)), table(2, side(31, 6), side(None, 0))],
        [
            {
                "table": 1,
                "player1": {"id": 31, "role": "corp", "winner": True},
                "player2": {"id": 32, "role": "runner", "winner": False},
                "eliminationGame": True,
            }
        ],
    ],
    "uploadedFrom": "Cobra",
    "links": [],
}


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    data = deepcopy(COBRA)
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return data


def test_cobra() -> None:
    record = nrtm.read(COBRA)
    assert (record.title, record.date, record.planned, record.scoring) == ("Store champs", "2018-01-08", 2, None)
    assert [(e.key, e.name) for e in record.entrants] == [("31", "Ann"), ("33", "Cem"), ("32", "Bob")]
    first, second = record.rounds
    assert first.meetings == (Meeting("31", "33", 6, 0, table=1, where="rounds[0][0]"),)
    assert first.sit_outs == (SitOut("32", 6, "rounds[0][1]"),)
    assert second.sit_outs == (SitOut("31", 6, "rounds[1][1]"),)
    assert "Not carried over: the elimination after the Swiss rounds (1 game in 1 round)" in record.notes[0]
    assert "Not carried over: the cut to the top 2." in record.notes
    assert "Not carried over: “tournamentOrganiser”." in record.notes
    assert "Not carried over, of the players: corpIdentity." in record.notes


def test_published_against_recomputed() -> None:
    """A bye is a round for its receiver but no opponent; the file has the ranks of Bob and Cem swapped."""
    done = taken_in(nrtm.read(COBRA))
    assert differences(done) == [("Cem", "rank", "2", 3), ("Bob", "rank", "3", 2)]
    assert done.comparison.compared == {
        "points": 3,
        "strength_of_schedule": 3,
        "extended_strength_of_schedule": 3,
        "rank": 3,
    }
    wrong = taken_in(nrtm.read(changed(["players", 1, "strengthOfSchedule"], "5.24")))
    assert ("Cem", "strength_of_schedule", "5.24", Fraction(21, 4)) in differences(wrong)


def test_a_bye_that_pays_nothing_is_a_round_all_the_same() -> None:
    data = changed(["rounds", 1, 1, "player1", "combinedScore"], 0)
    done = taken_in(nrtm.read(data))
    assert [d for d in differences(done) if d[1] == "points"] == [("Ann", "points", "12", 6)]
    assert ("Cem", "strength_of_schedule", "5.25", Fraction(15, 4)) in differences(done), "Ann has 6 in two rounds"


def test_nrtm_adds_the_two_games_and_writes_the_bye_as_player_0() -> None:
    data = {
        "players": [person(1, "Ann", 1, 6, 3.25, 0), person(2, "Bob", 2, 3, 6, 0), {"id": 9, "isBye": True}],
        "rounds": [
            [
                {"table": 1, "player1": {"id": 1, "runnerScore": 3, "corpScore": 3}, "player2": {"id": 0}},
                {"table": 2, "player1": {"id": 2, "runnerScore": 1, "corpScore": 2}, "player2": {"id": 9}},
            ]
        ],
    }
    record = nrtm.read(data)
    assert record.rounds[0].sit_outs == (SitOut("1", 6, "rounds[0][0]"), SitOut("2", 3, "rounds[0][1]"))
    assert [e.key for e in record.entrants] == ["1", "2"]
    sos = record.entrants[0].published.tiebreaks["strength_of_schedule"]
    assert (sos.value, sos.decimals) == (Fraction(13, 4), 2)


def test_a_round_without_results_is_under_way() -> None:
    data = changed(["rounds", 1, 0], table(1, side(33, None) | {"runnerScore": None, "corpScore": None}, side(32, 3)))
    assert nrtm.read(data).rounds[1].meetings[0].ending is MeetingEnding.OPEN


def test_namesakes_and_nameless_can_be_told_apart() -> None:
    data = changed(["players", 1, "name"], " ANN ")
    data["players"][2]["name"] = ""
    done = taken_in(nrtm.read(data))
    assert [p.name for p in done.opened.event.players.values()] == ["Ann", "ANN (33)", "Player 32"]
    assert "“ ANN ” (33) is called “ANN (33)” here." in done.notes
    assert "“” (32) is called “Player 32” here." in done.notes


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ([], "The file: “[]” should be an object"),
        ({}, "“players” is missing in this file."),
        ({"players": []}, "This file has no players"),
        (changed(["players", 0], 7), "players[0]: “7” should be an object"),
        (changed(["players", 0, "id"], None), "players[0].id: “None” should be a player’s number."),
        (changed(["players", 0, "id"], True), "players[0].id: “True” should be a player’s number."),
        (changed(["players", 0, "id"], 33), "players: the id “33” appears twice."),
        (changed(["players", 0, "matchPoints"], "lots"), "players[0].matchPoints: “lots” should be a number"),
        (changed(["players", 0, "matchPoints"], 10**9), "players[0].matchPoints: “1000000000” should be a number"),
        (changed(["players", 0, "strengthOfSchedule"], []), "players[0].strengthOfSchedule: “[]” should be a number"),
        (changed(["players", 0, "strengthOfSchedule"], float("nan")), "“nan” should be a number"),
        (changed(["rounds"], None), "“rounds” is missing in this file."),
        (changed(["rounds", 0], {}), "rounds[0]: “{}” should be a list"),
        (changed(["rounds", 0, 0, "player2"], None), "“rounds[0][0].player2” is missing in this file."),
        (
            changed(["rounds", 0, 0, "player2", "id"], 99),
            "rounds[0][0].player2.id: “99” is not in the list of players.",
        ),
        (changed(["rounds", 0, 1, "player2", "id"], None), "rounds[0][1]: both sides are a bye"),
        (changed(["rounds", 0, 0, "player1", "combinedScore"], -1), "“-1” should be 0 or more"),
        (changed(["rounds", 0, 1, "player2"], {"id": 32}), "rounds[0][1]: player “32”’s bye has no score."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(data: Any, wrong: str) -> None:
    with pytest.raises(BadInput) as refused:
        nrtm.read(data)
    assert wrong in str(refused.value)


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (changed(["rounds", 0, 0, "player2", "id"], 31), "Round 1: Ann is in this round twice."),
        (changed(["rounds", 0], []), "Round 1: There are no pairs"),
    ],
)
def test_what_does_not_hold_together_is_refused_whole(data: Any, wrong: str) -> None:
    with pytest.raises(Refusal) as refused:
        taken_in(nrtm.read(data))
    assert wrong in str(refused.value)


def test_an_event_without_rounds_is_taken_in_as_it_is() -> None:
    assert taken_in(nrtm.read(COBRA | {"rounds": []})).opened.event.rounds == []


def as_cobra(data: dict[str, Any]) -> dict[str, Any]:
    """A real event in the format of the program that published it."""
    said = {row["id"]: row for row in data["standings"]}
    rounds = []
    for round_ in data["rounds"]:
        tables = []
        for number, m in enumerate(round_["matches"], start=1):
            ids = [None if p is None else int(p) for p in (m["a"], m["b"])]
            if round_["stage"] == "swiss":
                tables.append(table(number, side(ids[0], m["a_points"]), side(ids[1], m.get("b_points", 0))))
            else:
                one, two = ({"id": i, "winner": m["winner"] == str(i)} for i in ids)
                tables.append({"table": number, "player1": one, "player2": two, "eliminationGame": True})
        rounds.append(tables)
    players = [
        person(int(p["id"]), p["name"], row["rank"], row["points"], row["sos"], row["esos"])
        for p in data["players"]
        for row in [said[p["id"]]]
    ]
    return {"name": "Real", "players": players, "rounds": rounds, "cutToTop": data["cut_to_top"]}


@pytest.mark.parametrize(
    ("name", "wrong_places"),
    [
        ("ffg_9_players_bye_every_round.json", []),
        ("ffg_16_players_top4.json", []),
        ("ffg_113_players_top8.json", [("18777", "101", 102), ("18888", "102", 101)]),
    ],
)
def test_real_events(name: str, wrong_places: list[tuple[str, str, int]]) -> None:
    """Every point and tie-break as published. Two places of the large event are swapped there.

    The two players have exactly the same strength of schedule; the publisher compared binary fractions.
    """
    file = REAL / name
    if not file.exists():
        pytest.skip(f"the record of this real event is not here: {name}")
    data = json.loads(file.read_text("utf-8"))
    done = taken_in(nrtm.read(as_cobra(data)))
    names = {p["id"]: p["name"] for p in data["players"]}
    assert differences(done) == [(names[key], "rank", said, ours) for key, said, ours in wrong_places]
    heads = len(data["players"])
    assert set(done.comparison.compared.values()) == {heads}
    assert len(done.comparison.compared) == 4
