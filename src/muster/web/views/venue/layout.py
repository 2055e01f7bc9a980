"""The editor of one layout: drawn, moved, checked by the book as it changes, and saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from markupsafe import Markup

from muster.app.desk import Opened
from muster.app.venue import terrain
from muster.app.venue.terrain_form import TypedLayout, TypedStanding, pieces_of, read_layout, typed_of
from muster.app.venue.terrain_picture import svg
from muster.app.venue.terrain_text import inches, kinds_words, size_text
from muster.app.venue.terrain_views import LayoutView, layout_view
from muster.core.kit.errors import Refusal
from muster.core.record.terrain import Layout, Standing, TerrainRules, Weight
from muster.core.rules import layouts
from muster.web.guard import Ask
from muster.web.pages import url


def edit(ask: Ask, event: str) -> HttpResponse:
    """The layout of this name, or an empty table."""
    opened = ask.open(event)
    rules = layouts.rules_of(opened.system)
    name = ask.request.GET.get("name", "")
    if name:
        typed = typed_of(layouts.layout_of(opened.event, name))
    else:
        typed = TypedLayout("", width=inches(rules.width or _USUAL), depth=inches(rules.depth or _USUAL))
    return _page(ask, opened, typed, before=name)


_USUAL = 24_000
"""A square to begin with if the book gives no size: the form lets it be changed."""


def look(ask: Ask, event: str) -> HttpResponse:
    """The table as it would be, with the rules it breaks; with a piece more or less if asked. Nothing is recorded."""
    typed = _typed(ask)
    gone, added = ask.number("without"), ask.typed("add")
    rows = [row for number, row in enumerate(typed.rows, start=1) if number != gone]
    opened = ask.open(event)
    typed = replace(typed, rows=rows)
    if added:
        try:
            bare = read_layout(opened, replace(typed, name="–", rows=()))
        except Refusal as refusal:
            return _page(ask, opened, typed, before=ask.typed("before"), refusal=refusal)
        middle = TypedStanding(added, inches(bare.width // 2), inches(bare.depth // 2), "0")
        typed = replace(typed, rows=[*rows, middle])
    return _page(ask, opened, typed, before=ask.typed("before"))


def save(ask: Ask, event: str) -> HttpResponse:
    opened, typed = ask.open(event), _typed(ask)
    try:
        layout = read_layout(opened, typed, ask.typed("before"))
        terrain.save(ask.site.desk, event, layout, ask.actor, ask.typed("reason"))
    except Refusal as refusal:
        return _page(ask, opened, typed, before=ask.typed("before"), refusal=refusal)
    return redirect(f"{url('layout', event=event)}?{urlencode({'name': layout.name, 'saved': 'yes'})}")


def remove(ask: Ask, event: str) -> HttpResponse:
    name = ask.typed("before")
    try:
        terrain.remove(ask.site.desk, event, name, ask.actor)
    except Refusal as refusal:
        return _page(ask, ask.open(event), _typed(ask), before=name, refusal=refusal)
    return redirect("terrain", event=event)


def _typed(ask: Ask) -> TypedLayout:
    """The form, one row per piece: piece-1, x-1, y-1, turn-1, brought-1 and so on."""
    numbers = sorted(
        int(key[6:])
        for key in ask.request.POST
        if key.startswith("piece-") and key[6:].isascii() and key[6:].isdigit() and len(key) < 12
    )
    rows = []
    for n in numbers:
        piece, x, y, turn, brought = (ask.typed(f"{part}-{n}") for part in ("piece", "x", "y", "turn", "brought"))
        rows.append(TypedStanding(piece, x, y, turn, brought == "yes"))
    name, method, moves, width, depth = (ask.typed(key) for key in ("name", "method", "moves", "width", "depth"))
    return TypedLayout(name, rows, method, moves, width, depth)


def _page(ask: Ask, opened: Opened, typed: TypedLayout, *, before: str, refusal: Refusal | None = None) -> HttpResponse:
    layout, judged = None, None
    try:
        layout = read_layout(opened, replace(typed, name=typed.name.strip() or "–"), before)
        judged = layout_view(opened, layout)
    except Refusal as wrong:
        refusal = refusal or wrong
    over = ask.typed("over") or ask.request.GET.get("over", "")
    held = opened.event.venue.grounds.get(over)
    rules = layouts.rules_of(opened.system)
    return ask.page(
        "venue/layout.html",
        opened,
        409 if refusal else 200,
        home=url("layout", event=opened.id) + (f"?{urlencode({'name': before})}" if before else ""),
        typed=typed,
        before=before,
        judged=judged,
        broken=0 if judged is None else sum(one.weight is Weight.BROKEN for one in judged.findings),
        picture="" if layout is None else _picture(layout, judged, () if held is None else held.elements, rules),
        known=[(name, kinds_words(p.kinds), size_text(p)) for name, p in pieces_of(opened, before).items()],
        rules=rules,
        grounds=sorted(opened.event.venue.grounds),
        over=over,
        reason=ask.typed("reason"),
        saved=bool(ask.request.GET.get("saved")),
        refusal=refusal,
    )


def _picture(layout: Layout, judged: LayoutView | None, elements: Sequence[Standing], rules: TerrainRules) -> Markup:
    findings = [] if judged is None else judged.findings
    broken = [n for one in findings if one.weight is Weight.BROKEN for n in one.pieces]
    return Markup(svg(layout, elements, broken, known=rules.hatches))
