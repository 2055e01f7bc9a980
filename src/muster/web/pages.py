"""Rendering: the Jinja2 environment, what every template knows, and the head of an event's pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template import loader
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from markupsafe import Markup, escape

from muster.app import languages
from muster.app.clock.actions import clock_view
from muster.app.desk import Opened
from muster.app.exact import grown
from muster.app.numbers import column, decimal, minutes, short
from muster.app.permissions import Action, Visitor
from muster.app.rounds.bracket import has_bracket, stage_name
from muster.app.speech import spoken, tr
from muster.app.venue.rooms import room_of, seat_text
from muster.app.views.event import heading, plan_view
from muster.app.views.shapes import Heading
from muster.app.views.titles import standings_note, standings_title
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message, Value, shown
from muster.core.kit.model import PlayerId, StageKind
from muster.core.reading.stage_names import round_name
from muster.core.reading.words import heading as clause_heading
from muster.web.drawing.boards import FILTERS
from muster.web.drawing.clockface import Face, face, words_of
from muster.web.drawing.waiting import waiting
from muster.web.identity import Identity
from muster.web.site import site_of

HERE = Path(__file__).parent
STATIC = HERE / "static"
TOKEN_FIELD = Markup('<input type="hidden" name="csrfmiddlewaretoken">')
"""A placeholder for the form's token, each visitor's own (`serving.middleware.tokens`), in a page for many."""

SEEN_FIELD = Markup('<input type="hidden" name="seen">')
"""A placeholder for the board's last entry, in parts of it that are cached."""

OWN_PART = Markup("<!-- own -->")
"""A placeholder for what one player alone sees, in a page for many."""

COPY = "muster.copy"
"""In a request's META: the page is for a copy that needs no server, made at this time (UTC, ISO 8601)."""

TEMPLATES = HERE / "templates"


def opening(text: str) -> str:
    """A text with a capital first letter and every other letter unchanged: names and “TP” stay as they are."""
    return text[:1].upper() + text[1:]


LONG_WORD = re.compile(r"([^\s/-]{12})(?=[^\s/-])")


def breakable(name: str) -> Markup:
    """A name that may break after a slash, and within a word too long for a narrow column."""
    parts = (LONG_WORD.sub("\\1\0", part) for part in name.split("/"))
    return escape("/\0".join(parts)).replace("\0", Markup("<wbr>"))


def environment(**options: Any) -> jinja2.Environment:
    made = jinja2.Environment(
        **{**options, "undefined": jinja2.StrictUndefined}, finalize=said, trim_blocks=True, lstrip_blocks=True
    )
    made.globals.update(url=url, static=static, column=column, _=text, plural=counted, word=tr, seen_input=SEEN_FIELD)
    made.globals.update(standings_title=standings_title, standings_note=standings_note)
    made.filters["figure"] = decimal
    made.filters["short"] = short
    made.filters.update(
        word=tr,
        breakable=breakable,
        opening=opening,
        clock_words=words_of,
        day=languages.day,
        moment=languages.moment,
        of_day=languages.of_day,
        place=languages.place,
        stamp=languages.stamp,
    )
    made.filters.update(FILTERS)
    made.globals["clock_minutes"] = minutes
    return made


def said(value: object) -> object:
    """Whatever a template shows: a message or a refusal in the reader's language, anything else unchanged."""
    if isinstance(value, Refusal):
        return tr(value.message)
    return tr(value) if isinstance(value, Message) else value


def text(english: str, **values: Value) -> Markup:
    """A template's text in the reader's language. Its own markup stays; values are escaped."""
    language = spoken()
    template = Markup(language.text(english))
    return template.format(**shown(values, language)) if values else template


def counted(number: int, one: str, many: str, **values: Value) -> Markup:
    language = spoken()
    return Markup(language.plural(number, one, many)).format(n=number, **shown(values, language))


@lru_cache(maxsize=10_000)
def url(name: str, **parts: object) -> str:
    return reverse(name, kwargs={key: value for key, value in parts.items() if value is not None})


@cache
def static_folder() -> str:
    """Where static files are served.

    The path changes with their content, so that browsers may keep them for good, including those that a script imports.
    """
    files = sorted(file for file in STATIC.iterdir() if file.is_file())
    return f"static/{sha256(b''.join(file.read_bytes() for file in files)).hexdigest()[:10]}/"


@cache
def static(name: str) -> str:
    """The address of a static file."""
    assert (STATIC / name).is_file(), name
    return f"/{static_folder()}{name}"


