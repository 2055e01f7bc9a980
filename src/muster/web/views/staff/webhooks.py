"""Webhooks: what is sent to other servers, whether it arrived; and the sites that may use the event."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.events.sites import allow_sites, allowed_sites
from muster.app.webhooks.actions import Webhooks
from muster.app.webhooks.outbox import CHOICES, WebhookShape
from muster.app.webhooks.words import HAPPENING_WORDS, SHAPE_WORDS, state_words
from muster.core.kit.errors import Refusal
from muster.web.guard import Ask
from muster.web.pages import url


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def add(ask: Ask, event: str) -> HttpResponse:
    """The answer is the only page that has the secret. Discord does not use it."""
    happenings = ask.request.POST.getlist("happening")
    try:
        made = _webhooks(ask).add(
            ask.open(event), ask.typed("name"), ask.typed("address"), ask.typed("shape"), happenings
        )
    except Refusal as refusal:
        return _page(ask, event, refusal)
    secret = _webhooks(ask).secret(made) if made.shape is WebhookShape.MUSTER else ""
    return _page(ask, event, made=made.name, secret=secret)


def pause(ask: Ask, event: str) -> HttpResponse:
    """Or resumes a paused one."""
    _webhooks(ask).pause(ask.open(event), ask.number("webhook"), ask.typed("paused") == "yes")
    return redirect("webhooks", event=event)


def remove(ask: Ask, event: str) -> HttpResponse:
    _webhooks(ask).remove(ask.open(event), ask.number("webhook"))
    return redirect("webhooks", event=event)


def test(ask: Ask, event: str) -> HttpResponse:
    _webhooks(ask).test(ask.open(event), ask.number("webhook"))
    return redirect("webhooks", event=event)


def again(ask: Ask, event: str) -> HttpResponse:
    _webhooks(ask).again(ask.open(event), ask.number("webhook"), ask.typed("delivery"))
    return redirect("webhooks", event=event)


def sites(ask: Ask, event: str) -> HttpResponse:
    try:
        allow_sites(ask.site.desk, event, ask.typed("sites"), ask.actor)
    except Refusal as refusal:
        return _page(ask, event, refused_sites=refusal)
    return redirect("webhooks", event=event)


def _webhooks(ask: Ask) -> Webhooks:
    assert ask.site.webhooks is not None  # A copy of the pages, which has none, does not accept forms.
    return ask.site.webhooks


def _page(
    ask: Ask,
    event: str,
    refusal: Refusal | None = None,
    refused_sites: Refusal | None = None,
    made: str = "",
    secret: str = "",
) -> HttpResponse:
    opened, webhooks = ask.open(event), _webhooks(ask)
    answer = ask.page(
        "staff/webhooks.html",
        opened,
        409 if refusal or refused_sites else 200,
        home=url("webhooks", event=event),
        webhooks=[webhooks.view(one) for one in webhooks.of(opened)],
        words=HAPPENING_WORDS,
        choices=CHOICES,
        shapes=SHAPE_WORDS,
        state_words=state_words,
        made=made,
        secret=secret,
        follows=not secret,
        refusal=refusal,
        refused_sites=refused_sites,
        typed=ask.request.POST.dict() if refusal else {},
        chosen=ask.request.POST.getlist("happening") if refusal else ["pairings", "standings"],
        shape=ask.typed("shape") if refusal else WebhookShape.DISCORD.value,
        sites=ask.typed("sites") if refused_sites else "\n".join(allowed_sites(opened)),
    )
    answer["Cache-Control"] = "no-store"
    return answer
