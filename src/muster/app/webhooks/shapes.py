"""A webhook and its deliveries as the desk and programs see them."""

from __future__ import annotations

from muster.app.exact import View
from muster.app.webhooks.outbox import DeliveryState, Failure, Happening, WebhookShape


class DeliveryView(View, frozen=True):
    """A delivery.

    Times are UTC, ISO 8601, null if there was or will be no attempt; `status`: the last answer, 0 for none; `failure`
    and its `words`: why the last attempt failed.
    """

    id: str
    happening: Happening
    round: int
    made: str
    state: DeliveryState
    tries: int
    last_try: str | None
    next_try: str | None
    status: int
    failure: Failure | None
    words: str


class WebhookView(View, frozen=True):
    """A webhook as the desk shows it. `address` ends after the host: what follows may be a secret.

    The latest `deliveries` come first.
    """

    number: int
    name: str
    address: str
    shape: WebhookShape
    happenings: list[Happening]
    paused: bool
    since: str
    deliveries: list[DeliveryView]
