"""A person's profile: for the organiser, and for everybody once the person agrees. Export, split, and forgetting."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect

from muster.app.permissions import Action
from muster.app.persons import actions
from muster.app.persons import forget as forgetting
from muster.app.persons.meant import meant
from muster.app.persons.take_along import person_file
from muster.app.persons.views import ProfileView, namesakes, profile_view
from muster.core.kit.errors import Refusal
from muster.web.drawing.rating import rating_picture
from muster.web.guard import Ask
from muster.web.pages import url


def show(ask: Ask, person: str) -> HttpResponse:
    return _page(ask, person)


def _page(ask: Ask, person: str, refusal: Refusal | None = None) -> HttpResponse:
    view = _seen(ask, person)
    answer = ask.page(
        "people/profile.html",
        None,
        409 if refusal else 200,
        refusal=refusal,
        profile=view,
        drawn=[(one.game, picture) for one in view.ratings if (picture := rating_picture(one))],
    )
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _seen(ask: Ask, person: str) -> ProfileView:
    """What this reader may see: to a stranger, a private profile looks the same as one that does not exist."""
    view = profile_view(ask.site.people, person, open_to_all=not ask.who.may(Action.PEOPLE))
    if view is None:
        raise Http404
    return view


def consent(ask: Ask, person: str) -> HttpResponse:
    """The organiser records the person's answer."""
    try:
        actions.consent(ask.site.people, person, ask.typed("agrees") == "yes", ask.actor)
    except Refusal as refusal:
        return _page(ask, person, refusal)
    return redirect("profile", person=person)


def split(ask: Ask, person: str) -> HttpResponse:
    """One of the events was played by somebody else."""
    try:
        stays = actions.split(ask.site.people, ask.typed("one"), ask.actor)
    except Refusal as refusal:
        return _page(ask, person, refusal)
    return redirect("profile", person=stays)


def file(ask: Ask, person: str) -> HttpResponse:
    """Everything stored about them, to hand over to them."""
    data = person_file(ask.site.people, person)
    answer = HttpResponse(msgspec.json.format(msgspec.json.encode(data), indent=1), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="person-{data.profile.key}.json"'
    answer["Cache-Control"] = "no-store"
    return answer


def forget(ask: Ask, person: str) -> HttpResponse:
    """What forgetting does, and what it cannot do, before anybody presses."""
    return _forget(ask, person)


def _forget(ask: Ask, person: str, refusal: Refusal | None = None) -> HttpResponse:
    ask.site.people.soon()
    gone = meant(ask.site.people, person)
    view = _seen(ask, person) if gone.person else None
    key = gone.address if view is None else view.key
    return ask.page(
        "people/forget.html",
        None,
        409 if refusal else 200,
        refusal=refusal,
        key=key,
        name=gone.name if view is None else view.name,
        events=gone.events,
        played=view is not None,
        namesakes=0 if view is None else namesakes(ask.site.people, key),
    )


def forget_now(ask: Ask, person: str) -> HttpResponse:
    """Confirmed: only with the tick that says it cannot be undone."""
    try:
        if ask.typed("sure") != "yes":
            raise Refusal("Nothing was forgotten. Tick that you know it cannot be undone, then press again.")
        done = forgetting.forget(ask.site.people, person, ask.actor)
    except Refusal as refusal:
        return _forget(ask, person, refusal)
    back = url("profile", person=person) if done.appearances else url("everybody")
    if not (done.not_opened or done.still_written):
        return HttpResponseRedirect(back)
    return ask.page(
        "people/forgotten.html",
        home=back,
        back=back,
        not_opened=done.not_opened,
        still_written=done.still_written,
    )
