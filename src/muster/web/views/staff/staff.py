"""Links to hand out and the staff who came by them: invite, see, end somebody's access, renew, go off duty."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.people.views import registration_is_open
from muster.app.staff import actions as staff
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Role
from muster.paper.codes import qr_path
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.paging import part
from muster.web.who.links import player_code, player_link, staff_link


def links(ask: Ask, event: str) -> HttpResponse:
    """Addresses to hand out: the event for everybody, invitations for staff, a private link for each player."""
    opened = ask.open(event)
    base = ask.site.address
    everybody = f"{base}/e/{event}/me/"
    everyone = sorted(opened.event.players.values(), key=lambda p: p.name.casefold())
    shown = part(everyone, ask.request.GET.get("page", ""))
    registration = f"{base}{url('register', event=event)}" if registration_is_open(opened) else ""
    answer = ask.page(
        "staff/links.html",
        opened,
        everybody=everybody,
        qr_of=qr_path,
        invitations=[(r.value, f"{base}/staff/{staff_link(opened, r)}/") for r in (Role.MARSHAL, Role.JUDGE)],
        staff=staff.staff_view(opened),
        notices=staff.staff_notices(opened),
        code_of=partial(player_code, opened),
        private=[(p, f"{base}/p/{player_link(opened, p.id)}/") for p in shown.items],
        part=shown,
        registration=registration,
        screen=f"{base}/e/{event}/screen/",
        trouble=ask.site.reach.trouble,
        hosted=ask.site.accounts.hosts,
        once=ask.site.desk.fresh(),
    )
    answer["Cache-Control"] = "no-store"
    return answer


def remove(ask: Ask, event: str) -> HttpResponse:
    staff.remove(ask.site.desk, event, ask.number("staff"), ask.actor)
    return redirect("links", event=event)


def renew(ask: Ask, event: str) -> HttpResponse:
    """A new invitation for a role, or with a player a new private link."""
    whose = ask.typed("whose")
    if whose not in [r.value for r in Role]:
        raise BadInput("“{whose}” has no links. You can renew links for marshals, judges or a player.", whose=whose)
    staff.renew(ask.site.desk, event, Role(whose), ask.actor, ask.typed("player"), ask.once)
    return redirect("links", event=event)


def duty(ask: Ask, event: str) -> HttpResponse:
    """Off duty, a marshal or judge is a spectator; the same button brings them back."""
    on = ask.typed("on") == "yes"
    staff.duty(ask.site.desk, event, ask.who.staff_number(), on)
    return redirect("tables" if on else "event", event=event)
