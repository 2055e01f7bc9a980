"""A worked example as an event in a JSON file: who met whom, what came of it, and what the book makes of that.

    {
      "options": {"rounds": "2"},
      "players": [{"name": "Ann", "club": "North"}, {"name": "Ben"}, {"name": "Cem"}],
      "rounds": [
        {"games": [{"a": "Ann", "b": "Ben", "values": {"flags": "4-1"}, "points": [3, 0]}], "bye": "Cem"}
      ],
      "standings": [{"rank": 1, "name": "Ann", "points": 3, "opponents": 0, "flags": 4}]
    }

`values` are typed as on the command line. A game that was not played out has `ending`, such as `concession`, and
`by`, the names of the players who lost it. Points and tie-breaks are numbers or fractions such as "7/3".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor, Ending, Points
from muster.core.reading.tally import scores, standings
from muster.game_kit.played import new_desk

BY = Actor("kit")


def check_golden(key: str, file: Path) -> None:
    """Plays the event in a file and fails if points, ranks or tie-breaks differ."""
    golden = json.loads(file.read_text(encoding="utf-8"))
    desk = new_desk()
    event = events.create(desk, file.stem, key, BY, seed="golden", options=golden.get("options", {})).id
    people = [(p["name"], {k: str(v) for k, v in p.items() if k != "name"}) for p in golden["players"]]
    roster.enrol(desk, event, people, BY)
    for number, told in enumerate(golden["rounds"], start=1):
        _play(desk, event, number, told, file)
    _ranks(desk.open(event), golden.get("standings", []), file)


def _play(desk: Desk, event: str, number: int, told: Mapping[str, Any], file: Path) -> None:
    pairs = [("", game["a"], game["b"]) for game in told["games"]]
    pairs += [("", told["bye"], "")] if told.get("bye") else []
    rounds.pair_by_hand(desk, event, pairs, BY)
    rounds.publish(desk, event, BY)
    reports = [
        Report(game["a"], game.get("values", {}), Ending(game.get("ending", "played")), tuple(game.get("by", ())))
        for game in told["games"]
    ]
    results.report(desk, event, reports, BY)
    opened = rounds.close(desk, event, BY)
    name_of, round_ = opened.event.name_of, opened.event.rounds[-1]
    for game in told["games"]:
        match = next(m for m in round_.matches if name_of(m.a) in (game["a"], game["b"]))
        paid = [score.points for score in scores(opened.event, opened.system, round_, match)]
        found = dict(zip((name_of(match.a), name_of(match.b)), paid, strict=True))
        wanted = dict(zip((game["a"], game["b"]), map(_number, game["points"]), strict=True))
        assert found == wanted, f"{file.name}, round {number}: {_shown(found)}, not {_shown(wanted)}"


def _ranks(opened: Opened, wanted: list[dict[str, Any]], file: Path) -> None:
    found = {opened.event.name_of(row.player): row for row in standings(opened.event, opened.system).rows}
    for line in wanted:
        row = found[line["name"]]
        ours: dict[str, Any] = {"rank": row.rank, "points": row.points, **row.values}
        for key, said in line.items():
            if key != "name":
                assert ours[key] == _number(said), f"{file.name}, {line['name']}: {key} is {ours[key]}, not {said}"


def _number(said: object) -> Points | None:
    return None if said is None else Fraction(str(said))


def _shown(points: Mapping[str, Points | None]) -> str:
    return ", ".join(f"{name} {number}" for name, number in points.items())
