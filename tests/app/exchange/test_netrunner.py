"""Events of AesopsTables and TOME, in samples made up in the shapes that decision 60 names."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from muster.app.exchange import aesops, tome
from muster.app.exchange.record import MeetingEnding, Record
from muster.core.kit.errors import BadInput
from tests.app.exchange.hands import differences, taken_in


def game(corp: Any, runner: Any, result: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {"tableNumber": 1, "corpPlayer": corp, "runnerPlayer": runner, **more} | (
        {} if "winner_id" in more else {"corpScore": result[0], "runnerScore": result[1]}
    )


# Ann beat Bob and has the bye: 6 points in two rounds. Bob lost to Ann and beat Cem: 3. Cem had the bye and lost: 3.
AESOPS: dict[str, Any] = {
    "name": "Casual night",
    "cutToTop": 2,
    "preliminaryRounds": 2,
    "players": [
        {"id": 1, "name": "Ann", "rank": 1, "matchPoints": 6, "strengthOfSchedule": 1.5, "sideBalance": 1},
        {"id": 2, "name": "Bob", "rank": 2, "matchPoints": 3, "strengthOfSchedule": 2.25},
        {"id": 3, "name": "Cem", "rank": 3, "matchPoints": 3, "strengthOfSchedule": 1.5},
    ],
    "eliminationPlayers": [],
    "rounds": [
        [game(1, 2, ("3", "0")), game(3, "(BYE)", ("3", "0"))],
        [game(3, 2, ("0", "3")), game(1, "(BYE)", ("3", "0"))],
        [game(1, 2, ("", ""), winner_id=1, loser_id=2)],
    ],
    "uploadedFrom": "AesopsTables",
}


def pairs(record: Record) -> list[list[tuple[str, str, Any, Any]]]:
    return [[(m.a, m.b, m.a_points, m.b_points) for m in round_.meetings] for round_ in record.rounds]


def test_aesops_tables_event_is_taken_in_and_compared() -> None:
    record = aesops.read(AESOPS)
    assert record.format == "AesopsTables"
    assert pairs(record) == [[("1", "2", 3, 0)], [("3", "2", 0, 3)]]
    assert [[(s.player, s.points) for s in r.sit_outs] for r in record.rounds] == [[("3", 3)], [("1", 3)]]
    assert any("elimination" in note for note in record.notes)
    assert differences(taken_in(record)) == []


def test_what_is_wrong_in_an_aesops_file_is_told_with_its_place() -> None:
    wrong = deepcopy(AESOPS)
    wrong["rounds"][0][0]["runnerPlayer"] = 9
    with pytest.raises(BadInput, match=r"^rounds\[0\]\[0\].player2.id: “9” is not in the list of players\.$"):
        aesops.read(wrong)
    with pytest.raises(BadInput, match=r"^“rounds” is missing in this file\.$"):
        aesops.read({"players": AESOPS["players"]})


def side(match: int, player: int | None, points: int | None, seat: int) -> dict[str, Any]:
    return {"match_pk": match, "participant_pk": player, "points_earned": points, "table_seat": seat}


def entities(**groups: list[dict[str, Any]]) -> dict[str, Any]:
    return {"entityGroupMap": {f"{name}:#": {"entities": rows} for name, rows in groups.items()}}


TOME = entities(
    Tournament=[
        {"pk": -50, "parent_pk": -1, "name": "Cut"},
        {"pk": -1, "parent_pk": None, "name": "Masters", "cut_size": 2},
    ],
    Participant=[
        {"pk": -11, "tournament_pk": -1, "first_name": "Ann", "last_name": "Lee", "is_active": True},
        {"pk": -12, "tournament_pk": -1, "first_name": "Bob", "last_name": "Oz", "is_active": True},
        {"pk": -13, "tournament_pk": -1, "first_name": "Cem", "last_name": "Ak", "is_active": False},
        {"pk": -61, "tournament_pk": -50, "first_name": "Ann", "last_name": "Lee", "is_active": True},
    ],
    Match=[
        {"pk": -21, "tournament_pk": -1, "round": 1, "order_index": 0},
        {"pk": -22, "tournament_pk": -1, "round": 1, "order_index": -1},
        {"pk": -23, "tournament_pk": -1, "round": 2, "order_index": 0},
        {"pk": -24, "tournament_pk": None, "round": 1, "order_index": 1},
        {"pk": -51, "tournament_pk": -50, "round": 1, "order_index": 0},
    ],
    MatchParticipant=[
        side(-21, -12, 2, 1),
        side(-21, -11, 3, 0),
        side(-22, -13, 6, 0),
        side(-23, -11, None, 0),
        side(-23, -12, None, 1),
        side(-51, -61, 3, 0),
    ],
)


def test_a_tome_event_is_taken_in() -> None:
    """The first seat is side a; a match with one side is the bye; the cut's people and matches are others."""
    record = tome.read(TOME)
    assert (record.format, record.title) == ("TOME", "Masters")
    assert [(e.name, e.left) for e in record.entrants] == [("Ann Lee", False), ("Bob Oz", False), ("Cem Ak", True)]
    assert pairs(record)[0] == [("-11", "-12", 3, 2)]
    assert [(s.player, s.points) for s in record.rounds[0].sit_outs] == [("-13", 6)]
    assert [m.ending for m in record.rounds[1].meetings] == [MeetingEnding.OPEN]
    assert {row["key"] for row in record.tiebreaks} == {"strength_of_schedule", "extended_strength_of_schedule"}
    event = taken_in(record).opened.event
    assert [player.name for player in event.players.values()] == ["Ann Lee", "Bob Oz", "Cem Ak"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "“entityGroupMap.Tournament:#.entities” is missing in this file."),
        (
            entities(Tournament=[{"pk": 1, "parent_pk": 2}]),
            "entityGroupMap.Tournament:#: there is no Swiss tournament in this file.",
        ),
    ],
)
def test_what_is_wrong_in_a_tome_file_is_one_sentence(data: Any, sentence: str) -> None:
    with pytest.raises(BadInput) as told:
        tome.read(data)
    assert str(told.value) == sentence
