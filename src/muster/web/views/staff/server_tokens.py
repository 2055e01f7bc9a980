"""Tokens for programs that work beyond one event: make one, which is shown once, see those there are, revoke one."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.permissions import AnyScope, Scope, ServerScope
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import mark
from muster.core.rules.players import clean_name
from muster.web.guard import Ask
from muster.web.views.staff.tokens import DAYS, SCOPE_WORDS, read_days

SERVER_SCOPE_WORDS: dict[AnyScope, str] = {
    ServerScope.EVENTS: mark("Create events, bring them in from files, export every event with its secrets"),
    ServerScope.REMOVE: mark("Remove events for good"),
    ServerScope.SEASONS: mark("Open seasons and run them"),
    ServerScope.PEOPLE: mark("See people across events and say who is who"),
    ServerScope.FORGET: mark("Forget people for good"),
    ServerScope.BACKUPS: mark("Back up everything and read it, with every secret, and choose where backups go"),
    ServerScope.LIST_DATA: mark("Import the data that lists are checked against"),
}


def show(ask: Ask) -> HttpResponse:
    return _page(ask)


def make(ask: Ask) -> HttpResponse:
    """The answer is the only page that has the token: it is not stored anywhere, not even by the browser."""
    ticked = ask.request.POST.getlist("scope")
    scopes: tuple[AnyScope, ...] = tuple(scope for scope in (*ServerScope, *Scope) if scope.value in ticked)
    try:
        name = clean_name(ask.typed("name"))
        if not scopes:
            raise BadInput("Choose at least one thing that the program may do.")
        days = read_days(ask)
    except Refusal as refusal:
        return _page(ask, refusal)
    return _page(ask, made=name, secret=ask.site.tokens.make("", "", name, scopes, days))


def revoke(ask: Ask) -> HttpResponse:
    """Revoking one that is gone changes nothing."""
    ask.site.tokens.revoke("", ask.typed("token"))
    return redirect("server-tokens")


def _page(ask: Ask, refusal: Refusal | None = None, made: str = "", secret: str = "") -> HttpResponse:
    answer = ask.page(
        "staff/server_tokens.html",
        None,
        409 if refusal else 200,
        tokens=ask.site.tokens.of(""),
        server_words=SERVER_SCOPE_WORDS,
        event_words=SCOPE_WORDS,
        words={**SERVER_SCOPE_WORDS, **SCOPE_WORDS},
        days=DAYS,
        made=made,
        secret=secret,
        refusal=refusal,
        typed=ask.request.POST.dict() if refusal else {},
        chosen=ask.request.POST.getlist("scope") if refusal else [],
    )
    answer["Cache-Control"] = "no-store"
    return answer
