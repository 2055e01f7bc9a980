"""Sheets to print as PDFs. Their codes never sign a player in, unlike those printed at the desk."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from msgspec import Meta

from muster.api.call import V1, ApiCall, Route
from muster.api.shapes import Query
from muster.app import languages
from muster.app.desk import Opened
from muster.app.permissions import Action
from muster.core.kit.errors import Refusal
from muster.paper.kinds import KINDS, KIT, printed
from muster.paper.way_back import WayBack

SECRET = "lists"
"""The sheet with everybody's lists: they are read one by one, with the scope for lists."""

SHEETS = (KIT, *(kind for kind in KINDS if kind != SECRET))


class SheetQuery(Query, frozen=True):
    """`round`: for sheets about a round; 0 for the current one.

    `player`: #NUMBER or the name, for players' sheets; empty for all. `places`: certificates for this many top places;
    0 for all awards.
    """

    paper: Literal["a4", "letter"] = "a4"
    round: Annotated[int, Meta(ge=0, le=99_999)] = 0
    player: Annotated[str, Meta(max_length=200)] = ""
    places: Annotated[int, Meta(ge=0, le=99_999)] = 0


def way_back(call: ApiCall) -> WayBack:
    """Its private codes lead to the page where players pick their name."""
    return WayBack(call.event, call.beyond.address)


def sheet(call: ApiCall, opened: Opened) -> bytes:
    """A sheet of paper as a PDF."""
    kind, query = call.sheet, cast(SheetQuery, call.query)
    if kind == SECRET:
        raise Refusal("Lists are not printed for programs. Read them one by one.")
    return printed(
        opened,
        kind,
        way_back(call),
        paper=query.paper,
        when=languages.stamp(call.desk.clock.now()),
        language=languages.current().code,
        number=query.round or None,
        player=query.player,
        places=query.places,
    ).pdf


ROUTES: tuple[Route[Any], ...] = (
    Route(
        "sheet",
        "GET",
        V1 + "/sheets/{sheet}.pdf",
        Action.DESK,
        bytes,
        sheet,
        query=SheetQuery,
        timed=True,
        media="application/pdf",
    ),
)