def render(
    request: HttpRequest, who: Identity, template: str, opened: Opened | None, status: int, context: dict[str, Any]
) -> HttpResponse:
    known = {
        "csrf_input": TOKEN_FIELD,
        "own_part": OWN_PART,
        "who": who,
        "may": _rights(who.visitor, who.player is not None, who.proven, who.owner),
        "event": None if opened is None else opened.known.once("head", lambda: head(opened)),
        "clause_words": (lambda clause: "") if opened is None else (lambda c: tr(clause_heading(c, opened.system))),
        "clock_of": lambda table=0: None if opened is None else _clock(request, opened, table),
        "starts": lambda: None if opened is None else waiting(opened, site_of(request).desk.now(opened)),
        **seats_known(opened),
        "stage_name": lambda number: "" if opened is None else stage_name(opened, number),
        "round_name": lambda number: "" if opened is None else tr(round_name(opened.event, number)),
        "with_names": partial(site_of(request).accounts.named, staff=who.on_staff),
        "fresh": site_of(request).desk.fresh,
        "path": request.path,
        "follows": COPY not in request.META,
        "copied_at": request.META.get(COPY, ""),
        "language": languages.current(),
        "languages": languages.NAMES,
        "stays": False,
        "here": lambda **changes: here(request, changes, context["home"]),
        "in_language": lambda code: here(request, {"lang": code}, context["home"]),
        "at_home": context["home"].partition("?")[0],
    }
    return HttpResponse(loader.get_template(template).render({**known, **context}), status=status)


@cache
def _rights(visitor: Visitor, plays: bool, proven: bool, owner: bool) -> dict[str, bool]:
    """What such a visitor may do, by action."""
    who = Identity(visitor, PlayerId(0) if plays else None, proven=proven, owner=owner)
    return {action.name.lower(): who.may(action) for action in Action}


def seats_known(opened: Opened | None) -> dict[str, Callable[[int], str]]:
    """How a page writes a table: `room_of` next to its number, `at_table` in a sentence."""
    if opened is None:
        return {"room_of": lambda table: "", "at_table": str}
    return {
        "room_of": lambda table: room_of(opened, table),
        "at_table": lambda table: seat_text(table, room_of(opened, table)),
    }


def _clock(request: HttpRequest, opened: Opened, table: int) -> Face | None:
    """The current round's clock, for one table or for all; None if no round is being played."""
    view = clock_view(opened, site_of(request).desk.now(opened), table)
    return None if view is None or view.state == "closed" else face(view)


def page_above(request: HttpRequest) -> str:
    """For an address that only accepts forms, the nearest one above it that has a page; empty for any other."""
    path, match = request.path, request.resolver_match
    if match is None or not _takes(match.func, "POST"):
        return ""
    while match is None or not _takes(match.func, "GET"):
        path = path.rstrip("/").rpartition("/")[0] + "/"
        match = _known(path)  # At the latest the start page has one.
    return quote(path)


def _takes(view: object, method: str) -> bool:
    return getattr(view, "method", "") == method


def _known(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def here(request: HttpRequest, changes: dict[str, object], home: str) -> str:
    """This page with parts of its query changed; None removes a part. An answer to a form is at `home`."""
    path, _, asked = home.partition("?")
    query = QueryDict(asked, mutable=True) if home else request.GET.copy()
    for key, value in changes.items():
        query.pop(key, None)
        if value is not None:
            query[key] = str(value)
    return f"{path}?{query.urlencode()}"


class Head(Heading, frozen=True):
    """What the title block and the navigation of an event need to know."""

    seq: int
    round: int
    rounds: int | None
    cut: int | None
    lists: bool
    players: int
    tables: int
    elimination: bool
    ranked_rounds: list[int]
    round_numbers: list[int]
    bracket: bool
    terrain: bool


def head(opened: Opened) -> Head:
    """What the title block says; nothing that is still a draft."""
    event = opened.event
    shown = event.shown
    plan = plan_view(opened)
    return grown(
        Head,
        heading(opened),
        seq=opened.last,
        round=len(shown),
        rounds=None if plan is None else plan.rounds,
        cut=None if plan is None else plan.cut,
        lists=opened.system.lists is not None,
        players=len(event.active_players()),
        tables=len(shown[-1].matches) if shown else 0,
        elimination=event.stage.kind is StageKind.ELIMINATION,
        ranked_rounds=[r.number for r in shown if r.complete and event.stage_of(r).kind is StageKind.SWISS],
        round_numbers=[r.number for r in shown],
        bracket=has_bracket(opened),
        terrain=opened.system.terrain is not None,
    )
