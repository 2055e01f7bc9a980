"""Certificates, a landscape page each: for every award, for the first places, or for one player."""

from __future__ import annotations

from datetime import date

from muster.app.desk import Opened
from muster.app.languages import place as ordinal
from muster.app.speech import spoken, tr
from muster.app.views.event import awards_view, standings_view
from muster.app.views.shapes import RowView
from muster.core.kit.errors import Refusal
from muster.core.record.player import Player
from muster.paper.press import Sheet
from muster.paper.way_back import WayBack


def certificates(opened: Opened, back: WayBack, only: Player | None = None, places: int = 0) -> Sheet:
    """After the event.

    `places`: for places 1 to this, including shared ones; without it and without `only`, one for each award.
    """
    event = opened.event
    if not event.finished:
        raise Refusal("Awards are given at the end. Finish the event first.")
    rows = standings_view(opened).rows
    if only is not None:
        given = [_placed(opened, row) for row in rows if row.number == only.id]
    elif places:
        given = [_placed(opened, row) for row in rows if row.rank is not None and row.rank <= places]
    else:
        given = [(tr(a.title), tr(a.prize), one.name) for a in awards_view(opened) for one in a.winners]
        if not given:
            raise Refusal("This event gives no awards. Print certificates for the first places instead.")
    day = spoken().day(date.fromisoformat(event.date)) if event.date else None
    return Sheet(
        "certificates",
        tr("Certificates"),
        {
            "date": tr("Date"),
            "signed": tr("Organiser"),
            "edition": event.edition,
            "place": event.place,
            "awards": [{"title": title, "more": more, "name": name, "date": day} for title, more, name in given],
        },
    )


def _placed(opened: Opened, row: RowView) -> tuple[str, str, str]:
    """A player's place in the final standings, by its title in the book if it has one, and their other awards."""
    won = [a for a in awards_view(opened) if row.number in [one.number for one in a.winners]]
    by_place = [tr(a.title) for a in won if a.why.code == "place"]
    title = tr("Took part") if row.rank is None else tr("{place} place", place=ordinal(row.rank))
    return next(iter(by_place), title), ", ".join(tr(a.title) for a in won if a.why.code != "place"), row.name
