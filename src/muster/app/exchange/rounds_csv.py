"""Rounds as a table, one line per match or bye, and standings as another: read from and written to spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from muster.app.csv_tables import guarded
from muster.app.desk import Opened
from muster.app.exchange import ties
from muster.app.exchange.record import (
    Meeting,
    MeetingEnding,
    PlayedRound,
    Published,
    PublishedNumber,
    Record,
    RecordedPlayer,
    SitOut,
    figure,
    plain,
    points,
    quoted,
)
from muster.app.numbers import count
from muster.core.book.system import System
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Ending as Ended
from muster.core.kit.model import Outcome, PlayerId, StageKind
from muster.core.reading.final import final_standings
from muster.core.reading.tally import scores
from muster.core.record.event import Match, Round, RoundState

FORMAT = "CSV"

COLUMNS = ("stage", "round", "table", "a", "b", "a_points", "b_points", "ending", "absent")
ALIASES = {
    "player_a": "a", "player1": "a", "player_1": "a", "player": "a", "white": "a",
    "player_b": "b", "player2": "b", "player_2": "b", "opponent": "b", "black": "b",
    "points_a": "a_points", "score_a": "a_points", "a_score": "a_points", "score1": "a_points", "points": "a_points",
    "points_b": "b_points", "score_b": "b_points", "b_score": "b_points", "score2": "b_points",
    "board": "table",
}  # fmt: skip
"""Other names that spreadsheets use for the columns."""

ENDINGS = {"": MeetingEnding.PLAYED, **{ending.value: ending for ending in MeetingEnding}}
SIDES = {"a": (0,), "b": (1,), "both": (0, 1)}
MISSED = "missed"
"""In the column `ending`: a round without an opponent that is not a bye."""

NOBODY = ("", "bye")
"""In the column `b`: no opponent."""

Cells = tuple[str, Mapping[str, str]]
"""A line's position, and its cells by column, without empty ones."""


def column(name: str) -> str | None:
    """The column of the rounds that a heading means."""
    key = "_".join(name.casefold().split())
    key = ALIASES.get(key, key)
    return key if key in COLUMNS else None


def standings_column(name: str) -> str | None:
    """The column of the standings that a heading means; any other is kept, to be reported as not recomputed."""
    key = name.strip()
    folded = key.casefold()
    return {"player": "player", "name": "player", "rank": "rank", "place": "rank", "points": "points"}.get(folded, key)


def read(lines: Iterable[Cells], published: Iterable[Cells] = ()) -> Record:
    """The record of the rounds and, if there is one, of the standings."""
    rounds: dict[int, tuple[list[Meeting], list[SitOut]]] = {}
    names: dict[str, str] = {}
    bracket = 0
    for where, cells in lines:
        if cells.get("stage", "swiss").casefold() != "swiss":
            bracket += 1
            continue
        meetings, sit_outs = rounds.setdefault(_round_number(where, cells), ([], []))
        for side in ("a", "b"):
            if cells.get(side, "").casefold() not in NOBODY:
                names.setdefault(cells[side].casefold(), cells[side])
        found = _line(where, cells)
        if isinstance(found, Meeting):
            meetings.append(found)
        else:
            sit_outs.append(found)
    said, rows, notes = _published(published)
    for key, (name, _) in said.items():
        names.setdefault(key, name)
    if not names:
        raise BadInput("This file has no players: each line should name one in column a.")
    missing = next((n for n in range(1, max(rounds, default=0) + 1) if n not in rounds), None)
    if missing is not None:
        raise BadInput("Round {missing} has no lines, but a later round has. Is a round missing?", missing=missing)
    if bracket:
        notes.append(f"Not carried over: {count(bracket, 'line')} of other stages than the Swiss rounds.")
    return Record(
        FORMAT,
        tuple(RecordedPlayer(k, name, published=said[k][1] if k in said else Published()) for k, name in names.items()),
        tuple(PlayedRound(tuple(m), tuple(s)) for _, (m, s) in sorted(rounds.items())),
        tiebreaks=rows,
        notes=tuple(notes),
    )


def _round_number(where: str, cells: Mapping[str, str]) -> int:
    text = cells.get("round", "")
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 4 and int(text)):
        raise BadInput("{where}: “{quoted}” should be a round number, 1 or more.", where=where, quoted=quoted(text))
    return int(text)


def _line(where: str, cells: Mapping[str, str]) -> Meeting | SitOut:
    if cells.get("a", "").casefold() in NOBODY:
        raise BadInput("{where}: column a should have a player.", where=where)
    a, b = cells["a"].casefold(), cells.get("b", "").casefold()
    if b in NOBODY:
        if "a_points" not in cells:
            raise BadInput(
                "{where}: “{quoted}” has no opponent, so column a_points should have the points for that.",
                where=where,
                quoted=quoted(cells["a"]),
            )
        return SitOut(a, points(cells["a_points"], where), where)
    ending = ENDINGS.get(cells.get("ending", "").casefold())
    if ending is None:
        raise BadInput(
            "{where}: “{quoted}” should be {ending} or nothing.",
            where=where,
            quoted=quoted(cells["ending"]),
            ending=", ".join(e.value for e in MeetingEnding),
        )
    paid = [points(cells[key], where) if key in cells else None for key in ("a_points", "b_points")]
    table = cells.get("table", "")
    seat = int(table) if table.isascii() and table.isdigit() and len(table) < 7 else 0
    if paid == [None, None] and ending is MeetingEnding.PLAYED:
        return Meeting(a, b, ending=MeetingEnding.OPEN, table=seat, where=where)
    if ending is MeetingEnding.PLAYED and None in paid:
        raise BadInput("{where}: one side has points and the other has none. Give both, or neither.", where=where)
    if ending is MeetingEnding.DOUBLE_LOSS and any(paid):
        # Here a double loss pays nothing; one that was paid keeps its points.
        ending = MeetingEnding.PLAYED
    absent = _absent(where, cells, (a, b)) if ending is MeetingEnding.NO_SHOW else ()
    return Meeting(a, b, paid[0] or 0, paid[1] or 0, ending, absent, seat, where)


