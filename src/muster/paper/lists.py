"""Lists to write on or to tick off: blank lists, those that players handed in, check-lists."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.app.events.scenarios import materials
from muster.app.lists.shapes import ListSheet
from muster.app.lists.views import sheet_view
from muster.app.speech import plural, tr
from muster.core.book.sheets import BlankList
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import Progress, first_half, unwatched
from muster.core.record.player import Player
from muster.paper.players import here
from muster.paper.press import Sheet
from muster.paper.way_back import WayBack


def blank_list(opened: Opened, back: WayBack) -> Sheet:
    sheet = opened.system.sheets.blank
    if sheet is None:
        raise Refusal("{name} does not use lists.", name=opened.system.name)
    return ruled(opened, sheet, [{"table": None, "room": "", "code": back.event()}])


def handed_in(opened: Opened, back: WayBack, only: Player | None = None, progress: Progress = unwatched) -> Sheet:
    """Every list as last handed in, for the staff, who may see them all (X-17)."""
    players = here(opened, only)
    lists = [(player, slot) for player in players for slot in opened.event.lists.slots(player.id)]
    if not lists and only:
        raise Refusal("{name} has not handed in a list yet.", name=only.name)
    if not lists:
        raise Refusal("Nobody has handed in a list yet. You can print a blank one.")
    return Sheet(
        "filledlist",
        tr("Lists handed in"),
        {
            "lead": opened.event.edition,
            "pages": [
                _filled(sheet_view(opened, player, slot), player, back) for player, slot in first_half(lists, progress)
            ],
        },
    )


def _filled(view: ListSheet, player: Player, back: WayBack) -> dict[str, Any]:
    rows = [[_cell(value) for value in row] for row in view.rows]
    return {
        "title": f"{player.name}: {view.title}",
        "code": back.player(player.id),
        "head": [{"label": h.label, "value": _cell(h.value)} for h in view.head if h.value is not None],
        # A column of numbers is narrow, one of words takes what is left.
        "columns": [
            {"label": label, "wide": any(len(row[at]) > 8 for row in rows)} for at, label in enumerate(view.columns)
        ],
        "parts": _parts(rows, view.sections),
        "note": view.withheld,
    }


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return "" if value is None else str(value)


def _parts(rows: list[list[str]], sections: list[str]) -> list[dict[str, Any]]:
    """The rows under the list's headings."""
    parts: list[dict[str, Any]] = []
    for row, title in zip(rows, sections, strict=True):
        if not parts or parts[-1]["title"] != title:
            parts.append({"title": title, "rows": []})
        parts[-1]["rows"].append(row)
    return parts


def ruled(opened: Opened, sheet: BlankList, pages: list[dict[str, Any]]) -> Sheet:
    return Sheet(
        "blanklist",
        tr(sheet.title),
        {
            "lead": opened.event.edition,
            "pages": pages,
            "note": tr(sheet.note),
            "head": [{"label": tr(c.label), "value": None} for c in sheet.head],
            "rows": _rows(sheet),
        },
    )


def _rows(sheet: BlankList) -> list[list[dict[str, Any]]]:
    """The parts, with those side by side grouped together."""
    rows: list[list[dict[str, Any]]] = []
    for part in sheet.parts:
        one = {
            "title": tr(part.title),
            "columns": [{"label": tr(c.label), "wide": c.wide} for c in part.columns],
            "rows": part.rows,
        }
        if part.beside:
            rows[-1].append(one)
        else:
            rows.append([one])
    return rows


def check_lists(opened: Opened, back: WayBack) -> Sheet:
    players = len(opened.event.active_players())
    groups = [
        {
            "title": tr(one.title),
            "items": [
                {"text": tr(text, players=players, tables=players // 2), "note": clause} for text, clause in one.items
            ],
        }
        for one in opened.system.sheets.checks
    ]
    groups += _material(opened, players // 2)
    if not groups:
        raise Refusal("The {name} rules do not list anything to bring.", name=opened.system.name)
    return Sheet("checklist", tr("Check-lists"), {"lead": opened.event.edition, "groups": groups})


def _material(opened: Opened, count: int) -> list[dict[str, Any]]:
    """The most that the chosen scenarios need at one time (WMH-107); which round has which stays hidden."""
    most = materials(opened, count).most if count else []
    if not most:
        return []
    title = plural(count, "To have ready for {n} table", "To have ready for {n} tables")
    clause = "WMH-107" if "WMH-107" in opened.system.clauses else ""
    items = [{"text": f"{one.count} × {one.element}", "note": clause} for one in most]
    return [{"title": title, "items": items}]
