"""Reads the JSON that NRTM and Cobra write for Netrunner: match points, strength of schedule and its extension."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muster.app.exchange.record import (
    MOST_POINTS,
    Meeting,
    MeetingEnding,
    PlayedRound,
    Published,
    PublishedNumber,
    Record,
    RecordedPlayer,
    SitOut,
    day,
    figure,
    plain,
    points,
    quoted,
)
from muster.app.numbers import count
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Points

FORMAT = "NRTM"

TIEBREAKS = {
    "strengthOfSchedule": "strength_of_schedule",
    "extendedStrengthOfSchedule": "extended_strength_of_schedule",
}
KNOWN = {"players", "rounds", "name", "date", "preliminaryRounds", "cutToTop", "eliminationPlayers"}
KNOWN_OF_PLAYER = {"id", "name", "rank", "matchPoints", "forfeit", "isBye", "opponents", "averageScore", *TIEBREAKS}
SILENT = {"version", "links", "uploadedFrom", "cacheRefresh"}
"""Keys about the program that wrote the file, not about the event."""


def read(data: Any) -> Record:
    """The record of a parsed file, or one sentence about the first mistake and where it is."""
    top = _object(data, "The file")
    listed = _list(top.get("players"), "players")
    if not listed:
        raise BadInput("This file has no players. Cobra leaves them out while an event hides its identities.")
    people = [_object(one, f"players[{n}]") for n, one in enumerate(listed)]
    free = {_id(p, f"players[{n}]") for n, p in enumerate(people) if p.get("isBye") is True}
    entrants = [_entrant(p, f"players[{n}]") for n, p in enumerate(people) if p.get("isBye") is not True]
    keys = [entrant.key for entrant in entrants]
    twice = next((key for n, key in enumerate(keys) if key in keys[:n]), None) if len(set(keys)) < len(keys) else None
    if twice is not None:
        raise BadInput("players: the id “{quoted}” appears twice.", quoted=quoted(twice))
    # NRTM writes the bye as player 0, who is not in its list.
    free |= {"0"} - set(keys)
    rounds: list[PlayedRound] = []
    bracket = [0, 0]
    for n, raw in enumerate(_list(top.get("rounds"), "rounds")):
        tables = [_object(one, f"rounds[{n}][{m}]") for m, one in enumerate(_list(raw, f"rounds[{n}]"))]
        swiss = [(m, table) for m, table in enumerate(tables) if table.get("eliminationGame") is not True]
        bracket[0] += len(swiss) < len(tables)
        bracket[1] += len(tables) - len(swiss)
        if swiss or not tables:
            rounds.append(_round(swiss, f"rounds[{n}]", keys, free))
    planned = top.get("preliminaryRounds")
    return Record(
        FORMAT,
        tuple(entrants),
        tuple(rounds),
        _text(top.get("name")),
        day(_text(top.get("date"))),
        planned if isinstance(planned, int) and 0 <= planned <= 50 else 0,
        None,
        tuple({"key": key} for key in TIEBREAKS.values()),
        tuple(_notes(top, people, len(rounds), bracket)),
    )


def _object(value: Any, where: str) -> Mapping[str, Any]:
    if value is None:
        raise missing(where)
    if not isinstance(value, Mapping):
        raise BadInput("{where}: “{quoted}” should be an object.", where=where, quoted=quoted(str(value)))
    return value


def _list(value: Any, where: str) -> list[Any]:
    if value is None:
        raise missing(where)
    if not isinstance(value, list):
        raise BadInput("{where}: “{quoted}” should be a list.", where=where, quoted=quoted(str(value)))
    return value


def missing(where: str) -> BadInput:
    return BadInput("“{where}” is missing in this file.", where=where)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _id(raw: Mapping[str, Any], where: str) -> str:
    value = raw.get("id")
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).strip():
        raise BadInput("{where}.id: “{quoted}” should be a player’s number.", where=where, quoted=quoted(str(value)))
    return str(value)


def _figure(value: Any, where: str) -> PublishedNumber | None:
    """A published number, given as a number or as text."""
    if value is None or value == "":
        return None
    if isinstance(value, float) and value == value and abs(value) < MOST_POINTS and "e" in repr(value):
        value = f"{value:.12f}"
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadInput("{where}: “{quoted}” should be a number.", where=where, quoted=quoted(str(value)))
    return figure(str(value), where)


def _entrant(raw: Mapping[str, Any], where: str) -> RecordedPlayer:
    rank = raw.get("rank")
    found = {ours: _figure(raw.get(theirs), f"{where}.{theirs}") for theirs, ours in TIEBREAKS.items()}
    return RecordedPlayer(
        _id(raw, where),
        _text(raw.get("name")),
        left=raw.get("forfeit") is True,
        published=Published(
            rank if isinstance(rank, int) and not isinstance(rank, bool) and rank > 0 else None,
            _figure(raw.get("matchPoints"), f"{where}.matchPoints"),
            {key: value for key, value in found.items() if value is not None},
        ),
    )


def _round(tables: list[tuple[int, Mapping[str, Any]]], where: str, keys: list[str], free: set[str]) -> PlayedRound:
    meetings: list[Meeting] = []
    sit_outs: list[SitOut] = []
    known = set(keys)
    for m, table in tables:
        here = f"{where}[{m}]"
        sides = [_object(table.get(side), f"{here}.{side}") for side in ("player1", "player2")]
        who = [_player(side, f"{here}.player{n}", known, free) for n, side in enumerate(sides, start=1)]
        paid = [_score(side, f"{here}.player{n}") for n, side in enumerate(sides, start=1)]
        if who == ["", ""]:
            raise BadInput("{here}: both sides are a bye. One of them should be a player.", here=here)
        if "" in who:
            side = 0 if who[0] else 1
            given = paid[side]
            if given is None:
                raise BadInput(
                    "{here}: player “{who}”’s bye has no score. Add the points it scores.",
                    here=here,
                    who=who[side],
                )
            sit_outs.append(SitOut(who[side], given, here))
            continue
        number = table.get("table")
        seat = number if isinstance(number, int) and not isinstance(number, bool) else 0
        a_points, b_points = paid
        if a_points is None or b_points is None:
            meetings.append(Meeting(who[0], who[1], ending=MeetingEnding.OPEN, table=seat, where=here))
        else:
            meetings.append(Meeting(who[0], who[1], a_points, b_points, table=seat, where=here))
    return PlayedRound(tuple(meetings), tuple(sit_outs))


def _player(side: Mapping[str, Any], where: str, known: set[str], free: set[str]) -> str:
    """The key of a player; empty for the bye."""
    if side.get("id") is None or (key := _id(side, where)) in free:
        return ""
    if key not in known:
        raise BadInput("{where}.id: “{quoted}” is not in the list of players.", where=where, quoted=quoted(key))
    return key


def _score(side: Mapping[str, Any], where: str) -> Points | None:
    """A side's match points, summed over both games. None if there is no result."""
    combined = _figure(side.get("combinedScore"), f"{where}.combinedScore")
    if combined is not None:
        return points(combined.text, where)
    games = [_figure(side.get(key), f"{where}.{key}") for key in ("runnerScore", "corpScore")]
    found = [game.value for game in games if game is not None]
    return points(plain(sum(found[1:], found[0])), where) if found else None


def _notes(top: Mapping[str, Any], people: list[Mapping[str, Any]], found: int, bracket: list[int]) -> Iterator[str]:
    if bracket[0]:
        yield (
            "Not carried over: the elimination after the Swiss rounds "
            f"({count(bracket[1], 'game')} in {count(bracket[0], 'round')}); "
            "the standings compared are those before it."
        )
    if top.get("cutToTop"):
        yield f"Not carried over: the cut to the top {quoted(str(top['cutToTop']), 20)}."
    planned = top.get("preliminaryRounds")
    if isinstance(planned, int) and planned != found:
        yield f"The file speaks of {quoted(str(planned), 20)} Swiss rounds and has {found}."
    date = _text(top.get("date"))
    if date and not day(date):
        yield f"Not carried over: the date “{quoted(date)}”, which is not of the form 2026-11-15."
    for key, value in top.items():
        if key not in KNOWN and key not in SILENT and value:
            yield f"Not carried over: “{quoted(key)}”."
    others = {key for one in people for key, value in one.items() if key not in KNOWN_OF_PLAYER and value}
    if others:
        yield f"Not carried over, of the players: {', '.join(quoted(key) for key in sorted(others))}."
