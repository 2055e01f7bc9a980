"""Everybody's lists: who is missing, illegal or late; deadline and locks; many at once; lists that the book opens."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.intake import from_file, from_files
from muster.app.lists.shapes import ListLine, ListView, OpenList
from muster.app.lists.terms import sight_view, terms_view
from muster.app.speech import tr
from muster.core.forms.options import read_moment
from muster.core.kit.errors import Refusal
from muster.core.kit.language import mark
from muster.core.kit.model import Actor, Role
from muster.core.kit.written import is_part
from muster.core.record.facts.lists import ListMark
from muster.core.rules.lists import life as list_life
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.paging import part
from muster.web.views.lists import files as list_files

FILTERS = (
    ("all", mark("All")),
    ("missing", mark("Missing")),
    ("illegal", mark("Illegal")),
    ("warnings", mark("With warnings")),
    ("not_checked", mark("Not all checked")),
    ("late", mark("Late")),
    ("faulty", mark("With faults")),
)


def show(ask: Ask, event: str) -> HttpResponse:
    return _lists(ask, event)


def _lists(ask: Ask, event: str, refusal: Refusal | None = None, form: str = "") -> HttpResponse:
    opened = ask.open(event)
    now = lists.now(ask.site.desk)
    view = views.lists_view(opened, now, data_of(ask.site.desk, opened.system))
    rows = [(player, one) for player in view.players for one in player.lists if one.required or one.versions]
    asked = ask.request.GET
    state = asked.get("state", "") if asked.get("state") in dict(FILTERS) else "all"
    wanted = asked.get("q", "").strip()
    found = [(p, one) for p, one in rows if _is(one, state) and is_part(wanted, p.name)]
    found.sort(key=lambda row: row[0].name.casefold())
    shown = part(found, asked.get("page", ""))
    return ask.page(
        "lists/lists.html",
        opened,
        409 if refusal else 200,
        lists=view,
        rows=shown.items,
        part=shown,
        counts=[(key, word, sum(_is(one, key) for _, one in rows)) for key, word in FILTERS],
        state=state,
        wanted=wanted,
        terms=terms_view(opened, now),
        sight=sight_view(opened),
        consents=sum(p.consent for p in view.players),
        keep=urlencode({"state": state, "q": wanted}),
        due=_local(view.due),
        refusal=refusal,
        form=form,
        typed=ask.request.POST.dict(),
    )


def _is(one: ListLine, state: str) -> bool:
    match state:
        case "missing" | "illegal":
            return one.state == state
        case "warnings" | "not_checked" | "late":
            return bool(getattr(one, state))
        case "faulty":
            return one.mark is ListMark.FAULTY
    return True


def _local(due: str | None) -> str:
    """The deadline in the format of a date and time input."""
    moment = read_moment(due) if due else None
    return moment.astimezone().strftime("%Y-%m-%dT%H:%M") if moment else ""


def missing(ask: Ask, event: str) -> HttpResponse:
    """Who still has to hand in what: to print, or to read out."""
    opened = ask.open(event)
    list_life.rules_of(opened.system)
    found = sorted(views.missing_view(opened), key=lambda p: p.name.casefold())
    terms = terms_view(opened, lists.now(ask.site.desk))
    return ask.page("lists/lists_missing.html", opened, missing=found, terms=terms)


def due(ask: Ask, event: str) -> HttpResponse:
    try:
        text = "" if ask.typed("do") == "remove" else ask.typed("due")
        lists.set_due(ask.site.desk, event, text, ask.actor)
    except Refusal as refusal:
        return _lists(ask, event, refusal, "due")
    return redirect("lists", event=event)


def lock(ask: Ask, event: str) -> HttpResponse:
    act = lists.unlock if ask.typed("do") == "unlock" else lists.lock
    try:
        act(ask.site.desk, event, (), ask.actor, ask.typed("reason"))
    except Refusal as refusal:
        return _lists(ask, event, refusal, "lock")
    return redirect("lists", event=event)


def bring(ask: Ask, event: str) -> HttpResponse:
    return _bring(ask, ask.open(event))


def _bring(ask: Ask, opened: Opened, refusal: Refusal | None = None) -> HttpResponse:
    return ask.page(
        "lists/lists_import.html",
        opened,
        409 if refusal else 200,
        rules=views.rules_view(opened),
        text=list_files.pasted(ask),
        reason=ask.typed("reason"),
        refusal=refusal,
    )


def take(ask: Ask, event: str) -> HttpResponse:
    """All or none."""
    try:
        lists.hand_in_many(ask.site.desk, event, _brought(ask), ask.actor, ask.typed("reason"))
    except Refusal as refusal:
        return _bring(ask, ask.open(event), refusal)
    return redirect("lists", event=event)


def _brought(ask: Ask) -> list[Brought]:
    """One JSON or CSV file or pasted text for everybody, or a text file for each player."""
    sent = list_files.files(ask)
    if not sent:
        text = list_files.pasted(ask)
        if not text.strip():
            raise Refusal("Nothing was sent. Choose a file, or paste one.")
        return from_file(tr("the list"), text.encode())
    if len(sent) == 1 and not sent[0][0].casefold().endswith(".txt"):
        return from_file(*sent[0])
    return from_files(sent)


def shown(ask: Ask, event: str, number: int) -> HttpResponse:
    """A player's lists for whoever asks, as far as the book currently opens them (X-17, WMH-079)."""
    opened = ask.open(event)
    owner = opened.event.find(f"#{number}")
    now, data = lists.now(ask.site.desk), data_of(ask.site.desk, opened.system)
    player = opened.event.players.get(ask.who.player) if ask.who.player is not None and ask.who.proven else None
    asker = None if player is None else Actor(player.name, Role.PLAYER, player.id)
    try:
        found: Sequence[ListView | OpenList] = views.shown_to(opened, owner, asker, now, data)
        refusal = None
    except Refusal as not_now:
        found, refusal = [], not_now
    return ask.page(
        "lists/player_lists.html",
        opened,
        403 if refusal else 200,
        owner=owner,
        rules=views.rules_view(opened),
        lists=[(one, views.lines_view(one)) for one in found],
        refusal=refusal,
        sight=sight_view(opened),
        prove=refusal is not None and ask.who.player is not None and not ask.who.proven,
        staff_page=url("list", event=event, number=number),
    )
