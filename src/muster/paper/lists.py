"""Lists to write on or to tick off: blank lists, check-lists."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.core.errors import Refusal
from muster.core.language import tr
from muster.core.sheets import BlankList
from muster.paper.press import Sheet
from muster.paper.way_back import WayBack


def blank_list(opened: Opened, back: WayBack) -> Sheet:
    sheet = opened.system.sheets.blank
    if sheet is None:
        raise Refusal("{name} knows no lists.", name=opened.system.name)
    return ruled(opened, sheet, [{"table": None, "code": back.event()}])


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
    """The parts, those that stand beside each other together."""
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
    checks = opened.system.sheets.checks
    if not checks:
        raise Refusal("The book of {name} names nothing to bring or to have at hand.", name=opened.system.name)
    players = len(opened.event.active_players())
    return Sheet(
        "checklist",
        tr("Check-lists"),
        {
            "lead": opened.event.edition,
            "groups": [
                {
                    "title": tr(one.title),
                    "items": [
                        {"text": tr(text, players=players, tables=players // 2), "note": clause}
                        for text, clause in one.items
                    ],
                }
                for one in checks
            ],
        },
    )
