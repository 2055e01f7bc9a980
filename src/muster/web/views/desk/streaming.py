"""The event on a stream and on other sites: the addresses to copy, and the organiser's own stylesheet for overlays."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.events.sites import allowed_sites
from muster.core.kit.errors import BadInput, Refusal
from muster.web.frames.own_style import LARGEST
from muster.web.guard import Ask
from muster.web.pages import url

OVERLAYS = ("standings", "pairings", "table", "clock")
EMBEDS = ("standings", "pairings", "bracket")


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def _page(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    base = ask.site.address
    return ask.page(
        "desk/streaming.html",
        opened,
        409 if refusal else 200,
        overlays={kind: f"{base}{url(f'overlay-{kind}', event=event)}" for kind in OVERLAYS},
        embeds={kind: f"{base}{url(f'embed-{kind}', event=event)}" for kind in EMBEDS},
        sites=allowed_sites(opened),
        plain=base.startswith("http:"),
        own_style=ask.site.own_styles.has(event),
        fault=_fault(ask, event),
        file=ask.site.own_styles.file(event).name,
        most=LARGEST // 1_000,
        refusal=refusal,
    )


def _fault(ask: Ask, event: str) -> Refusal | None:
    """What is wrong with a stylesheet in the data folder, if somebody put one there."""
    if ask.site.own_styles.has(event):
        try:
            ask.site.own_styles.read(event)
        except Refusal as refusal:
            return refusal
    return None


def put_style(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    try:
        file = ask.request.FILES.get("file")
        if file is None:
            raise BadInput("Choose a file first: a stylesheet, with a name that ends in .css.")
        ask.site.own_styles.put(opened.id, str(file.name), file.read(LARGEST + 1))
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("stream", event=event)


def remove_style(ask: Ask, event: str) -> HttpResponse:
    ask.site.own_styles.remove(ask.open(event).id)
    return redirect("stream", event=event)
