"""Webhooks, and the sites that may use an event, for programs with a token."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta

from muster.api.call import ApiCall, Route
from muster.api.shapes import Body, Line, Recorded
from muster.app.desk import Opened
from muster.app.events import sites
from muster.app.exact import View
from muster.app.permissions import Action
from muster.app.webhooks.actions import Webhooks
from muster.app.webhooks.outbox import Happening, WebhookShape
from muster.app.webhooks.shapes import WebhookView
from muster.core.kit.errors import UnknownName

WEBHOOKS = "/api/v1/events/{event}/webhooks"
ONE = WEBHOOKS + "/{number}"
SITES = "/api/v1/events/{event}/sites"


class WebhookBody(Body, frozen=True):
    """A webhook to add, replacing one with the same `name`. `happenings`: what it reports."""

    name: Annotated[str, Meta(max_length=200)]
    address: Line
    happenings: Annotated[list[Happening], Meta(min_length=1, max_length=20)]
    shape: WebhookShape = WebhookShape.MUSTER


class PauseBody(Body, frozen=True):
    """Whether it is paused; what happens in the meantime is not sent later."""

    paused: bool = True


class AgainBody(Body, frozen=True):
    """The id of the delivery."""

    delivery: Line


class SitesBody(Body, frozen=True):
    """All sites that may use the event, such as https://club.example; empty: no site may."""

    sites: Annotated[list[Line], Meta(max_length=100)]


class WebhooksList(View, frozen=True):
    event: str
    webhooks: list[WebhookView]


class WebhookAdded(Recorded, frozen=True):
    """The new webhook, and the secret for checking its signatures."""

    webhook: WebhookView
    secret: str


class WebhookTold(Recorded, frozen=True):
    """Null once it is removed."""

    webhook: WebhookView | None


class SitesAllowedView(View, frozen=True):
    event: str
    sites: list[str]


def _webhooks(call: ApiCall) -> Webhooks:
    assert call.webhooks is not None
    return call.webhooks


def _told(call: ApiCall, opened: Opened) -> WebhookTold:
    try:
        found = _webhooks(call).view(_webhooks(call).find(opened, call.number))
    except UnknownName:
        found = None
    return WebhookTold(opened.id, opened.last, found)


def all_of(call: ApiCall, opened: Opened) -> WebhooksList:
    """The event's webhooks with their last deliveries."""
    return WebhooksList(opened.id, [_webhooks(call).view(one) for one in _webhooks(call).of(opened)])


def add(call: ApiCall) -> Opened:
    """Add a webhook. The answer has its secret, which is not shown again."""
    body = cast(WebhookBody, call.body)
    _webhooks(call).add(call.opened, body.name, body.address, body.shape, body.happenings, call.request)
    return call.opened


def added(call: ApiCall, opened: Opened) -> WebhookAdded:
    made = next(one for one in _webhooks(call).of(opened) if one.key == call.request)
    return WebhookAdded(opened.id, opened.last, _webhooks(call).view(made), _webhooks(call).secret(made))


def pause(call: ApiCall) -> Opened:
    """Pause a webhook, or resume it."""
    _webhooks(call).pause(call.opened, call.number, cast(PauseBody, call.body).paused)
    return call.opened


def remove(call: ApiCall) -> Opened:
    """Remove a webhook. It gets nothing more."""
    _webhooks(call).remove(call.opened, call.number)
    return call.opened


def test(call: ApiCall) -> Opened:
    """Send a test to a webhook."""
    _webhooks(call).test(call.opened, call.number, call.request)
    return call.opened


def again(call: ApiCall) -> Opened:
    """Send a delivery again, or now."""
    _webhooks(call).again(call.opened, call.number, cast(AgainBody, call.body).delivery)
    return call.opened


def allowed(call: ApiCall, opened: Opened) -> SitesAllowedView:
    """The sites whose pages may use the event."""
    return SitesAllowedView(opened.id, list(sites.allowed_sites(opened)))


def allow(call: ApiCall) -> Opened:
    """Set the sites whose pages may use the event."""
    text = "\n".join(cast(SitesBody, call.body).sites)
    return sites.allow_sites(call.desk, call.event, text, call.actor, call.request)


ROUTES: tuple[Route[Any], ...] = (
    Route("webhooks-list", "GET", WEBHOOKS, Action.CONNECT, WebhooksList, all_of, timed=True),
    Route(
        "add-webhook",
        "POST",
        WEBHOOKS,
        Action.CONNECT,
        WebhookAdded,
        added,
        add,
        WebhookBody,
        status=201,
        twins=("add-webhook",),
    ),
    Route(
        "pause-webhook",
        "POST",
        ONE + "/pause",
        Action.CONNECT,
        WebhookTold,
        _told,
        pause,
        PauseBody,
        twins=("pause-webhook",),
    ),
    Route(
        "remove-webhook",
        "POST",
        ONE + "/remove",
        Action.CONNECT,
        WebhookTold,
        _told,
        remove,
        twins=("remove-webhook",),
    ),
    Route("test-webhook", "POST", ONE + "/test", Action.CONNECT, WebhookTold, _told, test, twins=("test-webhook",)),
    Route(
        "send-again",
        "POST",
        ONE + "/again",
        Action.CONNECT,
        WebhookTold,
        _told,
        again,
        AgainBody,
        twins=("send-again",),
    ),
    Route("sites", "GET", SITES, Action.CONNECT, SitesAllowedView, allowed),
    Route(
        "allow-sites",
        "POST",
        SITES,
        Action.CONNECT,
        SitesAllowedView,
        allowed,
        allow,
        SitesBody,
        twins=("allow-sites",),
    ),
)
