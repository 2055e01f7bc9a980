"""Reads the JSON that TOME writes: tables of tournaments, participants, matches and their sides, joined by numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from muster.app.exchange import nrtm
from muster.app.exchange.record import Record, quoted
from muster.core.kit.errors import BadInput

FORMAT = "TOME"

TOURNAMENTS, PEOPLE, MATCHES, SIDES = "Tournament:#", "Participant:#", "Match:#", "MatchParticipant:#"


def participants(data: Any) -> list[Mapping[str, Any]]:
    """Everybody in the Swiss; the cut has the same people again."""
    swiss = _swiss(data).get("pk")
    return [one for one in _entities(data, PEOPLE) if one.get("tournament_pk") == swiss]


def read(data: Any) -> Record:
    """The record of a parsed file. TOME stores no standings, so nothing is compared."""
    swiss = _swiss(data)
    sides: dict[str, list[Mapping[str, Any]]] = {}
    for side in _entities(data, SIDES):
        if side.get("participant_pk") is not None:
            sides.setdefault(str(side.get("match_pk")), []).append(side)
    rounds: dict[int, list[dict[str, Any]]] = {}
    for match in _entities(data, MATCHES):
        number, seated = match.get("round"), sides.get(str(match.get("pk")))
        if match.get("tournament_pk") == swiss.get("pk") and isinstance(number, int) and seated:
            rounds.setdefault(number, []).append(_table(match, seated))
    people = [
        {
            "id": one.get("pk"),
            "name": " ".join(str(one.get(key) or "") for key in ("first_name", "last_name")).strip(),
            "forfeit": one.get("is_active") is False,
        }
        for one in participants(data)
    ]
    found = {
        "name": swiss.get("name"),
        "cutToTop": swiss.get("cut_size"),
        "players": people,
        "rounds": [rounds[number] for number in sorted(rounds)],
    }
    return replace(nrtm.read(found), format=FORMAT)


def _table(match: Mapping[str, Any], sides: list[Mapping[str, Any]]) -> dict[str, Any]:
    """A match as NRTM writes it; a single side is a bye."""
    seated = sorted(sides, key=lambda side: str(side.get("table_seat")))
    table = match.get("order_index")
    return {
        "table": table + 1 if isinstance(table, int) else 0,
        "player1": {"id": seated[0].get("participant_pk"), "combinedScore": seated[0].get("points_earned")},
        "player2": {"id": seated[1].get("participant_pk"), "combinedScore": seated[1].get("points_earned")}
        if len(seated) > 1
        else {"id": None},
    }


def _swiss(data: Any) -> Mapping[str, Any]:
    """The tournament that is not part of another."""
    found = next((one for one in _entities(data, TOURNAMENTS) if one.get("parent_pk") is None), None)
    if found is None:
        raise BadInput("{where}: there is no Swiss tournament in this file.", where=f"entityGroupMap.{TOURNAMENTS}")
    return found


def _entities(data: Any, group: str) -> list[Mapping[str, Any]]:
    groups = data.get("entityGroupMap") if isinstance(data, Mapping) else None
    found = groups.get(group) if isinstance(groups, Mapping) else None
    listed = found.get("entities") if isinstance(found, Mapping) else None
    if not isinstance(listed, list) or not all(isinstance(one, Mapping) for one in listed):
        where = f"entityGroupMap.{group}.entities"
        if listed is None:
            raise nrtm.missing(where)
        raise BadInput(
            "{where}: “{quoted}” should be a list, as TOME writes it.", where=where, quoted=quoted(str(listed))
        )
    return listed
