"""The scenario of a round, a copy for each table (WMH-110): the organiser's own sheet, or our card of it."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from muster.app.desk import Desk, Opened
from muster.app.events import scenarios as app
from muster.app.speech import tr
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Actor
from muster.core.reading.stage_names import round_name
from muster.paper.dots import must_be_sane
from muster.paper.press import Sheet, pages_in
from muster.paper.rounds import seat, tables
from muster.paper.way_back import WayBack

FORMATS = {"application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg"}
MOST_PAGES = 12
"""In an organiser's own sheet: each table gets all of them."""


def attach(desk: Desk, event_id: str, scenario: str, file: str, content: bytes, actor: Actor) -> Opened:
    """The organiser's own sheet for a scenario, once it is certain that it can be printed on the day."""
    media = app.media_of(file, content)
    if media != "application/pdf":
        must_be_sane(file, content)
    pages = pages_in(content, FORMATS[media], MOST_PAGES)
    if not pages:
        raise BadInput("“{file}” is damaged or locked and cannot be opened.", file=file)
    if pages > MOST_PAGES:
        raise BadInput(
            "“{file}” has more than {most} pages. Send only the ones every table needs.", file=file, most=MOST_PAGES
        )
    return app.attach(desk, event_id, scenario, file, content, actor)


def scenarios(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    wanted = number or max(len(opened.event.rounds), 1)
    chosen = app.chosen_for(opened, wanted)
    card = app.card_view(opened, chosen)
    lead = card.category or opened.event.edition
    return Sheet(
        "scenarios",
        tr("{round}: {scenario}", round=round_name(opened.event, wanted), scenario=chosen.name),
        {
            "pages": [seat(opened, back, table) for table in tables(opened)],
            "lead": lead,
            "lays": [f"{one.count} × {one.element}" for one in card.lays],
            "lays_title": tr("On the table"),
            "text": card.text,
            "groups": to_builtins(card.groups),
            # A sheet that is handed out takes precedence over the book (BUS-46), so ours is not printed with it.
            "own": _own(opened, chosen.name, lead),
        },
    )


def _own(opened: Opened, scenario: str, lead: str) -> dict[str, Any] | None:
    """All pages of the organiser's own sheet, with a heading on each."""
    held = app.own_sheet(opened, scenario)
    if held is None:
        return None
    fact, content = held
    form = FORMATS[fact.media]
    pages = pages_in(content, form, MOST_PAGES)
    if not pages:  # From another program's journal: ours never has one that cannot be printed.
        return None
    leads = [tr("{lead}, sheet {n} of {all}", lead=lead, n=n, all=pages) for n in range(1, pages + 1)]
    return {"format": form, "data": list(content), "leads": leads if pages > 1 else [lead]}
