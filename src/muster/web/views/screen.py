"""The big screen: the pairings of the round, eight tables a page, with the way to one's own phone."""

from __future__ import annotations

from django.http import HttpResponse

from muster.web.address import qr_path
from muster.web.guard import Ask
from muster.web.pages import public_rounds
from muster.web.views.public import shown_round

TABLES_A_PAGE = 8


def screen(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    shown = public_rounds(opened.event)
    round_ = shown_round(opened, shown[-1].number) if shown else None
    matches = [] if round_ is None else round_["matches"]
    pages = [matches[at : at + TABLES_A_PAGE] for at in range(0, len(matches), TABLES_A_PAGE)]
    asked = ask.request.GET.get("page", "1")
    page = min(max(int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1, 1), max(len(pages), 1))
    return ask.page(
        "screen.html",
        opened,
        round=round_,
        pages=pages,
        page=page,
        total=len(matches),
        qr=qr_path(f"{ask.site.address}/e/{event}/me/"),
    )
