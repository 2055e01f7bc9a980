"""Tokens for programs: make one, which is shown once, see which there are, and revoke one."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.permissions import Scope
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import mark
from muster.core.kit.model import PlayerId
from muster.core.rules.players import clean_name
from muster.web.guard import Ask
from muster.web.who.tokens import Token

SCOPE_WORDS = {
    Scope.READ: mark("Read everything the desk shows, drafts and the log too"),
    Scope.PLAYERS: mark("Enrol players and check them in, drop them and bring them back"),
    Scope.ROUNDS: mark("Draw, change, publish and close rounds; cut; finish the event"),
    Scope.RESULTS: mark("Enter, accept and correct results"),
    Scope.CLOCK: mark("Start, pause and adjust the round clock; set when rounds are expected"),
    Scope.UNDO: mark("Undo and redo"),
    Scope.EVENT: mark("Change the event’s name, day, place and options; post announcements"),
    Scope.STAFF: mark("Answer calls for a judge; record rulings and penalties; settle disputes"),
    Scope.LISTS: mark("Read, check and hand in everyone’s lists; set the deadline; lock and unlock lists"),
    Scope.TERRAIN: mark("Keep the stock of terrain; draw, edit and place layouts"),
    Scope.AWARDS: mark("Add and decide awards; run votes"),
    Scope.KEEP: mark("Export the whole event with its secrets; check its record; hide it from the public list"),
    Scope.CONNECT: mark("Add and remove webhooks, and name the sites that may use the event"),
}

DAYS = (1, 7, 30, 365)
"""How long a token may last."""


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def make(ask: Ask, event: str) -> HttpResponse:
    """The answer is the only page that has the token: it is not stored anywhere, not even by the browser."""
    opened = ask.open(event)
    try:
        name = clean_name(ask.typed("name"))
        scopes = tuple(scope for scope in Scope if scope.value in ask.request.POST.getlist("scope"))
        if not scopes:
            raise BadInput("Choose at least one thing that the program may do.")
        days = read_days(ask)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    secret = ask.site.tokens.make(event, opened.hashes[0], name, scopes, days, account=ask.who.account)
    return _page(ask, event, made=name, secret=secret)


def make_for_player(ask: Ask, event: str) -> HttpResponse:
    """Lets a program do what this player's own phone may do."""
    opened = ask.open(event)
    try:
        player = opened.event.players.get(PlayerId(ask.number("player")))
        if player is None:
            raise BadInput("Choose a player of this event. “{player}” is not one.", player=ask.typed("player"))
        days = read_days(ask)
    except Refusal as refusal:
        return _page(ask, event, refusal)
    secret = ask.site.tokens.make(event, opened.hashes[0], "", (), days, player.id, ask.who.account)
    return _page(ask, event, made=player.name, secret=secret)


def read_days(ask: Ask) -> int:
    """How long a token works."""
    if ask.number("days") not in DAYS:
        raise BadInput("“{days}” is not one of the choices for how long the token works.", days=ask.typed("days"))
    return ask.number("days")


def revoke(ask: Ask, event: str) -> HttpResponse:
    """Revoking one that is gone changes nothing."""
    ask.site.tokens.revoke(event, ask.typed("token"))
    return redirect("tokens", event=event)


def _page(ask: Ask, event: str, refusal: Refusal | None = None, made: str = "", secret: str = "") -> HttpResponse:
    opened = ask.open(event)
    first = opened.hashes[0]
    answer = ask.page(
        "staff/tokens.html",
        opened,
        409 if refusal else 200,
        tokens=[_named(opened, token) for token in ask.site.tokens.of(event) if token.first == first],
        scope_words=SCOPE_WORDS,
        days=DAYS,
        players=sorted(opened.event.players.values(), key=lambda player: player.name.casefold()),
        made=made,
        secret=secret,
        follows=not secret,
        refusal=refusal,
        typed=ask.request.POST.dict() if refusal else {},
        chosen=ask.request.POST.getlist("scope") if refusal else [Scope.READ.value],
    )
    answer["Cache-Control"] = "no-store"
    return answer


def _named(opened: Opened, token: Token) -> Token:
    """With the player's current name."""
    player = opened.event.players.get(PlayerId(token.player))
    return token if player is None else replace(token, name=player.name)
