"""Self-registration: a public page on which somebody enrols themself and then owns that seat on that phone."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.people import roster
from muster.app.people import views as people
from muster.app.staff import actions as staff
from muster.app.staff.expected import expected_of, expected_view
from muster.core.book.conduct import Topic
from muster.core.kit.errors import Refusal
from muster.core.record.facts.claims import ClaimedBy
from muster.core.record.player import Player
from muster.core.rules.players import must_be_open
from muster.web import identity
from muster.web.guard import Ask
from muster.web.who.devices import own_device


def form(ask: Ask, event: str) -> HttpResponse:
    # The phone gets its id before the form is sent: if the answer is lost, the form sent again comes from the same
    # phone.
    own_device(ask.request)
    return _form(ask, ask.open(event))


def _form(ask: Ask, opened: Opened, refusal: Refusal | None = None) -> HttpResponse:
    typed = ask.request.POST.dict()
    closed = None
    try:
        must_be_open(opened.event, opened.system)
    except Refusal as shut:
        closed = shut
    return ask.page(
        "people/register.html",
        opened,
        409 if refusal else 200,
        mine=_mine(ask, opened),
        closed=closed,
        lines=people.person_form(people.own_fields(opened.system), typed),
        typed=typed,
        expected=expected_of(opened, Topic.EVENT),
        expects=bool(expected_view(opened)),
        refusal=refusal,
        once=typed.get("once") or ask.site.desk.fresh(),
    )


def _mine(ask: Ask, opened: Opened) -> Player | None:
    """Whom this phone has enrolled, or plays as, and who has not left: one phone enrols one person."""
    for number in (identity.enrolled_here(ask.request, opened.id), ask.who.player):
        player = None if number is None else opened.event.players.get(number)
        if player is not None and player.active:
            return player
    return None


def send(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    mine = _mine(ask, opened)
    once = ask.once_of("")  # Somebody who sends it twice already has a seat.
    try:
        if mine is not None and not (once and ask.site.desk.has_request(event, once)):
            raise Refusal(
                "This phone has already enrolled {name}. A phone can enrol one person. Ask the desk to enrol others.",
                name=mine.name,
            )
        if ask.who.member is not None:
            staff.must_be_let_play(opened, ask.who.member.id)
        ask.site.limits.register(event, ask.device, ask.address)
        texts = people.typed_values(people.own_fields(opened.system), ask.request.POST.dict())
        device = identity.note_seat(ask.request, event)
        number = roster.register(ask.site.desk, event, ask.typed("name"), texts, once, device)
    except Refusal as refusal:
        return _form(ask, ask.open(event), refusal)
    if ask.who.member is not None:
        ask.take_seat(ask.open(event), number, ClaimedBy.PICKED)
    identity.note_enrolled(ask.request, event, number)
    return redirect("me", event=event)
