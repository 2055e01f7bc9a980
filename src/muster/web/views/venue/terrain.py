"""Terrain for the organiser: stock, layouts by lot, which table has which; and the page that shows a table to all."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect
from markupsafe import Markup

from muster.app.csv_tables import parse_sheet
from muster.app.permissions import Action
from muster.app.speech import tr
from muster.app.venue import terrain
from muster.app.venue.from_above import from_above
from muster.app.venue.terrain_picture import svg
from muster.app.venue.terrain_views import balance_view, table_view, terrain_view
from muster.core.forms.options import read_ranges
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.progress import DRAWING_TABLES, Progress
from muster.core.rules import layouts
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.views.desk.jobs import long


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def _page(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    view = terrain_view(opened)
    rules = layouts.rules_of(opened.system)
    begun = len(opened.event.shown)
    return ask.page(
        "venue/terrain.html",
        opened,
        409 if refusal else 200,
        terrain=view,
        pictures={
            name: Markup(svg(layout, known=rules.hatches, number=number, small=True))
            for number, (name, layout) in enumerate(opened.event.venue.layouts.items(), start=1)
        },
        can_draw=rules.draw is not None,
        kinds=[*rules.kinds, *rules.named],
        elements=list(rules.elements),
        mixed=terrain.MIXED,
        needed=len(opened.event.active_players()) // 2,
        next_round=begun + 1,
        reviewed=opened.event.venue.reviewed.get(begun + 1),
        refusal=refusal,
        typed=ask.request.POST.dict(),
    )


def stock(ask: Ask, event: str) -> HttpResponse:
    """One piece, a whole list, or a piece that is gone."""
    try:
        if ask.typed("gone"):
            terrain.unstock(ask.site.desk, event, ask.typed("gone"), ask.actor)
        else:
            terrain.stock(ask.site.desk, event, _pieces(ask), ask.actor)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("terrain", event=event)


def _pieces(ask: Ask) -> list[terrain.Typed]:
    """The typed piece and the list: whichever button is pressed, neither is lost."""
    typed = [terrain.Typed(*(ask.typed(key) for key in terrain.STOCK_COLUMNS))] if ask.typed("name").strip() else []
    if ask.typed("list").strip():
        typed += terrain.stock_of(parse_sheet(tr("the list"), ask.typed("list")))
    if not typed:
        raise Refusal("Nothing was sent. Name a piece, or paste a list.")
    return typed


def draw(ask: Ask, event: str) -> HttpResponse:
    try:
        wanted = ask.typed("tables").strip()
        tables = read_ranges(wanted) if wanted else []
        if tables is None:
            raise BadInput("“{tables}” should be tables such as 1-8 or 1-4, 7.", tables=wanted)
    except Refusal as refusal:
        return _page(ask, event, refusal)

    def do(progress: Progress) -> Finish:
        try:
            terrain.generate(
                ask.site.desk,
                event,
                ask.typed("method"),
                ask.actor,
                tables=tables,
                pieces=ask.typed("pieces"),
                request=ask.once,
                progress=progress,
            )
        except Refusal as refusal:
            return partial(_page, ask, event, refusal)
        return partial(redirect, "terrain", event=event)

    return long(ask, DRAWING_TABLES, Action.TERRAIN, do, event=event, back=url("terrain", event=event))


def assign(ask: Ask, event: str) -> HttpResponse:
    try:
        if not ask.typed("table").strip():
            raise Refusal("Enter a table number.")
        terrain.assign(ask.site.desk, event, ask.typed("table"), ask.typed("layout"), ask.actor)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("terrain", event=event)


def ground(ask: Ask, event: str) -> HttpResponse:
    """Where scenarios put their elements, from the organiser's own diagrams."""
    try:
        sheet = parse_sheet(tr("the list"), ask.typed("ground"))
        terrain.lay_grounds(ask.site.desk, event, terrain.grounds_of(sheet, ask.open(event).system), ask.actor)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("terrain", event=event)


def review(ask: Ask, event: str) -> HttpResponse:
    try:
        terrain.review(ask.site.desk, event, ask.typed("note"), ask.actor)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("terrain", event=event)


def table(ask: Ask, event: str, table: int, number: int = 0) -> HttpResponse:
    """One table from above, for everybody: now, or as it was in a round.

    A scenario's elements appear once its round has begun.
    """
    opened = ask.open(event)
    seen = from_above(opened, table, number)
    return ask.page(
        "venue/table_terrain.html",
        opened,
        table=table_view(opened, table),
        number=number,
        round=seen.round,
        layout=seen.layout,
        picture=Markup(svg(seen.layout, seen.elements, known=layouts.rules_of(opened.system).hatches)),
        balance=balance_view(opened, seen.layout),
        scenario=seen.scenario,
    )
