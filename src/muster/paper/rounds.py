"""Sheets of a round: pairings by table and by name, table signs, results to key in, the next round by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from unicodedata import combining, normalize

from muster.app.desk import Opened
from muster.app.numbers import decimal
from muster.app.past.record import record_line
from muster.app.speech import tr
from muster.app.venue.rooms import room_of
from muster.app.views.event import round_view, standings_view
from muster.app.views.shapes import RoundView
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, StageKind
from muster.core.reading.games import winner
from muster.core.reading.plan import is_final
from muster.core.reading.stage_names import round_name
from muster.core.record.event import MatchState
from muster.core.rules.rounds import tables_there
from muster.paper.press import Sheet, is_usual
from muster.paper.slip_layout import slip_of
from muster.paper.way_back import WayBack

NAMES_A_COLUMN = 34
"""How many names one column of a page holds. A longer list has two columns, so that it takes half the pages."""
NAMES_A_LIST = 64
"""How many names two columns of a page hold.

A longer list is split into ranges, so that people can gather at several sheets instead of one.
"""
MOST_COLUMNS = 6
"""On a sheet for entering results: more would be too narrow to write in."""
_LIKE = str.maketrans("łøđħı", "lodhi")


def ordered(name: str) -> str:
    """What a name is sorted by: without accents, so that Łukasz is next to Lukas and Ångström near Angst."""
    plain = "".join(c for c in normalize("NFKD", name.casefold()) if not combining(c))
    return plain.translate(_LIKE)


def of_round(opened: Opened, number: int | None) -> RoundView:
    if not opened.event.rounds:
        raise Refusal("No round has been drawn yet, so there is nothing to print.")
    return round_view(opened, number)


def _lead(view: RoundView) -> str:
    scenario = [tr("Scenario: {name}", name=view.scenario)] if view.scenario else []
    return ", ".join([*filter(None, [draft_mark(view)]), *scenario])


def draft_mark(view: RoundView) -> str:
    """Printed across each sheet of a draft, so that nobody hands it out or hangs it up; empty for any other round."""
    return tr("Draft, not published") if view.state == "draft" else ""


def pairings_by_table(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    view = of_round(opened, number)
    title = tr("{round}: pairings by table", round=view.name)
    rows = [{"table": m.table, "room": m.room, "name": m.a.name, "opponent": m.b.name} for m in view.matches]
    rows += _free(view)
    headings = [tr("Table"), tr("Player"), tr("Opponent")]
    return Sheet("pairings", title, _list(opened, back, view, [(title, rows)], headings, by_name=False))


def _free(view: RoundView) -> list[dict[str, Any]]:
    return [{"table": "–", "room": "", "name": b.name, "opponent": tr("bye")} for b in view.byes]


def pairings_by_name(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    view = of_round(opened, number)
    title = tr("{round}: pairings by name", round=view.name)
    rows = []
    for m in view.matches:
        for me, other in ((m.a, m.b), (m.b, m.a)):
            rows.append({"table": m.table, "room": m.room, "name": me.name, "opponent": other.name})
    rows += _free(view)
    rows.sort(key=lambda row: ordered(str(row["name"])))
    lists = _ranges(rows)
    titled = [(title if len(lists) == 1 else f"{title}, {_range(part)}", part) for part in lists]
    headings = [tr("Player"), tr("Table"), tr("Opponent")]
    return Sheet("pairings", title, _list(opened, back, view, titled, headings, by_name=True))


def _ranges(rows: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """As few lists as necessary, all of about the same length."""
    count = max(-(-len(rows) // NAMES_A_LIST), 1)
    ends = [len(rows) * at // count for at in range(count + 1)]
    return [rows[first:last] for first, last in pairwise(ends)]


def _range(rows: list[dict[str, Any]]) -> str:
    """“Aa – Lu”: the first letters of the first and the last name of a list; the whole name where no font may have its
    letters, so that the player's number takes its place."""
    first, last = (str(rows[at]["name"]) for at in (0, -1))
    return " – ".join(name[:3].strip() if all(map(is_usual, name)) else name for name in (first, last))


def _list(
    opened: Opened,
    back: WayBack,
    view: RoundView,
    lists: list[tuple[str, list[dict[str, Any]]]],
    headings: list[str],
    *,
    by_name: bool,
) -> dict[str, Any]:
    return {
        "lists": [
            {"title": title, "rows": rows, "columns": 2 if by_name and len(rows) > NAMES_A_COLUMN else 1}
            for title, rows in lists
        ],
        "headings": headings,
        "by_name": by_name,
        "lead": _lead(view),
        "draft": draft_mark(view),
        "code": back.round(view.number),
        "record": None if view.state == "draft" else record_line(opened),
    }


