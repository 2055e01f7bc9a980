"""Whose phone this is: picking a name, proving it by link, code or the organiser, giving it up; and the desk's
answers.
"""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.people import claims
from muster.app.people.views import registration_is_open
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.written import is_part
from muster.core.record.facts.claims import ClaimedBy
from muster.core.record.player import Player
from muster.core.rules.claims import NeedsProof, holder, links_only, lost_by
from muster.web import identity
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.paging import part
from muster.web.views.public.start import read_link
from muster.web.who.devices import device_of, new_device, own_device
from muster.web.who.limits import TooOften
from muster.web.who.links import is_code, read_player_link


def names(ask: Ask, opened: Opened, refusal: Refusal | None = None) -> HttpResponse:
    """The list to pick from; a phone whose name another one took over first learns about that."""
    lost = lost_by(opened.event, ask.who.device) if ask.who.device else None
    if lost is not None and refusal is None and not ask.request.GET:
        return _signed_out(ask, opened, lost)
    own_device(ask.request)
    wanted = ask.request.GET.get("q", "").strip()
    found = sorted(
        (p for p in opened.event.players.values() if p.active and is_part(wanted, p.name)),
        key=lambda p: p.name.casefold(),
    )
    shown = part(found, ask.request.GET.get("page", ""))
    return ask.page(
        "phone/pick.html",
        opened,
        409 if refusal else 200,
        names=shown.items,
        taken={p.id for p in shown.items if holder(opened.event, p.id, new_device())},
        links_only=links_only(opened.event, opened.system),
        part=shown,
        wanted=wanted,
        registration=registration_is_open(opened),
        refusal=refusal,
    )


def _signed_out(ask: Ask, opened: Opened, player: PlayerId) -> HttpResponse:
    return ask.page(
        "phone/signed_out.html", opened, claim=_view(ask, opened, player), how=opened.event.claims[player].how
    )


def _view(ask: Ask, opened: Opened, player: PlayerId) -> claims.ClaimView:
    device = device_of(ask.request) or new_device()
    return claims.claim_view(opened, player, device, ask.site.desk.clock.now())


def _ways(
    ask: Ask, opened: Opened, player: PlayerId, status: int = 200, refusal: Refusal | None = None
) -> HttpResponse:
    """The ways to get a name that cannot just be picked."""
    typed = "" if refusal is None or isinstance(refusal, NeedsProof) else ask.typed("code")
    home = url("claim", event=opened.id, number=player)
    wrong = None if isinstance(refusal, NeedsProof) else refusal
    view = _view(ask, opened, player)
    wanted = _wanted(ask, opened.id)
    return ask.page(
        "phone/claim.html", opened, status, home=home, claim=view, refusal=wrong, typed=typed, wanted=wanted
    )


def _wanted(ask: Ask, event: str) -> str:
    """The page somebody was on the way to."""
    path = ask.typed("wanted") or ask.request.GET.get("wanted", "")
    return path if path.startswith(f"/e/{event}/me/") else ""


def _player(opened: Opened, text: str) -> Player:
    return opened.event.find(text)


def pick(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    try:
        player = _player(opened, ask.typed("player"))
        ask.site.limits.pick(event, str(player.id), ask.device, ask.address, len(opened.event.players))
        ask.take_seat(opened, player.id, ClaimedBy.PICKED)
    except NeedsProof as refusal:
        return _ways(ask, opened, player.id, 409, refusal)
    except Refusal as refusal:
        return names(ask, opened, refusal)
    return redirect("me", event=event)


def leave(ask: Ask, event: str) -> HttpResponse:
    ask.leave_seat(ask.open(event))
    return redirect("me", event=event)


def claim(ask: Ask, event: str, number: int) -> HttpResponse:
    opened = ask.open(event)
    player = _player(opened, f"#{number}").id
    return _ways(ask, opened, player)


def code(ask: Ask, event: str) -> HttpResponse:
    """Each try counts for that name alone, even the right one, so that no other name has to wait."""
    opened = ask.open(event)
    player = _player(opened, ask.typed("player")).id
    try:
        ask.site.limits.code.spend(f"{event} {player}")
        if not is_code(opened, player, ask.typed("code")):
            raise Refusal(
                "“{code}” is not {name}’s code. A code stops working when the desk renews it.",
                code=ask.typed("code")[:20],
                name=opened.event.name_of(player),
            )
        ask.take_seat(opened, player, ClaimedBy.CODE)
    except Refusal as refusal:
        answer = _ways(ask, opened, player, 429 if isinstance(refusal, TooOften) else 409, refusal)
        if isinstance(refusal, TooOften):
            answer["Retry-After"] = str(refusal.seconds)
        return answer
    return redirect(_wanted(ask, event) or url("me", event=event))


def request(ask: Ask, event: str) -> HttpResponse:
    """Asks the organiser for a name; or for it back, if somebody else has taken it over."""
    opened = ask.open(event)
    player = _player(opened, ask.typed("player")).id
    device = identity.note_seat(ask.request, event)
    back = lost_by(opened.event, device) == player and ask.typed("do") == "back"
    try:
        ask.site.limits.asking.spend(f"{event} {player}")
        claims.ask(ask.site.desk, event, player, device, ask.who.member, back)
    except Refusal as refusal:
        return _ways(ask, opened, player, 409, refusal)
    return redirect("claim", event=event, number=player)


def not_me(ask: Ask, event: str) -> HttpResponse:
    """The phone that has the name says that the asking phone is somebody else's."""
    assert ask.who.player is not None
    claims.deny(ask.site.desk, event, ask.who.player, ask.typed("device"))
    return redirect("me", event=event)


def answer(ask: Ask, event: str) -> HttpResponse:
    """The organiser approves or refuses."""
    player = _player(ask.open(event), ask.typed("player")).id
    claims.answer(ask.site.desk, event, player, ask.typed("device"), ask.typed("answer") == "yes", ask.actor)
    return redirect("desk", event=event)


def release(ask: Ask, event: str) -> HttpResponse:
    player = _player(ask.open(event), ask.typed("player")).id
    claims.release(ask.site.desk, event, player, ask.actor)
    return redirect("person", event=event, number=player)


def private(ask: Ask, token: str) -> HttpResponse:
    """Shows whose link it is. Looking changes nothing: messengers open links too, and organisers try badges."""
    opened, player, who = _linked(ask, token)
    if who.player == player and who.proven:
        return redirect("me", event=opened.id)
    return replace(ask, who=who).page(
        "phone/private.html", opened, claim=_view(ask, opened, player), token=token, follows=False
    )


def use_link(ask: Ask) -> HttpResponse:
    """Takes the seat and redirects to an address without a secret."""
    opened, player, who = _linked(ask, ask.typed("token"))
    replace(ask, who=who).take_seat(opened, player, ClaimedBy.LINK)
    return redirect("me", event=opened.id)


def _linked(ask: Ask, token: str) -> tuple[Opened, PlayerId, identity.Identity]:
    """The event and player of a valid private link, and who is looking at it."""
    link = read_link(ask, read_player_link, token)
    opened = ask.open(link.event)
    link.must_hold(opened)
    return opened, link.player, identity.of(ask.request, opened)