def _absent(where: str, cells: Mapping[str, str], players: tuple[str, str]) -> tuple[str, ...]:
    sides = SIDES.get(cells.get("absent", "").casefold())
    if sides is None:
        raise BadInput("{where}: column absent should say who did not appear: a, b or both.", where=where)
    return tuple(players[side] for side in sides)


Said = dict[str, tuple[str, Published]]
"""By lower-case name: the name, and what is published about the player."""


def _published(lines: Iterable[Cells]) -> tuple[Said, tuple[dict[str, Any], ...], list[str]]:
    """What is published about each player, the tie-breaks in order of columns, and what cannot be recomputed."""
    said: Said = {}
    rows: dict[str, dict[str, Any]] = {}
    aside: dict[str, None] = {}
    for where, cells in lines:
        name = cells.get("player", "")
        if not name:
            raise BadInput("{where}: column player should have a player.", where=where)
        if name.casefold() in said:
            raise BadInput("{where}: “{quoted}” appears twice.", where=where, quoted=quoted(name))
        values: dict[str, PublishedNumber] = {}
        for key, text in cells.items():
            if not ties.known(key):
                aside |= {key: None} if key not in ("player", "rank", "points") else {}
                continue
            row = ties.row(key)
            rows.setdefault(ties.word(row), row)
            if text != "-":
                values[ties.word(row)] = figure(text, f"{where}, {quoted(key)}")
        total = figure(cells["points"], where) if "points" in cells else None
        said[name.casefold()] = (name, Published(_rank(where, cells), total, values))
    return said, tuple(rows.values()), [f"Not recomputed: the column “{quoted(key)}”." for key in aside]


def _rank(where: str, cells: Mapping[str, str]) -> int | None:
    text = cells.get("rank", "").removesuffix("=")
    if text in ("", "-"):
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text)):
        raise BadInput("{where}: “{quoted}” should be a rank, such as 3 or 3=.", where=where, quoted=quoted(text))
    return int(text)


def write(opened: Opened) -> str:
    """Every published round, line by line; including bracket rounds, in which the winner has 1 point."""
    event, system = opened.event, opened.system
    bye, unpaired = system.bye(system.settings(event)), system.unpaired(system.settings(event))
    lines: list[tuple[object, ...]] = [COLUMNS]
    for round_ in event.rounds:
        if round_.state is RoundState.DRAFT:
            continue
        stage = event.stage_of(round_).kind
        head = (stage.value, round_.number)
        for match in sorted(round_.matches, key=lambda m: m.table):
            names = (event.name_of(match.a), event.name_of(match.b))
            lines.append((*head, match.table, *names, *_paid(opened, system, round_, match, stage)))
        for seat in round_.byes:
            worth = plain(bye.points) if stage is StageKind.SWISS else ""
            lines.append((*head, "", event.name_of(seat.player), "", worth, "", "", ""))
        for player in event.players.values():
            if round_.number in player.missed and round_.match_of(player.id) is None:
                lines.append((*head, "", player.name, "", plain(unpaired.points), "", MISSED, ""))
    return _text(lines)


def _paid(opened: Opened, system: System, round_: Round, match: Match, stage: StageKind) -> tuple[str, ...]:
    """Both sides' points, how the match ended and who was absent."""
    if match.result is None:
        return "", "", "", ""
    both = scores(opened.event, system, round_, match)
    if stage is StageKind.ELIMINATION:
        paid = tuple(str(int(score.outcome is Outcome.WIN)) for score in both)
    else:
        worth = system.unpaired(system.settings(opened.event)).points
        sides = zip((match.a, match.b), both, strict=True)
        paid = tuple(plain(worth if _excused(opened, round_, match, p) else score.points) for p, score in sides)
    ended = match.result.ending
    away = "".join(side for side, p in (("a", match.a), ("b", match.b)) if p in match.result.by)
    if ended is Ended.NO_SHOW:
        return (*paid, ended.value, "both" if away == "ab" else away)
    return (*paid, ended.value if ended is Ended.DOUBLE_LOSS else "", "")


def _excused(opened: Opened, round_: Round, match: Match, player: PlayerId) -> bool:
    """Did not appear, and the round counts as missed."""
    absent = match.result is not None and match.result.ending is Ended.NO_SHOW and player in match.result.by
    return absent and round_.number in opened.event.players[player].missed


def write_standings(opened: Opened) -> str:
    """Place, player, points and tie-breaks; a composed system's tie-breaks are named so that they can be computed
    again.
    """
    event = opened.event
    result = final_standings(event, opened.system)
    rows = tuple((event.definition or {}).get("tiebreak", ()))
    words = dict(zip(ties.columns(rows), map(ties.word, rows), strict=True))
    keys = [tiebreak.key for tiebreak in result.tiebreaks]
    lines: list[tuple[object, ...]] = [("rank", "player", "points", *(words.get(key, key) for key in keys))]
    for row in result.rows:
        values = (row.values.get(key) for key in keys)
        shown = ("-" if value is None else plain(value) for value in values)
        rank = "-" if row.rank is None else row.rank
        lines.append((rank, event.name_of(row.player), plain(row.points), *shown))
    return _text(lines)


def _text(lines: Sequence[tuple[object, ...]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([guarded(str(cell)) for cell in line] for line in lines)
    return out.getvalue()