def signs(opened: Opened, back: WayBack) -> Sheet:
    """A sign for each table in the room, even if nobody sits there now; its code opens the match being played there."""
    there = {*tables_there(opened.event, opened.system, 0), *tables(opened)}
    return Sheet(
        "signs",
        tr("Table signs"),
        {
            "signs": [seat(opened, back, table) for table in sorted(there)],
            "scan": tr("Scan: who plays here"),
        },
    )


def seat(opened: Opened, back: WayBack, table: int) -> dict[str, Any]:
    """A table on a sheet: its number, its room if there are several, and its code."""
    return {"table": table, "room": room_of(opened, table), "code": back.table(table)}


def tables(opened: Opened) -> list[int]:
    """The tables of the round; before the first one, as many as the players need, including pinned ones."""
    event, system = opened.event, opened.system
    current = event.current
    if current is not None and current.matches:
        return sorted(match.table for match in current.matches)
    players = event.active_players()
    needed = len(players) // 2
    if not needed:
        raise Refusal("Printing tables needs at least two players.")
    wanted = [system.settings(event).number_or_none("featured_table"), *(p.values.get("pinned_table") for p in players)]
    promised = {table for table in wanted if isinstance(table, int)}
    others = [table for table in tables_there(event, system, needed) if table not in promised]
    return sorted([*promised, *others[: max(needed - len(promised), 0)]])


def keying(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    """A round's results to write down by hand, and to enter afterwards in this order."""
    view = of_round(opened, number)
    rows = [{"table": m.table, "room": m.room, "a": m.a.name, "b": m.b.name} for m in view.matches]
    title = tr("{round}: results to enter", round=view.name)
    head = {"lead": _lead(view), "draft": draft_mark(view), "code": back.round(view.number)}
    return Sheet("keying", title, {**head, **_keyed(opened, rows)})


def _keyed(opened: Opened, rows: list[dict[str, Any]]) -> dict[str, Any]:
    slip = slip_of(opened.system)
    fields = [f for f in opened.system.result_fields if f.key in (*slip.written, *slip.marked)][:MOST_COLUMNS]
    return {
        "columns": [{"label": tr(f.label), "both": f.per_side} for f in fields],
        "headings": [tr("Table"), tr("Player"), tr("Opponent"), tr("Entered")],
        "rows": rows,
    }


def must_go_on(opened: Opened) -> None:
    if opened.event.finished:
        raise Refusal(
            "“{name}” is finished. Print the standings or certificates instead.",
            name=opened.event.name,
        )


def by_hand(opened: Opened, back: WayBack) -> Sheet:
    """What you need to pair the next round on paper: the order, who has met whom, who had a bye; and space for it."""
    must_go_on(opened)
    still_in, games = _next_round(opened)
    view = standings_view(opened)
    number = len(opened.event.rounds) + 1
    had_bye = {b.player for r in opened.event.rounds for b in r.byes}
    met = {p: _met(opened, p) for p in opened.event.players}
    active = [r for r in view.rows if r.number in still_in]
    there = tables_there(opened.event, opened.system, games)[:games]
    empty = [{"table": table, "room": room_of(opened, table), "a": "", "b": ""} for table in there]
    return Sheet(
        "byhand",
        tr("{round} by hand", round=round_name(opened.event, number)),
        {
            "lead": tr("Based on standings after round {after_round}.", after_round=view.after_round)
            if view.after_round
            else "",
            "code": back.event(),
            "head": [
                tr("Player number"),
                tr("Player"),
                tr("Points"),
                tr("Has played"),
                tr("Bye"),
                tr("Plays at table"),
            ],
            "players": [
                [
                    f"#{r.number}",
                    r.name,
                    decimal(r.points),
                    met[r.number],
                    "•" if r.number in had_bye else "",
                ]
                for r in active
            ],
            **_keyed(opened, empty),
        },
    )


def _next_round(opened: Opened) -> tuple[set[PlayerId], int]:
    """Who may play in the next round and how many games it has: in a bracket, those who can still get there."""
    event = opened.event
    active = {p.id for p in event.active_players()}
    rounds = event.rounds_of(event.stage)
    if event.stage.kind is not StageKind.ELIMINATION or not rounds:
        players = active & set(event.stage.seeds or active)
        return players, len(players) // 2
    last = rounds[-1]
    if is_final(event, last):
        raise Refusal("Round {number} is the final. There is no next round.", number=last.number)
    through: set[PlayerId | None] = {bye.player for bye in last.byes}
    for match in last.matches:
        decided = match.state is MatchState.IN
        through |= {winner(event, opened.system, last, match)} if decided else {match.a, match.b}
    return {p for p in active if p in through}, (len(last.matches) + len(last.byes)) // 2


def _met(opened: Opened, player: PlayerId) -> str:
    found = [m.other(player) for r in opened.event.rounds for m in r.matches if m.has(player)]
    return " ".join(f"#{other}" for other in found)
