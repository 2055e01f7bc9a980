"""Sheets of players: record sheets and score cards, badges."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from muster.app.desk import Opened
from muster.app.exact import exact
from muster.app.numbers import decimal
from muster.app.speech import tr
from muster.app.venue.rooms import room_of, seat_text
from muster.app.views.event import plan_view
from muster.core.book.sheets import Cell, RecordSheet
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import Progress, first_half, unwatched
from muster.core.reading.tally import scores, table
from muster.core.record.event import MatchState, RoundState
from muster.core.record.player import Player
from muster.paper.press import Sheet
from muster.paper.rounds import ordered
from muster.paper.way_back import WayBack

LINE = 11
"""The height of a round's line in millimetres, with one sheet per page."""
HALF_LINES = (11, 10, 9, 8)
"""The same with two sheets per page: the first that fits. Anything smaller is too small to write in."""
SPARE_LINES = 2
"""Empty lines after the planned rounds, for a cut or another round.

Without a cut, those that do not fit with two sheets per page are left out.
"""


def records(opened: Opened, back: WayBack, only: Player | None = None, progress: Progress = unwatched) -> Sheet:
    """The game's sheet for the day, one per player, filled in as far as the event has come."""
    sheet = opened.system.sheets.record
    if sheet is None:
        raise Refusal("{name} has no record sheet. Use result slips.", name=opened.system.name)
    players = here(opened, only)
    lines = _lines_needed(opened)
    return Sheet(
        "record",
        tr(sheet.title),
        {
            "lead": opened.event.edition,
            "columns": [{"label": tr(c.label), "wide": c.wide} for c in sheet.columns],
            "height": LINE,
            "heights": HALF_LINES,
            "spare": _spare_lines(opened),
            "note": tr(sheet.note),
            "boxes": [{"label": tr(b.label), "lines": b.lines, "value": ""} for b in sheet.boxes],
            "players": [_record(opened, back, sheet, player, lines) for player in first_half(players, progress)],
        },
    )


def here(opened: Opened, only: Player | None) -> list[Player]:
    """Everybody who is still in, by name; or the one asked for."""
    players = [only] if only else sorted(opened.event.active_players(), key=lambda p: ordered(p.name))
    if not players:
        raise Refusal("Nobody is enrolled yet, so there is nothing to print for players.")
    return players


def _lines_needed(opened: Opened) -> int:
    plan = plan_view(opened)
    planned = plan.rounds if plan and plan.rounds else 3
    return max(planned, len(opened.event.rounds)) + SPARE_LINES


def _spare_lines(opened: Opened) -> int:
    """How many of the empty lines the planned event will not need."""
    plan = plan_view(opened)
    played = len(opened.event.rounds)
    return 0 if plan is None or not plan.rounds or plan.cut or played > plan.rounds else SPARE_LINES


def _record(opened: Opened, back: WayBack, sheet: RecordSheet, player: Player, lines: int) -> dict[str, Any]:
    worked_out = sheet.worked_out(player)
    known = _rounds_of(opened, player)
    return {
        "code": back.player(player.id),
        "head": [{"label": tr(c.label), "value": _about(c, player, worked_out)} for c in sheet.head],
        "lines": [[_cell(c, known.get(n, {"round": n})) for c in sheet.columns] for n in range(1, lines + 1)],
    }


def _about(cell: Cell, player: Player, worked_out: Any) -> str | None:
    kind, _, key = cell.source.partition(":")
    if kind == "field":
        value = player.values.get(key)
        return None if value is None else str(value)
    return {"name": player.name, "number": f"#{player.id}"}.get(kind) or worked_out.get(kind)


def _rounds_of(opened: Opened, player: Player) -> dict[int, dict[str, Any]]:
    """What is known about each round, from pairing to subtotal. Drafts stay off paper."""
    event = opened.event
    found: dict[int, dict[str, Any]] = {}
    for round_ in event.rounds:
        if round_.state is RoundState.DRAFT:
            continue
        line: dict[str, Any] = {"round": round_.number}
        match = round_.match_of(player.id)
        if match is not None:
            other = match.other(player.id)
            line |= {"opponent": event.name_of(other), "opponent_number": f"#{other}"}
            line["table"] = seat_text(match.table, room_of(opened, match.table))
            if match.state is MatchState.IN and match.result is not None:
                side = 0 if match.a == player.id else 1
                for key, value in match.result.values.items():
                    line[f"value:{key}"] = value[side] if isinstance(value, list) else value
                line["opponent_points"] = decimal(exact(scores(event, opened.system, round_, match)[1 - side].points))
        elif any(bye.player == player.id for bye in round_.byes):
            line["opponent"] = tr("bye")
        found[round_.number] = line
    total = Fraction(0)
    for played in table(event, opened.system).lines[player.id]:
        total += played.points
        found.get(played.round, {}).update(
            points=decimal(exact(played.points)), subtotal=decimal(exact(total)), outcome=tr(played.outcome.value)
        )
    return found


def _cell(cell: Cell, line: dict[str, Any]) -> str:
    value = line.get(cell.source, "") if cell.source else ""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return "" if value is None else str(value)


def badges(opened: Opened, back: WayBack, only: Player | None = None, progress: Progress = unwatched) -> Sheet:
    """The visible part has a code that everybody may scan; the code that signs the player in is on a strip to fold
    behind.
    """
    players = here(opened, only)
    return Sheet(
        "badges",
        tr("Badges"),
        {
            "scan": tr("Scan: my games"),
            "fold": tr("Fold this strip behind the badge, or cut it off. It is private: it signs you in."),
            "mine": tr("Your code"),
            "players": [
                {
                    "name": p.name,
                    "about": ", ".join(str(v) for v in p.values.values() if isinstance(v, str) and v),
                    "code": back.player(p.id),
                    "private": back.private(p.id),
                    "letters": back.private_code(p.id),
                }
                for p in first_half(players, progress)
            ],
        },
    )
