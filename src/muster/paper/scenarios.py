"""The scenario of a round, a copy for each table (WMH-110): the organiser's own sheet, or our card of it."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.scenarios import card_view, chosen_for, own_sheet
from muster.core.language import tr
from muster.paper.press import Sheet
from muster.paper.rounds import tables
from muster.paper.way_back import WayBack

FORMATS = {"application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg"}


def scenarios(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    wanted = number or max(len(opened.event.rounds), 1)
    chosen = chosen_for(opened, wanted)
    own = own_sheet(opened, chosen.name)
    card = card_view(opened, chosen)
    return Sheet(
        "scenarios",
        tr("Round {number}: {scenario}", number=wanted, scenario=chosen.name),
        {
            "pages": [{"table": table, "code": back.table(table)} for table in tables(opened)],
            "lead": card["category"] or opened.event.edition,
            "lays": [f"{one['count']} × {one['element']}" for one in card["lays"]],
            "lays_title": tr("On the table"),
            "text": card["text"],
            "groups": card["groups"],
            # A sheet that is handed out goes before the book (BUS-46), so ours does not stand beside it.
            "own": None if own is None else {"format": FORMATS[own[0].media], "data": list(own[1])},
        },
    )
